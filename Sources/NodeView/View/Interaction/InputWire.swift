// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A connection that is being pulled backwards with the pointer, to an output: from an unconnected input, or one whose
/// start was pulled off its output.
struct InputWire: Hashable, Sendable {
  /// The input it starts from.
  let target: InputPort
  /// The connection that was pulled off its output, if one was.
  let taken: Connection?
  /// Where the pointer is, in canvas points.
  var end: GraphPoint
  /// The output its end has snapped to.
  var source: OutputPort?
  /// The connection below its end, if the host accepts the wire there.
  var crossed: Connection?

  init(target: InputPort, taken: Connection? = nil, end: GraphPoint, source: OutputPort? = nil) {
    self.target = target
    self.taken = taken
    self.end = end
    self.source = source
  }

  /// The wire that dragging from a free input pulls.
  init?(from pressed: HitTarget, at point: GraphPoint, in scene: Scene) {
    guard case .inputPort(let port) = pressed, let sources = scene.nodes[port.node]?.sources,
      sources.indices.contains(port.index), sources[port.index].isEmpty
    else { return nil }
    self.init(target: port, end: point)
  }

  /// Returns the wire with its loose end elsewhere: at the nearest output within `radius` that the input accepts, or
  /// else at the pointer.
  func pulled(to point: GraphPoint, within radius: Double, _ reaction: Interaction.Reaction) -> InputWire {
    var wire = self
    (wire.end, wire.crossed) = (point, nil)
    wire.source = reaction.scene.outputs(around: point, within: radius).first {
      $0 == taken?.source || !reaction.isRefused($0, target)
    }
    return wire
  }

  /// Returns the effect of releasing the wire over `below`; `nil` if everything stays as it is.
  func released(over below: HitTarget, _ reaction: Interaction.Reaction) -> GraphViewEffect? {
    switch (taken, source ?? below.output) {
    case (let taken?, let source?) where source == taken.source: return nil
    case (let taken?, let source?) where reaction.scene.contains(Connection(from: source, to: target)):
      // The connection exists: toggling it would cut both.
      return .cut(taken)
    case (let taken?, let source?):
      if case .refused(let reason) = reaction.host.verdict(source, target) {
        return .refusedConnection(source, target, reason)
      }
      return .replugged(taken, source)
    // Released over its own line it was hardly pulled.
    case (let taken?, nil): return below == .connection(taken) ? nil : .cut(taken)
    case (nil, let source?): return reaction.toggled(source, target)
    case (nil, nil):
      if let crossed { return .dropped(.inputWire(target), .connection(crossed), end) }
      return below.node == nil ? .droppedInputWire(target, end) : nil
    }
  }
}
