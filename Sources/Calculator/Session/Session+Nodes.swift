// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Nodes of the calculator's kinds, and their ports.
extension Session {
  /// Makes an edit; what the graph refuses becomes a diagnostic at `range`.
  func edit(_ range: Range<Int>, _ body: (Edit) throws -> Void) throws(Diagnostic) -> Receipt {
    fed = []
    do {
      let receipt = try evaluator.edit(body)
      for (node, bound) in fed {
        formulas[node] = bound.formula.text
        wait(bound, for: node)
      }
      return receipt
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch let error as GraphError {
      throw diagnostic(error, range, in: evaluator.graph)
    } catch {
      throw Diagnostic(.domain, "\(error)", range)
    }
  }

  private func diagnostic(_ error: GraphError, _ range: Range<Int>, in graph: Graph) -> Diagnostic {
    switch error {
    case .cycle(let path):
      // The formulas of ports have no names.
      let names = path.compactMap { graph.name(of: $0.node) }
      return .cycle(names + names.prefix(1), range)
    case .typeMismatch, .literalMismatch: return Diagnostic(.type, graph.describe(error), range)
    case .noSuchInput, .noSuchOutput, .occupied, .takesNoLiteral: return Diagnostic(.port, graph.describe(error), range)
    case .unknownKind: return Diagnostic(.kind, graph.describe(error), range)
    default: return Diagnostic(.name, graph.describe(error), range)
    }
  }

  /// Gives a node another kind. Connections to ports of the same name and type stay, and a node that becomes a Number
  /// keeps the number that it has; if it has none, it is 0.
  ///
  /// - Parameters:
  ///   - name: The name of a node.
  ///   - kind: The name of a kind, such as `Add`.
  /// - Returns: What changed.
  /// - Throws: A ``Diagnostic`` for an unknown name or kind, and if something else could not use the node any more;
  ///   nothing has changed.
  public func setKind(of name: SourceName, to kind: SourceName) throws(Diagnostic) -> Result {
    _ = try node(name)
    return try recorded("kind \(SourceName.spelling(name.text)) \(kind.text)") { () throws(Diagnostic) in
      try construct(name, Construction(kind: kind, arguments: []), keepsNumber: true)
    }
  }

  func construct(
    _ name: SourceName, _ construction: Construction, keepsNumber: Bool = false
  ) throws(Diagnostic) -> Result {
    let kind = construction.kind.text
    let present = node(named: name.text)
    var feeds: [(SourceName, Formula)] = []
    var given = 0.0
    if keepsNumber, let present, case .value(.number(let number)) = value(of: present) { given = number }
    for argument in construction.arguments {
      if kind == CalculatorKinds.number.kind.name, argument.port.text == "value" {
        let value = try constant(argument.formula)
        guard argument.formula.names.isEmpty, case .number(let number) = value else {
          throw Diagnostic(.type, "the value of a Number is a constant number", argument.formula.range)
        }
        given = number
      } else {
        feeds.append((argument.port, argument.formula))
      }
    }
    var made = present
    let receipt = try edit(name.range) { edit in
      if let present {
        let helpers = helpers(of: present, in: edit)
        let wanted = CalculatorKinds.all.first { $0.kind.name == kind }?.kind
        let former = try edit.kind(of: present)
        // One without code, of a document, may be called like a kind.
        let isSame = formulas[present] == nil && former == wanted
        let changesType = former.outputs.map(\.type) != wanted?.outputs.map(\.type)
        try retype(present, in: edit, changesType: changesType) {
          if isSame { return }
          try edit.setKind(of: present, to: kind, matching: .name)
          // What a formula named is not connected to ports that happen to be called so.
          if formulas[present] != nil {
            for index in try edit.kind(of: present).inputs.indices { try edit.disconnect(present.input(index)) }
          }
        }
        try removeIdle(helpers, in: edit)
      } else {
        made = try edit.add(kind, named: name.text)
        try adopt(waiting(for: name.text), in: edit)
      }
      guard let made else { return }
      if kind == CalculatorKinds.number.kind.name { try edit.set(made, to: given) }
      for (port, formula) in feeds { try feed(formula, to: made, port, in: edit) }
    }
    guard let made else { return Result() }
    formulas[made] = nil
    orphans[name.text] = nil
    return result(of: receipt, editing: made)
  }

  func assign(_ formula: Formula, to target: PortReference) throws(Diagnostic) -> Result {
    let node = try node(target.node)
    if formulas[node] != nil {
      throw Diagnostic(
        .port, "\(target.node.text) is a formula: its inputs are the names in it", target.range,
        hint: "define it anew with '\(SourceName.spelling(target.node.text)) = …'")
    }
    let receipt = try edit(target.range) { edit in
      try feed(formula, to: node, target.port, in: edit)
    }
    return result(of: receipt, editing: node)
  }

  func connect(_ source: SourceName, to target: PortReference) throws(Diagnostic) -> Result {
    let sourceNode = try node(source)
    let node = try node(target.node)
    if formulas[node] != nil {
      throw Diagnostic(.port, "\(target.node.text) is a formula: its inputs are the names in it", target.range)
    }
    let receipt = try edit(source.range) { edit in
      let helpers = helpers(of: node, in: edit)
      try connect(sourceNode, to: try self.port(target.port, of: node, in: edit), in: edit)
      try removeIdle(helpers, in: edit)
    }
    return result(of: receipt, editing: node)
  }

  /// Feeds a port: from a node if the formula is its name, with a literal if it is constant, else from a formula's
  /// node that has no name.
  private func feed(_ formula: Formula, to node: NodeID, _ port: SourceName, in edit: Edit) throws {
    let input = try self.port(port, of: node, in: edit)
    let bound = try bind(formula)
    let helpers = helpers(of: node, in: edit)
    if bound.nodes.isEmpty {
      try setLiteral(input, to: try constant(formula), in: edit)
      try edit.disconnect(input)
    } else if formula.isName {
      if let source = bound.nodes[0] { try connect(source, to: input, in: edit) }
    } else if !edit.sources(of: input).contains(where: { isFormula($0.node, formula, in: edit) }) {
      try feed(bound, to: input, in: edit)
    }
    try removeIdle(helpers, in: edit)
  }

  private func connect(_ source: NodeID, to input: InputPort, in edit: Edit) throws {
    if edit.sources(of: input) != [source.output] { try edit.connect(source.output, to: input, replacing: true) }
  }

  private func setLiteral(_ input: InputPort, to value: CalculatorValue, in edit: Edit) throws {
    if let present = evaluator.unconnectedValue(of: input), present.isIdentical(to: value) { return }
    switch value {
    case .number(let number): try edit.setLiteral(input, to: number)
    case .boolean(let boolean): try edit.setLiteral(input, to: boolean)
    case .color(let color): try edit.setLiteral(input, to: color)
    }
  }

  /// Whether a node has no name and that formula.
  private func isFormula(_ node: NodeID, _ formula: Formula, in edit: Edit) -> Bool {
    edit.name(of: node) == nil && formulas[node] == formula.text
  }

  /// Feeds a port from a formula's node that has no name.
  func feed(_ bound: Bound, to input: InputPort, in edit: Edit) throws {
    let helper = try edit.add(own: definition(of: bound))
    try connectInputs(of: helper, bound, in: edit, isNew: true)
    try edit.connect(helper.output, to: input, replacing: true)
    fed.append((helper, bound))
  }

  /// The formulas without a name that feed the inputs of a node.
  func helpers(of node: NodeID, in edit: Edit) -> [NodeID] {
    edit.connections(of: node).filter { $0.target.node == node }.map(\.source.node)
      .filter { edit.name(of: $0) == nil }
  }

  /// Removes those that nobody reads any more.
  func removeIdle(_ helpers: [NodeID], in edit: Edit) throws {
    for helper in helpers where !edit.connections(of: helper).contains(where: { $0.source.node == helper }) {
      try edit.remove(helper)
    }
  }

  private func constant(_ formula: Formula) throws(Diagnostic) -> CalculatorValue {
    switch try evaluate(formula) {
    case .value(let value): return value
    case .failure(let message, _): throw Diagnostic(.domain, message, formula.range)
    }
  }

  private func port(_ name: SourceName, of node: NodeID, in edit: Edit) throws -> InputPort {
    let inputs = try edit.kind(of: node).inputs.map(\.name)
    if let index = inputs.firstIndex(of: name.text) { return node.input(index) }
    let owner = edit.name(of: node) ?? node.description
    throw Diagnostic(
      .port, "\(owner) has no input '\(name.text)'", name.range,
      hint: Suggestion.hint(for: name.text, among: inputs)
        ?? (inputs.isEmpty ? nil : "it has \(inputs.joined(separator: ", "))"))
  }

  // MARK: Removal and names

  /// Removes a node; formulas that use it fail with `unset input` until it is defined again.
  ///
  /// - Throws: A ``Diagnostic`` for an unknown name.
  public func delete(_ name: SourceName) throws(Diagnostic) -> Result {
    let node = try node(name)
    return try recorded("delete \(SourceName.spelling(name.text))") { () throws(Diagnostic) in try remove(node, name) }
  }

  private func remove(_ node: NodeID, _ name: SourceName) throws(Diagnostic) -> Result {
    let consumers = evaluator.graph.consumers(of: node.output).map(\.node).filter { formulas[$0] != nil }
    let receipt = try edit(name.range) { edit in
      let helpers = helpers(of: node, in: edit)
      // The failure of an unset input says its name.
      for consumer in consumers { try refreshPorts(of: consumer, in: edit) }
      try edit.remove(node)
      try removeIdle(helpers, in: edit)
    }
    orphans[name.text, default: []] += consumers
    var result = result(of: receipt, editing: node)
    result.changes.removeAll { $0.name == name.text }
    forget(node)
    return result
  }
}

extension Formula {
  /// Whether the formula is a name and nothing else.
  var isName: Bool { names.count == 1 && steps.count == 1 }
}
