// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Resolves names to nodes, and holds the formulas that define nodes.
///
/// Formulas are stored as text and parsed again when they are needed, which is seldom: a parsed formula takes ten times
/// the memory.
///
/// Invariant: each node with a text exists; the text parses, and the node has an input for each name of the formula.
package final class FormulaTable {
  let evaluator: Evaluator
  /// The text of each formula's node, except in groups whose formulas are as in the document.
  package let texts = UndoableTable<NodeID, String> { $0.utf8.count }
  /// The distributions of uncertain inputs. An entry is valid while the formula of its node is the one it was set with.
  let uncertainties = UndoableTable<NodeID, Uncertainty> { $0.byteCount }
  /// The path of the groups that were entered. Statements use the names of its scope.
  package var path = GraphPath() {
    // Numbers of new names depend on the scope.
    didSet { if path != oldValue { numbers.removeAll() } }
  }
  /// The user-defined functions.
  package let functions = FunctionTable()
  /// The code that formulas share.
  private var forms = FormulaForms()
  /// The index of names to suggest; created by the first unknown name.
  private var suggestions: SuggestionIndex?
  /// The files that formulas may read; `nil` if the session reads none.
  var files: TableFiles?
  /// The numbers of new names.
  package var numbers = FreshNumbers()

  /// The formats in which values are shown.
  package private(set) lazy var formats = ShownFormats(self)

  /// The indices of names, by scope.
  private let indices: ScopeIndexTable

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    indices = ScopeIndexTable(evaluator)
  }

  /// Loads the formulas of a document into an empty table.
  func load(_ texts: [NodeID: String], _ forms: FormulaForms) {
    for (node, text) in texts { self.texts[node] = text }
    self.forms = forms
  }

  // MARK: Nodes

  /// How many indices of a scope's names were built, each of which visits all groups of the scope.
  package var indexCount: Int { indices.madeCount }

  /// Adds a group to the index of its scope, after an edit that added only this group there.
  func noteGroup(_ group: InstanceID, in scope: InstanceID?, since changeCount: Int) {
    indices.add(group, in: scope, since: changeCount)
  }

  /// The names of the current scope.
  package var names: ScopeNames { names(in: path) }

  /// The names of the root.
  var rootNames: ScopeNames { names(in: GraphPath()) }

  /// The names of the scope at the end of a path.
  package func names(in path: GraphPath) -> ScopeNames { names(in: path.scope) }

  /// The names inside an instance; of the root for `nil`.
  package func names(in scope: InstanceID?) -> ScopeNames {
    ScopeNames(evaluator: evaluator, scope: scope, indices: indices)
  }

  /// The node that a name refers to in the current scope: a member, or what an output or input of a group stands for.
  package func node(named name: String) -> NodeID? { names.meaning(of: name)?.node }

  /// The node that a name refers to in the root.
  package func rootNode(named name: String) -> NodeID? { rootNames.meaning(of: name)?.node }

  /// The text of a node's formula, in any scope; `nil` if the node has none.
  package func text(of node: NodeID) -> String? {
    if let text = texts[node] { return text }
    // A node that was given a kind keeps the formula field of its document.
    if evaluator.subgraphs.scope(of: node) == nil || CalculatorKinds.isKnown(node, in: evaluator) { return nil }
    guard case .string(let text)? = evaluator.documentField(DocumentFunctions.formula, of: node) else { return nil }
    return text
  }

  /// Whether a node is in the root.
  func isAtRoot(_ node: NodeID) -> Bool { evaluator.subgraphs.scope(of: node) == nil }

  /// The node that a name in a statement refers to.
  package func node(_ name: SourceName) throws(Diagnostic) -> NodeID {
    if let node = node(named: name.text) { return node }
    throw unknown(name)
  }

  /// The node to show for a name. The name may have a path, as `Tax › rate`; for a group it is the node that gives the group's
  /// first output.
  func shownNode(_ name: SourceName) throws(Diagnostic) -> NodeID {
    let member = try member(name)
    if InstanceID(member) == nil { return member }
    if let source = evaluator.subgraphs.source(of: member.output) { return source.node }
    return try node(name)
  }

  /// The node that a name refers to, also in a group by its path: `Tax › rate`.
  package func scopedNode(_ name: SourceName) throws(Diagnostic) -> NodeID {
    if let node = node(named: name.text) { return node }
    return ScopedName(name.text) == nil ? try node(name) : try shownNode(name)
  }

  /// The node or group that a name refers to, also in a group by its path.
  package func member(_ name: SourceName) throws(Diagnostic) -> NodeID {
    if let member = node(named: name.text) ?? names.group(titled: name.text)?.node { return member }
    if names.unconnected(name.text) != nil { throw unknown(name) }
    // Inside a group, names of the root have the mark of a path before them.
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

  package func unknown(_ name: SourceName) -> Diagnostic {
    if let function = functions[name.text] {
      return Diagnostic(
        .name, "'\(name.text)' is a function, not a node", name.range, hint: "\(function.signature) is a value")
    }
    return severalOrPort(name) ?? unknownNode(name)
  }

  /// The diagnostic for a name that stands for several results, or that reads a part such as `soft.color`; `nil` for others.
  private func severalOrPort(_ name: SourceName) -> Diagnostic? {
    let names = names
    for function in functions.several {
      let parts = function.results.map { "\(name.text).\($0)" }
      guard parts.allSatisfy({ names.member(named: $0) != nil }) else { continue }
      let shown = parts.prefix(6).map { SourceName.readSpelling($0) }
      return Diagnostic(
        .name, "'\(name.text)' has several results", name.range,
        hint: "write \(shown.joined(separator: " or "))")
    }
    guard let (owner, part) = SourceName.parts(name.text) else { return nil }
    if let function = functions.several.first(where: { names.member(named: "\(owner).\($0.results[0])") != nil }) {
      return Diagnostic(
        .name, "'\(owner)' has no '\(part)'", name.range,
        hint: "it has \(MessageText.list(function.results.prefix(6), of: function.results.count))")
    }
    guard names.member(named: owner) != nil else { return nil }
    return Diagnostic(
      .syntax, "a port cannot be read in a formula", name.range, hint: "use the name of its node")
  }

  private func unknownNode(_ name: SourceName) -> Diagnostic {
    if let input = names.unconnected(name.text) {
      let port = "\(SourceName.spelling(input.group)).\(name.spelling)"
      let given = names.literal(ofInput: name.text).map { "with the value \(NodeValue.value($0).text), not a node" }
      return Diagnostic(
        .name, "'\(name.text)' is an input \(given ?? "that is not connected")", name.range,
        hint: "outside the group, NODE -> \(port) connects it"
          + (given == nil ? ", and \(port) = 3 sets its value" : ""))
    }
    if !evaluator.subgraphs.isEmpty {
      if names.isShared(name.text) {
        let shared = names.qualified(name.text)
        return Diagnostic(
          .name, "several groups have an output '\(name.text)'", name.range,
          hint: "write " + shared.prefix(4).map { SourceName.readSpelling($0) }.joined(separator: " or "))
      }
    }
    if !evaluator.subgraphs.isEmpty, let group = names.group(titled: name.text) {
      let outputs = (evaluator.subgraphs.definition(of: group).map(evaluator.subgraphs.outputs) ?? []).map(\.name)
      return Diagnostic(
        .name, "'\(name.text)' is a group, not a node", name.range,
        hint: outputs.isEmpty
          ? "it has no outputs: enter \(name.spelling), and expose a name"
          : "its outputs are \(MessageText.list(outputs.prefix(6), of: outputs.count))")
    }
    let holder = evaluator.subgraphs.instances(in: path.scope).first { group in
      evaluator.subgraphs.members(of: group).contains { evaluator.subgraphs.name(of: $0) == name.text }
    }
    if let holder {
      let title = evaluator.subgraphs.title(of: holder)
      return Diagnostic(
        .name, "'\(name.text)' is in the group \(title), which doesn't expose it", name.range,
        hint: "enter \(SourceName.spelling(title)), and expose \(name.spelling)")
    }
    return Diagnostic(
      .name, "unknown name '\(name.text)'", name.range,
      hint: hint(for: name.text) ?? Self.unitHint(name.text) ?? ForeignNames.number(name.text).map { "write \($0)" })
  }

  /// The hint for an unknown name that is a unit. Names of one letter get none, because most are not meant as units.
  static func unitHint(_ name: String) -> String? {
    guard name.utf8.count > 1, UnitOfMeasure(name) != nil else { return nil }
    return "a unit follows a number: 1 \(name)"
  }

  /// Returns "did you mean 'total'?" for the name closest to one that no node has; `nil` if none is close.
  ///
  /// - Complexity: In the root as for ``Formulas/SuggestionIndex``, which the first call builds from all names; in a
  ///   group O(members and their names).
  package func hint(for name: String) -> String? {
    if path.scope != nil { return Suggestion.hint(for: name, among: names.all) }
    var index = suggestions ?? SuggestionIndex(evaluator.graph.names)
    suggestions = nil
    defer { suggestions = index }
    while let closest = index.closest(to: name) {
      if node(named: closest) != nil { return Suggestion.hint(closest) }
      // The index was built during an edit that was refused.
      index.remove(closest)
    }
    return nil
  }

  /// Updates suggestions and numbers for the names that nodes receive and lose.
  func note(_ changes: [Change]) {
    for case .renamed(_, let old, let new) in changes {
      if let old {
        suggestions?.remove(old)
        numbers.release(old)
      }
      if let new { suggestions?.insert(new) }
    }
  }

  /// How many names have been compared with unknown ones so far.
  package var comparedCount: Int { suggestions?.comparedCount ?? 0 }

  /// The name of a node; of a node without a name, the port that it feeds, as `total.x`.
  func title(of node: NodeID, in graph: some GraphReading) -> String {
    if let name = graph.name(of: node) { return name }
    guard let target = graph.connections(of: node).first(where: { $0.source.node == node })?.target,
      let name = graph.name(of: target.node), let inputs = try? graph.kind(of: target.node).inputs
    else { return "a formula" }
    return "\(name).\(inputs[target.index].name)"
  }

  /// The name by which a change is reported in the current scope. Inside a group, nodes of its other instances and of the scopes
  /// around it have a path. Other nodes in groups are reported only as outputs; `nil` if they are not outputs.
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

  /// The name of a node, with its path if it is in a group; of a node without a name, the port that it feeds.
  package func title(of node: NodeID) -> String {
    evaluator.groupedTitle(of: node) ?? title(of: node, in: evaluator.graph)
  }

  /// The title of a node, with its name in back-ticks where a formula needs them.
  package func spelledTitle(of node: NodeID) -> String {
    evaluator.graph.name(of: node).map(SourceName.readSpelling) ?? title(of: node)
  }

  /// The input of a node or group that `node.port` names.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` that lists the ports, or suggests one.
  func input(_ port: SourceName, of node: NodeID, in graph: some GraphReading) throws(Diagnostic) -> InputPort {
    let groups = evaluator.subgraphs
    let inputs =
      InstanceID(node).map { groups.inputs(of: $0).map(\.name) }
      ?? (try? graph.kind(of: node).inputs.map(\.name)) ?? []
    if let index = inputs.firstIndex(of: port.text) { return node.input(index) }
    let owner = graph.name(of: node) ?? groups.name(of: node) ?? InstanceID(node).map(groups.title) ?? node.description
    throw Diagnostic(
      .port, "\(owner) has no input '\(port.text)'", port.range,
      hint: Suggestion.hint(for: port.text, among: inputs)
        ?? (inputs.isEmpty ? nil : "it has \(inputs.joined(separator: ", "))"))
  }

  /// The sources of a node's inputs, in the order of the inputs, each once.
  func sources(of node: NodeID) -> [NodeID] {
    let graph = evaluator.graph
    guard let inputs = try? graph.kind(of: node).inputs else { return [] }
    var seen: Set<NodeID> = []
    return inputs.indices.flatMap { graph.sources(of: node.input($0)) }.map(\.node).filter { seen.insert($0).inserted }
  }

  // MARK: Formulas

  package func isFormula(_ node: NodeID) -> Bool { text(of: node) != nil }

  /// The kind of a node, whose inputs have the current names of their sources if the node is a formula of the root. In the graph,
  /// inputs of a formula keep the names from before a renaming until these are needed. In a group they are always current, and
  /// sources outside of it have other names there.
  ///
  /// - Complexity: O(inputs) for a formula, else O(1).
  package func kind(of node: NodeID) -> NodeKind? {
    guard let kind = try? evaluator.graph.kind(of: node) else { return nil }
    guard !kind.inputs.isEmpty, isAtRoot(node), isFormula(node) else { return kind }
    let names = kind.inputs.indices.map { index in
      evaluator.graph.sources(of: node.input(index)).first.flatMap { evaluator.graph.name(of: $0.node) }
        ?? kind.inputs[index].name
    }
    if zip(kind.inputs, names).allSatisfy({ $0.name == $1 }) { return kind }
    let inputs = zip(kind.inputs, names).map { input, name in
      NodeKind.Input(name, input.type, arity: input.arity, hasDefault: input.hasDefault)
    }
    return NodeKind(kind.name, inputs: inputs, outputs: kind.outputs)
  }

  /// The formula of a node, parsed again, with the names that its functions use.
  func formula(of node: NodeID) -> Formula? {
    text(of: node).flatMap { text in
      guard let formula = try? Formula(text) else { return nil }
      let resolved = (try? formula.resolved(in: functions.all)) ?? formula
      return (try? withColumns(resolved)) ?? resolved
    }
  }

  /// Resolves the functions of a formula to their current definitions.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown function, and for a wrong number of arguments.
  package func resolved(_ formula: Formula) throws(Diagnostic) -> Formula {
    let formula = try withColumns(formula)
    if formula.functions.isEmpty { return formula }
    try checkCalls(in: formula)
    return try formula.resolved(in: functions.all)
  }

  /// Checks that the functions that a formula calls exist and take that many arguments.
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

  /// The definition of a node; empty if it says no more than the value.
  package func detail(of node: NodeID) -> String {
    let definition = uncertainty(of: node)?.text ?? definition(of: node)
    if definition.utf8.count > MessageText.limit {
      // A long list that is written out says no more than its value.
      return definition.utf8.first == UInt8(ascii: "[") && inputTypes(of: node).isEmpty
        ? "" : MessageText.shortened(definition)
    }
    return definition == evaluator.nodeValue(of: node).text ? "" : definition
  }

  /// The type of a node's first output.
  func outputType(of node: NodeID) -> PortType? { evaluator.graph.firstOutputType(of: node) }

  func currentValue(of node: NodeID) -> NodeValue { evaluator.nodeValue(of: node) }

  /// Nodes in evaluation order.
  func evaluatorOrder(of nodes: Set<NodeID>) -> [NodeID] { evaluator.graph.inEvaluationOrder(nodes) }

  /// The types of a node's inputs, in order.
  func inputTypes(of node: NodeID) -> [CalculatorType] {
    ((try? evaluator.graph.kind(of: node).inputs) ?? []).compactMap { CalculatorType($0.type) }
  }

  /// Binds a formula to the nodes that its names refer to now.
  ///
  /// - Parameters:
  ///   - formula: The formula.
  ///   - readsPaths: Whether names may have paths. Allowed only for formulas that are not stored.
  /// - Returns: The formula with its nodes.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name or a wrong type.
  func bind(_ formula: Formula, readsPaths: Bool = false) throws(Diagnostic) -> BoundFormula {
    let formula = try resolved(formula)
    var nodes: [NodeID] = []
    for (index, name) in formula.names.enumerated() {
      do throws(Diagnostic) {
        // Functions read names of the root only.
        if index >= formula.ownNameCount, let node = rootNode(named: name.text) {
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

  /// Binds a formula, whose functions are resolved, to nodes. Some nodes may be missing; `type` returns the type of each input
  /// in any case.
  func bind(
    _ formula: Formula, to nodes: [NodeID?], type: (Int) -> PortType?
  ) throws(Diagnostic) -> BoundFormula {
    var types: [CalculatorType] = []
    for (index, name) in formula.names.enumerated() {
      guard let type = type(index).flatMap(CalculatorType.init) else {
        throw Diagnostic(.type, "'\(name.text)' has a value that formulas can't use", name.range)
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
        // A changed function may use another name at this position.
        return (former.first { $0.name == formula.names[index].text } ?? former[index...].first)?.type
          ?? CalculatorType.number.port
      }
      return (try? graph.kind(of: source))?.outputs.first?.type
    }
  }

  /// The node in a group that a formula's name refers to: the source of the input of that name, or the output of that name.
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

  /// Evaluates an expression without adding a node.
  package func evaluate(_ formula: Formula) throws(Diagnostic) -> NodeValue {
    try bind(formula, readsPaths: true).value(in: evaluator)
  }

  /// Evaluates an expression; throws if it fails or is pending.
  package func constant(_ formula: Formula) throws(Diagnostic) -> CalculatorValue {
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
