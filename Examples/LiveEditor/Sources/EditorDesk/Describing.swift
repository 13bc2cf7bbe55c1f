// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeEval
import NodeGraph
import NodeView

/// Describes the document in words, for display and for screen readers.
enum Describing {
  static func node(_ node: NodeID, _ number: Int, _ editor: SessionEditor) -> EditorMessage.Described {
    if let edge = GroupEdge(node) { return self.edge(edge, number, editor) }
    let summary = editor.summary(of: node)
    var label = summary.title
    if !summary.definition.isEmpty { label += ", \(summary.definition)" }
    label += summary.value.isFailure ? ", \(problem(summary.value))" : ", \(summary.text)"
    if let group = InstanceID(node) {
      // Only the spoken label mentions that Enter opens the group.
      label = "group \(summary.title), \(summary.definition)"
      label += outputs(of: group, editor).map { ", \($0)" }.joined()
    }
    if let note = editor.groups.look(of: node).note { label += ", note: \(GraphView.plainNote(note))" }
    let inputs = summary.inputs.enumerated().map { index, name in
      let input = node.input(index)
      guard let source = editor.sources(of: input).first else {
        let own = fromGroup(input, editor) ?? editor.text(of: .literal(input)) ?? "not connected"
        return "input \(name), \(own)"
      }
      let (title, value) = (editor.summary(of: source.node).title, editor.value(of: source))
      return "input \(name), from \(title), \(value.isFailure ? problem(value) : value.text)"
    }
    let names = InstanceID(node) == nil ? [""] : (editor.kind(of: node)?.outputs ?? []).map { "\($0.name) " }
    let outputs = names.enumerated().map { index, name in
      let given = editor.groupOutputs(giving: node.output(index)).map { ", output \($0) of the group" }.joined()
      return "output \(name)of \(summary.title), \(readers(of: node.output(index), editor))\(given)"
    }
    return EditorMessage.Described(id: number, label: label, ports: inputs + outputs)
  }

  /// What an input reads through an input of the group around it: `from input price of the group, 20`.
  private static func fromGroup(_ input: InputPort, _ editor: SessionEditor) -> String? {
    editor.groupInput(readBy: input).map { name in
      "from input \(name) of the group" + (editor.unconnectedValue(of: input).map { ", \($0.exactText)" } ?? "")
    }
  }

  /// The outputs of a group, each with its name and value.
  private static func outputs(of group: InstanceID, _ editor: SessionEditor) -> [String] {
    (editor.kind(of: group.node)?.outputs ?? []).enumerated().map { index, output in
      let value = editor.value(of: group.node.output(index))
      return "\(output.name) \(value.isFailure ? problem(value) : value.text)"
    }
  }

  private static func readers(of output: OutputPort, _ editor: SessionEditor) -> String {
    let readers = editor.readers(of: output).prefix(8).map { editor.summary(of: $0.node).title }
    return readers.isEmpty ? "not used" : "used by \(readers.joined(separator: ", "))"
  }

  static func problem(_ value: NodeValue) -> String {
    switch value {
    case .value(let value): value.description
    case .failure(let message, nil): "failed: \(message)"
    case .failure(let message, let origin?): "no value, because \(origin) failed: \(message)"
    case .pending: value.text
    }
  }

  /// The effect of connecting an output to an input: `qty of each: 3 → 12`, and the replaced connection on a line of its own.
  static func effect(of source: OutputPort, on target: InputPort, _ editor: SessionEditor) -> String {
    if let text = effectAtEdge(source, target, editor) { return text }
    let new = editor.summary(of: source.node)
    let node = editor.summary(of: target.node)
    let name = node.inputs.indices.contains(target.index) ? node.inputs[target.index] : ""
    let port = "\(name) of \(node.title)"
    guard let old = editor.sources(of: target).first else {
      let now = editor.text(of: .literal(target)) ?? "nothing"
      return "\(port): \(now) → \(new.text)\nreads \(new.title)"
    }
    let before = editor.summary(of: old.node)
    return before.title == new.title
      ? "\(port): \(new.text)\nreads \(new.title) already"
      : "\(port): \(before.text) → \(new.text)\nreplaces the wire from \(before.title)"
  }

  static func reason(_ error: GraphError, _ editor: SessionEditor) -> String {
    editor.groups.definitions.isEmpty
      ? editor.session.evaluator.graph.describe(error) : editor.groups.describe(error)
  }

  /// The nodes that failed themselves; none in a graph that is too large to ask all nodes after each edit.
  static func failures(of evaluator: Evaluator) -> [NodeID] {
    if evaluator.graph.nodeCount > 5000 { return [] }
    return evaluator.graph.nodes.filter { node in
      evaluator.failure(of: node).map { $0.origin == node && $0.reason != .unfinished } ?? false
    }
  }

  static func status(of desk: Desk) -> EditorMessage.Status {
    let evaluator = desk.editor.session.evaluator
    let nodes = evaluator.graph.nodeCount
    let wires = evaluator.graph.connectionCount
    let failed = failures(of: evaluator).count
    var words = ["\(nodes) \(nodes == 1 ? "node" : "nodes")", "\(wires) \(wires == 1 ? "wire" : "wires")"]
    let unfinished = evaluator.unfinished.count
    if failed > 0 { words.append("\(failed) failed") }
    if unfinished > 0 { words.append("\(unfinished) not up to date") }
    if failed == 0, unfinished == 0 { words.append("up to date") }
    return EditorMessage.Status(
      title: desk.title, undo: evaluator.undoTitle ?? "", redo: evaluator.redoTitle ?? "",
      summary: words.joined(separator: " · "), isChanged: desk.changeCount > 0, windows: desk.openWindows.count)
  }
}

extension Describing {
  /// The explanation of the element below a pointer at rest: the full value, the type of a port, or the reason of a failure.
  static func explanation(of target: HitTarget, _ editor: SessionEditor) -> String? {
    guard let node = target.node, let kind = editor.kind(of: node) else { return nil }
    if let edge = GroupEdge(node) { return explanation(of: edge, at: target, editor) }
    let summary = editor.summary(of: node)
    if let input = target.input, kind.inputs.indices.contains(input.index) {
      let name = "\(summary.title).\(kind.inputs[input.index].name): \(kind.inputs[input.index].type.name)"
      guard let source = editor.sources(of: input).first else {
        if let given = fromGroup(input, editor) { return "\(name)\n\(given)" }
        return editor.text(of: .literal(input)).map { "\(name) = \($0)" } ?? name
      }
      let from = editor.summary(of: source.node)
      return "\(name)\nfrom \(from.title), \(exact(editor.value(of: source)))"
    }
    if let output = target.output, kind.outputs.indices.contains(output.index) {
      let title = InstanceID(node) == nil ? summary.title : "\(summary.title).\(kind.outputs[output.index].name)"
      let given = editor.groupOutputs(giving: output).map { "\nis output \($0) of the group" }.joined()
      return "\(title): \(kind.outputs[output.index].type.name), \(exact(editor.value(of: output)))\(given)"
    }
    return summary.value.isFailure ? "\(summary.title) \(exact(summary.value))" : nil
  }

  static func exact(_ value: NodeValue) -> String {
    if case .value(let value) = value { value.exactText } else { problem(value) }
  }
}

extension Diagnostic {
  /// The hint in the form that follows a message; empty if there is none.
  package var advice: String { hint.map { " – \($0)" } ?? "" }
}
