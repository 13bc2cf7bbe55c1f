// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The nodes whose value a statement changed, in the order in which they are reported.
///
/// A change from number to number takes two words, and a ``NodeChange`` is made of them when it is read. The values are those of the
/// end of the statement, whatever the session does afterwards.
public struct NodeChanges: Sendable {
  /// Two numbers, or the index of a change of another kind.
  struct Entry: BitwiseCopyable {
    /// The number before; NaN if the other word is an index.
    let old: Double
    let new: Double

    /// A change from number to number.
    init(old: Double, new: Double) { (self.old, self.new) = (old, new) }

    /// The change at an index of those of another kind.
    init(other index: Int) { self.init(old: .nan, new: Double(bitPattern: UInt64(index))) }

    /// The index of a change of another kind; `nil` for a change from number to number.
    var other: Int? { old.isNaN ? Int(new.bitPattern) : nil }
  }

  /// The names of the nodes. Successive reports of the same nodes share them.
  private var names: [String] = []
  private var entries: [Entry] = []
  /// The changes that are not from number to number, and those of nodes with a format.
  private var others: [NodeChange] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list of numbers and other changes, whose indices are in the entries.
  ///
  /// - Precondition: There are as many names as entries.
  init(names: [String], _ entries: [Entry], others: [NodeChange] = []) {
    assert(names.count == entries.count, "every change has a name")
    (self.names, self.entries, self.others) = (names, entries, others)
  }

  /// The entry of a change, which is stored if it is of another kind.
  private mutating func entry(_ change: NodeChange) -> Entry {
    if case .value(.number(let old))? = change.old, case .value(.number(let new)) = change.new, !old.isNaN,
      change.format == nil
    {
      return Entry(old: old, new: new)
    }
    others.append(change)
    return Entry(other: others.count - 1)
  }
}

extension NodeChanges: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  /// The position of the first change: 0.
  public var startIndex: Int { 0 }
  /// The number of changes.
  public var endIndex: Int { entries.count }

  /// The change at a position.
  public subscript(index: Int) -> NodeChange {
    get {
      let entry = entries[index]
      if let other = entry.other { return others[other] }
      return NodeChange(
        name: names[index], old: .value(.number(entry.old)), new: .value(.number(entry.new)), format: nil)
    }
    set {
      names[index] = newValue.name
      if let other = entries[index].other { others[other] = newValue } else { entries[index] = entry(newValue) }
    }
  }

  /// Replaces the changes in a range by others.
  ///
  /// - Complexity: O(changes).
  public mutating func replaceSubrange(_ range: Range<Int>, with changes: some Collection<NodeChange>) {
    names.replaceSubrange(range, with: changes.map(\.name))
    entries.replaceSubrange(range, with: changes.map { entry($0) })
    if entries.isEmpty { others = [] }
  }

  /// Makes room for a number of changes.
  public mutating func reserveCapacity(_ count: Int) {
    names.reserveCapacity(count)
    entries.reserveCapacity(count)
  }
}

extension NodeChanges: ExpressibleByArrayLiteral, Hashable {
  /// Creates a list of changes.
  public init(arrayLiteral changes: NodeChange...) { self.init(changes) }

  /// Whether two lists have equal changes in the same order.
  public static func == (left: NodeChanges, right: NodeChanges) -> Bool { left.elementsEqual(right) }

  /// Adds all changes to a hash value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for change in self { hasher.combine(change) }
  }
}
