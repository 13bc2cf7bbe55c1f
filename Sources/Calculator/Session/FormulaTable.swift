// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What names stand for, and the formulas that nodes were defined by.
///
/// Formulas are kept as text and parsed again when they are needed, which is seldom: parsed they take ten times the
/// memory.
///
/// Invariant: each node with a text exists; the text parses, and the node has an input for each name of the formula.
package final class FormulaTable {
  let evaluator: Evaluator
  /// The text of each formula's node, but for those in groups that are as a document has them.
  package let texts = UndoableTable<NodeID, String> { $0.utf8.count }
  /// What uncertain inputs are distributed like. An entry counts while the formula of its node is that which it was given with.
  let uncertainties = UndoableTable<NodeID, Uncertainty> { $0.byteCount }
  /// The groups that were entered, whose names statements mean.
  var path = GraphPath() {
    // Another scope has other names.
    didSet { if path != oldValue { numbers.removeAll() } }
  }
  /// The functions of one's own.
  package let functions = FunctionTable()
  /// The code that formulas share.
  private var forms = FormulaForms()
  /// The names, to suggest one; once there was an unknown name.
  private var suggestions: SuggestionIndex?
  /// The files that formulas may read; `nil` if none are read here.
  var files: TableFiles?
  /// The numbers of new names.
  package var numbers = FreshNumbers()

  /// What is in scopes by which name.
  private let indices: ScopeIndexTable

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    indices = ScopeIndexTable(evaluator)
  }

  /// Takes what a document has defined, in place of an empty table.
  func load(_ texts: [NodeID: String], _ forms: FormulaForms) {
    for (node, text) in texts { self.texts[node] = text }
    self.forms = forms
  }

  // MARK: Nodes

  /// How often it was found out what all names of a scope stand for, which takes a look at all groups.
  package var indexCount: Int { indices.madeCount }

  /// Keeps up with a group that an edit has added around all others, and with nothing else that it changed.
  func noteGroup(_ group: InstanceID, since changeCount: Int) { indices.add(group, in: nil, since: changeCount) }

  /// What names stand for where one is.
  var names: ScopeNames { names(in: path) }

  /// What names stand for in the root.
  var rootNames: ScopeNames { names(in: GraphPath()) }

  /// The same for a group.
  func names(in path: GraphPath) -> ScopeNames { names(in: path.scope) }

  /// The same for one instance.
  func names(in scope: InstanceID?) -> ScopeNames { ScopeNames(evaluator: evaluator, scope: scope, indices: indices) }

  /// The node of a name where one is; what a group gives, and gets, has a name beside it.
  func node(named name: String) -> NodeID? {
    if path.isRoot, let node = evaluator.graph.node(named: name) { return node }
    return evaluator.subgraphs.isEmpty ? nil : names.meaning(of: name)?.node
  }

  /// The node of a name in the root.
  func rootNode(named name: String) -> NodeID? {
    if let node = evaluator.graph.node(named: name) { return node }
    return evaluator.subgraphs.isEmpty ? nil : rootNames.meaning(of: name)?.node
  }

  /// The formula of a node, in whatever scope; `nil` if it has none.
  func text(of node: NodeID) -> String? {
    if let text = texts[node] { return text }
    // A node that has become one of a kind keeps what its document has said.
    if evaluator.subgraphs.scope(of: node) == nil || CalculatorKinds.isKnown(node, in: evaluator) { return nil }
    guard case .string(let text)? = evaluator.documentField(DocumentFunctions.formula, of: node) else { return nil }
    return text
  }

  /// Whether a node belongs to the root.
  func isAtRoot(_ node: NodeID) -> Bool { evaluator.subgraphs.scope(of: node) == nil }

  /// The node that a name in a statement stands for.
  func node(_ name: SourceName) throws(Diagnostic) -> NodeID {
    if let node = node(named: name.text) { return node }
    throw unknown(name)
  }

  /// The node that a name stands for of which something is shown: also one of a group, as in `Tax › rate`, and of a group the
  /// node that gives its first output.
  func shownNode(_ name: SourceName) throws(Diagnostic) -> NodeID {
    let member = try member(name)
    if InstanceID(member) == nil { return member }
    if let source = evaluator.subgraphs.source(of: member.output) { return source.node }
    return try node(name)
  }

  /// The node of a name, also of one in a group by its path: `Tax › rate`.
  func scopedNode(_ name: SourceName) throws(Diagnostic) -> NodeID {
    if let node = node(named: name.text) { return node }
    return ScopedName(name.text) == nil ? try node(name) : try shownNode(name)
  }

  /// The node or group that a name stands for, in a group by its path.
  func member(_ name: SourceName) throws(Diagnostic) -> NodeID {
    if !path.isRoot, let member = node(named: name.text) ?? names.group(titled: name.text)?.node { return member }
    if names.unconnected(name.text) != nil { throw unknown(name) }
    // From inside of a group what lies around all of them has the mark of a path before it.
    let mark = "› "
    let isFromRoot = !path.isRoot && name.text.hasPrefix(mark)
    let text = isFromRoot ? String(name.text.dropFirst(mark.count)) : name.text
    if let member = evaluator.subgraphs.member(scopedName: text) ?? rootNode(named: text) { return member }
    if let (path, inner) = try scoped(name) {
      let names = names(in: path)
      if let member = names.meaning(of: inner.text)?.node ?? names.group(titled: inner.text)?.node { return member }
      throw unknown(inner, in: path)
    }
    throw unknown(name)
  }

  func unknown(_ name: SourceName) -> Diagnostic {
    if let function = functions[name.text] {
      return Diagnostic(
        .name, "'\(name.text)' is a function, not a node", name.range, hint: "\(function.signature) is a value")
    }
    // What lies around a group has no names in it.
    return path.isRoot ? severalOrPort(name) ?? unknownNode(name) : unknownNode(name)
  }

  /// Why there is no node of a name that stands for several results, or of one such as `soft.color`.
  private func severalOrPort(_ name: SourceName) -> Diagnostic? {
    let graph = evaluator.graph
    for function in functions.several {
      let parts = function.results.map { "\(name.text).\($0)" }
      guard parts.allSatisfy({ graph.node(named: $0) != nil }) else { continue }
      let shown = parts.prefix(6).map { SourceName.readSpelling($0) }
      return Diagnostic(
        .name, "'\(name.text)' has several results", name.range,
        hint: "write \(shown.joined(separator: " or "))")
    }
    guard let (owner, part) = SourceName.parts(name.text) else { return nil }
    if let function = functions.several.first(where: { graph.node(named: "\(owner).\($0.results[0])") != nil }) {
      return Diagnostic(
        .name, "'\(owner)' has no '\(part)'", name.range,
        hint: "it has \(MessageText.list(function.results.prefix(6), of: function.results.count))")
    }
    guard graph.node(named: owner) != nil else { return nil }
    return Diagnostic(
      .syntax, "a port cannot be read in a formula", name.range, hint: "use the name of its node")
  }

  private func unknownNode(_ name: SourceName) -> Diagnostic {
    if let input = names.unconnected(name.text) {
      let port = "\(SourceName.spelling(input.group)).\(name.spelling)"
      let given = names.literal(ofInput: name.text).map { "with the value \(NodeValue.value($0).text), not a node" }
      return Diagnostic(
        .name, "'\(name.text)' is an input \(given ?? "to which nothing is connected")", name.range,
        hint: "outside, NODE -> \(port) connects one" + (given == nil ? ", and \(port) = 3 gives a value" : ""))
    }
    if !evaluator.subgraphs.isEmpty {
      if names.isShared(name.text) {
        let shared = names.qualified(name.text)
        return Diagnostic(
          .name, "several groups give '\(name.text)'", name.range,
          hint: "write " + shared.prefix(4).map { SourceName.readSpelling($0) }.joined(separator: " or "))
      }
    }
    if !evaluator.subgraphs.isEmpty, let group = names.group(titled: name.text) {
      let outputs = (evaluator.subgraphs.definition(of: group).map(evaluator.subgraphs.outputs) ?? []).map(\.name)
      return Diagnostic(
        .name, "'\(name.text)' is a group, not a node", name.range,
        hint: outputs.isEmpty
          ? "it gives nothing: enter \(name.spelling), and expose a name"
          : "it gives \(MessageText.list(outputs.prefix(6), of: outputs.count))")
    }
    let holder = evaluator.subgraphs.instances(in: path.scope).first { group in
      evaluator.subgraphs.members(of: group).contains { evaluator.subgraphs.name(of: $0) == name.text }
    }
    if let holder {
      let title = evaluator.subgraphs.title(of: holder)
      return Diagnostic(
        .name, "'\(name.text)' lies in the group \(title), which doesn't give it", name.range,
        hint: "enter \(SourceName.spelling(title)), and expose \(name.spelling)")
    }
    return Diagnostic(
      .name, "unknown name '\(name.text)'", name.range,
      hint: hint(for: name.text) ?? Self.unitHint(name.text) ?? ForeignNames.number(name.text).map { "write \($0)" })
  }

  /// What is said of the name of a unit that stands alone. Most names of one letter are no units.
  static func unitHint(_ name: String) -> String? {
    guard name.utf8.count > 1, UnitOfMeasure(name) != nil else { return nil }
    return "a unit stands behind a number: 1 \(name)"
  }

  /// Returns "did you mean 'total'?" for the name closest to one that no node has; `nil` if none is close.
  ///
  /// - Complexity: As for ``SuggestionIndex``, which the first call makes of all names.
  package func hint(for name: String) -> String? {
    var index = suggestions ?? SuggestionIndex(evaluator.graph.names)
    suggestions = nil
    defer { suggestions = index }
    while let closest = index.closest(to: name) {
      if node(named: closest) != nil { return Suggestion.hint(closest) }
      // The index was made during an edit that was refused.
      index.remove(closest)
    }
    return nil
  }

  /// Keeps up with the names that nodes get and lose.
  func note(_ changes: [Change]) {
    for case .renamed(_, let old, let new) in changes {
      if let old {
        suggestions?.remove(old)
        numbers.release(old)
      }
      if let new { suggestions?.insert(new) }
    }
  }

  /// How many names were compared with unknown ones so far.
  package var comparedCount: Int { suggestions?.comparedCount ?? 0 }

  /// The name of a node; if it has none, the port that it feeds, as `total.x`.
  func title(of node: NodeID, in graph: some GraphReading) -> String {
    if let name = graph.name(of: node) { return name }
    guard let target = graph.connections(of: node).first(where: { $0.source.node == node })?.target,
      let name = graph.name(of: target.node), let inputs = try? graph.kind(of: target.node).inputs
    else { return "a formula" }
    return "\(name).\(inputs[target.index].name)"
  }

  /// The name by which a change is reported: that of the scope, or inside a group the path of what lies elsewhere: in other
  /// instances of the group, and around it. What lies in groups is shown by their outputs only.
  func reportedName(of node: NodeID) -> String? {
    let root = evaluator.graph.name(of: node)
    let groups = evaluator.subgraphs
    guard let entered = path.scope else { return root ?? (groups.isEmpty ? nil : rootNames.name(of: node)) }
    if let name = names.name(of: node) { return name }
    if let root { return "› \(root)" }
    if let scope = groups.scope(of: node), groups.name(of: node) != nil,
      path.instances.contains(scope) || groups.definition(of: scope) == groups.definition(of: entered)
    {
      return evaluator.groupedTitle(of: node)
    }
    return rootNames.name(of: node).map { "› \($0)" }
  }

  /// The name of a node, in a group with its path; if it has none, the port that it feeds.
  func title(of node: NodeID) -> String {
    evaluator.groupedTitle(of: node) ?? title(of: node, in: evaluator.graph)
  }

  /// The title of a node, its name in back-ticks where a formula needs them.
  func spelledTitle(of node: NodeID) -> String {
    evaluator.graph.name(of: node).map(SourceName.readSpelling) ?? title(of: node)
  }

  /// The input that `node.port` names.
  ///
  /// - Throws: A ``Diagnostic`` that lists the ports, or suggests one.
  func input(_ port: SourceName, of node: NodeID, in graph: some GraphReading) throws(Diagnostic) -> InputPort {
    let groups = evaluator.subgraphs
    let inputs =
      InstanceID(node).map { (groups.definition(of: $0).map(groups.inputs) ?? []).map(\.name) }
      ?? (try? graph.kind(of: node).inputs.map(\.name)) ?? []
    if let index = inputs.firstIndex(of: port.text) { return node.input(index) }
    let owner = graph.name(of: node) ?? groups.name(of: node) ?? InstanceID(node).map(groups.title) ?? node.description
    throw Diagnostic(
      .port, "\(owner) has no input '\(port.text)'", port.range,
      hint: Suggestion.hint(for: port.text, among: inputs)
        ?? (inputs.isEmpty ? nil : "it has \(inputs.joined(separator: ", "))"))
  }

  /// What feeds the inputs of a node, in their order, each once.
  func sources(of node: NodeID) -> [NodeID] {
    let graph = evaluator.graph
    guard let inputs = try? graph.kind(of: node).inputs else { return [] }
    var seen: Set<NodeID> = []
    return inputs.indices.flatMap { graph.sources(of: node.input($0)) }.map(\.node).filter { seen.insert($0).inserted }
  }

  // MARK: Formulas

  func isFormula(_ node: NodeID) -> Bool { text(of: node) != nil }

  /// The formula of a node, parsed again; with the names that its functions use.
  func formula(of node: NodeID) -> Formula? {
    text(of: node).flatMap { text in
      guard let formula = try? Formula(text) else { return nil }
      let resolved = (try? formula.resolved(in: functions.all)) ?? formula
      return (try? withColumns(resolved)) ?? resolved
    }
  }

  /// The formula with its functions, as they are now.
  ///
  /// - Throws: A ``Diagnostic`` for an unknown function, and for a wrong number of arguments.
  func resolved(_ formula: Formula) throws(Diagnostic) -> Formula {
    let formula = try withColumns(formula)
    if formula.functions.isEmpty { return formula }
    try checkCalls(in: formula)
    return try formula.resolved(in: functions.all)
  }

  /// Checks that the functions exist which a formula calls, and take that many arguments.
  func checkCalls(in formula: Formula) throws(Diagnostic) {
    do throws(Diagnostic) {
      try formula.checkCalls(of: functions.all)
    } catch {
      guard let name = formula.functions.first(where: { functions[$0.text] == nil })?.text else { throw error }
      var diagnostic = error
      if node(named: name) != nil {
        diagnostic.hint = "'\(name)' is a node: multiply with '*'"
      } else if error.hint == nil {
        diagnostic.hint = "define it as \(SourceName.functionSpelling(name))(x) = …"
      }
      throw diagnostic
    }
  }

  /// The text of a node's formula, or the name of its kind.
  func definition(of node: NodeID) -> String {
    text(of: node) ?? (try? evaluator.graph.kind(of: node).name) ?? ""
  }

  /// The definition of a node, unless it says no more than the value.
  func detail(of node: NodeID) -> String {
    let definition = uncertainty(of: node)?.text ?? definition(of: node)
    return definition == evaluator.nodeValue(of: node).text ? "" : definition
  }

  /// The type of what a node gives.
  func outputType(of node: NodeID) -> PortType? { evaluator.graph.firstOutputType(of: node) }

  func currentValue(of node: NodeID) -> NodeValue { evaluator.nodeValue(of: node) }

  /// Nodes in evaluation order.
  func evaluatorOrder(of nodes: Set<NodeID>) -> [NodeID] { evaluator.graph.inEvaluationOrder(nodes) }

  /// The types of a node's inputs, in order.
  func inputTypes(of node: NodeID) -> [CalculatorType] {
    ((try? evaluator.graph.kind(of: node).inputs) ?? []).compactMap { CalculatorType($0.type) }
  }

  /// Binds a formula to the nodes that its names stand for now.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - readsPaths: Whether names may have paths, because nothing keeps the formula.
  /// - Returns: The formula with its nodes.
  /// - Throws: A ``Diagnostic`` for an unknown name or a wrong type.
  func bind(_ formula: Formula, readsPaths: Bool = false) throws(Diagnostic) -> BoundFormula {
    let formula = try resolved(formula)
    var nodes: [NodeID] = []
    for (index, name) in formula.names.enumerated() {
      do throws(Diagnostic) {
        // What functions read lies outside of groups.
        if !path.isRoot, index >= formula.ownNameCount, let node = rootNode(named: name.text) {
          nodes.append(node)
          continue
        }
        nodes.append(try readsPaths ? scopedNode(name) : node(name))
      } catch {
        throw error.hinting(atUnitBefore: name, in: formula)
      }
    }
    let graph = evaluator.graph
    return try bind(formula, to: nodes) { graph.firstOutputType(of: nodes[$0]) }
  }

  /// Binds a formula, whose functions are resolved, to nodes, some of which may be missing; `type` gives the type of each
  /// input all the same.
  func bind(
    _ formula: Formula, to nodes: [NodeID?], type: (Int) -> PortType?
  ) throws(Diagnostic) -> BoundFormula {
    var types: [CalculatorType] = []
    for (index, name) in formula.names.enumerated() {
      guard let type = type(index).flatMap(CalculatorType.init) else {
        throw Diagnostic(.type, "'\(name.text)' has no value a formula can use", name.range)
      }
      types.append(type)
    }
    return BoundFormula(formula: formula, nodes: nodes, types: types, program: try formula.program(types: types))
  }

  /// Binds a formula's node again, in a graph in which names or types have changed. An input whose name is missing keeps
  /// its type.
  func bindAgain(_ formula: Formula, of node: NodeID, in graph: some GraphReading) throws -> BoundFormula {
    let former = try graph.kind(of: node).inputs
    let formula = try resolved(formula)
    let nodes = formula.names.map { graph.node(named: $0.text) ?? grouped($0.text, of: node, former, graph) }
    return try bind(formula, to: nodes) { index in
      guard let source = nodes[index] else {
        // A function that was changed may use another name in that place.
        return (former.first { $0.name == formula.names[index].text } ?? former[index...].first)?.type
          ?? CalculatorType.number.port
      }
      return (try? graph.kind(of: source))?.outputs.first?.type
    }
  }

  /// The node of a group that a formula has a name for: what it reads by that name, or the output of that name.
  private func grouped(
    _ name: String, of node: NodeID, _ former: [NodeKind.Input], _ graph: some GraphReading
  ) -> NodeID? {
    if evaluator.subgraphs.isEmpty { return nil }
    if let index = former.firstIndex(where: { $0.name == name }),
      let source = graph.sources(of: node.input(index)).first?.node, evaluator.subgraphs.scope(of: source) != nil
    {
      return source
    }
    return rootNames.meaning(of: name)?.node
  }

  /// The definition of a formula's node.
  func definition(of bound: BoundFormula) -> NodeDefinition {
    forms.definition(bound.program, names: bound.names, types: bound.types)
  }

  /// The value of an expression, without making a node.
  func evaluate(_ formula: Formula) throws(Diagnostic) -> NodeValue {
    let bound = try bind(formula, readsPaths: true)
    let values = bound.nodes.compactMap { $0 }.map(evaluator.nodeValue)
    // A node waits for all that it reads, whether it needs it or not.
    if let pending = values.first(where: \.isPending) { return formula.isName ? pending : .pending(last: nil) }
    do {
      return .value(try bound.program.value(of: KnownInputs(values: values)))
    } catch {
      if case .formula(.upstream(let index)) = error, case .failure(let message, let origin) = values[index] {
        return .failure(message: message, origin: origin ?? bound.names[index])
      }
      return .failure(message: "\(error)", origin: nil)
    }
  }

  /// The value of an expression, which must not fail.
  func constant(_ formula: Formula) throws(Diagnostic) -> CalculatorValue {
    switch try evaluate(formula) {
    case .value(let value): return value
    case .failure(let message, _): throw Diagnostic(.domain, message, formula.range)
    case .pending: throw Diagnostic(.domain, "pending", formula.range, hint: "wait until its value has come")
    }
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(formulas).
  package func checkInvariants() {
    let graph = evaluator.graph
    let groups = evaluator.subgraphs
    require(groups.isValid(path), "where one is, there is a group")
    for (node, text) in texts.entries {
      require(graph.contains(node), "a node with a formula exists, '\(text)' has none")
      let inputs = try? graph.kind(of: node).inputs.count
      let names = formula(of: node)?.names.count
      require(names != nil, "the text of a formula parses, '\(text)' doesn't")
      require(
        (try? Formula(text))?.functions.allSatisfy { functions[$0.text] != nil } == true,
        "the functions of a formula exist, not all of '\(text)' do")
      // A constant of a document that another program wrote is a source.
      require(inputs == names, "a formula has an input for each name, '\(text)' has \(inputs ?? 0)")
    }
  }
}
