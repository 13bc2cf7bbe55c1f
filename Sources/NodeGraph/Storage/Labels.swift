// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The names and positions of nodes, stored only for nodes that have them.
///
/// Invariant (see `checkInvariants`): the tables of names by node and nodes by name are inverses.
package struct Labels: ~Copyable {
  private var names: [UInt32: String] = [:]
  private var nodes: [String: UInt32] = [:]
  private var positions: [UInt32: GraphPoint] = [:]
  /// Increases when a name changes, so that code that has read names knows whether they are still those of the nodes.
  package private(set) var version = 0
  /// The numeric suffixes found to be taken.
  private var numbers = FreshNumbers()

  package init() {}

  // Testing a table for emptiness is cheap; removing an entry from an empty table is not.
  var hasNames: Bool { !names.isEmpty }
  var hasPositions: Bool { !positions.isEmpty }

  package func name(of slot: UInt32) -> String? { names[slot] }

  package func node(named name: String) -> UInt32? { nodes[name] }

  /// Returns the name, with a number appended if a node already has it (see ``FreshNumbers``).
  ///
  /// - Complexity: O(1) usually. After a name with a lower number has become free, once O(taken numbers above it).
  package mutating func freshName(_ name: String) -> String {
    let nodes = nodes
    return numbers.freshName(name, leavesFree: true) { nodes[$0] != nil }
  }

  package var allNames: Dictionary<String, UInt32>.Keys { nodes.keys }

  package func position(of slot: UInt32) -> GraphPoint? { positions[slot] }

  /// Gives a node a name that no other node has, or removes its name.
  package mutating func setName(_ name: String?, of slot: UInt32) {
    version &+= 1
    if let before = names[slot], nodes[before] == slot {
      nodes[before] = nil
      numbers.release(before)
    }
    names[slot] = name
    if let name { nodes[name] = slot } else { shrinkNames() }
  }

  private mutating func shrinkNames() {
    names.shrinkIfSparse()
    nodes.shrinkIfSparse()
  }

  package mutating func setPosition(_ position: GraphPoint?, of slot: UInt32) {
    positions[slot] = position
    if position == nil { positions.shrinkIfSparse() }
  }

  mutating func reserve(_ count: Int) {
    names.reserveCapacity(count)
    nodes.reserveCapacity(count)
    positions.reserveCapacity(count)
  }

  /// Returns a copy, which shares storage until one of the two changes.
  package func copy() -> Labels {
    var result = Labels()
    result.names = names
    result.nodes = nodes
    result.positions = positions
    result.numbers = numbers
    result.version = version
    return result
  }

  /// The approximate number of bytes that the tables have allocated. The storage of long names is not included.
  package var byteCount: Int {
    names.capacity * MemoryLayout<(UInt32, String)>.stride + nodes.capacity * MemoryLayout<(String, UInt32)>.stride
      + positions.capacity * MemoryLayout<(UInt32, GraphPoint)>.stride
  }

  /// Returns a sentence for each broken invariant. Complexity: O(names).
  package func checkInvariants() -> [String] {
    var broken = names.filter { nodes[$0.value] != $0.key }.map { slot, name in
      "names and nodes name each other, '\(name)' does not name slot \(slot)"
    }
    if names.count != nodes.count { broken.append("every name belongs to one node") }
    return broken + numbers.brokenRules { nodes[$0] != nil }
  }
}
