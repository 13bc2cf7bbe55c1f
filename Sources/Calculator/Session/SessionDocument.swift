// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Sessions as documents. A formula is a node of kind `formula` with its text; a formula without a name feeds a port.
///
/// ```json
/// { "formula" : "price * 3", "id" : "1", "inputs" : "price=0.value", "kind" : "formula", "name" : "total" }
/// ```
extension Session {
  /// The session as a document, from which ``init(document:reportsChanges:promptCommands:clock:)`` makes the same
  /// session.
  ///
  /// - Returns: The document, with formulas as text.
  /// - Throws: A ``NodeGraph/DocumentError`` for a value that no document can hold.
  /// - Complexity: O(nodes + connections).
  public func document() throws(DocumentError) -> GraphDocument {
    var document = try documentWithoutNodes()
    document.nodes = try documentNodes(from: 0, atMost: .max).nodes
    return document
  }

  /// The document without the nodes of the root.
  func documentWithoutNodes() throws(DocumentError) -> GraphDocument {
    let graph = evaluator.graph
    var document = try evaluator.documentWithoutNodes { addText(to: &$0, graph) }
    // Where a definition has no instances, the texts of its formulas are not known.
    let groups = evaluator.subgraphs
    document.definitions.removeAll { groups.instances(of: $0.id).isEmpty }
    document.others[DocumentFunctions.field] = DocumentFunctions.value(of: formulas.functions)
    document.others[DocumentScenarios.field] = DocumentScenarios.value(of: self)
    document.looks.changeConnections { wire in
      var wire = wire
      if let reader = graph.node(inDocument: wire.target.member), formulas.texts[reader] != nil {
        wire.target.port = inputName(wire.target.port, reading: wire.source.member, graph)
      }
      return wire
    }
    return document
  }

  /// The name of a formula's input in a document. After a renaming, the port may still have the former name.
  private func inputName(_ name: String, reading source: NodeID, _ graph: Graph) -> String {
    graph.name(of: source) ?? name
  }

  /// Some nodes of the document, in batches like those of `Evaluator`.
  func documentNodes(
    from slot: UInt32, atMost count: Int
  ) throws(DocumentError) -> (nodes: [DocumentNode], next: UInt32?) {
    let graph = evaluator.graph
    return try evaluator.documentNodes(from: slot, atMost: count) { addText(to: &$0, graph) }
  }

  private func addText(to node: inout DocumentNode, _ graph: Graph) {
    guard let text = formulas.texts[node.id] else {
      // In a group, a formula is an ordinary node, which keeps its text.
      if node.kind == FormulaReading.kind, node.others[FormulaReading.text] != nil {
        (node.isOwn, node.value) = (false, nil)
      }
      return
    }
    // The definition is made from the text when the document is loaded.
    node.isOwn = false
    for index in node.connections.indices {
      let connection = node.connections[index]
      node.connections[index].input = inputName(connection.input, reading: connection.source, graph)
    }
    // The value of a constant follows from its formula.
    node.value = nil
    node.others[FormulaReading.text] = .string(text)
    node.others[DocumentUncertainties.field] = formulas.uncertainty(of: node.id).map { .string($0.text) }
    // The field of the document that was opened belongs to a former formula. The type is known from the file only.
    node.others[FormulaReading.gives] = nil
    if text.utf8.contains(UInt8(ascii: "\"")), let formula = try? Formula(text), !formula.columns.isEmpty,
      let type = (try? graph.kind(of: node.id).outputs.first?.type).flatMap({ $0 }).flatMap(CalculatorType.init)
    {
      node.others[FormulaReading.gives] = .string(type.description)
    }
    let types = formulas.inputTypes(of: node.id)
    node.others[FormulaReading.types] =
      types.allSatisfy { $0 == .number } ? nil : .string(types.map(\.description).joined(separator: " "))
  }

  /// Loads a session from a document. Nodes without a name get one, unless they are formulas that feed a port.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - reportsChanges: Whether results say what a statement changed.
  ///   - promptCommands: The commands that need no dot, as at a prompt; `nil` in scripts.
  ///   - clock: The clock that delays values of ``CalculatorKinds/later(by:)``; with `nil` they arrive at once.
  /// - Throws: The first ``NodeGraph/DocumentError`` if the document is broken, or not from a calculator.
  /// - Complexity: O(nodes + connections).
  public convenience init(
    document: GraphDocument, reportsChanges: Bool = true, promptCommands: [String]? = nil,
    clock: (any Clock<Duration>)? = ContinuousClock()
  ) throws(DocumentError) {
    var faults = DocumentFaults(isRepairing: false)
    let (told, shadowed) = document.tellingFunctions()
    let named = try told.checkingNames(&faults).namingNodes()
    let reading = FormulaReading(
      of: named, try DocumentFunctions.read(from: named, &faults), try DocumentUncertainties.read(from: named, &faults))
    let evaluator = try Evaluator(
      definitions: CalculatorKinds.inSessions(clock), document: named, reading: reading.reading)
    self.init(evaluator, reading, reportsChanges: reportsChanges, promptCommands: promptCommands)
    try DocumentScenarios.read(from: named, into: self, &faults)
    shadowedFunctions = shadowed.sorted()
  }

  /// Loads the sound parts of a broken document and drops the others. Values that would come later arrive at once.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - dropped: Receives the faults of what was dropped.
  /// - Throws: A ``NodeGraph/DocumentError`` if there are too many nodes for any graph.
  /// - Complexity: O(nodes + connections).
  public convenience init(repairing document: GraphDocument, dropped: inout [DocumentError]) throws(DocumentError) {
    var faults = DocumentFaults(isRepairing: true)
    let (told, shadowed) = document.tellingFunctions()
    var sound = try told.checkingNames(&faults)
    let functions = try DocumentFunctions.read(from: sound, &faults)
    let uncertainties = try DocumentUncertainties.read(from: sound, &faults)
    dropped += faults.dropped + sound.repair()
    sound = sound.namingNodes().connectingFormulas(functions)
    // Connecting names may close the same cycle again.
    let known = Set(dropped)
    dropped += sound.repair().filter { !known.contains($0) }
    var reading = FormulaReading(of: sound, functions, uncertainties)
    var evaluator = try Evaluator(
      definitions: CalculatorKinds.inSessions(nil), repairing: sound, reading: reading.reading, dropped: &dropped)
    let kept = try Session(evaluator, reading, reportsChanges: false, promptCommands: nil).document()
    let named = kept.namingNodes()
    if named != kept {
      // A formula whose port was dropped needs a name now.
      reading = FormulaReading(of: named, functions, uncertainties)
      evaluator = try Evaluator(
        definitions: CalculatorKinds.inSessions(nil), repairing: named, reading: reading.reading, dropped: &dropped)
    }
    self.init(evaluator, reading, reportsChanges: true, promptCommands: nil)
    var scenarioFaults = DocumentFaults(isRepairing: true)
    try DocumentScenarios.read(from: sound, into: self, &scenarioFaults)
    dropped += scenarioFaults.dropped
    shadowedFunctions = shadowed.sorted()
  }

  private convenience init(
    _ evaluator: Evaluator, _ reading: FormulaReading, reportsChanges: Bool, promptCommands: [String]?
  ) {
    self.init(evaluator: evaluator, reportsChanges: reportsChanges, promptCommands: promptCommands)
    formulas.functions.load(reading.functions)
    formulas.load(reading.formulas, reading.forms)
    for (node, uncertainty) in reading.uncertainties { formulas.uncertainties[node] = uncertainty }
    for (node, name) in reading.waiting where formulas.isFormula(node) { missing.add([node], waitingFor: name) }
  }
}

extension LiteralCoding {
  /// The coding of the calculator's values in documents: numbers, booleans, and colours as `#rrggbb`.
  static var ofCalculator: LiteralCoding {
    var coding = LiteralCoding()
    // No value of the calculator is infinite or NaN.
    coding.register(Double.self) {
      .number($0)
    } decode: {
      try $0.number()
    }
    coding.register(RGBColor.self) {
      .string($0.description)
    } decode: { value in
      guard case .string(let text) = value, let color = RGBColor(text) else {
        throw LiteralError.expected("a colour such as #3366cc", value)
      }
      return color
    }
    coding.register([Double].self) {
      .array($0.map { .number($0) })
    } decode: { value in
      try value.elements().map { try $0.number() }
    }
    coding.register([RGBColor].self) {
      .array($0.map { .string($0.description) })
    } decode: { value in
      try value.elements().map { element in
        guard case .string(let text) = element, let color = RGBColor(text) else {
          throw LiteralError.expected("a colour such as #3366cc", element)
        }
        return color
      }
    }
    coding.register([Bool].self) {
      .array($0.map { .boolean($0) })
    } decode: { value in
      try value.elements().map { element in
        guard case .boolean(let boolean) = element else { throw LiteralError.expected("true or false", element) }
        return boolean
      }
    }
    coding.register([String].self) {
      .array($0.map { .string($0) })
    } decode: { value in
      try value.elements().map { try $0.text() }
    }
    return coding
  }
}

extension DocumentValue {
  /// The elements of a list.
  fileprivate func elements() throws(LiteralError) -> [DocumentValue] {
    guard case .array(let elements) = self else { throw .expected("a list", self) }
    return elements
  }
}

/// Makes the definitions of formulas while a document is loaded, and collects the tables of the session.
private final class FormulaReading {
  static let kind = "formula"
  static let text = DocumentFunctions.formula
  static let types = "types"
  static let gives = "gives"

  private var names: [NodeID: String] = [:]
  /// The nodes of the root; `nil` if the document has no groups.
  private let outer: Set<NodeID>?
  private var nodeNamed: Set<String> = []
  private(set) var formulas: [NodeID: String] = [:]
  private(set) var waiting: [(node: NodeID, name: String)] = []
  private(set) var forms = FormulaForms()
  /// The user-defined functions.
  let functions: [String: OwnFunction]
  /// The uncertainties by the ids of nodes in the document; `uncertainties` has them by their ids in the session.
  private let known: [NodeID: Uncertainty]
  private(set) var uncertainties: [NodeID: Uncertainty] = [:]

  init(
    of document: GraphDocument, _ functions: [String: OwnFunction], _ uncertainties: [NodeID: Uncertainty]
  ) {
    self.functions = functions
    known = uncertainties
    outer = document.instances.isEmpty && document.definitions.isEmpty ? nil : Set(document.nodes.map(\.id))
    guard document.nodes.contains(where: { $0.kind == Self.kind }) else { return }
    for node in document.nodes {
      guard let name = node.name else { continue }
      names[node.id] = name
      nodeNamed.insert(name)
    }
  }

  var reading: DocumentReading {
    DocumentReading(
      literals: .ofCalculator, definitions: [Self.kind: { try self.definition(of: $0, as: $1, types: $2) }],
      fields: [Self.text, Self.types, Self.gives, DocumentUncertainties.field])
  }

  /// The definition of a formula's node.
  private func definition(
    of node: DocumentNode, as id: NodeID, types: [String: PortType]
  ) throws -> NodeDefinition {
    guard case .string(let text)? = node.others[Self.text] else {
      throw DocumentError(.field, at: DocumentPath(), "a formula needs its text in '\(Self.text)'")
    }
    if node.value != nil {
      throw DocumentError(
        .value, at: DocumentPath([.key("value")]), "a formula can't have a value of its own, because it is computed")
    }
    let place = DocumentPath([.key(Self.text)])
    do {
      let written = try Formula(text)
      let formula = try written.resolved(in: functions)
      let isInGroup = outer.map { !$0.contains(node.id) } ?? false
      if isInGroup, let (function, read) = functions.outerName(readBy: written.functions) {
        throw DocumentError(
          .kind, at: place, "'\(function.name)' reads '\(read)' outside of the group, and can't be called in a group")
      }
      // Inside a group, names refer only to ports.
      if !isInGroup { try checkConnections(of: node, formula) }
      let declared = try declaredTypes(of: node, formula)
      let inputs = formula.names.enumerated().map { index, name in
        types[name.text].flatMap(CalculatorType.init) ?? declared?[index] ?? .number
      }
      if !formula.columns.isEmpty {
        if isInGroup { throw DocumentError(.kind, at: place, "a file can't be read in a group") }
        formulas[id] = text
        for name in formula.names where types[name.text] == nil { waiting.append((id, name.text)) }
        // The files are read after the session has been created.
        return UnreadFile().definition(
          zip(formula.names, inputs).map { NodeKind.Input($0.text, $1.port) }, try declaredType(of: node))
      }
      let program = try formula.program(types: inputs)
      if !isInGroup {
        formulas[id] = text
        uncertainties[id] = known[node.id]
        for name in formula.names where types[name.text] == nil { waiting.append((id, name.text)) }
      }
      if formula.names.isEmpty, let value = try? program.constant() { return value.definition }
      return forms.definition(program, names: formula.names.map(\.text), types: inputs)
    } catch let diagnostic as Diagnostic {
      throw DocumentError(.kind, at: place, diagnostic.message)
    }
  }

  private func checkConnections(of node: DocumentNode, _ formula: Formula) throws(DocumentError) {
    let place = DocumentPath([.key("inputs")])
    var connected: Set<String> = []
    for connection in node.connections {
      connected.insert(connection.input)
      guard names[connection.source] != connection.input else { continue }
      // Nodes in groups have no name here.
      if let outer, !outer.contains(connection.source) { continue }
      let name = names[connection.source] ?? connection.source.documentText
      throw DocumentError(
        .connection, at: place,
        "'\(connection.input)' in a formula stands for the node of that name, but is connected to '\(name)'")
    }
    for name in formula.names where !connected.contains(name.text) && nodeNamed.contains(name.text) {
      throw DocumentError(
        .connection, at: place,
        "'\(name.text)' in a formula stands for the node of that name, but is not connected to it")
    }
  }

  /// The type of a formula that reads a file.
  private func declaredType(of node: DocumentNode) throws(DocumentError) -> CalculatorType {
    guard let value = node.others[Self.gives] else { return .numbers }
    if case .string(let text) = value, let type = CalculatorType(text) {
      return type
    }
    throw DocumentError(
      .field, at: DocumentPath([.key(Self.gives)]), "expected the name of a type, such as \"Numbers\"")
  }

  /// The types of a formula's names; `nil` if all are numbers.
  private func declaredTypes(of node: DocumentNode, _ formula: Formula) throws(DocumentError) -> [CalculatorType]? {
    guard let value = node.others[Self.types] else { return nil }
    if case .string(let text) = value {
      let types = text.split(separator: " ").compactMap { CalculatorType(String($0)) }
      if types.count == formula.names.count { return types }
    }
    throw DocumentError(
      .field, at: DocumentPath([.key(Self.types)]),
      "expected a type for each name of the formula, such as \"Number Text Numbers\"")
  }
}

extension GraphDocument {
  /// Reports names that formulas can't spell as faults, and removes them.
  fileprivate func checkingNames(_ faults: inout DocumentFaults) throws(DocumentError) -> GraphDocument {
    var result = self
    for index in nodes.indices {
      guard let name = nodes[index].name, !SourceName.isSpellable(name) else { continue }
      try faults.note(
        .name, at: .node(index).appending("name"),
        name.isEmpty ? "a name can't be empty" : "a name can't contain back-ticks or invisible characters")
      result.nodes[index].name = nil
    }
    return result
  }

  /// Names the nodes without a name, except formulas that feed a single port of another kind.
  fileprivate func namingNodes() -> GraphDocument {
    guard nodes.contains(where: { $0.name == nil }) else { return self }
    var readers: [NodeID: Int] = [:]
    for node in nodes {
      // A formula reads names, so its source needs one.
      for connection in node.connections { readers[connection.source, default: 0] += node.kind == "formula" ? 2 : 1 }
    }
    for instance in instances { for connection in instance.connections { readers[connection.source, default: 0] += 1 } }
    var result = self
    var taken = Set(nodes.compactMap(\.name))
    var numbers: [String: Int] = [:]
    for index in nodes.indices where nodes[index].name == nil {
      if nodes[index].kind == FormulaReading.kind, readers[nodes[index].id] == 1 { continue }
      let kind = SourceName.isSpellable(nodes[index].kind) ? nodes[index].kind.lowercased() : "node"
      var name: String
      repeat {
        numbers[kind, default: 0] += 1
        name = "\(kind)\(numbers[kind, default: 0])"
      } while !taken.insert(name).inserted
      result.nodes[index].name = name
    }
    return result
  }

  /// Connects each formula to the nodes that its names refer to.
  fileprivate func connectingFormulas(_ functions: [String: OwnFunction]) -> GraphDocument {
    var result = self
    let outputs = Dictionary(
      CalculatorKinds.known.map { ($0.name, $0.outputs[0].name) } + [(FormulaReading.kind, "value")]
    ) { first, _ in first }
    var named: [String: (id: NodeID, output: String?)] = [:]
    for node in nodes {
      if let name = node.name { named[name] = (node.id, outputs[node.kind]) }
    }
    for index in nodes.indices where nodes[index].kind == FormulaReading.kind {
      guard case .string(let text)? = nodes[index].others[FormulaReading.text],
        let formula = try? Formula(text).resolved(in: functions)
      else { continue }
      let former = Dictionary(nodes[index].connections.map { ($0.source, $0.output) }) { first, _ in first }
      let fromGroups = nodes[index].connections.filter { InstanceID($0.source) != nil }
      result.nodes[index].connections = formula.names.compactMap { name in
        named[name.text].map { source in
          DocumentConnection(name.text, from: source.id, source.output ?? former[source.id] ?? "value")
        } ?? fromGroups.first { $0.input == name.text }
      }
    }
    return result
  }
}
