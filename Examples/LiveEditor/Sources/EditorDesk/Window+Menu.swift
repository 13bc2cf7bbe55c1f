// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

extension Window {
  typealias Item = EditorMessage.MenuItem

  /// Shows a menu of commands for the element at a point of the canvas.
  func openMenu(for target: HitTarget, at place: GraphPoint) {
    menuTarget = target
    chosen = Addition(place: place)
    send(.menu(at: place, items(for: target)))
  }

  private func items(for target: HitTarget) -> [Item] {
    switch target {
    case .connection(let wire) where wire.isAtEdge: return [Item("Cut", "disconnect", key: "Delete")]
    case .connection(let wire):
      return [
        Item("Insert a node …", "insert"), Item("Lead through here", "reroute"), Item("Label …", "label"),
        Item("Next course", "course-wire"), Item("Cut", "disconnect", key: "Delete"),
      ] + colorItems("color-wire", editor.groups.look(of: wire, in: path.scope).color)
    case .reroute:
      return [
        Item("Remove the point", "straighten"), Item("Label …", "label"), Item("Cut", "disconnect", key: "Delete"),
      ]
    case .frame(let id), .frameCorner(let id): return items(forFrame: id)
    default: break
    }
    guard let node = target.node else {
      let leave = Item("Leave the group", "leave", key: "Esc")
      return [
        Item("Add a node …", "add-here", key: "N"), Item("Add a frame", "frame"),
        EditorCommand.item("note"), EditorCommand.item("ask-paste"),
      ] + (path.isRoot ? [] : [leave]) + ["all", "layout", "fit"].map(EditorCommand.item)
    }
    if let edge = GroupEdge(node) { return items(for: edge, at: target) }
    var items: [Item] = []
    let group = EditorCommand.item("group")
    let moveOut = path.isRoot ? [] : [Item("Move out of the group", "move-out")]
    if InstanceID(node) != nil {
      let open = Item("Open the group", "enter", key: "Enter")
      let rename = editor.text(of: .name(node)).map { _ in Item("Rename", "rename", key: "F2") }
      let ungroup = EditorCommand.item("ungroup")
      let format = target.output.map { [Item("Format of \(editor.title(ofPort: $0))", "format")] } ?? []
      // Other selected nodes can be grouped with it, or moved into it.
      let moveIn = Item("Move the other nodes into it", "move-in")
      return [open, EditorCommand.item("inspect")] + (rename.map { [$0] } ?? []) + format
        + (selectedMembers.count > 1 ? [group, moveIn, ungroup] : [ungroup]) + moveOut
        + [EditorCommand.item("duplicate")] + arrangingItems(for: node) + lookItems(for: node)
    }
    if case .failure(_, _?) = editor.summary(of: node).value {
      items.append(Item("Go to the cause of the failure", "origin"))
    }
    if editor.text(of: .definition(node)) != nil { items.append(Item("Edit", "edit", key: "=")) }
    if editor.text(of: .name(node)) != nil { items.append(Item("Rename", "rename", key: "F2")) }
    if editor.text(of: .format(node)) != nil { items.append(Item("Format", "format")) }
    items += chartItems(for: node)
    if !editor.scenarioInputs(among: [node]).isEmpty { items.append(Item("Save as a scenario …", "scenario-this")) }
    if isList(node) { items.append(Item("Show as a table", "table")) }
    items.append(EditorCommand.item("inspect"))
    return items + ["copy", "duplicate", "group"].map(EditorCommand.item) + moveOut + arrangingItems(for: node)
      + lookItems(for: node) + [EditorCommand.item("delete")]
  }

  /// Executes a command for the element of the menu.
  ///
  /// - Returns: Whether the command exists.
  func runMenu(_ name: String) -> Bool {
    let target = menuTarget
    switch name {
    case "enter": if let node = target?.node { enter(node) }
    case "edit": if let node = living(target) { edit(.definition(node)) }
    case "rename": if let node = living(target) { edit(.name(node)) }
    case "format": if let node = living(target) { edit(.format(target?.output.map(editor.source) ?? node)) }
    case "move-in":
      guard let group = living(target) else { break }
      attempt { () throws(Diagnostic) in
        let members = selectedMembers.filter { $0 != group }
        try editor.move(members, into: group)
        didDrop(members, into: InstanceID(group))
        setFocus(.node(group))
      }
    case "move-out":
      let members = selectedMembers
      attempt { () throws(Diagnostic) in
        try editor.moveOut(members)
        say(
          members.count == 1
            ? "1 node was moved out of its group" : "\(members.count) nodes were moved out of their group")
      }
    case "origin": if let node = living(target) { goToOrigin(of: node) }
    case "add-here": choose(at: chosen?.place ?? .zero, from: nil)
    case "insert":
      if case .connection(let connection)? = target, controller?.refusesInsertion(into: connection) == false {
        choose(at: chosen?.place ?? .zero, into: connection)
      }
    case "disconnect":
      if let connection = target?.wire {
        attempt { () throws(Diagnostic) in try editor.cut(connection) }
      }
    default: return false
    }
    return true
  }

  private func living(_ target: HitTarget?) -> NodeID? {
    target?.node.flatMap { editor.contains($0) ? $0 : nil }
  }

  /// Shows the node whose failure is the reason why another node has no value.
  ///
  /// - Returns: Whether there is such a node.
  @discardableResult
  func goToOrigin(of node: NodeID) -> Bool {
    guard case .failure(_, let origin?) = editor.summary(of: node).value, let there = session.node(named: origin) else {
      return false
    }
    select([there])
    setFocus(.node(there))
    return true
  }
}

// MARK: What is handed to the user

extension Window {
  /// Sends the document as a picture, as it is shown: the page draws it and makes a file of it.
  func sendPicture() {
    let style = view.style
    let whole = GraphView(size: .zero, profile: .desktop, style: style)
    let controller = SessionController(of: editor, in: whole)
    if showsAllValues { controller.valuesOnConnections = .all }
    guard let content = whole.contentBounds?.expanded(by: 32) else {
      return say("The graph has no nodes to draw", isProblem: true)
    }
    whole.viewport = Viewport(size: content.size, origin: content.origin)
    let canvas = BytesCanvas()
    withExtendedLifetime(controller) { whole.draw(in: canvas) }
    send(.picture(name: "\(desk.title).png", content.size, ground: style.background, canvas.bytes))
  }
}
