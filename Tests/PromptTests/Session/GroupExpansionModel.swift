// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Prompt

/// A session with groups, rewritten without groups: a statement for each node in any scope, in whose formula each name is
/// replaced by that of the node it stands for in the scope. Names are resolved by exhaustive search.
struct GroupExpansionModel {
  private let session: Session
  private let graph: Graph
  private let groups: Subgraphs
  private let flat = Session()

  init(of session: Session) {
    self.session = session
    graph = session.evaluator.graph
    groups = session.evaluator.subgraphs
  }

  /// The statements for values of unconnected inputs.
  private var constants: [String] = []
  /// The number of names that could not be resolved because several groups have an output of that name.
  private(set) var ambiguousCount = 0

  /// The names and numbers that differ from the session's; empty if they agree.
  mutating func differences() throws -> [String] {
    flat.undoLimit = 0
    var different: [String] = []
    for node in graph.nodes {
      let name = Self.name(of: node)
      constants = []
      let statement = try statement(of: node)
      do throws(Diagnostic) {
        for constant in constants { try flat.run(constant) }
        try flat.run("\(name) = \(statement)")
      } catch {
        return different + ["\(groups.scopedName(of: node)) = \(statement): \(error.summary)"]
      }
      let (expected, value) = (Self.numbers(name, flat), numbers(of: node))
      if expected != value {
        different.append("\(groups.scopedName(of: node)) is \(value ?? []), not \(expected ?? [])")
      }
    }
    return different
  }

  private static func name(of node: NodeID) -> String { "n\(node.slot)_\(node.generation)" }

  /// The numbers of a value, without its unit; `nil` if the value doesn't exist or has no numbers.
  private static func numbers(_ name: String, _ session: Session) -> [Double]? {
    guard case .value(let value)? = session.value(of: name) else { return nil }
    return switch value {
    case .number(let number), .quantity(let number, _): [number]
    case .numbers(let list), .quantities(let list, _): list
    case .boolean(let boolean): [boolean ? 1 : 0]
    default: nil
    }
  }

  private func numbers(of node: NodeID) -> [Double]? {
    if let number: Double = value(of: node) { return [number] }
    if let boolean: Bool = value(of: node) { return [boolean ? 1 : 0] }
    return value(of: node)
  }

  private func value<Value: Equatable & Sendable>(of node: NodeID) -> Value? {
    guard let output = try? session.evaluator.output(node.output, as: Value.self) else { return nil }
    return try? session.evaluator.value(of: output)
  }

  /// The text of a formula, in the root or in a group.
  private func text(of node: NodeID) -> String? {
    if let text = session.formulas.texts[node] { return text }
    guard groups.scope(of: node) != nil, (try? graph.kind(of: node).name) == "formula",
      case .string(let text)? = session.evaluator.documentField("formula", of: node)
    else { return nil }
    return text
  }

  private mutating func statement(of node: NodeID) throws -> String {
    let scope = groups.scope(of: node)
    guard let text = text(of: node) else {
      let kind = try graph.kind(of: node)
      if kind.inputs.isEmpty { return "\(value(of: node) ?? 0.0)" }
      let arguments = kind.inputs.indices.map { "\(kind.inputs[$0].name): \(read(by: node.input($0)))" }
      return "\(kind.name)(\(arguments.joined(separator: ", ")))"
    }
    let formula = try Formula(text)
    try define(formula.functions, calledBy: node)
    var replaced: [String: String] = [:]
    for (index, name) in formula.names.enumerated() {
      if let known = stands(name.text, in: scope, at: node.input(index)) {
        replaced[name.text] = known
      } else {
        replaced[name.text] = read(by: node.input(index))
        ambiguousCount += 1
      }
    }
    return formula.text(renaming: replaced)
  }

  /// Defines the functions that a formula calls directly or indirectly, with the nodes that they read.
  private mutating func define(_ calls: [SourceName], calledBy node: NodeID) throws {
    let functions = session.formulas.functions
    for call in calls where flat.formulas.functions[call.text] == nil {
      guard let function = functions[call.text] else { continue }
      try define(function.called, calledBy: node)
      var replaced: [String: String] = [:]
      let inputs = try graph.kind(of: node).inputs
      for name in function.freeNames {
        guard let index = inputs.firstIndex(where: { $0.name == name.text }) else { continue }
        let constants = self.constants
        replaced[name.text] = stands(name.text, in: nil, at: node.input(index)) ?? read(by: node.input(index))
        for constant in self.constants.dropFirst(constants.count) { try flat.run(constant) }
        self.constants = constants
      }
      try flat.run(try function.renamed { $0.text(renaming: replaced) }.text)
    }
  }

  /// The node or value that a name stands for in a scope.
  private mutating func stands(_ name: String, in scope: InstanceID?, at input: InputPort) -> String? {
    for member in groups.members(of: scope) where InstanceID(member) == nil {
      if groups.name(of: member) == name { return Self.name(of: member) }
    }
    if let scope {
      let inputs = groups.definition(of: scope).map { groups.inputs(of: $0) } ?? []
      if let index = inputs.firstIndex(where: { $0.name == name }) {
        let sources = Set(groups.targets(of: scope.node.input(index)).map { graph.sources(of: $0).first?.node })
        guard sources.count == 1, let first = groups.targets(of: scope.node.input(index)).first else {
          return "differing"
        }
        // A port has a default, and a formula's input has none.
        return read(by: graph.sources(of: first).isEmpty ? input : first)
      }
    }
    // A formula whose input was deleted waits for a node of that name, and does not read a group's output of it.
    if graph.sources(of: input).isEmpty { return read(by: input) }
    var (plain, qualified): ([NodeID], [NodeID]) = ([], [])
    for group in groups.members(of: scope).compactMap({ InstanceID($0) }) {
      let outputs = groups.definition(of: group).map { groups.outputs(of: $0) } ?? []
      for (index, output) in outputs.enumerated() {
        guard let node = groups.source(of: group.node.output(index))?.node else { continue }
        if output.name == name { plain.append(node) }
        if "\(groups.title(of: group)).\(output.name)" == name { qualified.append(node) }
      }
    }
    if plain.count == 1 { return Self.name(of: plain[0]) }
    return plain.isEmpty && qualified.count == 1 ? Self.name(of: qualified[0]) : nil
  }

  /// The name of the node connected to an input, or of a constant with the input's value.
  private mutating func read(by input: InputPort) -> String {
    if let source = graph.sources(of: input).first { return Self.name(of: source.node) }
    let number = try? session.evaluator.unconnectedValue(of: input, as: Double.self)
    let name = "\(Self.name(of: input.node))_\(input.index)"
    constants.append("\(name) = \(number.map { "\($0)" } ?? "1 / 0")")
    return name
  }
}
