// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The contents of a definition's instances: their nodes and inner instances by inner ids, which are never used again, the wires
/// between them, and the ports that connect them to the outside.
///
/// Structure belongs to the definition, values to the instances: the values in a definition are the initial values of an instance.
///
/// Invariants (see `brokenRules`): members are in the order of inner ids; each end names a member; an end belongs to at most
/// one port; an output has one end.
struct SubgraphDefinition {
  /// A port of a member: of a node by position, of an inner instance by the id of the port.
  struct End: Hashable {
    var member: UInt32
    var port: UInt32
  }

  /// A node, or an inner instance of another definition.
  struct Member {
    enum Content {
      case node(Code)
      case instance(of: UInt32)
    }

    var inner: UInt32
    var content: Content
    var name: String?
    var position: GraphPoint?
    /// The literals of a node's inputs, by position; of an instance those that differ from its definition's, by the id of the port.
    var literals: [Literal] = []
    /// The initial value of a source.
    var initial: MemberValue?
    /// The fields of documents that the graph does not hold.
    var kept: DocumentState.KeptFields?

    /// The code of a node; `nil` for an instance.
    var code: Code? { if case .node(let code) = content { code } else { nil } }
    /// The definition of an instance; `nil` for a node.
    var definition: UInt32? { if case .instance(let number) = content { number } else { nil } }
  }

  struct Wire: Hashable {
    var source: End
    var target: End
  }

  struct Port {
    let id: UInt32
    var name: String
    let isInput: Bool
    var type: PortType
    let arity: NodeKind.Arity
    /// The ports that an input leads to; for an output, the port that gives its values.
    var ends: [End]
  }

  /// A value that is not stored in a cell. It is a class, because structures of values are passed on for each instance.
  final class MemberValue {
    let type: ValueType
    let value: KeptValue

    init(type: ValueType, value: KeptValue) { (self.type, self.value) = (type, value) }

    /// The value that a kind declares.
    convenience init(_ value: ErasedDefault) {
      self.init(type: value.type, value: value.type.keep(value.value))
    }

    /// A value of a document whose type is not known.
    convenience init(unread value: DocumentValue) {
      self.init(type: ValueType(DocumentValue.self), value: .value(value))
    }

    /// The document's form of a value whose type is not known; `nil` for other values.
    var unread: DocumentValue? {
      if case .value(let value) = value { value as? DocumentValue } else { nil }
    }
  }

  struct Literal {
    /// The position of an input, or the id of a port.
    let input: UInt32
    var value: MemberValue
  }

  /// The code of a node.
  enum Code {
    /// The code of a shape that is kept.
    case shape(UInt32)
    /// The code of a node made in code, whose shape is removed with the node.
    case own(OwnCode)
  }

  /// The code of a node made in code. The first node that is made from it makes a shape that all share.
  final class OwnCode {
    let kind: NodeKind
    let kernel: Kernel
    let defaults: [MemberValue?]
    var shape: UInt32?

    init(_ kind: NodeKind, _ kernel: Kernel, _ defaults: [MemberValue?]) {
      (self.kind, self.kernel, self.defaults) = (kind, kernel, defaults)
    }
  }

  let id: DefinitionID
  var name: String
  var revision = 1
  var members: [Member] = []
  var wires: [Wire] = []
  /// Inputs and outputs, each in the order in which they are shown.
  private(set) var ports: [Port] = []
  /// The looks of members and wires.
  var looks = LookSheet<End>()
  /// The position of the instance from whose nodes it was made. The members' positions are relative to it.
  var origin = GraphPoint.zero
  /// The fields of documents that are not known.
  var others: [String: DocumentValue] = [:]
  private(set) var nextInner: UInt32 = 0
  private(set) var nextPort: UInt32 = 0
  private var portsOfInputs: [End: UInt32] = [:]
  private var portsOfOutputs: [End: UInt32] = [:]

  init(id: DefinitionID, name: String) {
    self.id = id
    self.name = name
  }

  /// Makes a copy of another definition, with its own id and name.
  init(copying other: SubgraphDefinition, id: DefinitionID, name: String) {
    self.init(id: id, name: name)
    (members, wires, origin) = (other.members, other.wires, other.origin)
    (nextInner, nextPort, looks, others) = (other.nextInner, other.nextPort, other.looks, other.others)
    setPorts(other.ports)
  }

  // MARK: Members

  /// An id for a new member.
  mutating func makeInner() -> UInt32 {
    defer { nextInner += 1 }
    return nextInner
  }

  /// Reserves ids that a document contains.
  mutating func reserve(inner: UInt32, port: UInt32) {
    nextInner = max(nextInner, inner)
    nextPort = max(nextPort, port)
  }

  func place(of inner: UInt32) -> Int? {
    members.place(where: { $0.inner < inner }, match: { $0.inner == inner })
  }

  /// The member with an inner id; setting one replaces it.
  subscript(inner: UInt32) -> Member? {
    get { place(of: inner).map { members[$0] } }
    set { if let newValue, let place = place(of: inner) { members[place] = newValue } }
  }

  typealias Chosen = LazyMapSequence<LazyFilterSequence<Range<Int>>, Member>

  /// The members for whose places a condition holds. Only these are copied.
  private func chosen(_ isChosen: @escaping (Int) -> Bool) -> Chosen {
    members.indices.lazy.filter(isChosen).map { members[$0] }
  }

  var nodes: Chosen { chosen { if case .node = members[$0].content { true } else { false } } }
  var children: Chosen { chosen { if case .instance = members[$0].content { true } else { false } } }

  /// The inner instances of a definition.
  func children(of number: UInt32) -> Chosen {
    chosen { if case .instance(number) = members[$0].content { true } else { false } }
  }

  /// The positions of members by their inner ids.
  var positions: [UInt32: GraphPoint] {
    Dictionary(members.map { ($0.inner, $0.position ?? .zero) }) { first, _ in first }
  }

  /// Removes members. Ports and wires stay.
  mutating func removeMembers(_ inners: Set<UInt32>) { members.removeAll { inners.contains($0.inner) } }

  // MARK: Ports

  var inputs: [Port] { ports.filter(\.isInput) }
  var outputs: [Port] { ports.filter { !$0.isInput } }

  func port(_ id: UInt32) -> Port? { ports.first { $0.id == id } }

  /// The port at a position among the inputs, or the outputs.
  func port(at index: Int, isInput: Bool) -> Port? {
    var rest = index
    for port in ports where port.isInput == isInput {
      if rest == 0 { return port }
      rest -= 1
    }
    return nil
  }

  /// The input that leads to an end; `nil` if none does.
  func input(leadingTo end: End) -> UInt32? { portsOfInputs.isEmpty ? nil : portsOfInputs[end] }

  /// The output that gives the values of an end; `nil` if none does.
  func output(from end: End) -> UInt32? { portsOfOutputs.isEmpty ? nil : portsOfOutputs[end] }

  /// Adds a port at a position among those of its direction, with a number if its name is in use there.
  mutating func addPort(
    _ name: String, isInput: Bool, type: PortType, arity: NodeKind.Arity, ends: [End], at order: Int? = nil
  ) -> UInt32 {
    let id = nextPort
    nextPort += 1
    let taken = Set(ports.lazy.filter { $0.isInput == isInput }.map(\.name))
    let port = Port(
      id: id, name: Edit.freshName(name) { taken.contains($0) }, isInput: isInput, type: type, arity: arity, ends: ends)
    ports.insert(port, at: place(of: order, isInput: isInput, in: ports))
    enterEnds(of: port)
    return id
  }

  /// Adds several ports, which have unique names.
  mutating func appendPorts(_ added: [Port]) {
    for port in added {
      reserve(inner: 0, port: port.id + 1)
      enterEnds(of: port)
    }
    ports += added
  }

  private func place(of order: Int?, isInput: Bool, in listed: [Port]) -> Int {
    guard let order else { return listed.count }
    let places = listed.indices.filter { listed[$0].isInput == isInput }
    return places.indices.contains(order) ? places[order] : listed.count
  }

  mutating func movePort(_ id: UInt32, to order: Int) {
    guard let index = ports.firstIndex(where: { $0.id == id }) else { return }
    let port = ports.remove(at: index)
    ports.insert(port, at: place(of: order, isInput: port.isInput, in: ports))
  }

  mutating func changePort(_ id: UInt32, _ body: (inout Port) -> Void) {
    guard let index = ports.firstIndex(where: { $0.id == id }) else { return }
    var listed = ports
    body(&listed[index])
    setPorts(listed)
  }

  mutating func setPorts(_ listed: [Port]) {
    ports = listed
    portsOfInputs = [:]
    portsOfOutputs = [:]
    for port in listed { enterEnds(of: port) }
  }

  private mutating func enterEnds(of port: Port) {
    for end in port.ends {
      if port.isInput { portsOfInputs[end] = port.id } else { portsOfOutputs[end] = port.id }
    }
  }

  /// Removes wires of ends that are gone, and ports that have no other ends. Returns the removed ports.
  mutating func dropEnds(where isGone: (End, _ isInput: Bool) -> Bool) -> [UInt32] {
    wires.removeAll { isGone($0.source, false) || isGone($0.target, true) }
    return changeEnds { ends, port in ends.removeAll { isGone($0, port.isInput) } }
  }

  /// Changes the ends of ports, and removes ports that have none then. Returns the removed ports.
  @discardableResult
  mutating func changeEnds(_ body: (inout [End], Port) -> Void) -> [UInt32] {
    var dropped: [UInt32] = []
    var listed: [Port] = []
    for var port in ports {
      let before = port
      body(&port.ends, before)
      if port.ends.isEmpty { dropped.append(port.id) } else { listed.append(port) }
    }
    if !ports.isEmpty { setPorts(listed) }
    return dropped
  }

  /// Sorts the wires to each of some members by the places of their target ports. The wires to one member are adjacent.
  mutating func sortWires(to members: Set<UInt32>, by places: [UInt32: Int]) {
    var start = 0
    while start < wires.count {
      let member = wires[start].target.member
      let end = wires[start...].firstIndex { $0.target.member != member } ?? wires.count
      if members.contains(member) {
        wires[start..<end].sort { (places[$0.target.port] ?? 0) < (places[$1.target.port] ?? 0) }
      }
      start = end
    }
  }

  /// The rules that are violated.
  func brokenRules() -> [String] {
    var broken: [String] = []
    let inner = members.map(\.inner)
    if inner != inner.sorted() { broken.append("members are in the order of their ids") }
    let members = Set(inner)
    if members.count != inner.count { broken.append("an inner id names one member") }
    if members.contains(where: { $0 >= nextInner }) { broken.append("an inner id is new when it is added") }
    let ends = ports.flatMap(\.ends) + wires.flatMap { [$0.source, $0.target] }
    if !ends.allSatisfy({ members.contains($0.member) }) { broken.append("the ends of ports and wires are members") }
    for isInput in [true, false] {
      let ends = ports.filter { $0.isInput == isInput }.flatMap(\.ends)
      if Set(ends).count != ends.count { broken.append("an end belongs to one port") }
    }
    if ports.contains(where: { $0.ends.isEmpty || !$0.isInput && $0.ends.count != 1 }) {
      broken.append("an input leads somewhere, and an output has one end")
    }
    return broken
  }
}

extension Array {
  /// The place of an element in a sorted list.
  func place(where isBefore: (Element) -> Bool, match: (Element) -> Bool) -> Int? {
    let place = firstPlace { !isBefore($0) }
    return place < count && match(self[place]) ? place : nil
  }

  /// The first place from which on a condition holds for all elements; the number of elements if there is none. O(log(count)).
  func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SubgraphDefinition.Code {
  /// The name and the ports of its nodes.
  func kind(in topology: borrowing Topology) -> NodeKind {
    switch self {
    case .shape(let shape): topology.shapes[Int(shape)].kind
    case .own(let code): code.kind
    }
  }
}
