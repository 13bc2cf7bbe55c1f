// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A picture of what a node shows, made apart from the view: by another task, or of something that isn't recorded yet, such as a
/// value that is being dragged.
///
/// ```swift
/// let request = view.beginSnapshot(of: node)
/// plotter.plot(values) { plot in  // when it is done
///   let picture = NodeSnapshot(size: GraphSize(160, 90)) { canvas in plot.draw(on: canvas) }
///   view.show(picture, for: request)  // .stale, if another was asked for since
/// }
/// ```
public struct NodeSnapshot: Hashable, Sendable {
  /// How large it is, in canvas points.
  public let size: GraphSize
  /// What it consists of, from its top left corner.
  public let drawings: [RecordingCanvas.Drawing]

  /// How large it may be to each side, in canvas points.
  public static let largestSide = 1024.0
  /// How many drawings it may have: a view draws all of them whenever the node is drawn.
  public static let mostDrawings = 4096

  /// Takes a picture.
  ///
  /// - Parameters:
  ///   - size: How large it is, in canvas points.
  ///   - draw: Draws it, from the top left corner. What lies outside of `size` isn't shown.
  public init(size: GraphSize, _ draw: (any DrawingCanvas) -> Void) {
    let canvas = RecordingCanvas()
    draw(canvas)
    self.size = size
    drawings = canvas.drawings
  }

  /// Whether a view shows it: it has a size of 0 to ``largestSide`` to each side, and not too many drawings.
  public var isUsable: Bool {
    let sides = 0...Self.largestSide
    return sides.contains(size.width) && sides.contains(size.height) && drawings.count <= Self.mostDrawings
  }
}

/// What was asked for when a picture of a node was begun; see ``GraphView/beginSnapshot(of:)``.
public struct SnapshotRequest: Hashable, Sendable {
  /// The node.
  public let node: NodeID
  /// A number that is greater than that of any request before.
  public let generation: Int
}

/// What has become of a picture of a node; see ``GraphView/show(_:for:)``.
public enum SnapshotOutcome: Hashable, Sendable {
  /// The node shows it.
  case shown
  /// Another was asked for since, or none any more: it isn't shown.
  case stale
  /// It is too large, or has too many drawings; see ``NodeSnapshot/isUsable``.
  case unusable
}

/// Which picture of each node may still come.
///
/// Invariant (see `checkInvariants`): no generation is greater than the last.
struct SnapshotGenerations {
  private var last = 0
  private var latest: [NodeID: Int] = [:]

  mutating func begin(_ node: NodeID) -> SnapshotRequest {
    last += 1
    latest[node] = last
    return SnapshotRequest(node: node, generation: last)
  }

  func isLatest(_ request: SnapshotRequest) -> Bool { latest[request.node] == request.generation }

  /// Has all that was begun for a node be stale.
  mutating func end(_ node: NodeID) { if !latest.isEmpty { latest[node] = nil } }

  func checkInvariants() {
    precondition(latest.values.allSatisfy { 1...max(last, 1) ~= $0 }, "generations are given one after the other")
  }
}

/// Draws a picture in place of the item of its node.
final class SnapshotRenderer: ItemRenderer {
  let snapshot: NodeSnapshot

  init(_ snapshot: NodeSnapshot) { self.snapshot = snapshot }

  var intrinsicContentSize: GraphSize { snapshot.size }

  func reload() {}

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    let group = CanvasGroup(
      offset: GraphPoint((size.width - snapshot.size.width) / 2, 0), clip: GraphRect(.zero, snapshot.size))
    canvas.group(group) {
      var depth = 0
      for drawing in snapshot.drawings {
        switch drawing {
        case .fill(let path, let paint): canvas.fill(path, with: paint)
        case .stroke(let path, let stroke): canvas.stroke(path, with: stroke)
        case .text(let text, let frame, let style): canvas.draw(text, in: frame, style: style)
        case .beginGroup(let group):
          depth += 1
          canvas.beginGroup(group)
        case .endGroup where depth > 0:
          depth -= 1
          canvas.endGroup()
        // One that ends nothing of the picture would end what lies around it.
        case .endGroup: break
        }
      }
      for _ in 0..<depth { canvas.endGroup() }
    }
  }
}

extension GraphView {
  /// Begins a picture of a node: the pictures that were begun for it before are refused from now on.
  ///
  /// - Parameter node: The node.
  /// - Returns: What to hand in with the picture. For a node that isn't shown it is stale.
  public func beginSnapshot(of node: NodeID) -> SnapshotRequest {
    let request = snapshots.begin(node)
    if !isShown(node) { snapshots.end(node) }
    return request
  }

  /// Shows a picture in place of a node's item, until another one comes or it is taken away. The node is as large as the picture
  /// asks for; a node in one row, or of a point, shows none.
  ///
  /// It is nothing that can be undone, is in no document, and reloading the node leaves it; a node that gets another kind loses it.
  ///
  /// - Parameters:
  ///   - snapshot: The picture.
  ///   - request: For what it was made.
  /// - Returns: Whether it is shown. The view is as it was if it isn't.
  /// - Complexity: O(connections of the node).
  @discardableResult
  public func show(_ snapshot: NodeSnapshot, for request: SnapshotRequest) -> SnapshotOutcome {
    guard snapshots.isLatest(request) else { return .stale }
    guard snapshot.isUsable else { return .unusable }
    setSnapshot(SnapshotRenderer(snapshot), of: request.node)
    return .shown
  }

  /// Takes the picture of a node away, and refuses those that were begun for it.
  ///
  /// - Parameter node: The node.
  /// - Complexity: O(connections of the node).
  public func removeSnapshot(of node: NodeID) {
    snapshots.end(node)
    if snapshot(of: node) != nil { setSnapshot(nil, of: node) }
  }

  /// The picture that a node shows; `nil` if it shows none.
  public func snapshot(of node: NodeID) -> NodeSnapshot? { presentation.renderers[node]?.snapshot?.snapshot }

  private func setSnapshot(_ renderer: SnapshotRenderer?, of node: NodeID) {
    presentation.setSnapshot(renderer, of: node)
    fitFrame(of: node)
    tellChanges()
  }
}
