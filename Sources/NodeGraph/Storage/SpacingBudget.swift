// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What may be spent on spacing the order, in nodes and connections looked at.
///
/// Searches earn it and spacing spends it, so that an order is never spaced for less work than searching has cost. All
/// prices are in the same unit as the cost of a search: one node or connection looked at.
package struct SpacingBudget: Equatable {
  /// What may be spent. Below zero after a penalty, or where looking for windows has cost more than was earned.
  package private(set) var credit = 0

  package init() {}

  /// What a search earns beside its cost: as much as a window of 64 ranks costs, so that short searches at the same place
  /// soon find one with holes.
  package static let bonus = 16

  /// What spacing a window costs: writing a rank costs about a quarter of looking at a node, which is to be fetched.
  package static func price(ofWindow ranks: Int) -> Int { ranks / 4 }

  /// What it costs to have looked at a window, and at the smaller ones before, without spacing it.
  package static func price(ofLookingAt ranks: Int) -> Int { ranks / 16 }

  /// What spacing the whole order costs: a quarter for each node. A small order is not worth it before 64 have been
  /// looked at, because exchanging ranks is cheap there.
  package static func price(ofOrder nodes: Int) -> Int { max(64, nodes / 4) }

  package func affords(_ price: Int) -> Bool { price <= credit }

  /// Adds what a search has cost, up to one for each node: more would only pay for spacing that is not needed yet.
  package mutating func earn(_ cost: Int, nodes: Int) { credit = min(credit + cost, nodes) }

  package mutating func spend(_ price: Int) { credit -= price }

  /// Says that an order that was spaced out has been reverted. The same edit may be repeated, so searches have to pay
  /// for it twice before it is done again.
  package mutating func penalise(nodes: Int) { credit = -2 * nodes }
}
