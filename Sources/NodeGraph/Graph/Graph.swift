// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A typed port graph without cycles: nodes of declared kinds, and connections from outputs to inputs of equal type.
///
/// A graph is a value: a copy is independent, and shares storage until one of the two is changed. A change that would break
/// the graph (a cycle, a wrong type, a name that is taken) throws a ``GraphError`` with the cause and has no effect.
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
/// A topological order is maintained while the graph is edited, so that a connection that agrees with it costs O(1) and a
/// cycle is refused at once.
///
/// A graph has the structure only. Values, literals, groups, undo and looks belong to the evaluator of NodeEval, whose
/// graph is changed through the evaluator's own edits.
///
/// **Names and ids.** Nodes have ids (``NodeID``), which are never reused, and optionally a name, which is unique. Ports are
/// named by index or by name (``NodeID/input(_:)-(Int)``, ``NodeID/input(_:)-(String)``). All of them are plain values: they can
/// be stored, and are checked when they are used.
///
/// **Errors.** A call that throws has no effect. To make several calls that take effect together, use ``edit(_:)``.
///
/// **Thread safety.** Copies may be read and changed on different threads. One variable must not be changed while another
/// thread accesses it, as with any value.
///
/// **Cost.** Copying is O(1); the first change of a graph that shares storage with a copy is O(nodes + connections). Keep no
/// copy while you make many changes.
public struct Graph: @unchecked Sendable {
  // Sendable: the storage is changed only while this value is its sole owner.
  @usableFromInline package var storage: StateBox<Topology>

  /// Creates an empty graph with some registered kinds.
  ///
  /// ```swift
  /// let number = PortType(Double.self)
  /// var graph = Graph(kinds: [NodeKind("Number", outputs: [.init("value", number)])])
  /// ```
  ///
  /// - Parameter kinds: The kinds whose nodes can be added by name. More can be added with ``register(_:)``.
  /// - Precondition: The kinds have unique names; the program traps otherwise.
  /// - Complexity: O(ports of all kinds).
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
      // This is a copy taken during an edit that has ended since.
      self = settledCopy()
    } else if !isKnownUniquelyReferenced(&storage) {
      storage = StateBox(storage.value.copy())
    }
  }

  /// Returns a copy that is not inside an edit. Complexity: O(nodes + connections).
  package func settledCopy() -> Graph {
    var copy = self
    copy.storage = StateBox(storage.value.copy())
    while copy.storage.value.journal.isOpen { copy.storage.value.commitEdit() }
    copy.storage.value.journal.mark = nil
    return copy
  }

  /// Registers a kind, so that nodes of it can be added by its name.
  ///
  /// A kind can't be replaced or removed. Registering is part of the current edit: it is reverted if the edit throws.
  ///
  /// ```swift
  /// if graph.kind(named: plugin.name) == nil { graph.register(plugin) }
  /// ```
  ///
  /// - Parameter kind: The kind.
  /// - Precondition: No registered kind has the same name; the program traps otherwise. Test with ``kind(named:)``.
  /// - Complexity: O(ports).
  public mutating func register(_ kind: NodeKind) {
    makeUnique()
    _ = storage.value.register(kind)
  }

  /// The registered kinds, in the order in which they were registered.
  ///
  /// Kinds of nodes with ports of their own (``add(own:named:at:)``) are not included.
  ///
  /// - Complexity: O(registered kinds + nodes with ports of their own).
  public var kinds: [NodeKind] {
    // A shared shape need not be a registered kind: nodes made by one line of code share a shape too.
    storage.value.shapes.indices.compactMap { index in
      let kind = storage.value.wiring.shapes.kind(UInt32(index))
      return storage.value.shape(ofKind: kind.name) == UInt32(index) ? kind : nil
    }
  }

  /// Returns the registered kind with a name.
  ///
  /// The kind of a node with ports of its own may have the same name; see ``kind(of:)``.
  ///
  /// - Parameter name: The name of the kind.
  /// - Returns: The kind; `nil` if no registered kind has the name.
  public func kind(named name: String) -> NodeKind? {
    storage.value.shape(ofKind: name).map { storage.value.wiring.shapes.kind($0) }
  }

  /// Checks every invariant of the storage, and traps with a description of those that are broken.
  ///
  /// A graph can't be broken through its public interface, so this is for tests that suspect a mistake in this library.
  /// Setting the environment variable `NODEGRAPH_INVARIANTS` makes debug builds do so after edits of small graphs.
  ///
  /// - Complexity: O(nodes + connections).
  public func checkInvariants() { storage.value.checkInvariants() }
}
