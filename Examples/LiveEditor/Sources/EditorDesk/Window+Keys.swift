// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

/// The keyboard focus: a node, one of its ports, or the end of a connection that is being made.
struct Keyboard {
  enum Place: Hashable {
    case node(NodeID)
    /// A port by its number: the inputs, then the output.
    case port(NodeID, Int)

    var node: NodeID {
      switch self {
      case .node(let node), .port(let node, _): node
      }
    }
  }

  var place: Place?
  /// The output that is being connected, the inputs that accept it, and the index of the current one.
  var wire: (source: OutputPort, candidates: [InputPort], index: Int)?

  var node: NodeID? { place?.node }

  mutating func end() { wire = nil }
}

extension Window {
  /// Handles a key, named as in browsers.
  ///
  /// Arrows move from node to node. Enter moves to the ports of a node, and from an output to the inputs that accept
  /// it; Escape moves back. With Alt, arrows move the selection.
  func press(_ key: String, _ modifiers: InputEvent.Modifiers) {
    // A node may have been removed since, in this or in another window.
    if let wire = keyboard.wire, view.connectionSource != wire.source { keyboard.end() }
    if let node = keyboard.node, view.frame(of: node) == nil { setFocus(nil) }
    if let wire = keyboard.wire { return steer(wire, key) }
    switch (key, keyboard.place) {
    case ("Escape", let place): escape(from: place)
    case ("Delete", let place), ("Backspace", let place): delete(place)
    case ("ArrowLeft", _), ("ArrowRight", _), ("ArrowUp", _), ("ArrowDown", _): walk(key, modifiers)
    case ("Enter", .node(let node)?):
      // For a group, Shift-Enter moves to its ports.
      if modifiers.contains(.shift) || !enter(node) { setFocus(.port(node, 0)) }
    case ("Enter", .port(let node, let number)?): enter(node, number)
    case (" ", .node(let node)?):
      var nodes = view.selection.nodes
      if nodes.contains(node) { nodes.removeAll { $0 == node } } else { nodes.append(node) }
      view.select(GraphSelection(nodes: nodes))
    case ("=", .node(let node)?): edit(.definition(node))
    case ("]", let place), ("}", let place): if let node = place?.node { step(node, by: 1, modifiers) }
    case ("[", let place), ("{", let place): if let node = place?.node { step(node, by: -1, modifiers) }
    case ("ContextMenu", let place): openMenu(at: place)
    case ("F2", let place):
      let selected = view.selection.nodes
      guard let node = place?.node ?? (selected.count == 1 ? selected.first : nil) else { return }
      if case .port(_, let number)? = place, let edge = GroupEdge(node) {
        edit(.port(edge, number))
      } else {
        edit(.name(node))
      }
    default: break
    }
  }

  /// Ends the innermost of the gesture, the focus on a port, the selection with the focus, and the group.
  private func escape(from place: Keyboard.Place?) {
    if sliding?.isMeant == true { return cancelSliding() }
    let isIdle = view.gesture == nil && view.connectionSource == nil
    if isIdle, case .port(let node, _)? = place { return setFocus(.node(node)) }
    if isIdle, place == nil, view.selection.isEmpty {
      if closeFoot() || leaveGroup() { return }
    }
    view.handle(InputEvent(.key(.escape), time: 0))
    if isIdle { setFocus(nil) }
  }

  private func openMenu(at place: Keyboard.Place?) {
    guard let node = place?.node, let rect = view.frame(of: node)?.rect else {
      return openMenu(for: .background, at: middle)
    }
    if !view.selection.contains(node) { view.select(GraphSelection(nodes: [node])) }
    openMenu(for: .titleBar(node), at: GraphPoint(rect.minX + 16, rect.midY))
  }

  private func delete(_ place: Keyboard.Place?) {
    if case .port(let node, let number)? = place, number < inputCount(of: node),
      let source = editor.shownSources(of: node.input(number)).first
    {
      return attempt { () throws(Diagnostic) in
        try editor.cut(Connection(from: source, to: node.input(number)))
      }
    }
    if view.selection.isEmpty, case .node(let node)? = place { view.select(GraphSelection(nodes: [node])) }
    view.handle(InputEvent(.key(.delete), time: 0))
    setFocus(nil)
  }

  private func inputCount(of node: NodeID) -> Int {
    editor.kind(of: node)?.inputs.count ?? 0
  }

  /// The number of outputs that the focus can be on. A group without outputs has one without a port.
  private func outputCount(of node: NodeID) -> Int {
    let count = editor.kind(of: node)?.outputs.count ?? 0
    return GroupEdge(node) == nil ? max(count, 1) : count
  }

  private func walk(_ key: String, _ modifiers: InputEvent.Modifiers) {
    // The modifier Alt is the bit above the view's modifiers.
    if modifiers.rawValue & 8 != 0 {
      if view.selection.isEmpty, let node = keyboard.node { view.select(GraphSelection(nodes: [node])) }
      let keys: [String: InputEvent.Key] = [
        "ArrowLeft": .left, "ArrowRight": .right, "ArrowUp": .up, "ArrowDown": .down,
      ]
      if let key = keys[key] { view.handle(InputEvent(.key(key), time: 0, modifiers: .shift)) }
      return
    }
    if case .port(let node, let number)? = keyboard.place {
      let count = inputCount(of: node) + outputCount(of: node)
      let step = key == "ArrowUp" || key == "ArrowLeft" ? -1 : 1
      return setFocus(.port(node, (number + step + count) % count))
    }
    guard let from = keyboard.node.flatMap({ view.frame(of: $0)?.rect }) else {
      let first = view.selection.nodes.first ?? firstNode
      return setFocus(first.map { .node($0) })
    }
    let here = GraphPoint(from.midX, from.midY)
    var best: (node: NodeID, cost: Double)?
    for node in view.nodes where node != keyboard.node {
      guard let rect = view.frame(of: node)?.rect else { continue }
      let offset = GraphPoint(rect.midX, rect.midY) - here
      let (along, across) =
        switch key {
        case "ArrowLeft": (-offset.x, offset.y)
        case "ArrowRight": (offset.x, offset.y)
        case "ArrowUp": (-offset.y, offset.x)
        default: (offset.y, offset.x)
        }
      // A node that is more to the side than ahead is reached by the other arrows.
      guard along > 0, abs(across) <= 2 * along else { continue }
      let cost = along + 2 * abs(across)
      if best.map({ cost < $0.cost }) ?? true { best = (node, cost) }
    }
    if let best { setFocus(.node(best.node)) }
  }

  /// The node at the top left.
  private var firstNode: NodeID? {
    func rank(_ node: NodeID) -> Double { view.frame(of: node).map { $0.rect.minX + $0.rect.minY } ?? .infinity }
    return view.nodes.min { rank($0) < rank($1) }
  }

  private func enter(_ node: NodeID, _ number: Int) {
    if number < inputCount(of: node) {
      let input = node.input(number)
      if let edge = GroupEdge(node) {
        edit(.port(edge, number))
      } else {
        edit(editor.text(of: .literal(input)) == nil ? .definition(node) : .literal(input))
      }
      return
    }
    let inputs = view.nodes.flatMap { target in (0..<inputCount(of: target)).map { target.input($0) } }
    let output = node.output(number - inputCount(of: node))
    let candidates = editor.candidates(for: output, among: inputs).sorted { one, other in
      let (first, second) = (anchor(one), anchor(other))
      return (first.x, first.y) < (second.x, second.y)
    }
    if candidates.isEmpty {
      say("No input takes \(editor.title(of: output)). Press N to add a node", isProblem: true)
      return
    }
    keyboard.wire = (output, candidates, 0)
    view.beginConnecting(from: output)
    aim()
  }

  private func anchor(_ input: InputPort) -> GraphPoint {
    view.frame(of: input.node)?.inputAnchor(input.index) ?? .zero
  }

  private func steer(_ wire: (source: OutputPort, candidates: [InputPort], index: Int), _ key: String) {
    switch key {
    case "ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown":
      let step = key == "ArrowLeft" || key == "ArrowUp" ? -1 : 1
      keyboard.wire?.index = (wire.index + step + wire.candidates.count) % wire.candidates.count
      aim()
    case "Enter":
      keyboard.end()
      view.beginConnecting(from: nil)
      attempt { () throws(Diagnostic) in
        try editor.connect(wire.source, to: wire.candidates[wire.index])
        say("Connected")
      }
      setFocus(.port(wire.source.node, inputCount(of: wire.source.node) + wire.source.index))
    case "n", "N":
      keyboard.end()
      view.beginConnecting(from: nil)
      let place = view.frame(of: wire.source.node).map { GraphPoint($0.rect.maxX + 80, $0.rect.minY) } ?? .zero
      choose(at: place, from: wire.source)
    case "Escape":
      keyboard.end()
      view.beginConnecting(from: nil)
      setFocus(.port(wire.source.node, inputCount(of: wire.source.node) + wire.source.index))
    default: break
    }
  }

  private func aim() {
    guard let wire = keyboard.wire else { return }
    let target = wire.candidates[wire.index]
    setFocus(.port(target.node, target.index))
    send(.announce(Describing.effect(of: wire.source, on: target, editor)))
  }

  // MARK: Focus

  func setFocus(_ place: Keyboard.Place?) {
    guard place != keyboard.place else { return }
    keyboard.place = place
    switch place {
    case nil:
      view.focused = nil
      send(.focus(node: 0, port: 0))
    case .node(let node)?:
      view.focused = .item(node)
      send(.focus(node: desk.number(of: node), port: 0))
      reveal(node)
    case .port(let node, let number)?:
      let isInput = number < inputCount(of: node)
      view.focused =
        isInput ? .inputPort(node.input(number)) : .outputPort(node.output(number - inputCount(of: node)))
      send(.focus(node: desk.number(of: node), port: number + 1))
      reveal(node)
    }
  }

  /// Sets the focus to an element of the accessibility tree.
  func focus(number: Int) {
    guard let node = view.nodes.first(where: { desk.number(of: $0) == number }) else { return }
    setFocus(.node(node))
  }
}
