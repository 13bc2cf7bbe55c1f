// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Something that is dragged over a view from outside of it, in the host's words: a text, a file, an entry of a list of
/// its own.
///
/// ```swift
/// let payload = GraphPayload("palette/kind", "Add")
/// view.handle(InputEvent(.dropped(payload, at: point), time: now))
/// ```
///
/// A system may reveal the content only when it is dropped: send it empty before, and decide by the ``type`` whether it
/// is accepted. The view asks again when it is dropped with a content.
public struct GraphPayload: Hashable, Sendable, Codable {
  /// What it is, such as `text/plain`, or a name that the host has given. The view doesn't interpret it; a host decides
  /// by it in ``GraphViewDelegate/graphView(_:accepts:on:)``.
  public var type: String
  /// The content, or what the host finds it by, such as a path or a key. The view doesn't interpret it. It is empty
  /// while the system hasn't revealed it.
  public var content: String

  /// Describes what is dragged.
  ///
  /// - Parameters:
  ///   - type: What it is.
  ///   - content: The content, or what the host finds it by; empty while it isn't known.
  public init(_ type: String, _ content: String = "") {
    self.type = type
    self.content = content
  }
}

/// Something that can be dropped on what is below it; see ``GraphViewDelegate/graphView(_:accepts:on:)``.
///
/// A host that doesn't know a case refuses it, so test for those that it accepts:
///
/// ```swift
/// func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool {
///   if case .payload(let payload) = drop { payload.type == "text/plain" && target == .background } else { false }
/// }
/// ```
public enum GraphDrop: Hashable, Sendable {
  /// Something from outside, on any target.
  case payload(GraphPayload)
  /// Several things from outside at once, such as files, on any target: either all of them are accepted there, or none.
  /// A host that adds them in one edit makes one undo step.
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
  /// Whether the host accepts it there.
  let isAccepted: Bool
  /// The probable size of what it becomes on the canvas.
  let size: GraphSize

  /// The rectangle of something new; `nil` unless it would be on the canvas.
  var newNode: GraphRect? {
    guard isAccepted, target.isCanvas else { return nil }
    return GraphRect(place - GraphPoint(size.width, size.height) * 0.5, size)
  }
}

extension HitTarget {
  /// Whether the target is the canvas, with a frame or without.
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
  /// Whether a scene still has the thing that is dropped.
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
      // Its content may be known only now.
      let last = offered(payloads, at: point, reaction)
      offer = nil
      if let last, last.isAccepted { reaction.effects.append(.dropped(last.drop, last.target, last.place)) }
    case .dragLeft: offer = nil
    case .down, .moved, .up, .cancelled, .scroll, .pinch, .key, .tick: break
    }
  }

  /// Returns what is offered.
  ///
  /// - Returns: What is offered; `nil` for no payload at all.
  private func offered(_ payloads: [GraphPayload], at point: GraphPoint, _ reaction: Reaction) -> DropOffer? {
    guard let first = payloads.first else { return nil }
    let drop = payloads.count == 1 ? GraphDrop.payload(first) : .payloads(payloads)
    let target = target(at: point, reaction.scene)
    // The host answers once for each thing below the payload.
    let known = offer.flatMap { $0.drop == drop && $0.target == target ? $0 : nil }
    return DropOffer(
      drop: drop, target: target, place: place(under: point),
      isAccepted: known?.isAccepted ?? reaction.host.accepts(drop, target),
      size: known?.size ?? reaction.host.defaultNodeSize())
  }

  /// The connection below the loose end of a wire, if the host accepts the wire there.
  func crossed(by drop: GraphDrop, _ own: Connection?, at end: GraphPoint, _ reaction: Reaction) -> Connection? {
    guard own == nil, case .connection(let below) = target(at: viewport.viewPoint(end), reaction.scene),
      reaction.host.accepts(drop, .connection(below))
    else { return nil }
    return below
  }
}

extension GraphView {
  /// What accepts the payload that is dragged over the view from outside, if it is dropped where it is: a node, a
  /// connection, a frame or the background, which are highlighted; `nil` if no payload is dragged, or it isn't accepted
  /// there.
  ///
  /// Read it after ``GraphView/handle(_:)`` of a `draggedOver` event, to tell the system whether a drop is possible:
  ///
  /// ```swift
  /// view.handle(InputEvent(.draggedOver(payload, at: point), time: now))
  /// return view.payloadTarget == nil ? .forbidden : .copy
  /// ```
  public var payloadTarget: HitTarget? {
    interaction.offer.flatMap { $0.isAccepted ? $0.target : nil }
  }

  /// Marks what accepts a payload, before and after, for drawing.
  func markOffer(from old: DropOffer?, to new: DropOffer?) {
    guard old != new else { return }
    presentation.dirty.parts.addGesture()
    for offer in [old, new].compactMap(\.self) where offer.isAccepted {
      markPointedAt(offer.target)
      if let rect = offer.newNode { presentation.dirty.add(rect.expanded(by: 2)) }
    }
  }
}
