// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Statements inside of a group: they change its definition, and so all its instances.
extension Session {
  /// Runs a statement inside of a group.
  func run(_ statement: Statement, in scope: InstanceID) throws(Diagnostic) -> Result {
    switch statement.form {
    case .expression(let formula): return try evaluated(withLiterals(formula))
    case .function(let name, let parameters, let results):
      // Functions are those of the whole document.
      return try timeline.recorded(stepTitle(statement.text)) { () throws(Diagnostic) in
        try define(name, of: parameters, as: results)
      }
    case .command(let command):
      throw Diagnostic(.command, "unknown command '\(command.name.text)'", command.name.range)
    case .definition, .assignment, .elementAssignment, .construction, .connection:
      return try timeline.recorded(stepTitle(statement.text)) { () throws(Diagnostic) in
        try edit(statement, in: scope)
      }
    }
  }

  private func edit(_ statement: Statement, in scope: InstanceID) throws(Diagnostic) -> Result {
    switch statement.form {
    case .definition(let name, let formula): try define(name, as: formula, in: scope)
    case .assignment(let target, let formula): try assign(formula, to: target, in: scope)
    case .elementAssignment(let name, let place, let formula):
      try assign(formula, toElement: place, of: name) { (text) throws(Diagnostic) in
        try self.define(name, as: try Formula(text), in: scope)
      }
    case .construction(let name, let construction): try construct(name, construction, in: scope)
    case .connection(let source, let target): try connect(source, to: target, in: scope)
    case .expression, .function, .command: Result()
    }
  }

  /// The formula with their values in place of inputs that no node feeds.
  private func withLiterals(_ formula: Formula) throws(Diagnostic) -> Formula {
    var values: [String: String] = [:]
    for name in formula.names {
      if let value = formulas.names.literal(ofInput: name.text) { values[name.text] = "(\(value.exactText))" }
    }
    return values.isEmpty ? formula : try Formula(formula.text(replacing: values))
  }

  /// Gives a name of a group a formula, in all instances or in none.
  private func define(_ name: SourceName, as formula: Formula, in scope: InstanceID) throws(Diagnostic) -> Result {
    guard let definition = evaluator.subgraphs.definition(of: scope) else { return Result() }
    let present = try target(name, in: scope)
    let change = try bind(formula, to: name, in: scope)
    let waiting = present == nil ? waitingInputs(for: [name.text], in: scope) : []
    try refuseCycle(
      name, present.map { [$0] } ?? waiting.map(\.node), change.bound.formula, change.sources.map(\.node),
      isNew: present == nil)
    let constant = change.bound.constant
    if let present, let constant, formulas.outputType(of: present) == constant.type.port, change.bound.names.isEmpty,
      (try? evaluator.graph.kind(of: present).inputs.isEmpty) == true
    {
      return try set(present, to: constant, change.bound.text, of: definition, in: scope, name)
    }
    let made = constant?.definition ?? formulas.definition(of: change.bound)
    let type = made.kind.outputs.first?.type
    return try changing(
      scope, name.range, of: present, to: type, adopting: waiting, outer: [change]
    ) { edit in
      guard let present else { return [try edit.add(change, named: name.text)] }
      let held = formulas.text(of: present) == nil ? try edit.hold(change) : nil
      if held != nil {
        // Inputs of a kind that happen to be called the same are others.
        for index in try evaluator.graph.kind(of: present).inputs.indices {
          try edit.feed(present.input(index), from: nil)
          try edit.inner.clearLiteral(present.input(index))
        }
      }
      try edit.inner.setDefinition(of: present, to: made)
      for (index, source) in change.sources.enumerated() { try edit.feed(present.input(index), from: source) }
      if let held { try edit.inner.remove(held) }
      edit.texts.append((present, change.bound.text))
      return [present]
    }
  }

  /// A formula whose names are found in a group.
  struct InnerFormula {
    let bound: BoundFormula
    let sources: [ScopeNames.Meaning]
    /// The names that are to be inputs of the group, what they stand for outside, and in which of the groups that were entered:
    /// by its place among these, −1 around all of them.
    var outer: [(name: String, meaning: ScopeNames.Meaning, place: Int)] = []
  }

  /// The node that has a name in a group; refuses names that stand for something else there.
  func target(_ name: SourceName, in scope: InstanceID) throws(Diagnostic) -> NodeID? {
    switch formulas.names.meaning(of: name.text) {
    case .node(let node): return node
    case .output(_, let node):
      try requireOwn(node, name)
      return nil
    case .input:
      throw Diagnostic(
        .name, "'\(name.text)' is an input of \(breadcrumb.last ?? "the group"); nothing changed", name.range,
        hint: "outside it is what '\(name.spelling)' is connected to")
    case nil:
      if formulas.names.isShared(name.text) { throw formulas.unknown(name) }
      if formulas.names.group(titled: name.text) == nil, formulas.functions[name.text] == nil { return nil }
      throw Diagnostic(.name, "the name '\(name.text)' is taken; nothing changed", name.range)
    }
  }

  func bind(_ formula: Formula, to name: SourceName, in scope: InstanceID) throws(Diagnostic) -> InnerFormula {
    if !formula.columns.isEmpty {
      throw Diagnostic(
        .kind, "a group can't read a file; nothing changed", formula.range,
        hint: "give the column a name outside, and use that")
    }
    try requireCallable(formula)
    let formula = try formulas.resolved(formula)
    let names = formulas.names
    var sources: [ScopeNames.Meaning] = []
    var outer: [(name: String, meaning: ScopeNames.Meaning, place: Int)] = []
    var types: [PortType?] = []
    for used in formula.names {
      guard let meaning = names.meaning(of: used.text) else {
        if names.isShared(used.text) { throw formulas.unknown(used) }
        let (meaning, place) = try outerMeaning(of: used)
        if used.text == name.text {
          throw Diagnostic(
            .name,
            "'\(name.text)' can't be an input of \(breadcrumb.last ?? "the group") and a node of it; nothing changed",
            used.range, hint: "take another name")
        }
        outer.append((used.text, meaning, place))
        types.append(type(of: meaning, in: self.names(at: place)))
        sources.append(.input(used.text, nil))
        continue
      }
      types.append(type(of: meaning, in: names))
      sources.append(meaning)
    }
    let bound = try formulas.bind(formula, to: sources.map(\.node)) { types[$0] }
    return InnerFormula(bound: bound, sources: sources, outer: outer)
  }

  func type(of meaning: ScopeNames.Meaning, in names: ScopeNames) -> PortType? {
    if case .input(let port, _) = meaning { return names.type(ofInput: port) }
    return meaning.node.flatMap { formulas.outputType(of: $0) }
  }

  /// The names in one of the groups that were entered, or around all of them.
  private func names(at place: Int) -> ScopeNames {
    formulas.names(in: place < 0 ? nil : formulas.path.instances[place])
  }

  /// What a name stands for outside of a group that doesn't know it: in the next group around that does.
  private func outerMeaning(of name: SourceName) throws(Diagnostic) -> (meaning: ScopeNames.Meaning, place: Int) {
    let groups = evaluator.subgraphs
    let path = formulas.path.instances
    for place in (-1..<path.count - 1).reversed() {
      guard let meaning = names(at: place).meaning(of: name.text) else { continue }
      // What gets an input has to find the name wherever it is used.
      for level in place + 1..<path.count {
        let around = level == 0 ? nil : groups.definition(of: path[level - 1])
        let instances = groups.definition(of: path[level]).map { groups.instances(of: $0) } ?? []
        let isAlike = instances.allSatisfy { groups.scope(of: $0.node).flatMap { groups.definition(of: $0) } == around }
        if isAlike { continue }
        throw Diagnostic(
          .name,
          "'\(name.text)' lies outside of \(groups.title(of: path[level])), which is used elsewhere too; nothing changed",
          name.range, hint: "write a value, and have it read '\(name.text)' from outside by an input it has")
      }
      return (meaning, place)
    }
    throw formulas.unknown(name)
  }

  /// Connects new inputs of a group outside, in all instances; through groups between by inputs of these.
  func feedOutside(_ change: InnerFormula, of definition: DefinitionID, _ edit: Edit) throws {
    let groups = evaluator.subgraphs
    let path = formulas.path.instances
    for (name, meaning, place) in change.outer {
      for level in (place + 1..<path.count).reversed() {
        let around = level == 0 ? nil : path[level - 1]
        guard let definition = groups.definition(of: path[level]),
          let index = groups.inputs(of: definition).firstIndex(where: { $0.name == name })
        else { continue }
        try edit.change(in: around) { outer in
          for instance in groups.instances(in: around) where groups.definition(of: instance) == definition {
            let input = instance.node.input(index)
            try feed(input, from: level == place + 1 ? meaning : .input(name, nil), in: outer)
          }
        }
      }
    }
  }

  /// Gives a constant of a group another value: in all instances that have what this one has.
  private func set(
    _ node: NodeID, to value: CalculatorValue, _ text: String, of definition: DefinitionID, in scope: InstanceID,
    _ name: SourceName
  ) throws(Diagnostic) -> Result {
    let before = formulas.text(of: node)
    let receipt = try edit(name.range) { edit in
      try edit.graph.change(definition, lookingAt: scope) { inner in try inner.set(node, toConstant: value) }
    }
    // A Number stays one. An instance that has a value or a text of its own keeps it.
    let given = try? evaluator.calculatorValue(of: node)
    for other in before == nil ? [] : evaluator.subgraphs.counterparts(of: node)
    where other == node
      || formulas.text(of: other) == before && (try? evaluator.calculatorValue(of: other)) == given
    {
      formulas.texts[other] = text
    }
    return result(of: receipt, editing: node)
  }

  /// Makes a name of the group that was entered one of its outputs, in all instances.
  ///
  /// - Parameter name: The name of a node of the group, or of what a group in it gives.
  /// - Throws: A ``Diagnostic`` outside of all groups, for an unknown name, for an input, and for what is an output already; the
  ///   session is unchanged.
  /// - Complexity: O(ports of the group)
  public func expose(_ name: SourceName) throws(Diagnostic) {
    guard let scope = formulas.path.scope, let definition = evaluator.subgraphs.definition(of: scope) else {
      throw Diagnostic(
        .command, "outside of groups every name can be read", name.range, hint: "enter GROUP, then expose a name of it")
    }
    let output: OutputPort
    switch formulas.names.meaning(of: name.text) {
    case .node(let node): output = node.output
    case .output(let port, _): output = port
    case .input:
      throw Diagnostic(.name, "'\(name.text)' is an input of \(breadcrumb.last ?? "the group")", name.range)
    case nil: throw formulas.unknown(name)
    }
    let outputs = evaluator.subgraphs.outputs(of: definition).indices.map { scope.node.output($0) }
    let source = evaluator.subgraphs.source(of: output)
    if outputs.contains(where: { evaluator.subgraphs.source(of: $0) == source }) {
      throw Diagnostic(.port, "\(breadcrumb.last ?? "the group") gives '\(name.text)' already", name.range)
    }
    try timeline.recorded(stepTitle("expose \(name.spelling)")) { () throws(Diagnostic) in
      _ = try edit(name.range) { edit in
        try edit.graph.change(definition, lookingAt: scope) { inner in try inner.expose(output, as: name.text) }
      }
    }
  }

  /// Removes a node of a group in all instances, unless something outside reads it. Formulas of the group that use it fail until a
  /// node has its name again.
  func delete(_ name: SourceName, in scope: InstanceID) throws(Diagnostic) -> Result {
    guard case .node(let node)? = formulas.names.meaning(of: name.text) else {
      if isGroup(name) { return try deleteGroup(name) }
      if formulas.names.meaning(of: name.text) == nil { throw formulas.unknown(name) }
      throw Diagnostic(.name, "'\(name.text)' is no node of \(breadcrumb.last ?? "the group")", name.range)
    }
    let groups = evaluator.subgraphs
    for counterpart in groups.counterparts(of: node) {
      let reader = evaluator.graph.consumers(of: counterpart.output).first { reader in
        !groups.path(of: reader.node).instances.contains { $0 == groups.scope(of: counterpart) }
      }
      guard let reader else { continue }
      throw Diagnostic(
        .name, "\(formulas.title(of: reader.node)) reads '\(name.text)'; nothing changed", name.range,
        hint: "change that first")
    }
    return try timeline.recorded(stepTitle("delete \(name.spelling)")) { () throws(Diagnostic) in
      try changing(scope, name.range, of: node) { change in
        try change.inner.remove(node)
        return []
      }
    }
  }
}
