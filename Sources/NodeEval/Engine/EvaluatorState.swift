// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Everything an evaluator knows, behind one constant pointer: the graph, and beside its records values, kernels,
/// status and pending bits.
///
/// Foreign code (bodies, observers, edits) runs only while nothing here is being changed.
@usableFromInline
package struct EvaluatorState: ~Copyable {
  /// What a node needs besides running its kernel. Zero for an ordinary node that has a value.
  enum Status {
    /// There is no value in its output cells yet.
    static let empty: UInt8 = 1
    /// It has a failure instead of a value.
    static let failed: UInt8 = 2
    /// An input may lack a value.
    static let checkInputs: UInt8 = 4
    static let observed: UInt8 = 8
    static let severalOutputs: UInt8 = 16
    /// Its value is given from outside; it never runs.
    static let source: UInt8 = 32
    /// It was come across before; while an edit ends, and at no other time.
    static let seen: UInt8 = 64
  }

  /// What may be done now.
  enum Phase {
    case idle, evaluating
  }

  @usableFromInline var graph: Graph
  /// The graph's records. By way of `graph` each access would count a reference (5 ns).
  @usableFromInline var topology: Topology {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(graph.storage.pointer) }
    @inline(__always) unsafeMutableAddress { unsafe graph.storage.pointer }
  }
  @usableFromInline var values = ValueArena()
  @usableFromInline var status = Buffer<UInt8>()
  /// By shape; the array owns them, the buffer is what the loop reads.
  var kernels: [Kernel?] = []
  @usableFromInline var kernelPointers = Buffer<UInt>()
  var pending = PendingSet()
  var failures: [UInt32: NodeFailure] = [:]
  /// What literal and default cells hold, where they hold something.
  var constants: [UInt32: ValueType] = [:]
  var definitions: [String: NodeDefinition] = [:]
  var sourceShapes: [ObjectIdentifier: UInt32] = [:]
  var sharedShapes: [UInt: [UInt32]] = [:]
  /// Shapes found before, by a few bits of the code pointer or the type they were found by.
  @usableFromInline var recentShapes = Buffer<RecentShape>()

  /// Is asked, while nodes run, whether to stop.
  var isInterrupted: (() -> Bool)?
  /// What was pending when an evaluation was stopped.
  var unfinished: [NodeID] = []
  /// By slot, whether it or something it depends on was pending then.
  var isUnfinished: [Bool] = []

  /// What documents say that is no part of the graph.
  var documents = DocumentState()

  var phase = Phase.idle
  var editDepth = 0
  var journal: [ValueStep] = []
  /// Whether all steps of the journal gave values to sources, so that there is nothing else to look for in it.
  var journalsWritesOnly = true
  /// The nodes that the structural changes of the edit make run again.
  var touched = Buffer<UInt32>()
  /// What can be taken back; nothing while nothing is remembered.
  var history: EditHistory?
  /// Whether the edit under way is that of a node made in code.
  var isConstructing = false
  /// Whether what nodes have is kept when they run.
  var keepsRuns = false
  /// Of the node of several outputs that ran last, a bit for each that is news.
  var changedOutputs: UInt32 = 0

  /// The nodes that the edit gave a value, then all that were evaluated, each with its outcome.
  var log = Buffer<UInt32>()
  /// How many entries of the log are nodes that were given a value.
  var given = 0
  var receiptLog = ReceiptLog()
  /// That of edits within others, and of writes within edits.
  let emptyLog = ReceiptLog()
  var editNumber = 0
  var lastChanges: [Change] = []
  /// Empty, with memory for those of the next edit.
  var spareChanges: [Change] = []
  /// Why each node has last run, where that is remembered.
  var causes: [NodeID: Cause]?

  var observers: [UInt32: [Observer]] = [:]
  var notices: [Notice] = []
  var deliveries: [Observer] = []
  var isDelivering = false

  init(graph: consuming Graph) {
    self.graph = graph
    recentShapes.resize(to: RecentShape.slots, repeating: RecentShape(key: 0, shape: 0))
  }
}

/// A shape that was looked up, and by what.
@frozen
@usableFromInline
struct RecentShape: BitwiseCopyable {
  @usableFromInline let key: UInt
  @usableFromInline let shape: UInt32

  @inlinable
  init(key: UInt, shape: UInt32) {
    self.key = key
    self.shape = shape
  }

  @inlinable static var slots: Int { 64 }

  /// Where a key is looked for. Code and types lie 16 bytes apart at least.
  @inlinable static func slot(_ key: UInt) -> Int { Int(truncatingIfNeeded: key >> 4) & (slots - 1) }
}

/// An observed node that changed: which outputs.
struct Notice {
  let slot: UInt32
  let outputs: UInt32
}
