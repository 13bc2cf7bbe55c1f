// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What is known of the ports of a definition, for whoever has instances of it.
struct DocumentInterface {
  private(set) var inputs: [String: Int] = [:]
  private(set) var takesMany: [Bool] = []
  private(set) var outputs: [String: Int] = [:]
  /// For each output the inputs on which its values depend.
  var reach = DocumentReach()

  init() {}

  init(of definition: DocumentDefinition) {
    inputs = Dictionary(zip(definition.inputs.map(\.name), 0...)) { first, _ in first }
    takesMany = definition.inputs.map(\.takesMany)
    outputs = Dictionary(zip(definition.outputs.map(\.name), 0...)) { first, _ in first }
  }
}

/// The nodes and instances of a definition, or of the graph around, while their connections are examined.
///
/// Cycles are found at ports: a way through an instance is one only if what comes in at one port goes out at the other.
/// So a graph of sound scopes is free of cycles, however often they are expanded.
struct DocumentScope {
  private enum Member {
    case node(Int)
    case instance(Int)
  }

  /// A connection by its member and its place there.
  private struct Wire {
    let isOfInstance: Bool
    let member: Int32
    let ordinal: Int32
    /// The vertex where it comes from.
    let source: Int32
    /// Of an instance, the input.
    let input: Int32
  }

  private(set) var nodes: [DocumentNode]
  private(set) var instances: [DocumentInstance]
  /// The nodes, each after those that it reads.
  private(set) var order: [Int] = []
  private let path: DocumentPath
  private let interfaces: [DocumentInterface]
  private let places: [NodeID: Member]
  /// What cycles are made of: the nodes, and behind them for each instance the sets of inputs on which outputs depend.
  private var vertexCount = 0
  /// Of each instance, its first vertex.
  private var firstVertices: [Int] = []
  /// Of each vertex that is no node, the instance.
  private var owners: [Int] = []
  /// Of each instance, the first link of its sets among those of all, and its first input.
  private var firstLinks: [Int] = []
  private var linkCount = 0
  private var firstInputs: [Int] = []
  private var inputCount = 0
  private var wires: [Wire] = []
  /// The vertices, each after those that it depends on.
  private var sorted: [Int32] = []

  /// A scope whose ids are unique.
  ///
  /// - Parameters:
  ///   - nodes: Its nodes.
  ///   - instances: Its instances.
  ///   - path: Where they stand.
  ///   - interface: The ports of what an instance is one of.
  init(
    _ nodes: [DocumentNode], _ instances: [DocumentInstance], at path: DocumentPath,
    interface: (DocumentInstance) -> DocumentInterface
  ) {
    self.nodes = nodes
    self.instances = instances
    self.path = path
    interfaces = instances.map(interface)
    var places: [NodeID: Member] = [:]
    for (index, node) in nodes.enumerated() { places[node.id] = .node(index) }
    for (index, instance) in instances.enumerated() { places[instance.id.node] = .instance(index) }
    self.places = places
    vertexCount = nodes.count
    for (index, interface) in interfaces.enumerated() {
      firstVertices.append(vertexCount)
      firstLinks.append(linkCount)
      firstInputs.append(inputCount)
      owners += Array(repeating: index, count: interface.reach.sets.count)
      vertexCount += interface.reach.sets.count
      linkCount += interface.reach.links.count
      inputCount += interface.takesMany.count
    }
  }

  private func path(_ isOfInstance: Bool, _ member: Int) -> DocumentPath {
    path.appending(isOfInstance ? "instances" : "nodes").appending(member)
  }

  /// Whether there is such a port of a member: of a node, as far as it is known here.
  func has(_ end: DocumentDefinition.End, isInput: Bool) -> Bool {
    switch places[end.member] {
    case nil: false
    case .node: true
    case .instance(let index):
      isInput ? interfaces[index].inputs[end.port] != nil : interfaces[index].outputs[end.port] != nil
    }
  }

  /// Whether an input of an instance takes many connections; `nil` if it is no input of an instance.
  func takesMany(_ end: DocumentDefinition.End) -> Bool? {
    guard case .instance(let index) = places[end.member], let input = interfaces[index].inputs[end.port] else {
      return nil
    }
    return interfaces[index].takesMany[input]
  }

  // MARK: Connections

  /// Drops connections that lead nowhere, and those that close a cycle. Inputs of instances that are `exposed`, as ports of the
  /// definition, take no connection here if they take only one.
  mutating func examine(
    exposed: Set<DocumentDefinition.End>, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for index in nodes.indices {
      var dropped: Set<Int> = []
      for (ordinal, connection) in nodes[index].connections.enumerated() {
        if let source = try vertex(of: connection, at: path(false, index), &faults) {
          wires.append(
            Wire(isOfInstance: false, member: Int32(index), ordinal: Int32(ordinal), source: source, input: 0))
        } else {
          dropped.insert(ordinal)
        }
      }
      drop(dropped, isOfInstance: false, index)
    }
    for index in instances.indices { try examineInstance(index, exposed, &faults) }
    try findCycles(&faults)
  }

  private mutating func examineInstance(
    _ index: Int, _ exposed: Set<DocumentDefinition.End>, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let (place, interface) = (path(true, index), interfaces[index])
    var dropped: Set<Int> = []
    var occupied: Set<Int> = []
    for (ordinal, connection) in instances[index].connections.enumerated() {
      dropped.insert(ordinal)
      let name = VisibleText.standIns(connection.input)
      guard let input = interface.inputs[connection.input] else {
        try faults.note(.port, at: place.appending("inputs"), "its definition has no input '\(name)'")
        continue
      }
      guard let source = try vertex(of: connection, at: place, &faults) else { continue }
      if connection.source == instances[index].id.node {
        try faults.note(.connection, at: place.appending("inputs"), "'\(name)' reads an output of the same instance")
        continue
      }
      let isExposed = exposed.contains(.init(instances[index].id.node, connection.input))
      if !interface.takesMany[input], isExposed || !occupied.insert(input).inserted {
        let reason =
          isExposed ? "'\(name)' is a port, and takes no connection here" : "'\(name)' takes one connection only"
        try faults.note(.connection, at: place.appending("inputs"), reason)
        continue
      }
      dropped.remove(ordinal)
      wires.append(
        Wire(
          isOfInstance: true, member: Int32(index), ordinal: Int32(ordinal), source: source, input: Int32(input)))
    }
    drop(dropped, isOfInstance: true, index)
    for name in instances[index].literals.keys.sorted() where interface.inputs[name] == nil {
      try faults.note(
        .port, at: place.appending("literals").appending(name),
        "its definition has no input '\(VisibleText.standIns(name))'")
      instances[index].literals[name] = nil
    }
  }

  /// Where a connection comes from; `nil` if that doesn't exist.
  private func vertex(
    of connection: DocumentConnection, at path: DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Int32? {
    switch places[connection.source] {
    case .node(let index): return Int32(index)
    case .instance(let index):
      if let vertex = vertex(of: connection.output, of: index) { return Int32(vertex) }
      try faults.note(
        .port, at: path.appending("inputs"),
        "the definition of \(DocumentText.text(connection.source)) has no output "
          + "'\(VisibleText.standIns(connection.output))', which is connected to '\(VisibleText.standIns(connection.input))'"
      )
    case nil:
      try faults.noteLoose(connection, at: path)
    }
    return nil
  }

  /// The vertex of an output of an instance.
  private func vertex(of output: String, of instance: Int) -> Int? {
    interfaces[instance].outputs[output].map {
      firstVertices[instance] + interfaces[instance].reach.setOfOutput[$0]
    }
  }

  /// Drops connections of a member whose places are known, and counts those of its wires that stay anew.
  private mutating func drop(_ dropped: Set<Int>, isOfInstance: Bool, _ member: Int) {
    if dropped.isEmpty { return }
    let before = isOfInstance ? instances[member].connections : nodes[member].connections
    let kept = before.indices.filter { !dropped.contains($0) }
    if isOfInstance {
      instances[member].connections = kept.map { before[$0] }
    } else {
      nodes[member].connections = kept.map { before[$0] }
    }
    let places = Dictionary(uniqueKeysWithValues: zip(kept, 0...))
    wires = wires.compactMap { wire in
      guard wire.isOfInstance == isOfInstance, Int(wire.member) == member else { return wire }
      return places[Int(wire.ordinal)].map {
        Wire(
          isOfInstance: isOfInstance, member: wire.member, ordinal: Int32($0), source: wire.source, input: wire.input)
      }
    }
  }

  // MARK: Cycles

  /// The wires by which values come.
  private struct Incoming {
    /// To each node.
    var ofNodes: [[Int]]
    /// To each input of instances.
    var ofInputs: [[Int]]
  }

  private func incoming() -> Incoming {
    var incoming = Incoming(
      ofNodes: Array(repeating: [], count: nodes.count),
      ofInputs: Array(repeating: [], count: inputCount))
    for (index, wire) in wires.enumerated() {
      if wire.isOfInstance {
        incoming.ofInputs[firstInputs[Int(wire.member)] + Int(wire.input)].append(index)
      } else {
        incoming.ofNodes[Int(wire.member)].append(index)
      }
    }
    return incoming
  }

  private mutating func findCycles(_ faults: inout DocumentFaults) throws(DocumentError) {
    var vertices = Vertices(scope: self, incoming: incoming())
    let found = try DocumentOrder(of: &vertices, &faults)
    sorted = found.order
    order = sorted.filter { $0 < nodes.count }.map { Int($0) }
    var byMember: [Int: Set<Int>] = [:]
    for wire in found.dropped {
      let key = Int(wires[wire].member) * 2 + (wires[wire].isOfInstance ? 1 : 0)
      byMember[key, default: []].insert(Int(wires[wire].ordinal))
    }
    for (key, ordinals) in byMember { drop(ordinals, isOfInstance: key % 2 == 1, key / 2) }
  }

  /// What its vertices depend on.
  private struct Vertices: DocumentDependencies {
    let scope: DocumentScope
    let incoming: Incoming
    /// The links all of whose wires were followed.
    private var passed: [Bool]

    init(scope: DocumentScope, incoming: Incoming) {
      (self.scope, self.incoming) = (scope, incoming)
      passed = Array(repeating: false, count: scope.linkCount)
    }

    /// The wires on which a vertex depends, one after the other.
    struct Cursor {
      let vertex: Int
      /// Wires, and which is next.
      var wires: [Int] = []
      var next = 0
      /// Of an instance, the link that is followed, and its inputs that are left.
      var link = DocumentReach.none
      var bits: UInt64 = 0
    }

    var vertexCount: Int { scope.vertexCount }

    func cursor(at vertex: Int) -> Cursor {
      guard vertex >= scope.nodes.count else { return Cursor(vertex: vertex, wires: incoming.ofNodes[vertex]) }
      var cursor = Cursor(vertex: vertex)
      let index = scope.owners[vertex - scope.nodes.count]
      let reach = scope.interfaces[index].reach
      cursor.link = reach.sets[vertex - scope.firstVertices[index]]
      if cursor.link != DocumentReach.none { cursor.bits = reach.links[Int(cursor.link)].bits }
      return cursor
    }

    /// The next wire of a vertex; those of links that were passed are left out.
    func next(_ cursor: inout Cursor) -> (wire: Int, source: Int)? {
      while cursor.next == cursor.wires.count {
        if cursor.link == DocumentReach.none { return nil }
        let index = scope.owners[cursor.vertex - scope.nodes.count]
        let links = scope.interfaces[index].reach.links
        if cursor.bits == 0 {
          cursor.link = links[Int(cursor.link)].rest
          if cursor.link == DocumentReach.none || passed[scope.firstLinks[index] + Int(cursor.link)] { return nil }
          cursor.bits = links[Int(cursor.link)].bits
        }
        let input = Int(links[Int(cursor.link)].first) + cursor.bits.trailingZeroBitCount
        cursor.bits &= cursor.bits - 1
        (cursor.wires, cursor.next) = (incoming.ofInputs[scope.firstInputs[index] + input], 0)
      }
      cursor.next += 1
      let wire = cursor.wires[cursor.next - 1]
      return (wire, Int(scope.wires[wire].source))
    }

    mutating func leave(_ vertex: Int) {
      guard vertex >= scope.nodes.count else { return }
      let index = scope.owners[vertex - scope.nodes.count]
      let reach = scope.interfaces[index].reach
      var link = reach.sets[vertex - scope.firstVertices[index]]
      while link != DocumentReach.none, !passed[scope.firstLinks[index] + Int(link)] {
        passed[scope.firstLinks[index] + Int(link)] = true
        link = reach.links[Int(link)].rest
      }
    }

    func title(of vertex: Int) -> String {
      if vertex < scope.nodes.count { return scope.nodes[vertex].title }
      let instance = scope.instances[scope.owners[vertex - scope.nodes.count]]
      return instance.name.map { VisibleText.standIns($0) } ?? DocumentText.text(instance.id.node)
    }

    func place(of wire: Int) -> (path: DocumentPath, input: String) {
      let wire = scope.wires[wire]
      let (member, ordinal) = (Int(wire.member), Int(wire.ordinal))
      let listed = wire.isOfInstance ? scope.instances[member].connections : scope.nodes[member].connections
      return (scope.path(wire.isOfInstance, member).appending("inputs"), listed[ordinal].input)
    }
  }

  /// On which inputs of a definition each of its outputs depends. Complexity: O((wires + links) × inputs / 64).
  func reach(of definition: DocumentDefinition) -> DocumentReach {
    let incoming = incoming()
    let ends = definition.outputs.map { $0.ends.first.flatMap { vertex(of: $0) } }
    return DocumentReach(inputs: definition.inputs.count, outputs: ends.count) { first in
      var marks = Marks(
        vertices: Array(repeating: 0, count: vertexCount), links: Array(repeating: nil, count: linkCount),
        inputs: Array(repeating: 0, count: inputCount))
      for (place, port) in definition.inputs[first...].prefix(64).enumerated() {
        for end in port.ends { mark(end, with: 1 << UInt64(place), &marks) }
      }
      for vertex in sorted { mark(Int(vertex), incoming, &marks) }
      return ends.map { $0.map { marks.vertices[$0] } ?? 0 }
    }
  }

  /// On which of 64 inputs of a definition something depends.
  private struct Marks {
    var vertices: [UInt64]
    /// Of links as far as they are known.
    var links: [UInt64?]
    /// Of inputs of instances that are ports.
    var inputs: [UInt64]
  }

  private func mark(_ vertex: Int, _ incoming: Incoming, _ marks: inout Marks) {
    guard vertex >= nodes.count else {
      for wire in incoming.ofNodes[vertex] { marks.vertices[vertex] |= marks.vertices[Int(wires[wire].source)] }
      return
    }
    let index = owners[vertex - nodes.count]
    let (links, first) = (interfaces[index].reach.links, firstLinks[index])
    var open: [Int] = []
    var link = interfaces[index].reach.sets[vertex - firstVertices[index]]
    while link != DocumentReach.none, marks.links[first + Int(link)] == nil {
      open.append(Int(link))
      link = links[Int(link)].rest
    }
    var bits = link == DocumentReach.none ? 0 : marks.links[first + Int(link)] ?? 0
    while let link = open.popLast() {
      var rest = links[link].bits
      while rest != 0 {
        let input = firstInputs[index] + Int(links[link].first) + rest.trailingZeroBitCount
        rest &= rest - 1
        bits |= marks.inputs[input]
        for wire in incoming.ofInputs[input] { bits |= marks.vertices[Int(wires[wire].source)] }
      }
      marks.links[first + link] = bits
    }
    marks.vertices[vertex] = bits
  }

  private func vertex(of end: DocumentDefinition.End) -> Int? {
    switch places[end.member] {
    case .node(let index): index
    case .instance(let index): vertex(of: end.port, of: index)
    case nil: nil
    }
  }

  /// Marks what an input of a definition leads to.
  private func mark(_ end: DocumentDefinition.End, with bit: UInt64, _ marks: inout Marks) {
    switch places[end.member] {
    case .node(let index): marks.vertices[index] |= bit
    case .instance(let index):
      if let input = interfaces[index].inputs[end.port] { marks.inputs[firstInputs[index] + input] |= bit }
    case nil: break
    }
  }
}
