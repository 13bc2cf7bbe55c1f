// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import EditorProtocol
import NodeEval
import NodeGraph
import NodeView

/// What there is, as words for people: those who look and those who listen.
enum Describing {
  static func node(_ node: NodeID, _ number: Int, _ editor: SessionEditor) -> EditorMessage.Described {
    let summary = editor.summary(of: node)
    var label = summary.title
    if !summary.definition.isEmpty { label += ", \(summary.definition)" }
    label += summary.value.isFailure ? ", \(problem(summary.value))" : ", \(summary.value.text)"
    let evaluator = editor.session.evaluator
    let inputs = summary.inputs.enumerated().map { index, name in
      let input = node.input(index)
      guard let source = evaluator.graph.sources(of: input).first else {
        return "input \(name), \(editor.text(of: .literal(input)) ?? "not connected")"
      }
      let from = editor.summary(of: source.node)
      return "input \(name), from \(from.title), \(from.value.isFailure ? problem(from.value) : from.value.text)"
    }
    return EditorMessage.Described(
      id: number, label: label, ports: inputs + ["output of \(summary.title), \(readers(of: node, editor))"])
  }

  private static func readers(of node: NodeID, _ editor: SessionEditor) -> String {
    let graph = editor.session.evaluator.graph
    let readers = graph.consumers(of: node.output).prefix(8).map { editor.summary(of: $0.node).title }
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

  /// What connecting an output to an input does: `qty of each: 3 → 12`, and on a line of its own what gives way.
  static func effect(of source: OutputPort, on target: InputPort, _ editor: SessionEditor) -> String {
    let evaluator = editor.session.evaluator
    let new = editor.summary(of: source.node)
    let node = editor.summary(of: target.node)
    let name = node.inputs.indices.contains(target.index) ? node.inputs[target.index] : ""
    let port = "\(name) of \(node.title)"
    guard let old = evaluator.graph.sources(of: target).first else {
      let now = editor.text(of: .literal(target)) ?? "nothing"
      return "\(port): \(now) → \(new.value.text)\nreads \(new.title)"
    }
    let before = editor.summary(of: old.node)
    return before.title == new.title
      ? "\(port): \(new.value.text)\nreads \(new.title) already"
      : "\(port): \(before.value.text) → \(new.value.text)\nreplaces the wire from \(before.title)"
  }

  static func reason(_ error: GraphError, _ editor: SessionEditor) -> String {
    editor.session.evaluator.graph.describe(error)
  }

  static func status(of desk: Desk) -> EditorMessage.Status {
    let evaluator = desk.editor.session.evaluator
    let nodes = evaluator.graph.nodeCount
    let wires = evaluator.graph.connectionCount
    let failed =
      evaluator.graph.nodeCount > 5000 ? 0 : evaluator.graph.nodes.count { evaluator.failure(of: $0)?.origin == $0 }
    var words = ["\(nodes) \(nodes == 1 ? "node" : "nodes")", "\(wires) \(wires == 1 ? "wire" : "wires")"]
    words.append(failed == 0 ? "up to date" : "\(failed) failed")
    return EditorMessage.Status(
      title: desk.title, undo: evaluator.undoTitle ?? "", redo: evaluator.redoTitle ?? "",
      summary: words.joined(separator: " · "), isChanged: desk.changeCount > 0, windows: desk.openWindows.count)
  }
}

extension Describing {
  /// What is below the pointer, for those who wait for it: all of a value, the type of a port, the reason of a failure.
  static func explanation(of target: HitTarget, _ editor: SessionEditor) -> String? {
    let evaluator = editor.session.evaluator
    guard let node = target.node, let kind = try? evaluator.graph.kind(of: node) else { return nil }
    let summary = editor.summary(of: node)
    if let input = target.input, kind.inputs.indices.contains(input.index) {
      let name = "\(summary.title).\(kind.inputs[input.index].name): \(kind.inputs[input.index].type.name)"
      guard let source = evaluator.graph.sources(of: input).first else {
        return editor.text(of: .literal(input)).map { "\(name) = \($0)" } ?? name
      }
      let from = editor.summary(of: source.node)
      return "\(name)\nfrom \(from.title), \(exact(from.value))"
    }
    if let output = target.output, kind.outputs.indices.contains(output.index) {
      return "\(summary.title): \(kind.outputs[output.index].type.name), \(exact(summary.value))"
    }
    return summary.value.isFailure ? "\(summary.title) \(exact(summary.value))" : nil
  }

  private static func exact(_ value: NodeValue) -> String {
    if case .value(let value) = value { value.exactText } else { problem(value) }
  }
}
