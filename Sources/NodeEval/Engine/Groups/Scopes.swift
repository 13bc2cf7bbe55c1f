// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Groups, and conversions of connections: the tables because of which a connection is more than a pair of ports.
///
/// Invariant: `areInUse` is set exactly if there is a definition or a conversion.
@usableFromInline
struct Scopes {
  /// The definitions of groups, and the nodes that are their instances.
  var subgraphs: SubgraphTable { didSet { noteUse() } }
  /// The types that connections convert, and to which others.
  var conversions = ConversionTable() { didSet { noteUse() } }
  /// The verbs of edits check this one flag, and if it is set use those of a scope.
  @usableFromInline private(set) var areInUse = false

  init(tag: UInt32) { subgraphs = SubgraphTable(tag: tag) }

  private mutating func noteUse() { areInUse = !subgraphs.isEmpty || !conversions.isEmpty }
}
