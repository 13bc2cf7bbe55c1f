// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The values of nodes that were reported last: numbers by slot, which most values are, and others by node.
///
/// A node that is removed has to be removed here too before its slot is used again.
package struct ReportedValues {
  /// The number of the node in each slot; NaN if it has none here.
  private var numbers: [Double] = []
  private var others: [NodeID: NodeValue] = [:]

  package init() {}

  package var isEmpty: Bool { others.isEmpty && numbers.allSatisfy(\.isNaN) }

  /// Whether all values are of certain nodes. Complexity: O(values + nodes).
  package func areOf(_ all: [NodeID]) -> Bool {
    let (nodes, slots) = (Set(all), Set(all.map(\.slot)))
    return others.keys.allSatisfy(nodes.contains)
      && numbers.indices.allSatisfy { numbers[$0].isNaN || slots.contains(UInt32($0)) }
  }

  package subscript(node: NodeID) -> NodeValue? {
    get {
      let slot = Int(node.slot)
      if slot < numbers.count, !numbers[slot].isNaN { return .value(.number(numbers[slot])) }
      return others.isEmpty ? nil : others[node]
    }
    set {
      if case .value(.number(let number))? = newValue, !number.isNaN {
        _ = update(node, to: number)
      } else {
        _ = dropNumber(of: node)
        others[node] = newValue
      }
    }
  }

  /// Stores a number in place of another. Returns the other; `nil` if no number was stored, because one of them is NaN or of another type.
  @inline(__always)
  mutating func replace(_ node: NodeID, by number: Double) -> Double? {
    let slot = Int(node.slot)
    guard slot < numbers.count, !numbers[slot].isNaN, !number.isNaN else { return nil }
    let before = numbers[slot]
    numbers[slot] = number
    return before
  }

  /// Stores a value. Returns the one before.
  package mutating func update(_ node: NodeID, to value: NodeValue) -> NodeValue? {
    if case .value(.number(let number)) = value, !number.isNaN { return update(node, to: number) }
    let number = dropNumber(of: node)
    return others.updateValue(value, forKey: node) ?? number
  }

  private mutating func update(_ node: NodeID, to number: Double) -> NodeValue? {
    let slot = Int(node.slot)
    while numbers.count <= slot { numbers.append(.nan) }
    let before = numbers[slot]
    numbers[slot] = number
    if !before.isNaN { return .value(.number(before)) }
    return others.isEmpty ? nil : others.removeValue(forKey: node)
  }

  private mutating func dropNumber(of node: NodeID) -> NodeValue? {
    let slot = Int(node.slot)
    guard slot < numbers.count, !numbers[slot].isNaN else { return nil }
    defer { numbers[slot] = .nan }
    return .value(.number(numbers[slot]))
  }
}
