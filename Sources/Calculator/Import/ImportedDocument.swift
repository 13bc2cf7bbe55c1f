// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Converts the flows of another editor to a document. Anything that a document can't hold is left out, with a note.
struct ImportedDocument {
  /// The field of a node that keeps the other editor's data of the node.
  static let field = "imported"
  /// The greatest depth of values in that field, so that the whole document stays within its limit.
  private static let depthLimit = DocumentValue.depthLimit - 8
  /// The greatest number of nodes that nested groups may expand to.
  static let nodeLimit = 1 << 23

  private(set) var document = GraphDocument()
  private(set) var notes: [(offset: Int, reason: String)]
  /// The positions in the text of the document's nodes, and of the nodes of its definitions.
  private(set) var offsets: [Int] = []
  private(set) var innerOffsets: [[Int]] = []
  private let editor: ForeignEditor
  /// The indices of groups, by the ids of their flows.
  private var places: [String: Int] = [:]

  /// Converts flows.
  ///
  /// - Throws: A fault where nested groups expand to too many nodes.
  init(_ imported: ImportedFlows, of editor: ForeignEditor) throws(JSONScanner.Fault) {
    self.editor = editor
    notes = imported.notes
    for (place, group) in imported.groups.enumerated() where places[group.id] == nil { places[group.id] = place }
    var flows = imported.groups.map(\.flow)
    try refuseCycles(&flows, count: imported.root.nodes)
    portNames = flows.map { flow in
      let ids = Set(flow.nodes.map(\.id))
      func names(_ ports: [ImportedFlow.Port]) -> Set<String> {
        Set(ports.filter { $0.ends.contains { ids.contains($0.node) } }.map(\.name))
      }
      return (names(flow.inputs), names(flow.outputs))
    }
    for (place, flow) in flows.enumerated() {
      var scope = ImportedScope(flow, isRoot: false)
      fill(&scope)
      var definition = DocumentDefinition(
        id: DefinitionID(UInt32(place + 1)), name: Self.spellable(flow.title) ?? "group")
      definition.inputs = ports(flow.inputs, in: scope)
      // An output gives one value.
      definition.outputs = ports(flow.outputs, in: scope, atMostOneEnd: true)
      definition.nodes = scope.nodes
      definition.instances = scope.instances
      definition.looks = scope.looks
      document.definitions.append(definition)
      innerOffsets.append(scope.offsets)
      for member in scope.modes { innerModes[place, default: [:]][member.key] = member.value }
    }
    var scope = ImportedScope(imported.root, isRoot: true)
    fill(&scope)
    (document.nodes, document.instances, document.looks) = (scope.nodes, scope.instances, scope.looks)
    (document.modes, offsets) = (scope.modes, scope.offsets)
    expandInstances()
  }

  /// The modes of the members of groups, by the indices of the groups.
  private var innerModes: [Int: [NodeID: NodeMode]] = [:]
  /// The ports of groups that lead to a node inside the group.
  private var portNames: [(inputs: Set<String>, outputs: Set<String>)] = []

  // MARK: Groups

  /// Empties groups that contain themselves, with a note, and refuses groups that expand to more than ``nodeLimit`` nodes.
  private mutating func refuseCycles(
    _ flows: inout [ImportedFlow], count root: [ImportedNode]
  ) throws(JSONScanner.Fault) {
    var counts = [Int?](repeating: nil, count: flows.count)
    var isOpen = Array(repeating: false, count: flows.count)
    for start in flows.indices where counts[start] == nil {
      var open = [(place: start, next: 0, count: 0)]
      isOpen[start] = true
      while let (place, next, count) = open.last {
        guard next < flows[place].nodes.count else {
          (counts[place], isOpen[place]) = (min(count, Self.nodeLimit + 1), false)
          open.removeLast()
          continue
        }
        let node = flows[place].nodes[next]
        let inner = node.flow.flatMap { places[$0] }
        if let inner, counts[inner] == nil, !isOpen[inner] {
          isOpen[inner] = true
          open.append((inner, 0, 0))
          continue
        }
        if let inner, isOpen[inner] {
          notes.append((node.offset, "the group '\(node.id)' contains itself, and was imported without its content"))
          flows[place].nodes[next].flow = nil
        }
        open[open.count - 1] = (
          place, next + 1, min(count + 1 + (inner.flatMap { counts[$0] } ?? 0), Self.nodeLimit + 1)
        )
      }
    }
    var total = root.count
    for node in root {
      total += node.flow.flatMap { places[$0] }.flatMap { counts[$0] } ?? 0
      if total > Self.nodeLimit {
        throw JSONScanner.Fault(
          offset: node.offset, reason: "nested groups have more than \(Self.nodeLimit) nodes")
      }
    }
  }

  private func ports(
    _ ports: [ImportedFlow.Port], in scope: ImportedScope, atMostOneEnd: Bool = false
  ) -> [DocumentDefinition.Port] {
    var taken: Set<String> = []
    return ports.compactMap { port in
      let ends = port.ends.compactMap { end in scope.ids[end.node].map { DocumentDefinition.End($0, end.port) } }
      guard !ends.isEmpty, taken.insert(port.name).inserted else { return nil }
      return DocumentDefinition.Port(
        port.name, leadingTo: atMostOneEnd ? Array(ends.prefix(1)) : ends, takesMany: port.takesMany)
    }
  }

  /// Adds the members of instances, at any depth.
  private mutating func expandInstances() {
    var fresh = UInt32(document.nodes.count)
    var next = 0
    while next < document.instances.count {
      let place = Int(document.instances[next].definition.number) - 1
      let definition = document.definitions[place]
      for node in definition.nodes {
        let id = NodeID(slot: fresh, generation: 0)
        fresh += 1
        document.instances[next].members.append(.init(node.id, is: id))
        if let mode = innerModes[place]?[node.id] { document.modes[id] = mode }
      }
      for child in definition.instances {
        let id = InstanceID(index: UInt32(document.instances.count), tag: 0)
        document.instances[next].members.append(.init(child.id.node, is: id.node))
        document.instances.append(DocumentInstance(id: id, of: child.definition))
        if let mode = innerModes[place]?[child.id.node] { document.modes[id.node] = mode }
      }
      next += 1
    }
  }

  // MARK: Nodes and wires

  private mutating func fill(_ scope: inout ImportedScope) {
    for node in scope.flow.nodes { add(node, to: &scope) }
    for wire in scope.flow.wires { connect(wire, in: &scope) }
    for (number, frame) in scope.flow.frames.enumerated() where frame.rect.size.isUsable {
      scope.looks.frames[FrameID(UInt32(number))] = frame
    }
  }

  private mutating func add(_ node: ImportedNode, to scope: inout ImportedScope) {
    let definition = node.flow.flatMap { places[$0] }
    let id: NodeID
    if let definition {
      let number = UInt32(scope.instances.count + (scope.isRoot ? 0 : scope.flow.nodes.count))
      let instance = InstanceID(index: number, tag: 0)
      id = instance.node
      var entry = DocumentInstance(id: instance, of: DefinitionID(UInt32(definition + 1)), position: node.position)
      entry.others = others(of: node)
      scope.places[id] = (scope.instances.count, true)
      scope.instances.append(entry)
    } else {
      id = NodeID(slot: UInt32(scope.nodes.count), generation: 0)
      let isTaken = node.kind == "formula" || node.kind.isEmpty || CalculatorKinds.named(node.kind) != nil
      let name = Self.spellable(node.id).flatMap { scope.names.insert($0).inserted ? $0 : nil }
      scope.places[id] = (scope.nodes.count, false)
      scope.nodes.append(
        DocumentNode(
          id: id, kind: isTaken ? "\(editor.rawValue) \(node.kind)" : node.kind, name: name, position: node.position,
          others: others(of: node)))
      scope.offsets.append(node.offset)
    }
    if scope.ids[node.id] == nil {
      scope.ids[node.id] = id
    } else {
      notes.append((node.offset, "the id '\(node.id)' is used twice: wires lead to the first node that has it"))
    }
    if node.mode != .active { scope.modes[id] = node.mode }
    let look = NodeLook(form: node.isCompact ? .compact : .full, color: node.color)
    if !look.isDefault { scope.looks.nodes[id] = look }
  }

  private mutating func connect(_ wire: ImportedWire, in scope: inout ImportedScope) {
    guard let source = scope.ids[wire.source], let target = scope.ids[wire.target], let place = scope.places[target]
    else {
      let missing = scope.ids[wire.source] == nil ? wire.source : wire.target
      notes.append(
        (
          wire.offset,
          "the wire from '\(wire.source)' to '\(wire.target)' is left out: node '\(missing)' does not exist"
        ))
      return
    }
    guard leads(source, wire.output, isInput: false, in: scope), leads(target, wire.input, isInput: true, in: scope)
    else {
      notes.append(
        (
          wire.offset,
          "the wire from '\(wire.source)' to '\(wire.target)' is left out: in the group, its port leads to no node"
        ))
      return
    }
    let connection = DocumentConnection(wire.input, from: source, wire.output)
    let known = ImportedScope.Wire(source: source, output: wire.output, target: target, input: wire.input)
    guard scope.wires.insert(known).inserted else {
      notes.append((wire.offset, "the wire from '\(wire.source)' to '\(wire.target)' comes twice"))
      return
    }
    if place.isInstance {
      scope.instances[place.place].connections.append(connection)
    } else {
      scope.nodes[place.place].connections.append(connection)
    }
    if let label = wire.label {
      let ends = DocumentLooks.Wire(from: .init(source, wire.output), to: .init(target, wire.input))
      scope.looks.connections[ends] = ConnectionLook(label: label)
    }
  }

  /// Whether a port exists: a node of an unknown kind has every port that is named.
  private func leads(_ member: NodeID, _ port: String, isInput: Bool, in scope: ImportedScope) -> Bool {
    guard let place = scope.places[member], place.isInstance else { return true }
    let group = Int(scope.instances[place.place].definition.number) - 1
    return (isInput ? portNames[group].inputs : portNames[group].outputs).contains(port)
  }

  private mutating func others(of node: ImportedNode) -> [String: DocumentValue] {
    var object: [String: DocumentValue] = [:]
    for (name, value) in node.fields {
      if let value = DocumentValue(value, depth: Self.depthLimit) {
        object[name] = value
      } else {
        notes.append((node.offset, "'\(name)' of '\(node.id)' is left out: it is nested too deep"))
      }
    }
    return object.isEmpty ? [:] : [Self.field: .object(object)]
  }

  /// Returns the name if formulas can contain it, else `nil`.
  private static func spellable(_ name: String) -> String? { SourceName.isSpellable(name) ? name : nil }
}

/// A canvas during its conversion to a part of a document.
private struct ImportedScope {
  struct Wire: Hashable {
    let source: NodeID
    let output: String
    let target: NodeID
    let input: String
  }

  let flow: ImportedFlow
  let isRoot: Bool
  var nodes: [DocumentNode] = []
  var instances: [DocumentInstance] = []
  var looks = DocumentLooks()
  var modes: [NodeID: NodeMode] = [:]
  var offsets: [Int] = []
  var names: Set<String> = []
  /// The members by the ids that they have in the other editor, and the places of members.
  var ids: [String: NodeID] = [:]
  var places: [NodeID: (place: Int, isInstance: Bool)] = [:]
  var wires: Set<Wire> = []

  init(_ flow: ImportedFlow, isRoot: Bool) { (self.flow, self.isRoot) = (flow, isRoot) }
}

extension DocumentValue {
  /// Converts a JSON value; `nil` if it is nested deeper than `depth`, which also limits the recursion.
  fileprivate init?(_ tree: JSONTree, depth: Int) {
    if depth < 0 { return nil }
    switch tree {
    case .null: self = .null
    case .boolean(let boolean): self = .boolean(boolean)
    case .number(let number): self = number.isFinite ? .number(number) : .string(tree.text)
    case .whole(let number): self = DocumentValue(Int64(number))
    case .digits(let text): self = UInt64(text).map { .natural($0) } ?? .string(text)
    case .string(let text): self = .string(text)
    case .array(let elements):
      var values: [DocumentValue] = []
      for element in elements {
        guard let value = DocumentValue(element, depth: depth - 1) else { return nil }
        values.append(value)
      }
      self = .array(values)
    case .object(let members):
      var values: [String: DocumentValue] = [:]
      for (name, member) in members {
        guard let value = DocumentValue(member, depth: depth - 1) else { return nil }
        values[name] = value
      }
      self = .object(values)
    }
  }
}
