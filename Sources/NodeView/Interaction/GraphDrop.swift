// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What is dragged over a view from outside of it, in the host's words: a text, a file, an entry of a list of its own.
///
/// A system may tell the content only when it is dropped. Then ``content`` is empty before.
public struct GraphPayload: Hashable, Sendable, Codable {
  /// What it is, such as `text/plain`, or a name that the host has given.
  public var type: String
  /// The content, or what the host finds it by.
  public var content: String

  /// Describes what is dragged.
  ///
  /// - Parameters:
  ///   - type: What it is.
  ///   - content: The content, or what the host finds it by.
  public init(_ type: String, _ content: String = "") {
    self.type = type
    self.content = content
  }
}

/// Something that can be dropped on what is below it; see ``GraphViewDelegate/graphView(_:accepts:on:)``.
public enum GraphDrop: Hashable, Sendable {
  /// Something from outside, on anything.
  case payload(GraphPayload)
  /// Several things from outside at once, such as files, on anything: all of them are taken there, or none. A host that takes
  /// them in one edit has one step to undo.
  case payloads([GraphPayload])
  /// A wire that was pulled from an output, on the line of a connection.
  case wire(OutputPort)
  /// A wire that was pulled from an input, on the line of a connection.
  case inputWire(InputPort)
  /// Nodes that are dragged, on another node, wherever on its card the pointer is; see
  /// ``GraphViewDelegate/graphView(_:hasTargetsFor:)``.
  case nodes([NodeID])
}

/// What is dragged over a view from outside, and what is below it.
struct DropOffer: Hashable, Sendable {
  let drop: GraphDrop
  let target: HitTarget
  /// Where it is, in canvas points.
  let place: GraphPoint
  /// Whether the host takes it there.
  let isAccepted: Bool
  /// How large what comes of it on the canvas probably is.
  let size: GraphSize

  /// Where something new would be; `nil` unless it would be on the canvas.
  var newNode: GraphRect? {
    guard isAccepted, target.isCanvas else { return nil }
    return GraphRect(place - GraphPoint(size.width, size.height) * 0.5, size)
  }
}

extension HitTarget {
  /// Whether there is the canvas, with a frame behind it or without.
  package var isCanvas: Bool { self == .background || frame != nil }

  /// Whether a scene still has it.
  func isThere(in scene: Scene) -> Bool {
    switch self {
    case .inputPort(let port), .inputRow(let port): scene.contains(port)
    case .outputPort(let port), .outputRow(let port): scene.contains(port)
    case .reroute(let connection, let index): scene.hasReroute(index, on: connection)
    case .connection(let connection): scene.contains(connection)
    case .frame(let id), .frameCorner(let id): scene.frames[id] != nil
    case .trash(let node), .titleBar(let node), .item(let node), .nodeCorner(let node): scene.nodes[node] != nil
    case .background: true
    }
  }
}

extension GraphDrop {
  /// Whether a scene still has what it comes from.
  func isThere(in scene: Scene) -> Bool {
    switch self {
    case .payload, .payloads: true
    case .wire(let source): scene.contains(source)
    case .inputWire(let target): scene.contains(target)
    case .nodes(let nodes): nodes.contains { scene.nodes[$0] != nil }
    }
  }
}

// MARK: Dropping

extension Interaction {
  /// Follows what is dragged over the view from outside.
  mutating func followOffer(_ action: InputEvent.Action, _ reaction: inout Reaction) {
    switch action {
    case .draggedOver(let payloads, let point): offer = offered(payloads, at: point, reaction)
    case .dropped(let payloads, let point):
      // What it is may be known only now.
      let last = offered(payloads, at: point, reaction)
      offer = nil
      if let last, last.isAccepted { reaction.effects.append(.dropped(last.drop, last.target, last.place)) }
    case .dragLeft: offer = nil
    case .down, .moved, .up, .cancelled, .scroll, .pinch, .key, .tick: break
    }
  }

  /// - Returns: What is offered; `nil` for no payload at all.
  private func offered(_ payloads: [GraphPayload], at point: GraphPoint, _ reaction: Reaction) -> DropOffer? {
    guard let first = payloads.first else { return nil }
    let drop = payloads.count == 1 ? GraphDrop.payload(first) : .payloads(payloads)
    let target = target(at: point, reaction.scene)
    // The host is asked once for each thing that comes to lie below.
    let known = offer.flatMap { $0.drop == drop && $0.target == target ? $0 : nil }
    return DropOffer(
      drop: drop, target: target, place: place(under: point),
      isAccepted: known?.isAccepted ?? reaction.host.accepts(drop, target),
      size: known?.size ?? reaction.host.defaultNodeSize())
  }

  /// The connection below the loose end of a wire, if the host takes the wire there.
  func crossed(by drop: GraphDrop, _ own: Connection?, at end: GraphPoint, _ reaction: Reaction) -> Connection? {
    guard own == nil, case .connection(let below) = target(at: viewport.viewPoint(end), reaction.scene),
      reaction.host.accepts(drop, .connection(below))
    else { return nil }
    return below
  }
}

extension GraphView {
  /// What takes what is dragged over the view from outside, if it is dropped where it is: a node, a connection, a frame or the
  /// background, which are highlighted; `nil` if nothing is dragged, or it isn't taken there.
  public var payloadTarget: HitTarget? {
    interaction.offer.flatMap { $0.isAccepted ? $0.target : nil }
  }

  /// Has what takes a payload drawn again, before and after.
  func markOffer(from old: DropOffer?, to new: DropOffer?) {
    guard old != new else { return }
    for offer in [old, new].compactMap(\.self) where offer.isAccepted {
      markPointedAt(offer.target)
      if let rect = offer.newNode { presentation.dirty.add(rect.expanded(by: 2)) }
    }
  }
}
