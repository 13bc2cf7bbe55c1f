// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A connection that is being pulled with the pointer.
struct Wire: Hashable, Sendable {
  /// The output it starts from.
  let source: OutputPort
  /// The connection that was pulled off its input, if one was.
  let taken: Connection?
  /// Where the pointer is, in canvas points.
  var end: GraphPoint
  /// The input its end has snapped to.
  var target: InputPort?
  /// The connection below its end, if the host accepts the wire there.
  var crossed: Connection?

  init(source: OutputPort, taken: Connection?, end: GraphPoint, target: InputPort? = nil) {
    self.source = source
    self.taken = taken
    self.end = end
    self.target = target
  }

  /// The wire that dragging from a port pulls: a new one from an output, the connected one off an input.
  init?(from target: HitTarget, at point: GraphPoint, in scene: Scene) {
    switch target {
    case .outputPort(let port): self.init(source: port, taken: nil, end: point)
    case .inputPort(let port):
      guard let sources = scene.nodes[port.node]?.sources, port.index < sources.count,
        let source = sources[port.index].last
      else { return nil }
      self.init(source: source, taken: Connection(from: source, to: port), end: point, target: port)
    default: return nil
    }
  }

  /// Returns the wire with its loose end moved: to the nearest input within `radius` that accepts it, or otherwise to the
  /// pointer.
  func pulled(to point: GraphPoint, within radius: Double, _ reaction: Interaction.Reaction) -> Wire {
    var wire = self
    (wire.end, wire.crossed) = (point, nil)
    wire.target = reaction.scene.inputs(around: point, within: radius).first {
      $0 == taken?.target || !reaction.isRefused(source, $0)
    }
    return wire
  }

  /// Returns the effect of releasing the wire over `below`; `nil` if everything stays as it is.
  func released(over below: HitTarget, _ reaction: Interaction.Reaction) -> GraphViewEffect? {
    switch (taken, target ?? below.input) {
    case (let taken?, let target?) where target == taken.target: return nil
    case (let taken?, let target?) where reaction.scene.contains(Connection(from: taken.source, to: target)):
      // The connection exists: toggling it would cut both.
      return .cut(taken)
    case (let taken?, let target?):
      if case .refused(let reason) = reaction.host.verdict(taken.source, target) {
        return .refusedConnection(taken.source, target, reason)
      }
      return .rerouted(taken, target)
    // Released over its own line it was hardly pulled.
    case (let taken?, nil): return below == .connection(taken) ? nil : .cut(taken)
    case (nil, let target?):
      // A wire pulled to where it is already connected leaves the graph unchanged.
      return reaction.scene.contains(Connection(from: source, to: target)) ? nil : reaction.toggled(source, target)
    case (nil, nil):
      if let crossed { return .dropped(.wire(source), .connection(crossed), end) }
      return below.node == nil ? .droppedWire(source, end) : nil
    }
  }
}

extension Interaction.Activity {
  /// Whether nodes are being moved.
  var isMoving: Bool { if case .moving = self { true } else { false } }

  /// The connection that accepts the wire that is being pulled, where it is.
  var crossed: Connection? { wire?.crossed ?? inputWire?.crossed }

  /// The wire that is being pulled, if one is.
  var wire: Wire? { if case .wiring(let wire) = self { wire } else { nil } }

  /// The connection of which an end was pulled off, if one was.
  var taken: Connection? { wire?.taken ?? inputWire?.taken }

  /// The end of a connection that dragging the line pulls off: the nearer one.
  init?(grabbing pressed: HitTarget, at point: GraphPoint, in scene: Scene) {
    guard case .connection(let connection) = pressed, let path = scene.path(of: connection) else { return nil }
    if path.source.distance(to: point) < path.target.distance(to: point) {
      self = .feeding(InputWire(target: connection.target, taken: connection, end: point))
    } else {
      self = .wiring(Wire(source: connection.source, taken: connection, end: point))
    }
  }

  /// The wire that is being pulled from an input, if one is.
  var inputWire: InputWire? { if case .feeding(let wire) = self { wire } else { nil } }
}
