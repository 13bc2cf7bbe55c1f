// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The ids of the nodes of a graph, or of the members of a definition, each with the index of its owner.
struct DocumentIDs {
  /// The index that stands for a member of an instance.
  static let inInstance = Int32.max

  /// The index of the owner by slot, used while ids are close together; -1 for a free slot.
  private var bySlot: [Int32]
  private var generations: [UInt32]
  private var bySparseSlot: [UInt32: (place: Int32, generation: UInt32)] = [:]
  private var next: UInt32 = 0
  /// Whether the ids of the nodes are so close together that a graph with these ids takes little more memory than the document.
  let areDense: Bool
  /// The indices of nodes without a valid id. They get one when all other ids are known.
  private(set) var missing: [Int] = []

  /// Reserves room for the ids of nodes and of members of instances. Doesn't insert any id.
  init(of nodes: [DocumentNode], _ instances: [DocumentInstance] = []) {
    var (bound, count) = (UInt32(0), nodes.count)
    for node in nodes where node.id != .missing { bound = max(bound, node.id.slot + 1) }
    for instance in instances {
      count += instance.members.count
      for member in instance.members where member.node.slot < InstanceID.firstSlot {
        bound = max(bound, member.node.slot + 1)
      }
    }
    areDense = Int(bound) <= 1024 + 64 * count
    bySlot = Array(repeating: -1, count: areDense ? Int(bound) : 0)
    generations = Array(repeating: 0, count: bySlot.count)
  }

  /// The index of the owner of an id.
  subscript(id: NodeID) -> Int32? {
    if Int(id.slot) < bySlot.count {
      let place = bySlot[Int(id.slot)]
      return place >= 0 && generations[Int(id.slot)] == id.generation ? place : nil
    }
    return bySparseSlot[id.slot].flatMap { $0.generation == id.generation ? $0.place : nil }
  }

  /// Inserts an id. If its slot is taken, only returns the index of the owner.
  mutating func insert(_ id: NodeID, at place: Int32) -> Int32? {
    if Int(id.slot) < bySlot.count {
      if bySlot[Int(id.slot)] >= 0 { return bySlot[Int(id.slot)] }
      bySlot[Int(id.slot)] = place
      generations[Int(id.slot)] = id.generation
      return nil
    }
    if let taken = bySparseSlot[id.slot] { return taken.place }
    bySparseSlot[id.slot] = (place, id.generation)
    return nil
  }

  /// Inserts the id of a member of an instance. Returns false if the id is taken or missing.
  mutating func take(_ id: NodeID) -> Bool { id != .missing && insert(id, at: Self.inInstance) == nil }

  /// Inserts and returns an id that is not taken, for the owner at an index.
  mutating func makeID(at place: Int32) -> NodeID {
    while insert(NodeID(slot: next, generation: 0), at: place) != nil { next += 1 }
    return NodeID(slot: next, generation: 0)
  }

  /// Inserts the ids of nodes. Later nodes with an id that is taken lose it.
  mutating func insert(
    _ nodes: inout [DocumentNode], at path: (Int) -> DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for index in nodes.indices {
      let id = nodes[index].id
      if id != .missing {
        guard let owner = insert(id, at: Int32(index)) else { continue }
        try faults.note(id, of: path(Int(owner)), at: path(index))
        nodes[index].id = .missing
      }
      missing.append(index)
    }
  }

  /// Gives each node without an id one that is not taken.
  mutating func complete(_ nodes: inout [DocumentNode]) {
    for index in missing { nodes[index].id = makeID(at: Int32(index)) }
    missing = []
  }
}

extension [DocumentNode] {
  /// Removes the names of later nodes that have the name of an earlier one.
  mutating func dropDuplicateNames(
    at path: (Int) -> DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var owners: [String: Int32] = [:]
    owners.reserveCapacity(count)
    for index in indices {
      guard let name = self[index].name else { continue }
      guard let owner = owners.updateValue(Int32(index), forKey: name) else { continue }
      owners[name] = owner
      try faults.note(name: name, of: path(Int(owner)), at: path(index))
      self[index].name = nil
    }
  }
}
