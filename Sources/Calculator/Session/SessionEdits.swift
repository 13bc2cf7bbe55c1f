// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The edits of statements: definitions, nodes of kinds, ports.
extension Session {
  // MARK: Formulas

  /// Gives a name a formula.
  func define(_ name: SourceName, as formula: Formula) throws(Diagnostic) -> Result {
    let bound = try formulas.bind(formula)
    try refuseCycle(name, node(named: name.text), bound)
    return try define(name, as: bound)
  }

  /// Gives a name a formula that closes no cycle. A Number that is given a constant stays a Number.
  func define(_ name: SourceName, as bound: BoundFormula) throws(Diagnostic) -> Result {
    let present = node(named: name.text)
    let constant = bound.constant
    // What a function or a file gives may change, so only a formula can have it.
    let isFixed = bound.formula.isFixed || present.map(formulas.isFormula) == true
    if let present, let constant, isFixed, let receipt = set(present, to: constant) {
      if formulas.isFormula(present) { formulas.texts[present] = bound.text }
      return result(of: receipt, editing: present)
    }
    let definition = constant?.definition ?? formulas.definition(of: bound)
    var defined = present
    let receipt = try edit(name.range) { edit in
      if let present {
        if edit.isComputing(present, bound) { return }
        let helpers = edit.helpers(of: present)
        try edit.replaceDefinition(of: present, by: definition, bound)
        try edit.removeIdle(helpers)
      } else {
        defined = try edit.add(bound, definition, named: name.text)
      }
    }
    guard let defined else { return Result() }
    missing.resolve(name.text)
    setFormula(bound, of: defined)
    return result(of: receipt, editing: defined)
  }

  /// Gives a source another value of its type; `nil` if the node is none.
  private func set(_ node: NodeID, to value: CalculatorValue) -> Receipt? {
    // Quantities are carried as numbers: 5 mi is another value than 5 km.
    guard formulas.outputType(of: node) == value.type.port else { return nil }
    return try? evaluator.edit { edit throws(GraphError) in try edit.set(node, toConstant: value) }
  }

  /// Refuses a formula that would make a name depend on itself, and shows the way: through the node that has the name, or
  /// through formulas that wait for it.
  private func refuseCycle(_ name: SourceName, _ present: NodeID?, _ bound: BoundFormula) throws(Diagnostic) {
    if present == nil, missing.isEmpty { return }
    let starts = present.map { [$0] } ?? missing.formulas(waitingFor: name.text)
    try refuseCycle(name, starts, bound.formula, bound.nodes, isNew: present == nil)
  }

  /// Refuses a formula that reads what depends on the name that it is given to.
  ///
  /// - Parameters:
  ///   - name: The name that gets the formula.
  ///   - starts: The node that has the name, or the formulas that wait for it.
  ///   - formula: The formula.
  ///   - sources: The nodes that its names stand for.
  ///   - isNew: Whether no node has the name.
  /// - Throws: A ``Diagnostic`` at the first name that closes a cycle.
  func refuseCycle(
    _ name: SourceName, _ starts: [NodeID], _ formula: Formula, _ sources: [NodeID?], isNew: Bool = false
  ) throws(Diagnostic) {
    for start in starts {
      for (source, used) in zip(sources, formula.names) {
        guard let source, let path = evaluator.graph.path(from: start, to: source) else { continue }
        let names = path.compactMap(formulas.listedNames())
        var diagnostic = Diagnostic.cycle([name.text] + names.dropFirst(isNew ? 0 : 1) + [name.text], used.range)
        if start == source, !isNew, let value = try? formulas.evaluate(formula), case .value(let new) = value {
          diagnostic.hint =
            "a name is what its formula says; for its new value write \(name.spelling) = \(new.exactText)"
        }
        throw diagnostic
      }
    }
  }

  // MARK: Kinds

  /// Gives a node another kind. Connections to ports of the same name and type stay, and a node that becomes a Number
  /// keeps its number; if it has none, it becomes 0.
  ///
  /// - Parameters:
  ///   - name: The name of a node.
  ///   - kind: The name of a kind, such as `Add`.
  /// - Returns: What changed.
  /// - Throws: A ``Diagnostic`` for an unknown name or kind, and if another node could not use the node any more; the
  ///   session is unchanged.
  public func setKind(of name: SourceName, to kind: SourceName) throws(Diagnostic) -> Result {
    if let scope = formulas.path.scope {
      guard case .node? = formulas.names.meaning(of: name.text) else {
        if let node = node(named: name.text) { try requireOwn(node, name) }
        throw formulas.unknown(name)
      }
      return try timeline.recorded(stepTitle("kind \(name.spelling) \(kind.text)")) { () throws(Diagnostic) in
        try construct(name, Construction(kind: kind, arguments: []), keepsNumber: true, in: scope)
      }
    }
    _ = try ownNode(name)
    try refuseNamedResults(name)
    return try timeline.recorded("kind \(name.spelling) \(kind.text)") { () throws(Diagnostic) in
      try construct(name, Construction(kind: kind, arguments: []), keepsNumber: true)
    }
  }

  /// Makes a node of a kind, or gives a node that kind.
  func construct(
    _ name: SourceName, _ construction: Construction, keepsNumber: Bool = false
  ) throws(Diagnostic) -> Result {
    let kind = construction.kind.text
    let isNumber = kind == CalculatorKinds.number.kind.name
    let present = node(named: name.text)
    var feeds: [(SourceName, Formula)] = []
    var number = 0.0
    if keepsNumber, let present, case .value(.number(let present)) = value(of: present) { number = present }
    for argument in construction.arguments {
      guard isNumber, argument.port.text == "value" else {
        feeds.append((argument.port, argument.formula))
        continue
      }
      let value = try formulas.constant(argument.formula)
      guard argument.formula.names.isEmpty, argument.formula.isFixed, case .number(let given) = value else {
        throw Diagnostic(.type, "the value of a Number is a constant number", argument.formula.range)
      }
      number = given
    }
    var made = present
    let receipt = try edit(name.range) { edit in
      if let present {
        let helpers = edit.helpers(of: present)
        try edit.setKind(of: present, to: kind)
        try edit.removeIdle(helpers)
      } else {
        made = try edit.add(kind, named: name.text)
      }
      guard let made else { return }
      if isNumber { try edit.graph.set(made, to: number) }
      for (port, formula) in feeds { try edit.feed(formula, to: made, port) }
    }
    guard let made else { return Result() }
    setNoFormula(of: made, named: name.text)
    return result(of: receipt, editing: made)
  }

  // MARK: Ports

  /// Refuses a name for a node that a group gives.
  func refuseOutput(_ name: SourceName) throws(Diagnostic) {
    if evaluator.subgraphs.isEmpty { return }
    if let node = node(named: name.text) { return try requireOwn(node, name) }
    if formulas.names.isShared(name.text) { throw formulas.unknown(name) }
    guard formulas.names.group(titled: name.text) != nil else { return }
    throw Diagnostic(.name, "'\(name.text)' is a group; nothing changed", name.range, hint: "take another name")
  }

  /// Gives a port a value or a formula.
  func assign(_ formula: Formula, to target: PortReference) throws(Diagnostic) -> Result {
    let node = try formulas.nodeWithPorts(target, hint: "redefine it with '\(target.node.spelling) = …'")
    let receipt = try edit(target.range) { edit in try edit.feed(formula, to: node, target.port) }
    return result(of: receipt, editing: InstanceID(node) == nil ? [node] : [])
  }

  /// Connects a node to a port, replacing what is connected there.
  func connect(_ source: SourceName, to target: PortReference) throws(Diagnostic) -> Result {
    let sourceNode = try formulas.node(source)
    let node = try formulas.nodeWithPorts(target, hint: "redefine it with '\(target.node.spelling) = …'")
    let receipt = try edit(source.range) { edit in
      let helpers = edit.helpers(of: node)
      try edit.connect(sourceNode, to: try formulas.input(target.port, of: node, in: edit.graph))
      try edit.removeIdle(helpers)
    }
    return result(of: receipt, editing: InstanceID(node) == nil ? [node] : [])
  }

  private func input(_ target: PortReference) throws(Diagnostic) -> InputPort {
    try formulas.input(target.port, of: try formulas.nodeWithPorts(target), in: evaluator.graph)
  }

  /// What an input reads, also that of a group.
  private func sources(of input: InputPort) -> [OutputPort] {
    evaluator.subgraphs.targets(of: input).first.map { evaluator.graph.sources(of: $0) } ?? []
  }

  /// Disconnects an input, which then has the value it was given, or its default.
  ///
  /// - Parameter target: The input of a node that is not a formula.
  /// - Returns: What changed.
  /// - Throws: A ``Diagnostic`` if there is no such input, or nothing is connected to it; the session is unchanged.
  public func disconnect(_ target: PortReference) throws(Diagnostic) -> Result {
    if let scope = formulas.path.scope { return try disconnect(target, in: scope) }
    let input = try input(target)
    guard !sources(of: input).isEmpty else {
      throw Diagnostic(.port, "nothing is connected to \(target.node.text).\(target.port.text)", target.range)
    }
    return try timeline.recorded("disconnect \(target.spelling)") { () throws(Diagnostic) in
      let receipt = try edit(target.range) { edit in
        let helpers = edit.helpers(of: input.node)
        try edit.graph.disconnect(input)
        try edit.removeIdle(helpers)
      }
      return result(of: receipt, editing: InstanceID(input.node) == nil ? [input.node] : [])
    }
  }

  /// Connects a node to an input, or disconnects them if they are connected.
  ///
  /// - Parameters:
  ///   - source: The name of a node.
  ///   - target: The input of a node that is not a formula.
  /// - Returns: What changed.
  /// - Throws: A ``Diagnostic`` if one of them is unknown, or the connection is refused; the session is unchanged.
  public func toggle(_ source: SourceName, _ target: PortReference) throws(Diagnostic) -> Result {
    if let scope = formulas.path.scope { return try toggle(source, target, in: scope) }
    let (output, input) = (try formulas.node(source).output, try input(target))
    if sources(of: input).contains(output) { return try disconnect(target) }
    return try run(
      Statement(
        form: .connection(source: source, target: target), range: source.range.lowerBound..<target.range.upperBound))
  }

  // MARK: Nodes

  /// Moves a node in pictures that show positions. Nothing is evaluated.
  ///
  /// - Parameters:
  ///   - name: The name of a node, or the title of a group.
  ///   - position: The new position, in canvas points.
  /// - Throws: A ``Diagnostic`` for an unknown name.
  public func move(_ name: SourceName, to position: GraphPoint) throws(Diagnostic) {
    let scope = formulas.path.scope
    let node = try shownMember(name)
    guard evaluator.subgraphs.position(of: node) != position else { return }
    let place = "\(NumberText.exact(position.x)) \(NumberText.exact(position.y))"
    _ = try timeline.recorded(stepTitle("move \(name.spelling) \(place)")) { () throws(Diagnostic) in
      try edit(name.range) { edit in
        guard scope != nil else { return try edit.graph.move(node, to: position) }
        try edit.graph.change(in: scope) { inner in try inner.move(node, to: position) }
      }
    }
  }

  /// Removes a node; formulas that use it fail with `unset input` until a node has its name again. Inside a group this happens in
  /// all instances, unless a node outside the group reads it. A function of one's own is removed if it is unused.
  ///
  /// - Parameter name: The name of a node or function.
  /// - Returns: What changed; the node itself is not in it.
  /// - Throws: A ``Diagnostic`` for an unknown name, and for a function of one's own that is used.
  /// - Complexity: O(degree, and nodes that run); for a function, O(length of all formulas).
  public func delete(_ name: SourceName) throws(Diagnostic) -> Result {
    if isFunction(name) { return try deleteFunction(name) }
    if let scope = formulas.path.scope { return try delete(name, in: scope) }
    if let all = namedResults(name.text) { return try delete(all, name) }
    try refuseNamedResults(name)
    if self.node(named: name.text) == nil, isGroup(name) { return try deleteGroup(name) }
    let node = try ownNode(name)
    return try timeline.recorded("delete \(name.spelling)") { () throws(Diagnostic) in try remove([(node, name)]) }
  }

  /// Removes nodes; what is in the result is what else has changed.
  func remove(_ removed: [(node: NodeID, name: SourceName)]) throws(Diagnostic) -> Result {
    let nodes = Set(removed.map(\.node))
    let consumers = removed.map { node, _ in
      evaluator.graph.consumers(of: node.output).map(\.node).filter {
        formulas.isAtRoot($0) && formulas.isFormula($0) && !nodes.contains($0)
      }
    }
    let receipt = try edit(removed.first?.name.range ?? 0..<0) { edit in
      for (index, node) in removed.map(\.node).enumerated() {
        let helpers = edit.helpers(of: node)
        // The failure of an unset input says its name.
        for consumer in consumers[index] { try edit.refreshPorts(of: consumer) }
        try edit.graph.remove(node)
        try edit.removeIdle(helpers)
      }
    }
    for (index, name) in removed.map(\.name).enumerated() {
      missing.add(consumers[index], waitingFor: name.text)
      formulas.functions.lose(name.text)
    }
    var result = result(of: receipt, editing: removed.map(\.node))
    let names = Set(removed.map(\.name.text))
    result.changes.removeAll { names.contains($0.name) }
    for node in nodes { forget(node) }
    return result
  }
}

extension Diagnostic {
  /// A refusal of the graph.
  init(_ error: GraphError, _ range: Range<Int>, in evaluator: Evaluator) {
    let groups = evaluator.subgraphs
    let text = groups.definitions.isEmpty ? evaluator.graph.describe(error) : groups.describe(error)
    switch error {
    case .cycle(let path):
      let names = evaluator.names(along: path.map(\.node))
      self = .cycle(names + names.prefix(1), range)
    case .typeMismatch, .literalMismatch: self.init(.type, text, range)
    case .noSuchInput, .noSuchOutput, .occupied, .takesNoLiteral: self.init(.port, text, range)
    case .unknownKind: self.init(.kind, text, range)
    default: self.init(.name, text, range)
    }
  }

  /// A name would depend on itself: the way from it back to it.
  static func cycle(_ names: [String], _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .cycle, "\(names.last ?? "it") would depend on itself; nothing changed", range,
      notes: [way(names)])
  }

  /// A way from node to node; the middle of a long one is left out.
  static func way(_ names: [String]) -> String {
    let end = 6
    if names.count <= 2 * end + 1 { return names.joined(separator: " → ") }
    let hidden = "… \(names.count - 2 * end) more …"
    return (names.prefix(end) + [hidden] + names.suffix(end)).joined(separator: " → ")
  }
}
