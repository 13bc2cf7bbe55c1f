// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Everything an evaluator knows, behind one constant pointer: the graph, and beside its records values, kernels,
/// status and pending bits.
///
/// Foreign code (bodies, observers, edits) runs only while nothing here is being changed.
@safe
@usableFromInline
package struct EvaluatorState: ~Copyable {
  /// What a node needs besides running its kernel. Zero for an ordinary node that has a value.
  @usableFromInline
  enum Status {
    /// There is no value in its output cells yet.
    static let empty: UInt8 = 1
    /// It has a failure instead of a value.
    static let failed: UInt8 = 2
    /// An input may lack a value.
    static let checkInputs: UInt8 = 4
    static let observed: UInt8 = 8
    static let severalOutputs: UInt8 = 16
    /// Of a node with one of these and nothing else, the code can run at once.
    static let simple = observed | severalOutputs
    /// Its value is given from outside; it never runs.
    static let source: UInt8 = 32
    /// It was come across before; while an edit ends, and at no other time.
    static let seen: UInt8 = 64

    /// A bit of these says that there is no value to read.
    @inlinable static var valueless: UInt8 { 3 }
  }

  /// What may be done now: only while it is idle does anything change the graph. The rest say whose code may be running.
  enum Phase {
    case idle
    /// Nodes run, and values that they gave are compared and released.
    case evaluating
    /// `isInterrupted` is asked.
    case asking
    /// Values are compared that an edit gave.
    case comparing
    /// Values and companions are released.
    case releasing
    /// The bytes of values are counted that the edit history keeps.
    case counting
    /// A fork is read.
    case readingFork
    /// An edit is taken back or done again, its companions included.
    case travelling
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
  /// Puts what nodes throw into words, where the application does that.
  var errorDescription: ((any Error) -> String?)?
  /// What literal and default cells hold, where they hold something.
  var constants: [UInt32: ValueType] = [:]
  var definitions: [String: NodeDefinition] = [:]
  var sourceShapes: [ObjectIdentifier: UInt32] = [:]
  var sharedShapes: [UInt: [UInt32]] = [:]
  /// Shapes found before, by a few bits of the code pointer or the type they were found by.
  @usableFromInline var recentShapes = Buffer<RecentShape>()

  /// Is asked, while nodes run, whether to stop.
  var isInterrupted: (() -> Bool)?
  /// The nanoseconds by which it is decided when to ask; `nil` is the system's clock.
  var stopClock: (() -> UInt64)?
  /// What was pending when an evaluation was stopped.
  var unfinished: [NodeID] = []
  var hasUnfinished: Bool { !unfinished.isEmpty }
  /// By slot, whether it or something it depends on was pending then.
  var isUnfinished: [Bool] = []

  /// What documents say that is no part of the graph.
  var documents = DocumentState()

  var phase = Phase.idle
  var editDepth = 0
  var journal: [ValueStep] = []
  /// The writes of the edit since the last step of the journal.
  var writes = Buffer<WordWrite>()
  /// Whether all steps of the journal gave values to sources, so that there is nothing else to look for in it.
  var journalsWritesOnly = true
  /// What can be taken back; nothing while nothing is remembered.
  var history: EditHistory? { didSet { remembersEdits = history != nil } }
  /// Whether there is a history. Looking at that itself counts references.
  private(set) var remembersEdits = false
  /// Whether the edit under way is that of a node made in code.
  var isConstructing = false
  /// Whether what nodes have is kept when they run.
  var keepsRuns = false
  /// Whether an evaluation has more to do than to run nodes.
  var isWatched: Bool { keepsRuns || isInterrupted != nil }
  /// Of the node of several outputs that ran last, a bit for each that is news.
  var changedOutputs: UInt32 = 0

  /// The nodes that the edit gave a value, then all that were evaluated, each with its outcome.
  var log = Buffer<UInt32>()
  /// How many entries of the log are nodes that were given a value.
  var given = 0
  var receiptLog = ReceiptLog()
  /// That of edits within others, and of writes within edits.
  let emptyLog = ReceiptLog()
  /// That of an edit during whose delivery observers made others.
  var outerLog: ReceiptLog?
  /// What the caller of a verb makes a receipt of; one of the logs above.
  @usableFromInline var handedEdit = 0
  @usableFromInline var handedLog: Unmanaged<ReceiptLog>
  var editNumber = 0
  /// What the last edit did to the graph, until somebody asks for the changes.
  var lastSteps = StepList()
  /// The changes of the last edit, where they were asked for.
  var madeChanges: [Change] = []
  /// Why each node has last run, where that is remembered.
  var causes: [NodeID: Cause]?

  var observers = ObserverTable()
  var notices = Buffer<Notice>()
  /// Whether observers may know already what the notices tell them.
  var asksObservers = false

  init(graph: consuming Graph) {
    self.graph = graph
    unsafe handedLog = .passUnretained(emptyLog)
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
struct Notice: BitwiseCopyable {
  let slot: UInt32
  /// A bit for each that changed; without one the notice is for those observers only that know the node as unfinished.
  let outputs: UInt32

  var isForWaiting: Bool { outputs == 0 }
}
