// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The ids of the nodes of a document, those that lie in instances included.
struct DocumentIDs {
  private var generations: [UInt32: UInt32] = [:]
  /// The places of the nodes around all instances, by slot.
  private var nodes: [UInt32: Int] = [:]
  private var next: UInt32 = 0
  /// The nodes that have no id: they get one when those of members are known.
  private(set) var missing: [Int] = []

  func contains(_ id: NodeID) -> Bool { generations[id.slot] == id.generation }

  /// Takes an id. Returns false if its place is taken.
  mutating func insert(_ id: NodeID) -> Bool {
    guard id != .missing, generations[id.slot] == nil else { return false }
    generations[id.slot] = id.generation
    return true
  }

  /// An id that is not taken.
  mutating func makeID() -> NodeID {
    while generations[next] != nil { next += 1 }
    generations[next] = 0
    return NodeID(slot: next, generation: 0)
  }

  /// Takes the ids of the nodes that lie in no instance; of nodes with the same id or name, the later ones lose it.
  mutating func insertNodes(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var owners: [String: Int] = [:]
    for index in document.nodes.indices {
      let id = document.nodes[index].id
      if insert(id) {
        nodes[id.slot] = index
      } else {
        if id != .missing { try faults.note(id, of: .node(nodes[id.slot] ?? 0), at: .node(index)) }
        missing.append(index)
      }
      guard let name = document.nodes[index].name else { continue }
      if let owner = owners[name] {
        try faults.note(name: name, of: .node(owner), at: .node(index))
        document.nodes[index].name = nil
      } else {
        owners[name] = index
      }
    }
  }
}
