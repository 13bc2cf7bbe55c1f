// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A connection that is being pulled with the pointer.
struct Wire: Hashable, Sendable {
  /// The output it starts from.
  let source: OutputPort
  /// The connection that was taken off its input, if one was.
  let taken: Connection?
  /// Where its loose end is, in canvas points.
  var end: Point
  /// The input its end has jumped to.
  var target: InputPort?
}

extension Interaction.Activity {
  /// The wire that is being pulled, if one is.
  var wire: Wire? { if case .wiring(let wire) = self { wire } else { nil } }
}

extension Interaction {
  /// The wire that dragging from a port would pull: a new one from an output, the connected one off an input.
  func wire(from target: HitTarget, at point: Point, _ scene: Scene) -> Wire? {
    switch target {
    case .outputPort(let port): return Wire(source: port, taken: nil, end: point)
    case .inputPort(let port):
      guard let sources = scene.nodes[port.node]?.sources, port.index < sources.count,
        let source = sources[port.index].last
      else { return nil }
      return Wire(source: source, taken: Connection(from: source, to: port), end: point, target: port)
    default: return nil
    }
  }

  /// Moves the loose end of a wire: to the nearest input that would take it, or else to the pointer.
  func pull(_ wire: Wire, to point: Point, _ step: Step) -> Wire {
    var wire = wire
    wire.end = point
    wire.target = step.scene.inputs(around: point, within: profile.snapRadius / viewport.zoom).first {
      $0 == wire.taken?.target || isCandidate(wire.source, $0, step)
    }
    return wire
  }

  /// Lets go of a wire.
  mutating func release(_ wire: Wire, _ step: inout Step) {
    let viewPoint = viewport.viewPoint(wire.end)
    let below = target(at: viewPoint, step.scene)
    switch (wire.taken, wire.target ?? below.input) {
    case (let taken?, let target?) where target == taken.target: break
    case (let taken?, let target?) where step.scene.contains(Connection(from: taken.source, to: target)):
      // It is there already: toggling it would cut both.
      step.effects.append(.cut(taken))
    case (let taken?, let target?):
      if case .refused(let reason) = step.host.verdict(taken.source, target) {
        step.effects.append(.refusedConnection(taken.source, target, reason))
      } else {
        step.effects.append(.rerouted(taken, target))
      }
    case (let taken?, nil): step.effects.append(.cut(taken))
    case (nil, let target?):
      // A wire pulled to where it is already connected changes nothing.
      if !step.scene.contains(Connection(from: wire.source, to: target)) { toggle(wire.source, target, &step) }
    case (nil, nil):
      if below.node == nil { step.effects.append(.droppedWire(wire.source, wire.end)) }
    }
  }
}
