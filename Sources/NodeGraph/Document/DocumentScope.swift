// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The ports of a definition, as seen by scopes that have instances of it.
struct DocumentInterface {
  private(set) var inputs: [String: Int] = [:]
  private(set) var takesMany: [Bool] = []
  private(set) var outputs: [String: Int] = [:]
  /// For each output the inputs that its values depend on.
  var reach = DocumentReach()

  init() {}

  init(of definition: DocumentDefinition) {
    inputs = Dictionary(zip(definition.inputs.map(\.name), 0...)) { first, _ in first }
    takesMany = definition.inputs.map(\.takesMany)
    outputs = Dictionary(zip(definition.outputs.map(\.name), 0...)) { first, _ in first }
  }
}

/// The nodes and instances of a definition, or of the root, while their connections are examined.
///
/// Cycles are detected at ports: a path leads through an instance only from an input to an output that depends on it. A graph
/// of sound scopes therefore stays acyclic when instances are expanded.
struct DocumentScope {
  private(set) var nodes: [DocumentNode]
  private(set) var instances: [DocumentInstance]
  /// The vertices, each after those that it depends on.
  private(set) var sorted: [Int32] = []
  /// For each connection, member by member, the vertex of its source. Instances are counted after the nodes.
  private(set) var sources: [Int32] = []
  /// For each member the index of its first connection in `sources`, and the end of `sources` as a last entry.
  private(set) var starts: [Int32] = []
  /// For each input of an instance the connections that lead to it, as ranges of `wires`.
  private(set) var wiresOfInputs: (starts: [Int32], wires: [Int32]) = ([], [])
  /// For each connection of an instance its input, counted over the inputs of all instances.
  private var inputs: [Int32] = []

  private let ids: DocumentIDs
  private let instancePlaces: [NodeID: Int]
  private let path: DocumentPath
  /// For each instance its index in the list that paths name.
  private let listed: [Int]
  let interfaces: [DocumentInterface]
  /// The number of vertices of the search for cycles: the nodes, then for each instance the sets of inputs of its outputs.
  private(set) var vertexCount = 0
  /// For each instance its first vertex.
  private(set) var firstVertices: [Int] = []
  /// For each vertex after the nodes, its instance.
  private(set) var owners: [Int] = []
  /// For each instance the first link of its sets among the links of all instances, and its first input.
  private(set) var firstLinks: [Int] = []
  private(set) var linkCount = 0
  private(set) var firstInputs: [Int] = []
  private var inputCount = 0

  /// Creates a scope whose ids are unique.
  ///
  /// - Parameters:
  ///   - nodes: Its nodes.
  ///   - ids: The indices of nodes by their ids.
  ///   - instances: Its instances.
  ///   - listed: The indices of instances in the list that paths name; `nil` if they are the indices in `instances`.
  ///   - path: The path of the scope.
  ///   - interface: Returns the ports of the definition of an instance.
  init(
    _ nodes: [DocumentNode], _ ids: DocumentIDs, _ instances: [DocumentInstance] = [], listed: [Int]? = nil,
    at path: DocumentPath, interface: (DocumentInstance) -> DocumentInterface = { _ in DocumentInterface() }
  ) {
    (self.nodes, self.ids, self.instances) = (nodes, ids, instances)
    self.listed = listed ?? Array(instances.indices)
    self.path = path
    interfaces = instances.map(interface)
    instancePlaces = Dictionary(uniqueKeysWithValues: zip(instances.map(\.id.node), 0...))
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

  /// The indices of the nodes, each after those that it reads.
  var order: [Int] { sorted.lazy.filter { $0 < nodes.count }.map { Int($0) } }

  private func node(_ id: NodeID) -> Int? { ids[id].flatMap { $0 < nodes.count ? Int($0) : nil } }

  private func pathOfNode(_ index: Int) -> DocumentPath { path.appending("nodes").appending(index) }

  private func pathOfInstance(_ index: Int) -> DocumentPath { path.appending("instances").appending(listed[index]) }

  /// Returns whether a member has a port. A node is assumed to have it, because its kind is not known here.
  func has(_ end: DocumentDefinition.End, isInput: Bool) -> Bool {
    guard let index = instancePlaces[end.member] else { return node(end.member) != nil }
    return isInput ? interfaces[index].inputs[end.port] != nil : interfaces[index].outputs[end.port] != nil
  }

  /// Returns whether an input of an instance takes many connections; `nil` if it isn't an input of an instance.
  func takesMany(_ end: DocumentDefinition.End) -> Bool? {
    guard let index = instancePlaces[end.member], let input = interfaces[index].inputs[end.port] else { return nil }
    return interfaces[index].takesMany[input]
  }

  // MARK: Connections

  /// Records and drops connections without a source and those that close a cycle. Inputs of instances that are `exposed` as
  /// ports of the definition can't be connected here if they take only one connection.
  mutating func examine(
    exposed: Set<DocumentDefinition.End> = [], _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    starts.reserveCapacity(nodes.count + instances.count + 1)
    for index in nodes.indices {
      starts.append(Int32(sources.count))
      var dropped: Set<Int> = []
      for (ordinal, connection) in nodes[index].connections.enumerated() {
        if let source = try vertex(of: connection, at: pathOfNode(index), &faults) {
          sources.append(source)
        } else {
          dropped.insert(ordinal)
        }
      }
      if !dropped.isEmpty { nodes[index].connections.remove(dropped) }
    }
    for index in instances.indices {
      starts.append(Int32(sources.count))
      try examineInstance(index, exposed, &faults)
    }
    starts.append(Int32(sources.count))
    listWiresOfInputs()
    let found = try DocumentOrder(of: self, &faults)
    sorted = found.order
    if !found.dropped.isEmpty { drop(found.dropped) }
  }

  private mutating func examineInstance(
    _ index: Int, _ exposed: Set<DocumentDefinition.End>, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let (place, interface) = (pathOfInstance(index), interfaces[index])
    var dropped: Set<Int> = []
    var occupied: Set<Int> = []
    for (ordinal, connection) in instances[index].connections.enumerated() {
      dropped.insert(ordinal)
      guard let input = interface.inputs[connection.input] else {
        try faults.note(.noInput(connection.input, of: "its definition", at: place.appending("inputs")))
        continue
      }
      guard let source = try vertex(of: connection, at: place, &faults) else { continue }
      if connection.source == instances[index].id.node {
        let name = VisibleText.standIns(connection.input)
        try faults.note(.connection, at: place.appending("inputs"), "'\(name)' reads an output of the same instance")
        continue
      }
      let isExposed = exposed.contains(.init(instances[index].id.node, connection.input))
      if !interface.takesMany[input], isExposed || !occupied.insert(input).inserted {
        try faults.note(.occupied(connection.input, isPort: isExposed, at: place.appending("inputs")))
        continue
      }
      dropped.remove(ordinal)
      sources.append(source)
      inputs.append(Int32(firstInputs[index] + input))
    }
    if !dropped.isEmpty { instances[index].connections.remove(dropped) }
    for name in instances[index].literals.keys.sorted() where interface.inputs[name] == nil {
      try faults.note(.noInput(name, of: "its definition", at: place.appending("literals").appending(name)))
      instances[index].literals[name] = nil
    }
  }

  /// Returns the vertex of a connection's source; `nil` if that doesn't exist.
  private func vertex(
    of connection: DocumentConnection, at path: @autoclosure () -> DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Int32? {
    if let node = node(connection.source) { return Int32(node) }
    guard let index = instancePlaces[connection.source] else {
      try faults.noteLoose(connection, at: path())
      return nil
    }
    if let vertex = vertex(of: connection.output, of: index) { return Int32(vertex) }
    let giver = "the definition of \(DocumentText.text(connection.source))"
    try faults.note(.noOutput(connection.output, of: giver, for: connection.input, at: path().appending("inputs")))
    return nil
  }

  /// Returns the vertex of an output of an instance.
  private func vertex(of output: String, of instance: Int) -> Int? {
    interfaces[instance].outputs[output].map {
      firstVertices[instance] + interfaces[instance].reach.setOfOutput[$0]
    }
  }

  /// Drops connections by their indices in `sources`.
  private mutating func drop(_ dropped: Set<Int>) {
    let before = (sources: sources, starts: starts, inputs: inputs)
    let first = Int(starts[nodes.count])
    (sources, starts, inputs) = ([], [], [])
    for member in 0..<nodes.count + instances.count {
      starts.append(Int32(sources.count))
      let wires = Int(before.starts[member])..<Int(before.starts[member + 1])
      let gone = Set(wires.lazy.filter { dropped.contains($0) }.map { $0 - wires.lowerBound })
      if !gone.isEmpty, member < nodes.count {
        nodes[member].connections.remove(gone)
      } else if !gone.isEmpty {
        instances[member - nodes.count].connections.remove(gone)
      }
      for wire in wires where !dropped.contains(wire) {
        sources.append(before.sources[wire])
        if member >= nodes.count { inputs.append(before.inputs[wire - first]) }
      }
    }
    starts.append(Int32(sources.count))
    listWiresOfInputs()
  }

  private mutating func listWiresOfInputs() {
    if instances.isEmpty { return }
    let first = starts[nodes.count]
    var starts = Array(repeating: Int32(0), count: inputCount + 1)
    for input in inputs { starts[Int(input) + 1] += 1 }
    for input in 0..<inputCount { starts[input + 1] += starts[input] }
    var next = starts
    var wires = Array(repeating: Int32(0), count: inputs.count)
    for (place, input) in inputs.enumerated() {
      wires[Int(next[Int(input)])] = first + Int32(place)
      next[Int(input)] += 1
    }
    wiresOfInputs = (starts, wires)
  }

  // MARK: Texts

  /// Returns the name by which errors refer to a vertex.
  func title(of vertex: Int) -> String {
    if vertex < nodes.count { return nodes[vertex].title }
    let instance = instances[owners[vertex - nodes.count]]
    return instance.name.map { VisibleText.standIns($0) } ?? DocumentText.text(instance.id.node)
  }

  /// Returns the path of the list that stores a connection, and the input that it leads to.
  func place(of wire: Int) -> (path: DocumentPath, input: String) {
    // The last member whose connections begin at the wire or before; members without any begin where the next one does.
    var (low, high) = (0, nodes.count + instances.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= wire { low = middle } else { high = middle }
    }
    let ordinal = wire - Int(starts[low])
    if low < nodes.count { return (pathOfNode(low).appending("inputs"), nodes[low].connections[ordinal].input) }
    let index = low - nodes.count
    return (pathOfInstance(index).appending("inputs"), instances[index].connections[ordinal].input)
  }

  // MARK: Reach

  /// Returns the inputs of a definition that each output depends on. Complexity: O((wires + links) × inputs / 64).
  func reach(of definition: DocumentDefinition) -> DocumentReach {
    let ends = definition.outputs.map { $0.ends.first.flatMap { vertex(of: $0) } }
    return DocumentReach(inputs: definition.inputs.count, outputs: ends.count) { first in
      var marks = Marks(
        vertices: Array(repeating: 0, count: vertexCount), links: Array(repeating: nil, count: linkCount),
        inputs: Array(repeating: 0, count: inputCount))
      for (place, port) in definition.inputs[first...].prefix(64).enumerated() {
        for end in port.ends { mark(end, with: 1 << UInt64(place), &marks) }
      }
      for vertex in sorted { mark(Int(vertex), &marks) }
      return ends.map { $0.map { marks.vertices[$0] } ?? 0 }
    }
  }

  /// Bits for the inputs, of 64 inputs of a definition, that parts of the scope depend on.
  private struct Marks {
    var vertices: [UInt64]
    /// The bits of links; `nil` while they are unknown.
    var links: [UInt64?]
    /// The bits of inputs of instances that are exposed as ports.
    var inputs: [UInt64]
  }

  private func mark(_ vertex: Int, _ marks: inout Marks) {
    guard vertex >= nodes.count else {
      for wire in Int(starts[vertex])..<Int(starts[vertex + 1]) {
        marks.vertices[vertex] |= marks.vertices[Int(sources[wire])]
      }
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
        for place in Int(wiresOfInputs.starts[input])..<Int(wiresOfInputs.starts[input + 1]) {
          bits |= marks.vertices[Int(sources[Int(wiresOfInputs.wires[place])])]
        }
      }
      marks.links[first + link] = bits
    }
    marks.vertices[vertex] = bits
  }

  private func vertex(of end: DocumentDefinition.End) -> Int? {
    instancePlaces[end.member].map { vertex(of: end.port, of: $0) } ?? node(end.member)
  }

  /// Marks an end that an input of a definition leads to.
  private func mark(_ end: DocumentDefinition.End, with bit: UInt64, _ marks: inout Marks) {
    if let node = node(end.member) {
      marks.vertices[node] |= bit
    } else if let index = instancePlaces[end.member], let input = interfaces[index].inputs[end.port] {
      marks.inputs[firstInputs[index] + input] |= bit
    }
  }
}

extension [DocumentConnection] {
  /// Removes the connections at some indices.
  mutating func remove(_ places: Set<Int>) { self = indices.filter { !places.contains($0) }.map { self[$0] } }
}
