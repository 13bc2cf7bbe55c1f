// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What is known of the ports of a definition, for whoever has instances of it.
struct DocumentInterface {
  private(set) var inputs: [String: Int] = [:]
  private(set) var takesMany: [Bool] = []
  private(set) var outputs: [String: Int] = [:]
  /// For each output the inputs on which its values depend.
  var reach: [[Int32]] = []

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
    /// The node or the output of an instance where it comes from.
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
  /// Of each instance, its first output among all.
  private var firstOutputs: [Int] = []
  private var vertexCount = 0
  private var wires: [Wire] = []
  /// By node or output all of them.
  private var sorted: [Int] = []

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
    for interface in interfaces {
      firstOutputs.append(vertexCount)
      vertexCount += interface.outputs.count
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
      if let output = interfaces[index].outputs[connection.output] { return Int32(firstOutputs[index] + output) }
      try faults.note(
        .port, at: path.appending("inputs"),
        "the definition of \(DocumentText.text(connection.source)) has no output "
          + "'\(VisibleText.standIns(connection.output))', which is connected to '\(VisibleText.standIns(connection.input))'"
      )
    case nil:
      try faults.note(
        .connection, at: path.appending("inputs"),
        "'\(VisibleText.standIns(DocumentText.text([connection])))' leads to no node: none has the id "
          + "'\(DocumentText.text(connection.source))' here")
    }
    return nil
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

  /// For each node and each output of an instance, the wires by which its values come. Complexity: O(wires × outputs).
  private func incoming() -> [[Int]] {
    var incoming = Array(repeating: [Int](), count: vertexCount)
    var byInput: [[[Int]]] = interfaces.map { Array(repeating: [], count: $0.takesMany.count) }
    for (index, wire) in wires.enumerated() {
      if wire.isOfInstance {
        byInput[Int(wire.member)][Int(wire.input)].append(index)
      } else {
        incoming[Int(wire.member)].append(index)
      }
    }
    for (index, interface) in interfaces.enumerated() {
      for (output, inputs) in interface.reach.enumerated() {
        incoming[firstOutputs[index] + output] = inputs.flatMap { byInput[index][Int($0)] }
      }
    }
    return incoming
  }

  private mutating func findCycles(_ faults: inout DocumentFaults) throws(DocumentError) {
    let incoming = incoming()
    // Where in `open` something is, or that it has not been there yet, or not any more.
    let (new, done) = (-1, -2)
    var depths = Array(repeating: new, count: vertexCount)
    var dropped: Set<Int> = []
    var open: [(vertex: Int, next: Int)] = []
    for start in 0..<vertexCount where depths[start] == new {
      depths[start] = 0
      open.append((start, 0))
      while let (vertex, next) = open.last {
        guard next < incoming[vertex].count else {
          depths[vertex] = done
          sorted.append(vertex)
          open.removeLast()
          continue
        }
        open[open.count - 1].next += 1
        let wire = incoming[vertex][next]
        let source = Int(wires[wire].source)
        if dropped.contains(wire) { continue }
        if depths[source] == new {
          depths[source] = open.count
          open.append((source, 0))
        } else if depths[source] != done {
          let place = path(wires[wire].isOfInstance, Int(wires[wire].member)).appending("inputs")
          let titles = open[depths[source]...].prefix(10).reversed().map { title(of: $0.vertex) }
          try faults.note(
            .cycle, at: place, "a connection closes a cycle: \((titles + titles.prefix(1)).joined(separator: " → "))")
          dropped.insert(wire)
        }
      }
    }
    order = sorted.filter { $0 < nodes.count }
    var byMember: [Int: Set<Int>] = [:]
    for wire in dropped {
      let key = Int(wires[wire].member) * 2 + (wires[wire].isOfInstance ? 1 : 0)
      byMember[key, default: []].insert(Int(wires[wire].ordinal))
    }
    for (key, ordinals) in byMember { drop(ordinals, isOfInstance: key % 2 == 1, key / 2) }
  }

  private func title(of vertex: Int) -> String {
    if vertex < nodes.count {
      return nodes[vertex].name.map { VisibleText.standIns($0) } ?? DocumentText.text(nodes[vertex].id)
    }
    let index = (firstOutputs.lastIndex { $0 <= vertex } ?? 0)
    return instances[index].name.map { VisibleText.standIns($0) } ?? DocumentText.text(instances[index].id.node)
  }

  /// On which inputs of a definition each of its outputs depends. Complexity: O(wires × inputs / 64).
  func reach(of definition: DocumentDefinition) -> [[Int32]] {
    var reach = Array(repeating: [Int32](), count: definition.outputs.count)
    let incoming = incoming()
    let ends = definition.outputs.map { $0.ends.first.flatMap { vertex(of: $0) } }
    for first in stride(from: 0, to: definition.inputs.count, by: 64) {
      var bits = Array(repeating: UInt64(0), count: vertexCount)
      for (place, port) in definition.inputs[first...].prefix(64).enumerated() {
        for end in port.ends { seed(&bits, 1 << UInt64(place), end) }
      }
      for vertex in sorted {
        for wire in incoming[vertex] { bits[vertex] |= bits[Int(wires[wire].source)] }
      }
      for (output, vertex) in ends.enumerated() {
        guard let vertex else { continue }
        for place in 0..<64 where bits[vertex] & 1 << UInt64(place) != 0 { reach[output].append(Int32(first + place)) }
      }
    }
    return reach
  }

  private func vertex(of end: DocumentDefinition.End) -> Int? {
    switch places[end.member] {
    case .node(let index): index
    case .instance(let index): interfaces[index].outputs[end.port].map { firstOutputs[index] + $0 }
    case nil: nil
    }
  }

  /// Marks what an input of a definition leads to.
  private func seed(_ bits: inout [UInt64], _ bit: UInt64, _ end: DocumentDefinition.End) {
    switch places[end.member] {
    case .node(let index): bits[index] |= bit
    case .instance(let index):
      guard let input = interfaces[index].inputs[end.port] else { return }
      for (output, inputs) in interfaces[index].reach.enumerated() where inputs.contains(Int32(input)) {
        bits[firstOutputs[index] + output] |= bit
      }
    case nil: break
    }
  }
}
