// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What became of a node in an edit.
enum NodeOutcome: UInt32 {
  /// It ran, or was given a value, and its value or failure is another.
  case changed
  /// It ran, and its value stayed the same: nothing propagates.
  case cutOff
  /// An input has failed, which is new.
  case blocked
  /// An input has failed as before.
  case stillBlocked
}

/// A node and what became of it, in the two top bits.
@frozen
@usableFromInline
struct LogEntry: BitwiseCopyable {
  @usableFromInline let bits: UInt32

  @inline(__always)
  init(_ slot: UInt32, _ outcome: NodeOutcome) {
    assert(NodeOutcome.cutOff.rawValue << 30 == Self.cutOffMark, "the mark is that of the outcome")
    bits = slot | outcome.rawValue << 30
  }

  /// A node that ran. It is cut off if no output changed.
  @inlinable @inline(__always)
  init(_ slot: UInt32, changed outputs: UInt32) { bits = outputs == 0 ? slot | Self.cutOffMark : slot }

  /// The two top bits of a node that is cut off: what inlinable code knows of the outcomes.
  @inlinable static var cutOffMark: UInt32 { 1 << 30 }

  var slot: UInt32 { bits & (1 << 30 - 1) }
  var outcome: NodeOutcome { NodeOutcome(rawValue: bits >> 30) ?? .changed }
}

/// Nodes that an edit has reached and not run, in evaluation order.
struct Later {
  var putOff: [UInt32] = []
  var started: [UInt32] = []

  var isEmpty: Bool { putOff.isEmpty && started.isEmpty }
}

/// What an evaluator knows of its last edit: what ran, what changed in the graph, why, and who reads about it.
///
/// It is swapped as a whole for that of a fork. Invariant (see `brokenRules`): the nodes that were given a value are the
/// first entries, and have changed.
@safe
@usableFromInline
struct EditLog: ~Copyable {
  /// The nodes that the edit gave a value, then all that were evaluated, in evaluation order once they are sorted.
  var entries = Buffer<LogEntry>()
  /// How many entries are nodes that were given a value.
  var givenCount = 0
  /// Whether the nodes that ran are in the order of ranks.
  private var isSorted = true
  /// Those of them that run as well, because of their switch; they are entered once.
  private(set) var runningGiven: Set<UInt32> = []
  /// The nodes that a change has reached and that did not run; what runs later in the same edit is among them no more.
  private(set) var later = Later()
  /// Whether there may be such nodes, changes or causes: one look instead of four, in each edit.
  private var hasMore = false
  /// The number of the edit, counted from 1.
  var number = 0
  /// What the edit did to the graph, until the changes are asked for.
  var steps = StepList()
  /// The changes, where they were asked for.
  var changes: [Change] = [] { didSet { hasMore = true } }
  /// What the edit changed beside the graph, as far as that concerns nodes and groups; and whether it changed anything there.
  private(set) var beside: [Change] = []
  private(set) var changesBeside = false
  /// The nodes that have come into a group, or out of one: there they keep the names that the graph takes away.
  private var regrouped: Set<NodeID> = []
  /// Why the nodes of the edit have run, once that was asked for.
  var lastCauses: [NodeID: Cause]? { didSet { hasMore = true } }
  /// Why each node has last run, where that is remembered.
  var causes: [NodeID: Cause]?
  /// Where receipts of the edit read.
  private(set) var receipts: ReceiptLog
  /// That of edits within others, and of writes within edits.
  private let none = ReceiptLog()
  /// That of an edit during whose delivery observers made others.
  private var outer: ReceiptLog?
  /// How many calls tell observers before they hand out their receipt, and whether one hands out that of the last edit.
  private var awaitingCount = 0
  private var isAwaited = false
  /// The logs of such calls where it is another one, since observers made edits.
  private var awaited: [ReceiptLog] = []
  /// What the caller of a verb makes a receipt of; one of the logs above, so that no reference is counted for a receipt
  /// that is not used.
  @usableFromInline private(set) var handedEdit = 0
  @usableFromInline private(set) var handedLog: Unmanaged<ReceiptLog>

  init(receipts: ReceiptLog = ReceiptLog()) {
    self.receipts = receipts
    unsafe handedLog = .passUnretained(none)
  }

  /// Starts the log of the next edit.
  @inline(__always)
  mutating func begin() {
    number += 1
    entries.removeAll()
    givenCount = 0
    isSorted = true
    if !steps.isEmpty { steps.removeAll() }
    if hasMore { dropMore() }
    hand(number, receipts)
  }

  @inline(never)
  private mutating func dropMore() {
    let byteCount = changes.count * MemoryLayout<Change>.stride
    if byteCount > 0 {
      changes = []
      GrowingMemory.returnFreedMemory(byteCount)
    }
    lastCauses = nil
    later = Later()
    runningGiven = []
    (beside, regrouped, changesBeside) = ([], [], false)
    hasMore = false
  }

  /// Notes that the edit changed something beside the graph, and what of that concerns nodes and groups.
  mutating func note(_ beside: [Change], regrouped: Set<NodeID> = []) {
    (self.beside, self.regrouped, changesBeside) = (beside, regrouped, true)
    hasMore = true
  }

  /// Enters a source that was given a value. All are entered before any node runs.
  @inline(__always)
  mutating func appendGiven(_ slot: UInt32) {
    entries.append(LogEntry(slot, .changed))
    givenCount += 1
  }

  /// Notes that a source that was given a value is about to run.
  mutating func noteRunning(given slot: UInt32) {
    runningGiven.insert(slot)
    hasMore = true
  }

  /// Notes that nodes run in another order than that of ranks. Entries are sorted when a receipt is read (see `sort`).
  mutating func noteOtherOrder() { isSorted = false }

  /// Sorts the nodes that ran by rank, if they are not sorted.
  ///
  /// - Precondition: The graph is that of the edit.
  /// - Complexity: As `sortedRuns(in:)`.
  mutating func sort(in topology: borrowing Topology) {
    if isSorted { return }
    for (index, entry) in sortedRuns(in: topology).enumerated() { entries[givenCount + index] = entry }
    isSorted = true
  }

  /// The nodes that ran, by rank. Nodes that the graph does not have any more come last.
  ///
  /// - Complexity: O(nodes of the graph) if a sixteenth of it or more ran; otherwise O(*n* log *n*) for *n* nodes that ran.
  private func sortedRuns(in topology: borrowing Topology) -> [LogEntry] {
    let runs = (givenCount..<entries.count).map { entries[$0] }
    let rankCount = topology.nodeAtRank.count
    guard runs.count >= rankCount / 16 else {
      return runs.sorted { topology.records[$0.slot].rank < topology.records[$1.slot].rank }
    }
    var indices = [UInt32](repeating: .max, count: rankCount)
    var removed: [LogEntry] = []
    for (index, entry) in runs.enumerated() {
      let rank = Int(topology.records[entry.slot].rank)
      if rank < rankCount { indices[rank] = UInt32(index) } else { removed.append(entry) }
    }
    return indices.filter { $0 != .max }.map { runs[Int($0)] } + removed
  }

  /// Enters a node that was put off.
  mutating func enterPutOff(_ slot: UInt32) {
    later.putOff.append(slot)
    hasMore = true
  }

  /// Enters a node whose code was started.
  mutating func enterStarted(_ slot: UInt32) {
    later.started.append(slot)
    hasMore = true
  }

  /// Whether there is nothing that a receipt would tell.
  var isWithoutEffect: Bool {
    entries.isEmpty && steps.isEmpty && changes.isEmpty && later.isEmpty && !changesBeside
  }

  /// The slots of the nodes that were given a value.
  var given: [UInt32] { (0..<givenCount).map { entries[$0].slot } }

  /// How many nodes ran.
  var evaluatedCount: Int {
    (givenCount..<entries.count).count { entries[$0].outcome == .changed || entries[$0].outcome == .cutOff }
  }

  /// The entries, readable.
  func receiptEntries(in topology: borrowing Topology) -> [ReceiptEntry] {
    let sorted = isSorted ? [] : sortedRuns(in: topology)
    return (0..<entries.count).map { index in
      let isGiven = index < givenCount
      let entry = isSorted || isGiven ? entries[index] : sorted[index - givenCount]
      return ReceiptEntry(node: topology.id(of: entry.slot), outcome: entry.outcome, isGiven: isGiven)
    }
  }

  /// The changes, made of the steps when they are asked for first.
  mutating func takeChanges(in topology: borrowing Topology) -> [Change] {
    if !steps.isEmpty {
      changes = topology.changes(of: steps)
      steps.removeAll()
    }
    if !changesBeside { return changes }
    return changes.filter { !isOfMembershipOnly($0) } + beside
  }

  /// Whether a node is called otherwise only because it lies elsewhere now: its name goes with it.
  private func isOfMembershipOnly(_ change: Change) -> Bool {
    guard case .renamed(let node, let from, let to) = change else { return false }
    return (from == nil || to == nil) && regrouped.contains(node)
  }

  /// Tells of an undo or a redo that had nodes run: first those that have changed and did not run, then those that ran, each
  /// with whether it has something else than before all of it.
  ///
  /// - Parameter changed: The nodes that have, or are there again, in evaluation order.
  mutating func tellDifference(_ changed: [UInt32]) {
    let ran = (0..<entries.count).map { entries[$0] }
    let runSlots = Set(ran.map(\.slot))
    let isChanged = Set(changed)
    entries.removeAll()
    givenCount = 0
    for slot in changed where !runSlots.contains(slot) { appendGiven(slot) }
    for entry in ran {
      let couldRun = entry.outcome == .changed || entry.outcome == .cutOff
      let hasChanged = isChanged.contains(entry.slot)
      entries.append(
        LogEntry(entry.slot, couldRun ? hasChanged ? .changed : .cutOff : hasChanged ? .blocked : .stillBlocked))
    }
  }

  /// Swaps the entries for those of another log.
  mutating func swapEntries(with other: inout EditLog) {
    swap(&entries, &other.entries)
    swap(&givenCount, &other.givenCount)
    swap(&isSorted, &other.isSorted)
    swap(&later, &other.later)
    (hasMore, other.hasMore) = (true, true)
  }

  /// Gives memory back that larger edits needed.
  mutating func shrink() {
    entries.truncate(to: entries.count)
    causes?.shrinkIfSparse()
  }

  /// The bytes of the entries.
  var byteCount: Int { entries.byteCount }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { givenCount = entries.count + 1 }

  /// The rules that are broken.
  func brokenRules() -> [String] {
    let areFirst = givenCount <= entries.count && (0..<givenCount).allSatisfy { entries[$0].outcome == .changed }
    return areFirst ? [] : ["nodes that were given a value come first in the log"]
  }
}

/// Receipts.
extension EditLog {
  /// Whether no receipt of the last edit is held, so that nothing is copied when the next one begins.
  @inline(__always)
  mutating func hasNoReader() -> Bool { !isAwaited && isKnownUniquelyReferenced(&receipts) }

  /// Has receipts read in another log, those of the last edit having copied what they tell.
  mutating func replaceReceipts(by other: ReceiptLog) {
    receipts.detach()
    if isAwaited { awaited.append(receipts) }
    isAwaited = false
    receipts = other
  }

  var receipt: Receipt { Receipt(edit: number, log: receipts) }

  /// What `handed` is from now on.
  @inline(__always)
  private mutating func hand(_ edit: Int, _ log: ReceiptLog) {
    handedEdit = edit
    unsafe handedLog = .passUnretained(log)
  }

  /// Hands out an empty receipt: that of an edit within another.
  @inline(__always)
  mutating func handNone() { hand(0, none) }

  /// Has the call that ends return a receipt, whatever edits were made since.
  mutating func hand(_ receipt: Receipt) {
    outer = receipts === receipt.log ? nil : receipt.log
    hand(receipt.edit, receipt.log)
  }

  /// Keeps what the call that ends returns, for `end`. Mostly that is of the last edit, and no reference is counted for it.
  @inline(__always)
  mutating func await() -> AwaitedReceipt {
    let receipt = unsafe AwaitedReceipt(edit: handedEdit, log: handedLog, isOfAwaited: isAwaited)
    awaitingCount += 1
    if unsafe handedLog.toOpaque() == Unmanaged.passUnretained(receipts).toOpaque() {
      isAwaited = true
    } else {
      unsafe awaited.append(handedLog.takeUnretainedValue())
    }
    return receipt
  }

  /// Has the call return what it was to return before observers were told.
  @inline(__always)
  mutating func end(_ receipt: AwaitedReceipt) {
    isAwaited = receipt.isOfAwaited
    awaitingCount -= 1
    let isSame = unsafe handedEdit == receipt.edit && handedLog.toOpaque() == receipt.log.toOpaque()
    if !isSame || !awaited.isEmpty || outer != nil { endOfAnother(receipt) }
  }

  @inline(never)
  private mutating func endOfAnother(_ receipt: AwaitedReceipt) {
    hand(unsafe Receipt(edit: receipt.edit, log: receipt.log.takeUnretainedValue()))
    if awaitingCount == 0 { awaited = [] }
  }

  /// What the call that ends returns. Its caller makes it.
  @inlinable var handed: Receipt {
    @inline(__always) get { unsafe Receipt(edit: handedEdit, log: handedLog.takeUnretainedValue()) }
  }
}

/// What a call is to return when observers have been told.
@safe
struct AwaitedReceipt {
  fileprivate let edit: Int
  fileprivate let log: Unmanaged<ReceiptLog>
  /// Whether another call awaits the same.
  fileprivate let isOfAwaited: Bool
}
