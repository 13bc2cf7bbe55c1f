// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

// MARK: The cards at the edges of a group

extension Window {
  /// Edits the name of the port of a group in the row below the pointer.
  ///
  /// - Returns: Whether the node is a card at an edge of a group.
  func editPort(of node: NodeID) -> Bool {
    guard let edge = GroupEdge(node) else { return false }
    if let index = Self.row(of: view.hitTest(pointer)) { edit(.port(edge, index)) }
    return true
  }

  /// The index of the row of a card that is at a target.
  private static func row(of target: HitTarget) -> Int? { target.output?.index ?? target.input?.index }

  /// The menu of a card, with lines for the port in the row at the target.
  func items(for edge: GroupEdge, at target: HitTarget) -> [Item] {
    var items: [Item] = []
    if let index = Self.row(of: target), editor.text(of: .port(edge, index)) != nil {
      items.append(Item("Rename", "rename-port", key: "F2"))
      if edge.side == .outputs { items.append(Item("Remove the output", "remove-port")) }
    }
    return items + [Item("Leave the group", "leave", key: "Esc")] + ["all", "layout", "fit"].map(EditorCommand.item)
  }

  /// Executes a command for the port in the row that the menu is for.
  ///
  /// - Returns: Whether the command exists.
  func runEdges(_ name: String) -> Bool {
    guard name == "rename-port" || name == "remove-port" else { return false }
    guard let target = menuTarget, let edge = target.node.flatMap({ GroupEdge($0) }), let index = Self.row(of: target)
    else { return true }
    if name == "rename-port" {
      edit(.port(edge, index))
    } else if let source = editor.shownSources(of: edge.node.input(index)).first {
      attempt { () throws(Diagnostic) in
        let removed = editor.text(of: .port(edge, index)) ?? ""
        try editor.cut(Connection(from: source, to: edge.node.input(index)))
        say("\(removed) is no longer an output of \(editor.groups.title(of: edge.group))", action: "undo")
      }
    }
    return true
  }

  /// The rectangle of the field for the format of an output of a group, which is that of the node that gives it, and its label.
  func placeOfFormat(of node: NodeID) -> (GraphRect, String)? {
    guard let output = menuTarget?.output, editor.source(of: output) == node, let frame = view.frame(of: output.node)
    else { return nil }
    let row = frame.outputRow(output.index)
    return (
      GraphRect(x: row.midX - 8, y: row.midY - 13, width: row.width / 2, height: 26),
      "format of \(editor.title(ofPort: output)), such as 0.00 or #,##0"
    )
  }

  /// The rectangle of the field for a port's name, and its label.
  func place(ofPort index: Int, at edge: GroupEdge) -> (GraphRect, String)? {
    guard let frame = view.frame(of: edge.node), let name = editor.text(of: .port(edge, index)) else { return nil }
    let row = edge.side == .inputs ? frame.outputRow(index) : frame.inputRow(index)
    let kind = edge.side == .inputs ? "input" : "output"
    return (
      GraphRect(x: row.minX + 6, y: row.midY - 13, width: row.width - 12, height: 26),
      "name of \(kind) \(name) of \(editor.groups.title(of: edge.group))"
    )
  }
}

extension Describing {
  /// A card at an edge of a group in words: each port with its value, and the members that it is connected to.
  static func edge(_ edge: GroupEdge, _ number: Int, _ editor: SessionEditor) -> EditorMessage.Described {
    let title = editor.groups.title(of: edge.group)
    let kind = editor.kind(of: edge.node)
    let ports: [(name: String, text: String)] =
      edge.side == .inputs
      ? (kind?.outputs ?? []).enumerated().map { index, port in
        let readers = editor.readers(of: edge.node.output(index)).map { editor.summary(of: $0.node).title }
        let value = text(of: editor.value(of: edge.node.output(index)))
        let used = readers.isEmpty ? "not used" : "used by \(readers.prefix(8).joined(separator: ", "))"
        return ("\(port.name) \(value)", "input \(port.name) of \(title), \(value), \(used)")
      }
      : (kind?.inputs ?? []).enumerated().map { index, port in
        guard let source = editor.shownSources(of: edge.node.input(index)).first else {
          return ("", "\(port.name) of \(title): connect a node to make it an output")
        }
        let (giver, value) = (editor.summary(of: source.node).title, text(of: editor.value(of: source)))
        return ("\(port.name) \(value)", "output \(port.name) of \(title), \(value), from \(giver)")
      }
    let listed = ports.map(\.name).filter { !$0.isEmpty }
    let side = edge.side == .inputs ? "inputs" : "outputs"
    let label = "\(side) of \(title), " + (listed.isEmpty ? "none" : listed.joined(separator: ", "))
    return EditorMessage.Described(id: number, label: label, ports: ports.map(\.text))
  }

  private static func text(of value: NodeValue) -> String { value.isFailure ? problem(value) : value.text }

  /// The effect of a connection at an edge of a group; `nil` for other connections.
  static func effectAtEdge(_ source: OutputPort, _ target: InputPort, _ editor: SessionEditor) -> String? {
    if let edge = GroupEdge(target.node) {
      let title = editor.groups.title(of: edge.group)
      return "\(editor.title(of: source)) becomes an output of \(title)"
    }
    let present = editor.shownSources(of: target).first
    guard GroupEdge(source.node) != nil || present.map({ GroupEdge($0.node) != nil }) == true else { return nil }
    let node = editor.summary(of: target.node)
    let name = node.inputs.indices.contains(target.index) ? node.inputs[target.index] : ""
    let (new, port) = (editor.title(of: source), "\(name) of \(node.title)")
    let value = text(of: editor.value(of: source))
    guard let present else { return "\(port): \(value)\nreads \(new) of the group" }
    if present == source { return "\(port): \(value)\nreads \(new) already" }
    return
      "\(port): \(text(of: editor.value(of: present))) → \(value)\nreplaces the wire from \(editor.title(of: present))"
  }

  /// The explanation of a port in a row of a card at an edge of a group.
  static func explanation(of edge: GroupEdge, at target: HitTarget, _ editor: SessionEditor) -> String? {
    let title = editor.groups.title(of: edge.group)
    if let output = target.output, let kind = editor.kind(of: edge.node), kind.outputs.indices.contains(output.index) {
      let port = kind.outputs[output.index]
      return "input \(port.name) of \(title): \(port.type.name), \(exact(editor.value(of: output)))"
    }
    guard let input = target.input else { return nil }
    guard let source = editor.shownSources(of: input).first, let name = editor.text(of: .port(edge, input.index)) else {
      return "Pull a wire from a node to here: it becomes an output of \(title)"
    }
    return "output \(name) of \(title)\nfrom \(editor.title(of: source)), \(exact(editor.value(of: source)))"
  }
}
