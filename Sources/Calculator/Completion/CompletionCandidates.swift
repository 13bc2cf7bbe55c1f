// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Finds words of a kind that begin with the text at the cursor.
package struct CompletionCandidates {
  private let scope: CompletionScope
  private let partial: String
  private let range: Range<Int>

  /// Creates a search for the word that a reader has found.
  package init(in scope: CompletionScope, _ reader: CompletionReader) {
    self.scope = scope
    partial = reader.partial
    range = reader.range
  }

  private var session: Session { scope.session }
  private var graph: Graph { scope.session.evaluator.graph }

  /// The completions of a formula.
  package func all(at place: CompletionPlace) -> [Completion] {
    switch place {
    case .start: names() + functions
    case .value(let allowsKind): names() + functions + (allowsKind ? kinds(suffix: "(") : [])
    case .port(let node, let source): ports(of: node, source) + results(of: session.namedResults(node)?.function)
    case .result(let function): results(of: session.formulas.functions[function])
    case .target(let source): targets(source)
    case .label(let kind, let given): labels(kind, given)
    case .tableFile: files(isText: true)
    case .tableOption(let given): tableOptions(given)
    case .tableValue(let option): TableOptions.words(option).compactMap { completion($0, as: Self.spelling($0)) }
    }
  }

  /// A completion; `nil` if the word doesn't begin with the text at the cursor.
  package func completion(
    _ word: String, as text: String? = nil, help: String = "", isWhole: Bool = true
  ) -> Completion? {
    guard word.utf8.starts(with: partial.utf8) else { return nil }
    return Completion(range: range, text: text ?? word, help: help, isWhole: isWhole)
  }

  // MARK: Words

  /// The names in the current group, and of members of groups that were begun.
  package func names(except given: Set<String> = []) -> [Completion] {
    let begun = session.shownNames.filter { $0.utf8.starts(with: partial.utf8) && !given.contains($0) }.sorted()
    return begun.prefix(scope.limit).compactMap { name in
      completion(name, as: SourceName.readSpelling(name), help: session.value(of: name)?.text ?? "")
    } + paths(except: given)
  }

  /// The names of members of groups, with their paths, once the name of the first group was begun.
  private func paths(except given: Set<String>) -> [Completion] {
    let groups = session.evaluator.subgraphs
    guard !partial.isEmpty, !groups.isEmpty else { return [] }
    var names: [String] = []
    var open = groups.instances(in: nil)
    while let group = open.popLast(), names.count < Self.pathLimit {
      let lead = groups.scopedName(of: group.node)
      guard lead.utf8.starts(with: partial.utf8) || partial.utf8.starts(with: lead.utf8) else { continue }
      names += groups.members(of: group).filter { groups.name(of: $0) != nil || InstanceID($0) != nil }
        .map { groups.scopedName(of: $0) }
      open += groups.instances(in: group)
    }
    return names.sorted().filter { !given.contains($0) }.compactMap { name in
      completion(name, as: SourceName.spelling(name), help: session.value(of: name)?.text ?? "group")
    }
  }

  /// The greatest number of names with paths that are offered.
  private static let pathLimit = 200

  /// The results of a function after a dot, with their formulas.
  private func results(of function: OwnFunction?) -> [Completion] {
    (function?.results ?? []).compactMap { completion($0, help: function?.body(of: $0)?.text ?? "") }
  }

  private var groupTitles: [String] {
    let groups = session.evaluator.subgraphs
    return groups.instances(in: session.path.scope).map { groups.title(of: $0) }
  }

  /// The groups in the current group.
  package var groups: [Completion] {
    groupTitles.sorted().compactMap {
      completion($0, as: SourceName.spelling($0), help: "group")
    }
  }

  package var scenarios: [Completion] {
    session.scenarios.compactMap { completion($0.name, as: SourceName.spelling($0.name), help: $0.text) }
  }

  private var functions: [Completion] {
    let own = session.formulas.functions.sorted.compactMap { function in
      completion(
        function.name, as: "\(SourceName.functionSpelling(function.name))(", help: function.text, isWhole: false)
    }
    return own
      + FormulaFunction.table.compactMap { completion($0.name, as: "\($0.name)(", help: $0.help, isWhole: false) }
  }

  package func kinds(suffix: String) -> [Completion] {
    CalculatorKinds.known.map(\.name).compactMap {
      completion($0, as: $0 + suffix, help: "", isWhole: suffix.isEmpty)
    }
  }

  private func labels(_ kind: String, _ given: Set<String>) -> [Completion] {
    (graph.kind(named: kind)?.inputs ?? []).filter { !given.contains($0.name) }.compactMap {
      completion($0.name, as: "\($0.name): ", help: $0.type.name, isWhole: false)
    }
  }

  private func tableOptions(_ given: Set<String>) -> [Completion] {
    TableOptions.names.filter { !given.contains($0) }.compactMap {
      completion($0, as: "\($0): ", help: TableOptions.expectation($0), isWhole: false)
    }
  }

  /// The value of an option as formulas write it: words of the language without quotes, others in quotes.
  private static func spelling(_ word: String) -> String {
    ["yes", "no", "pad", "skip", "refuse"].contains(word) ? word : TextLiteral.spelling(word)
  }

  // MARK: Ports

  /// The ports of a node that is not a formula; with a source, only the ports that accept it.
  private func ports(of name: String, _ source: String?) -> [Completion] {
    guard let member = member(name) else { return [] }
    return fitting(inputsOf: member, Fit(source, in: session)).compactMap { completion($0.name, help: $0.type.name) }
  }

  /// `node.port` for all ports; with a source, only the ports that accept it.
  package func targets(_ source: String?) -> [Completion] {
    let fit = Fit(source, in: session)
    return (session.shownNames + groupTitles).sorted().flatMap { name -> [Completion] in
      guard let member = member(name) else { return [] }
      let spelling = SourceName.spelling(name)
      // A name that needs back-ticks may have been begun without them.
      guard
        spelling.utf8.starts(with: partial.utf8) || partial.utf8.starts(with: name.utf8)
          || name.utf8.starts(with: partial.utf8)
      else { return [] }
      return fitting(inputsOf: member, fit).compactMap { input in
        let port = SourceName.spelling(input.name)
        return completion("\(spelling).\(port)", help: input.type.name)
          ?? completion("\(name).\(port)", as: "\(spelling).\(port)", help: input.type.name)
      }
    }
  }

  /// The node or group with a name in the current scope, if ports may follow the name.
  private func member(_ name: String) -> NodeID? {
    switch session.formulas.names.meaning(of: name) {
    case .node(let node)?: node
    case nil: session.formulas.names.group(titled: name)?.node
    case .input?, .output?: nil
    }
  }

  private func fitting(inputsOf member: NodeID, _ fit: Fit) -> [NodeKind.Input] {
    let groups = session.evaluator.subgraphs
    let inputs: [NodeKind.Input]
    if let group = InstanceID(member) {
      inputs = groups.inputs(of: group)
    } else if !session.formulas.isFormula(member) {
      inputs = (try? graph.kind(of: member).inputs) ?? []
    } else {
      return []
    }
    return inputs.enumerated().filter { index, input in
      guard fit.type == nil || input.type == fit.type else { return false }
      // An input of a group may be connected to several ports inside it.
      return fit.cycle.isEmpty || groups.targets(of: member.input(index)).allSatisfy { !fit.cycle.contains($0.node) }
    }.map(\.element)
  }

  /// The conditions for connecting a node to a port.
  private struct Fit {
    var type: PortType?
    /// The nodes that the source depends on, including itself: connecting them would close a cycle.
    var cycle: Set<NodeID> = []

    init(_ source: String?, in session: Session) {
      guard let node = source.flatMap(session.node(named:)) else { return }
      let graph = session.evaluator.graph
      type = (try? graph.kind(of: node))?.outputs.first?.type
      cycle = Set(graph.upstream(of: node) + [node])
    }
  }

  // MARK: Files

  /// The entries of the folder that the text at the cursor names. In a formula, a path is a text literal.
  package func files(isText: Bool) -> [Completion] {
    let slash = partial.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(partial[...$0]) } ?? ""
    let isHidden = partial.dropFirst(folder.count).hasPrefix(".")
    return scope.entries(folder).filter { isHidden || !$0.hasPrefix(".") }.compactMap { entry in
      let path = folder + entry
      let isFolder = entry.hasSuffix("/")
      let needsQuotes = isText || path.contains(" ") || path.contains(";")
      let quoted = needsQuotes ? "\"\(path)\(isFolder ? "" : "\"")" : path
      return completion(path, as: quoted, isWhole: !isFolder)
    }
  }
}
