// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A picture of what a node shows, made apart from the view: by another task, or of a value that isn't recorded yet,
/// such as one that is being dragged.
///
/// ```swift
/// let request = view.beginSnapshot(of: node)
/// plotter.plot(values) { plot in  // when it is done
///   let picture = NodeSnapshot(size: GraphSize(160, 90)) { canvas in plot.draw(on: canvas) }
///   view.show(picture, for: request)  // .stale, if another one was begun since
/// }
/// ```
///
/// It is a value and `Sendable`: record it on any task, and show it on the task that owns the view. It keeps drawings,
/// not pixels, so it is sharp at every zoom.
public struct NodeSnapshot: Hashable, Sendable {
  /// How large the picture is, in canvas points. The node gives the picture this room, or the room of its item if that
  /// is larger; the picture is centred in it and drawn from the top.
  public let size: GraphSize
  /// The drawings that the picture consists of, from its top left corner, in the order in which they were made. Groups
  /// count as two: their beginning and their end.
  public let drawings: [RecordingCanvas.Drawing]

  /// The greatest width and height that a view shows, in canvas points. A larger picture is
  /// ``SnapshotOutcome/unusable``: scale what you draw, or draw a part of it.
  public static let largestSide = 1024.0
  /// The greatest number of drawings that a view shows: it draws all of them whenever the node is drawn. A picture with
  /// more is ``SnapshotOutcome/unusable``.
  public static let mostDrawings = 4096

  /// Creates a snapshot by recording the calls of `draw`. Any size can be recorded; ``isUsable`` says whether a view shows it.
  ///
  /// - Parameters:
  ///   - size: The size of the picture, in canvas points.
  ///   - draw: Draws the picture from its top left corner. It is called once, before the initializer returns. Everything
  ///     outside of `size` is clipped when the picture is shown. Groups that are left open are closed then.
  /// - Complexity: O(drawings).
  public init(size: GraphSize, _ draw: (any DrawingCanvas) -> Void) {
    let canvas = RecordingCanvas()
    draw(canvas)
    self.size = size
    drawings = canvas.drawings
  }

  /// Whether a view shows the picture: its width and height are 0 to ``largestSide``, and it has at most
  /// ``mostDrawings`` drawings.
  ///
  /// The view doesn't shorten or shrink a picture: check this before an expensive capture is thrown away.
  public var isUsable: Bool {
    let sides = 0...Self.largestSide
    return sides.contains(size.width) && sides.contains(size.height) && drawings.count <= Self.mostDrawings
  }
}

/// A request for a picture of a node; see ``GraphView/beginSnapshot(of:)``.
///
/// Keep it with the work that makes the picture: a later request for the same node makes it stale. It belongs to the
/// view that made it: another view may take it for one of its own.
public struct SnapshotRequest: Hashable, Sendable {
  /// The node whose picture is made. Its id stays in the request when the node is removed, which makes the request
  /// stale.
  public let node: NodeID
  /// A number that is greater than the one of every earlier request of the view.
  public let generation: Int
}

/// The result of showing a picture of a node; see ``GraphView/show(_:for:)``. In every case but ``shown`` the view is
/// unchanged.
///
/// A host need not react: for a stale picture a newer one is on its way, or nobody waits for it. An unusable one is a
/// mistake of the code that makes pictures.
public enum SnapshotOutcome: Hashable, Sendable {
  /// The node shows it.
  case shown
  /// The picture isn't shown: another one was begun since, the picture was removed, or the node is not shown or got
  /// another kind.
  case stale
  /// The picture is too large, or has too many drawings; see ``NodeSnapshot/isUsable``.
  case unusable
}

/// The request of each node whose picture may still be shown.
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

  /// Makes all requests of a node stale.
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
        // One without a group of the picture would end a group around it.
        case .endGroup: break
        }
      }
      for _ in 0..<depth { canvas.endGroup() }
    }
  }
}

extension GraphView {
  /// Begins a picture of a node: requests that were begun for it before are stale from now on.
  ///
  /// The picture that the node shows stays until another one is shown or ``removeSnapshot(of:)`` is called. A request
  /// that is never used costs no more than its number.
  ///
  /// - Parameter node: The node.
  /// - Returns: The request to pass with the picture. For a node that isn't shown it is stale.
  /// - Complexity: O(1).
  public func beginSnapshot(of node: NodeID) -> SnapshotRequest {
    let request = snapshots.begin(node)
    if !isShown(node) { snapshots.end(node) }
    return request
  }

  /// Shows a picture in place of a node's item, until another one is shown or it is removed. The node is at least as
  /// large as the picture asks for; a node in one row, or of a point, doesn't draw it.
  ///
  /// A picture can't be undone, is not part of a document, and stays when the node is reloaded; a node that gets
  /// another kind loses it. A request can be used for several pictures, such as ever better ones, as long as it is the
  /// latest.
  ///
  /// - Parameters:
  ///   - snapshot: The picture.
  ///   - request: The request that it was made for.
  /// - Returns: Whether it is shown. The view is unchanged if it isn't.
  /// - Complexity: O(connections of the node).
  @discardableResult
  public func show(_ snapshot: NodeSnapshot, for request: SnapshotRequest) -> SnapshotOutcome {
    guard snapshots.isLatest(request) else { return .stale }
    guard snapshot.isUsable else { return .unusable }
    setSnapshot(SnapshotRenderer(snapshot), of: request.node)
    return .shown
  }

  /// Removes the picture of a node, so that its item is drawn again, and makes all requests for the node stale. Has no
  /// effect on a node without a picture but to end its requests.
  ///
  /// - Parameter node: The node.
  /// - Complexity: O(connections of the node).
  public func removeSnapshot(of node: NodeID) {
    snapshots.end(node)
    if snapshot(of: node) != nil { setSnapshot(nil, of: node) }
  }

  /// The picture that a node shows in place of its item; `nil` if it shows none, or is not shown.
  ///
  /// - Parameter node: The node.
  /// - Returns: The picture, also for a node in one row, which keeps it without drawing it.
  public func snapshot(of node: NodeID) -> NodeSnapshot? { presentation.renderers[node]?.snapshot?.snapshot }

  private func setSnapshot(_ renderer: SnapshotRenderer?, of node: NodeID) {
    presentation.setSnapshot(renderer, of: node)
    fitFrame(of: node)
    tellChanges()
  }
}
