// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes that an edit reached but did not run, in evaluation order.
struct Later {
  var putOff: [UInt32] = []
  var started: [UInt32] = []

  var isEmpty: Bool { putOff.isEmpty && started.isEmpty }
}

/// The log of an evaluator's last edit: which nodes ran, what changed in the graph, why, and which receipts read the log.
///
/// A fork swaps the whole log for its own. Invariant (see `brokenRules`): the nodes that were given a value are the first
/// entries, and their outcome is `changed`.
@safe
@usableFromInline
struct EditLog: ~Copyable {
  /// The nodes that the edit gave a value, then all that were evaluated, in evaluation order once they are sorted.
  var entries = Buffer<LogEntry>()
  /// The number of entries of nodes that were given a value.
  var givenCount = 0
  /// Whether the entries of nodes that ran are in the order of ranks.
  private var isSorted = true
  /// The nodes that were given a value and also run, because of their mode. They are entered once.
  private(set) var runningGiven: Set<UInt32> = []
  /// How plans took part.
  private(set) var planUse = PlanUse()
  /// The nodes that took a result that was kept, in place of running.
  private(set) var remembered: Set<UInt32> = []
  /// The nodes that a change reached and that did not run. A node that runs later in the same edit leaves the list.
  private(set) var later = Later()
  /// Whether there may be such nodes, changes or causes. Lets each edit check one flag instead of four collections.
  private var hasMore = false
  /// The number of the edit, counted from 1.
  var number = 0
  /// The steps that the edit made in the graph, until its changes are read.
  var steps = StepList()
  /// The changes, once they were read.
  var changes: [Change] = [] { didSet { hasMore = true } }
  /// The edit's changes outside the graph that concern nodes and groups; and whether it changed anything outside the graph.
  private(set) var beside: [Change] = []
  private(set) var changesBeside = false
  /// The nodes that entered or left a group. They keep their names there, although the graph removes those names.
  private var regrouped: Set<NodeID> = []
  /// Why the nodes of the edit ran, once that was requested.
  var lastCauses: LastCauses? { didSet { hasMore = true } }
  /// Why each node last ran, if that is remembered.
  var causes: [NodeID: Cause]?
  /// The log that receipts of the edit read.
  private(set) var receipts: ReceiptLog
  /// The log of empty receipts: those of edits inside others, and of writes inside edits.
  private let none = ReceiptLog()
  /// The log of an edit during whose delivery observers made other edits.
  private var outer: ReceiptLog?
  /// How many calls are notifying observers before they return their receipt, and whether one of them returns the last edit's.
  private var awaitingCount = 0
  private var isAwaited = false
  /// The logs of such calls that return another edit's receipt, because observers made edits.
  private var awaited: [ReceiptLog] = []
  /// The edit, and the log, from which the caller of a verb makes its receipt. The log is one of the logs above and is not
  /// retained, so a receipt that is not used costs no reference count.
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
    remembered = []
    (beside, regrouped, changesBeside) = ([], [], false)
    hasMore = false
  }

  /// Notes that the edit changed something outside the graph, and which of these changes concern nodes and groups.
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

  /// Notes that a source that was given a value is about to run, too.
  mutating func noteRunning(given slot: UInt32) {
    runningGiven.insert(slot)
    hasMore = true
  }

  /// Notes that a node took a result that was kept, in place of running.
  mutating func noteRemembered(_ slot: UInt32) {
    remembered.insert(slot)
    hasMore = true
  }

  /// Notes that the edit has replayed a plan.
  @inline(__always)
  mutating func noteReplay() { planUse.edit = number }

  /// Notes that nodes of a plan test their inputs.
  mutating func notePulling() { planUse.pullingEdit = number }

  /// Notes that a plan runs by its dense form.
  mutating func noteDense() { planUse.denseEdit = number }

  /// Notes that the nodes that run from now on are not run by the plan.
  mutating func noteLeaving() { (planUse.leavingEdit, planUse.entriesBeforeLeaving) = (number, entries.count) }

  /// How the node of an entry got its value, if neither its kind nor its mode decides that.
  func method(ofEntry index: Int) -> Explanation.Method { planUse.method(edit: number, entry: index) }

  /// Notes that nodes run in an order other than that of ranks. Entries are sorted when a receipt is read (see `sort`).
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

  /// The nodes that ran, by rank. Nodes that no longer exist in the graph come last.
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

  /// Enters a node that was deferred.
  mutating func enterPutOff(_ slot: UInt32) {
    later.putOff.append(slot)
    hasMore = true
  }

  /// Enters a node whose code was started.
  mutating func enterStarted(_ slot: UInt32) {
    later.started.append(slot)
    hasMore = true
  }

  /// Whether a receipt of the edit would be empty.
  var isWithoutEffect: Bool {
    entries.isEmpty && steps.isEmpty && changes.isEmpty && later.isEmpty && !changesBeside
  }

  /// The slots of the nodes that were given a value.
  var given: [UInt32] { (0..<givenCount).map { entries[$0].slot } }

  /// How many nodes ran.
  var evaluatedCount: Int {
    var count = 0
    for index in givenCount..<entries.count where entries[index].hasRun { count += 1 }
    return count
  }

  /// The entries, with ids instead of slots.
  func receiptEntries(in topology: borrowing Topology) -> [ReceiptEntry] {
    let sorted = isSorted ? [] : sortedRuns(in: topology)
    return (0..<entries.count).map { index in
      let isGiven = index < givenCount
      let entry = isSorted || isGiven ? entries[index] : sorted[index - givenCount]
      return ReceiptEntry(node: topology.id(of: entry.slot), outcome: entry.outcome, isGiven: isGiven)
    }
  }

  /// The nodes of which the value or failure changed.
  func changed(in topology: borrowing Topology) -> [NodeID] {
    guard isSorted else { return receiptEntries(in: topology).filter(\.isChanged).map(\.node) }
    var changed: [NodeID] = []
    changed.reserveCapacity(entries.count)
    for index in 0..<entries.count where entries[index].isChanged {
      changed.append(topology.id(of: entries[index].slot))
    }
    return changed
  }

  /// The changes, computed from the steps when they are first read.
  mutating func takeChanges(in topology: borrowing Topology) -> [Change] {
    if !steps.isEmpty {
      changes = topology.changes(of: steps)
      steps.removeAll()
    }
    if !changesBeside { return changes }
    return changes.filter { !isOfMembershipOnly($0) } + beside
  }

  /// Whether a node was renamed only because it moved into or out of a group: it keeps its name there.
  private func isOfMembershipOnly(_ change: Change) -> Bool {
    guard case .renamed(let node, let from, let to) = change else { return false }
    return (from == nil || to == nil) && regrouped.contains(node)
  }

  /// Replaces the entries by those of an undo or a redo that ran nodes. Nodes that changed and did not run come first. Those
  /// that ran follow, and their outcome says whether the whole undo or redo changed them.
  ///
  /// - Parameter changed: The nodes that changed or were restored, in evaluation order.
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

  /// Releases memory that only larger edits needed.
  mutating func shrink() {
    entries.truncate(to: entries.count)
    causes?.shrinkIfSparse()
  }

  /// The bytes of the entries.
  var byteCount: Int { entries.byteCount }

  /// Breaks a rule, for the test that checks that it is reported.
  mutating func damage() { givenCount = entries.count + 1 }

  /// The rules that are broken.
  func brokenRules() -> [String] {
    let areFirst = givenCount <= entries.count && (0..<givenCount).allSatisfy { entries[$0].outcome == .changed }
    return areFirst ? [] : ["nodes that were given a value come first in the log"]
  }
}

/// Receipts.
extension EditLog {
  /// Whether no receipt of the last edit is held, so that the next edit need not copy the log.
  @inline(__always)
  mutating func hasNoReader() -> Bool { !isAwaited && isKnownUniquelyReferenced(&receipts) }

  /// Makes later receipts read another log. Receipts of the last edit first copy what they report.
  mutating func replaceReceipts(by other: ReceiptLog) {
    receipts.detach()
    if isAwaited { awaited.append(receipts) }
    isAwaited = false
    receipts = other
  }

  var receipt: Receipt { Receipt(edit: number, log: receipts) }

  /// Sets what `handed` returns from now on.
  @inline(__always)
  private mutating func hand(_ edit: Int, _ log: ReceiptLog) {
    handedEdit = edit
    unsafe handedLog = .passUnretained(log)
  }

  /// Hands out an empty receipt: that of an edit inside another.
  @inline(__always)
  mutating func handNone() { hand(0, none) }

  /// Makes the call that is ending return this receipt, whatever edits were made since.
  mutating func hand(_ receipt: Receipt) {
    outer = receipts === receipt.log ? nil : receipt.log
    hand(receipt.edit, receipt.log)
  }

  /// Keeps the receipt of the call that is ending, for `end`. It usually belongs to the last edit and is then not retained.
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

  /// Restores the receipt that the call was to return before observers were notified.
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

  /// The receipt that the call that is ending returns. Its caller makes it.
  @inlinable var handed: Receipt {
    @inline(__always) get { unsafe Receipt(edit: handedEdit, log: handedLog.takeUnretainedValue()) }
  }
}

/// The receipt that a call returns once observers have been notified.
@safe
struct AwaitedReceipt {
  fileprivate let edit: Int
  fileprivate let log: Unmanaged<ReceiptLog>
  /// Whether another call awaits the same edit's receipt.
  fileprivate let isOfAwaited: Bool
}

extension EvaluatorPart {
  static let log = EvaluatorPart(
    "log", contents: "the last edit: entries, changes, causes, receipts"
  ) { state in
    state.log.brokenRules()
  } damage: { state in
    state.log.damage()
  }
}
