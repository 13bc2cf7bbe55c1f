// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The manner of editors with a mouse.
extension Interaction {
  /// A button comes down: a node comes to the front and is selected, unless it is one of several that may be dragged.
  mutating func click(at point: Point, _ step: inout Step) {
    if let source = connectionSource, button == .primary {
      setConnectionSource(nil, &step)
      if let input = pressed.input {
        toggle(source, input, &step)
        ignorePointers()
        return
      }
    }
    switch button {
    case .primary: break
    case .middle: return
    case .secondary:
      if let node = pressed.node, !selection.nodes.contains(node) { select(GraphSelection(nodes: [node]), &step) }
      step.effects.append(.requestedMenu(pressed, place(under: point)))
      ignorePointers()
      return
    }
    if step.modifiers.contains(.space) { return }
    switch pressed {
    case .connection(let connection):
      select(changed(\.connections, connection, by: step.modifiers), &step)
    case .trash, .outputPort, .background: break
    case .inputPort(let port):
      // Without a connection to take off there is only the node to drag.
      if wire(from: pressed, at: point, step.scene) == nil { pick(port.node, &step) }
    case .titleBar(let node), .item(let node):
      pick(node, &step)
    case .inputRow(let port): pick(port.node, &step)
    case .outputRow(let port): pick(port.node, &step)
    }
  }

  private mutating func pick(_ node: NodeID, _ step: inout Step) {
    step.effects.append(.raised(node))
    if step.modifiers.isDisjoint(with: [.shift, .command]) {
      if !selection.nodes.contains(node) { select(GraphSelection(nodes: [node]), &step) }
    } else {
      select(changed(\.nodes, node, by: step.modifiers), &step)
    }
  }

  /// The selection with a thing alone in it, added with shift, or toggled with command.
  private func changed<Thing: Equatable>(
    _ things: WritableKeyPath<GraphSelection, [Thing]>, _ thing: Thing, by modifiers: InputEvent.Modifiers
  ) -> GraphSelection {
    var new = modifiers.isDisjoint(with: [.shift, .command]) ? GraphSelection() : selection
    if let place = new[keyPath: things].firstIndex(of: thing) {
      if modifiers.contains(.command) { new[keyPath: things].remove(at: place) }
    } else {
      new[keyPath: things].append(thing)
    }
    return new
  }

  /// What is selected when these nodes lie in the rectangle of a marquee.
  func selected(_ inside: [NodeID], by marquee: Marquee, before: GraphSelection) -> GraphSelection {
    switch marquee {
    case .replaces: return GraphSelection(nodes: inside)
    case .adds: return GraphSelection(nodes: before.nodes + inside, connections: before.connections)
    case .toggles:
      let (old, new) = (Set(before.nodes), Set(inside))
      return GraphSelection(
        nodes: before.nodes.filter { !new.contains($0) } + inside.filter { !old.contains($0) },
        connections: before.connections)
    }
  }
}
