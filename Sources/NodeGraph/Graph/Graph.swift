// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A typed port graph without cycles: nodes of declared kinds, and connections from outputs to inputs of equal type.
///
/// A graph is a value: a copy is independent, and shares storage until one of the two is changed. It refuses what
/// would break it — a cycle, a wrong type, a taken name — with a ``GraphError`` that names the cause, and is then as it
/// was before.
///
/// ```swift
/// let number = PortType(Double.self)
/// var graph = Graph(kinds: [
///   NodeKind("Number", outputs: [.init("value", number)]),
///   NodeKind("Negate", inputs: [.init("x", number)], outputs: [.init("y", number)]),
/// ])
/// let one = try graph.add("Number", named: "one")
/// let minus = try graph.add("Negate", named: "minus one")
/// try graph.connect(one.output, to: minus.input("x"))
/// ```
///
/// A topological order is kept while the graph is edited, so that a connection that agrees with it costs O(1) and a
/// cycle is refused at once.
public struct Graph: @unchecked Sendable {
  // Sendable: the storage is changed only while this value is its sole owner.
  @usableFromInline package var storage: StateBox<Topology>

  /// An empty graph that knows some kinds.
  ///
  /// - Precondition: The kinds have unique names.
  public init(kinds: [NodeKind] = []) {
    storage = StateBox(Topology())
    for kind in kinds { register(kind) }
  }

  /// Makes this value the only owner of its storage. Complexity: O(1) for a sole owner, else O(nodes + connections).
  @inlinable @inline(__always)
  package mutating func makeUnique() {
    if storage.value.journal.mark?.value == true || !isKnownUniquelyReferenced(&storage) { separate() }
  }

  @usableFromInline @inline(never)
  mutating func separate() {
    if storage.value.journal.mark?.value == true {
      // A copy from the middle of an edit that has ended since.
      self = settledCopy()
    } else if !isKnownUniquelyReferenced(&storage) {
      storage = StateBox(storage.value.copy())
    }
  }

  /// A copy that is not in the middle of an edit. Complexity: O(nodes + connections).
  package func settledCopy() -> Graph {
    var copy = self
    copy.storage = StateBox(storage.value.copy())
    while copy.storage.value.journal.isOpen { copy.storage.value.commitEdit() }
    copy.storage.value.journal.mark = nil
    return copy
  }

  /// Makes a kind known; nodes of it can then be added by name.
  ///
  /// - Precondition: No other kind has the same name.
  /// - Complexity: O(ports).
  public mutating func register(_ kind: NodeKind) {
    makeUnique()
    _ = storage.value.register(kind)
  }

  /// The kinds that are known, in the order in which they were registered. Complexity: O(kinds, and nodes made with ports
  /// of their own).
  public var kinds: [NodeKind] {
    // A shape that is no node's own need not be a registered kind: nodes made by one line of code share theirs.
    storage.value.shapes.indices.compactMap { index in
      let kind = storage.value.wiring.shapes.kind(UInt32(index))
      return storage.value.shape(ofKind: kind.name) == UInt32(index) ? kind : nil
    }
  }

  /// The kind of that name, if it is known.
  public func kind(named name: String) -> NodeKind? {
    storage.value.shape(ofKind: name).map { storage.value.wiring.shapes.kind($0) }
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(nodes + connections).
  public func checkInvariants() { storage.value.checkInvariants() }
}
