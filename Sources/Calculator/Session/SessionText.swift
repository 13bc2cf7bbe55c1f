// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Session {
  /// The session as a script of plain statements. Run in an empty session, the script makes the same names with the same
  /// formulas and values, and that session has the same text.
  ///
  /// Names are in alphabetical order, each after those that it depends on, so that a small change of the session is a small
  /// change of the text. Names that formulas wait for are defined and deleted again. Notes are comments: those of nodes above their
  /// definitions, those on the canvas at the beginning. At the end are positions, looks of nodes and wires, frames, modes and
  /// scenarios.
  ///
  /// ```
  /// # nodecalc 1
  /// brand = #3366cc
  /// soft = ColorAdjust(color: brand, multiplier: 128)
  /// ```
  ///
  /// - Complexity: O(n log n) for n nodes, and their connections and formulas.
  public var text: String { SessionText(of: self).text }

  /// The text of the session, to be saved or sent. Throws if a script can't express all of the session.
  ///
  /// - Parameter range: The range of a diagnostic, in the statement that requests the text.
  /// - Returns: The script.
  /// - Throws: A ``Formulas/Diagnostic`` if there are groups, or a node of an unknown kind. Documents hold these.
  /// - Complexity: As ``text``.
  public func script(for range: Range<Int> = 0..<0) throws(Diagnostic) -> String {
    if !evaluator.subgraphs.definitions.isEmpty {
      throw Diagnostic(
        .kind, "a script can't contain groups", range,
        hint: "save a document instead, to a file that ends in .json")
    }
    if let (name, kind) = unknownNode {
      throw Diagnostic(
        .kind, "\(name) has the unknown kind '\(kind)', which a script can't contain", range,
        hint: "save a document instead, to a file that ends in .json")
    }
    return text
  }
}

/// Writes a session as a script.
private struct SessionText {
  private let session: Session
  private let graph: Graph

  init(of session: Session) {
    self.session = session
    graph = session.evaluator.graph
  }

  var text: String {
    var lines = ["# nodecalc 1"]
    let subgraphs = session.evaluator.subgraphs
    for (_, frame) in subgraphs.frames(in: nil) where frame.isComment {
      lines += ScriptNotes.comment(frame.text) + [""]
    }
    let hasLooks = subgraphs.hasLooks(in: nil)
    var commented: Set<NodeID> = []
    let missing = missingNames
    lines += missing.map { "\(SourceName.spelling($0.name)) = \($0.type.placeholder)" }
    var moves: [String] = []
    var named: Set<String> = []
    for item in ordered {
      guard case .node(let node) = item else {
        if case .function(let name) = item, let function = session.formulas.functions[name] {
          lines.append(function.text)
        }
        continue
      }
      guard let name = graph.name(of: node), let recipe = session.recipe(of: node) else { continue }
      let all = session.namedResults(with: node)
      let first = all?.nodes.first ?? node
      if hasLooks, all.map({ !named.contains($0.name) }) ?? true, let note = subgraphs.look(of: first).note,
        ScriptNotes.isComment(note)
      {
        lines += ScriptNotes.comment(note)
        commented.insert(first)
      }
      if let all {
        // All results are written with the first, because they are those of one call.
        if named.insert(all.name).inserted { lines.append("\(SourceName.spelling(all.name)) = \(all.call)") }
      } else {
        lines += recipe.statements(naming: name)
      }
      let position = subgraphs.position(of: node)
      if position != .zero {
        let place = "\(NumberText.exact(position.x)) \(NumberText.exact(position.y))"
        moves.append(".move \(SourceName.spelling(name)) \(place)")
      }
    }
    lines += missing.map { ".delete \(SourceName.spelling($0.name))" }
    let looks = ShownLooks(of: session, in: nil, commented: commented)
    let shown = looks.commands + looks.rest.map { "# \($0)" }
    let scenarios = session.scenarios.map { ".scenario \($0.text)" }
    return (lines + moves + shown + session.modeCommands + scenarios + groups).joined(separator: "\n") + "\n"
  }

  /// The contents of groups, as comments: no script can express them, but sessions that differ there have different texts.
  private var groups: [String] {
    let groups = session.evaluator.subgraphs
    if groups.isEmpty { return [] }
    return groups.definitions.flatMap(groups.instances).flatMap { group in
      let reads = groups.definition(of: group).map(groups.inputs)?.indices.flatMap { index in
        groups.targets(of: group.node.input(index)).prefix(1).map { target in
          graph.sources(of: target).first.map { groups.scopedName(of: $0.node) }
            ?? session.evaluator.unconnectedValue(of: target)?.exactText ?? "unset"
        }
      }
      let gives = groups.definition(of: group).map(groups.outputs)?.enumerated().map { index, output in
        let source = groups.source(of: group.node.output(index)).map { groups.scopedName(of: $0.node) }
        return "\(output.name): \(source ?? "nothing")"
      }
      let modes = ([group.node] + groups.members(of: group)).filter { session.evaluator.mode(of: $0) != .active }.map {
        "\(session.evaluator.mode(of: $0).verb) \(groups.scopedName(of: $0))"
      }
      return ["# group \(groups.scopedName(of: group.node)): \((reads ?? []).joined(separator: " "))"]
        + ["#   \((gives ?? []).joined(separator: ", "))"] + modes.map { "#   \($0)" }
        + ShownLooks(of: session, in: group).all.map { "#   \($0)" }
        + groups.members(of: group).filter { InstanceID($0) == nil }.map { node in
          let title = groups.name(of: node) ?? "\(node)"
          return "#   \(title) = \(session.formulas.text(of: node) ?? session.value(of: node).text)"
        }
    }
  }

  /// The names that formulas wait for, with the type that each needs.
  private var missingNames: [(name: String, type: CalculatorType)] {
    let formulas = session.formulas
    let free = formulas.functions.all.values.flatMap(\.freeNames).map(\.text)
    let names = Set(session.missing.all).union(free).filter { graph.node(named: $0) == nil }
    return names.sorted(by: Self.isBefore).compactMap { name in
      if session.missing.formulas(waitingFor: name).isEmpty, free.contains(name) { return (name, .number) }
      guard let reader = session.missing.formulas(waitingFor: name).first, let formula = formulas.formula(of: reader),
        let index = formula.names.firstIndex(where: { $0.text == name })
      else { return nil }
      return (name, formulas.inputTypes(of: reader)[index])
    }
  }

  /// An item to write: a node, or a user-defined function.
  private enum Item: Hashable {
    case node(NodeID)
    case function(String)
  }

  /// All functions and nodes by name, each after those that it uses.
  private var ordered: [Item] {
    let functions = session.formulas.functions.sorted.map { Item.function($0.name) }
    let named = graph.names.sorted(by: Self.isBefore).compactMap { graph.node(named: $0) }.map { Item.node($0) }
    var ordered: [Item] = []
    var entered: Set<Item> = []
    for start in functions + named where entered.insert(start).inserted {
      var open = [(item: start, used: used(by: start)[...])]
      while let last = open.last {
        if let next = last.used.first {
          open[open.count - 1].used.removeFirst()
          if entered.insert(next).inserted { open.append((next, used(by: next)[...])) }
        } else {
          ordered.append(last.item)
          open.removeLast()
        }
      }
    }
    return ordered
  }

  private func used(by item: Item) -> [Item] {
    let formulas = session.formulas
    switch item {
    case .function(let name):
      guard let function = formulas.functions[name] else { return [] }
      return function.called.map { .function($0.text) }
        + function.freeNames.compactMap { graph.node(named: $0.text) }.map { .node($0) }
    case .node(let node):
      let nodes = session.namedResults(with: node)?.nodes ?? [node]
      let sources = nodes.flatMap { formulas.sources(of: $0) }.map { Item.node($0) }
      if formulas.functions.all.isEmpty { return sources }
      return sources + (formulas.formula(of: node)?.functions ?? []).map { .function($0.text) }
    }
  }

  private static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension CalculatorType {
  /// A constant of the type, for a name that is defined and deleted again.
  fileprivate var placeholder: String {
    switch self {
    case .number: "0"
    case .boolean: "false"
    case .color: "#000000"
    case .text: "\"\""
    case .numbers: "[0]"
    case .booleans: "[false]"
    case .colors: "[#000000]"
    case .texts: "[\"\"]"
    case .quantity(let unit): unit.text(0, NumberText.exact)
    case .quantities(let unit): "[\(unit.text(0, NumberText.exact))]"
    }
  }
}
