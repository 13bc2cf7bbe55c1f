// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The budget for spacing the order.
///
/// Searches earn it and spacing spends it, so that spacing never costs more than the searches before it. All prices are
/// in the unit of the cost of a search: one visited node or connection.
package struct SpacingBudget: Equatable {
  /// The amount that may be spent. Negative after a penalty, or where searching for windows has cost more than was earned.
  package private(set) var credit = 0

  package init() {}

  /// The amount a search earns in addition to its cost: the price of a window of 64 ranks, so that short searches at the
  /// same place soon afford a window with holes.
  package static let bonus = 16

  /// Returns the price of spacing a window. Writing a rank costs about a quarter of visiting a node, which must be fetched.
  package static func price(ofWindow ranks: Int) -> Int { ranks / 4 }

  /// Returns the price of examining a window, and the smaller ones before it, without spacing it.
  package static func price(ofLookingAt ranks: Int) -> Int { ranks / 16 }

  /// Returns the price of spacing the whole order: a quarter for each node, and at least 64, because permuting ranks is
  /// cheap in a small order.
  package static func price(ofOrder nodes: Int) -> Int { max(64, nodes / 4) }

  package func affords(_ price: Int) -> Bool { price <= credit }

  /// Adds the cost of a search, up to a credit of one for each node: more would only pay for spacing that isn't needed yet.
  package mutating func earn(_ cost: Int, nodes: Int) { credit = min(credit + cost, nodes) }

  package mutating func spend(_ price: Int) { credit -= price }

  /// Penalises the budget after spacing of the order was reverted. The same edit may be repeated, so searches have to earn
  /// twice the number of nodes before the order is spaced again.
  package mutating func penalise(nodes: Int) { credit = -2 * nodes }
}
