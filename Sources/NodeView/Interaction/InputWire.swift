// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A connection that is being pulled backwards with the pointer: from an input that nothing is connected to, to an output.
struct InputWire: Hashable, Sendable {
  /// The input it starts from.
  let target: InputPort
  /// Where the pointer is, in canvas points.
  var end: GraphPoint
  /// The output its end has snapped to.
  var source: OutputPort?

  init(target: InputPort, end: GraphPoint, source: OutputPort? = nil) {
    self.target = target
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

  /// The wire with its loose end elsewhere: at the nearest output within `radius` that the input takes, or else at the pointer.
  func pulled(to point: GraphPoint, within radius: Double, _ reaction: Interaction.Reaction) -> InputWire {
    var wire = self
    wire.end = point
    wire.source = reaction.scene.outputs(around: point, within: radius).first { !reaction.isRefused($0, target) }
    return wire
  }

  /// The effect of letting go of the wire over `below`; `nil` if everything stays as it is.
  func released(over below: HitTarget, _ reaction: Interaction.Reaction) -> GraphViewEffect? {
    if let source = source ?? below.output { return reaction.toggled(source, target) }
    return below.node == nil ? .droppedInputWire(target, end) : nil
  }
}
