// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What the user points at without pressing: with the pointer, and with the keyboard.
///
/// Only themed views follow the pointer: no other view draws what is below it, and finding that costs a search.
struct PointedAt: Hashable, Sendable {
  /// What is below a pointer that is not down; `nil` for the background.
  var hovered: HitTarget?
  /// What the keyboard is at.
  var focused: HitTarget?
  /// The connection that accepts what is being dragged.
  var dropTarget: Connection?
}

extension GraphView {
  /// What is below the pointer while no button is down; `nil` for the background, and always in a view without a
  /// ``GraphViewStyle/palette``. It is drawn raised.
  ///
  /// It follows from `moved` events of a pointer that is not down, and keeps its value when the thing is removed or
  /// moves away below a resting pointer.
  public internal(set) var hovered: HitTarget? {
    get { pointedAt.hovered }
    set {
      guard newValue != pointedAt.hovered else { return }
      markPointedAt(pointedAt.hovered)
      pointedAt.hovered = newValue
      markPointedAt(newValue)
    }
  }

  /// What the keyboard is at, for hosts whose users go from node to node with it: a themed view draws a ring around the
  /// node, or the port.
  ///
  /// The view only draws it: keys still act on the selection, so select the node too if they should act on it. It stays
  /// when the node is removed, and until ``clear()``.
  ///
  /// ```swift
  /// view.focused = .inputPort(node.input(0))
  /// ```
  public var focused: HitTarget? {
    get { pointedAt.focused }
    set {
      guard newValue != pointedAt.focused else { return }
      markPointedAt(pointedAt.focused)
      pointedAt.focused = newValue
      markPointedAt(newValue)
    }
  }

  /// The connection that accepts what is being dragged, if it is released where it is: a themed view draws it raised.
  ///
  /// Set and reset it in the delegate as nodes move; the view only draws it. It ends with the drag of nodes that it was
  /// set in, after the delegate was notified of that end, and with the connection. A host that drags something of its
  /// own ends it by setting `nil`.
  ///
  /// ```swift
  /// func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
  ///   view.dropTarget = view.connections(around: position, within: 12).first
  /// }
  ///
  /// func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) {
  ///   if let wire = view.dropTarget { insert(nodes[0], into: wire) }  // it is still set here
  /// }
  /// ```
  public var dropTarget: Connection? {
    get { pointedAt.dropTarget }
    set {
      guard newValue != pointedAt.dropTarget else { return }
      markPointedAt(pointedAt.dropTarget.map { .connection($0) })
      pointedAt.dropTarget = newValue
      markPointedAt(newValue.map { .connection($0) })
    }
  }

  /// Follows a pointer that is not down.
  func follow(_ event: InputEvent) {
    guard style.palette != nil else { return }
    switch event.action {
    case .moved(_, let place) where event.isFinite && !interaction.isBusy:
      let target = interaction.target(at: place, scene)
      hovered = target == .background ? nil : target
    case .down, .cancelled: hovered = nil
    default: break
    }
  }

  func markPointedAt(_ target: HitTarget?) {
    guard style.palette != nil, let target else { return }
    if case .connection(let connection) = target {
      presentation.mark(connection)
    } else if case .reroute(let connection, _) = target {
      presentation.mark(connection)
    } else if let frame = target.frame {
      presentation.markFrame(frame)
    } else if let node = target.node {
      presentation.mark(node)
    }
  }

  /// The connection that is raised: the drop target, or the one below the pointer.
  var hoveredConnection: Connection? {
    if let dropTarget = dropTarget ?? interaction.activity.crossed { return dropTarget }
    switch payloadTarget ?? hovered {
    case .connection(let connection)?, .reroute(let connection, _)?: return connection
    default: return nil
    }
  }

  /// The input below the loose end of a wire, if the delegate refuses it.
  var refusedInput: InputPort? {
    guard let wire = interaction.activity.wire, wire.target == nil else { return nil }
    let below = interaction.target(at: viewport.viewPoint(wire.end), scene)
    guard let input = below.input, scene.contains(input), isRefused(wire.source, input) else { return nil }
    return input
  }

  /// The output below the loose end of a wire from an input, if the delegate refuses it.
  var refusedOutput: OutputPort? {
    guard let wire = interaction.activity.inputWire, wire.source == nil else { return nil }
    let below = interaction.target(at: viewport.viewPoint(wire.end), scene)
    guard let output = below.output, scene.contains(output), isRefused(output, wire.target) else { return nil }
    return output
  }

  /// The type that an input accepts; `nil` if it isn't shown.
  func inputType(of port: InputPort) -> PortType? {
    guard let inputs = presentation.renderers[port.node]?.kind.inputs, inputs.indices.contains(port.index) else {
      return nil
    }
    return inputs[port.index].type
  }

  /// The type of an output's values; `nil` if it isn't shown.
  func outputType(of port: OutputPort) -> PortType? {
    guard let outputs = presentation.renderers[port.node]?.kind.outputs, outputs.indices.contains(port.index) else {
      return nil
    }
    return outputs[port.index].type
  }
}
