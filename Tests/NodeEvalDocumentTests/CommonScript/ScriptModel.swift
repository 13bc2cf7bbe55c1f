// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph

/// A failed check of a script.
struct ScriptComplaint: CustomStringConvertible {
  /// The broken rule, which shrinking must preserve.
  let rule: String
  let detail: String
  /// The index of the step after which the check failed.
  let step: Int

  var description: String { "\(rule), after step \(step): \(detail)" }
}

/// An evaluator that a script edits, and what is known of its past.
final class ScriptModel {
  /// What happens to the fork that the next edit becomes.
  enum ForkUse {
    case dropped
    case committed
    /// The fork is kept until a later step.
    case held
  }

  private(set) var evaluator: Evaluator
  /// Counts the runs of the evaluator's code.
  let counter = RunCounter()
  private(set) var kinds = ScriptKind.all
  private(set) var now: ScriptPicture
  private(set) var past: [ScriptPicture] = []
  private(set) var future: [ScriptPicture] = []
  private(set) var complaint: ScriptComplaint?
  /// The receipts of the step's edits so far.
  var receipts: [Receipt] = []
  /// How often code ran for each of these receipts, if it ran for it alone.
  private(set) var runCounts: [Int?] = []
  /// What each edit has run and changed, by its step.
  private(set) var history: [ScriptTwin.Record] = []
  /// Nodes that have a reason to run which receipts don't mention.
  var touched: Set<NodeID> = []
  var watchers: [ScriptWatcher] = []
  var needs: [ScriptNeed] = []
  /// The runs of asynchronous code that have not ended.
  private(set) var runs: LateRuns
  /// Makes results arrive when the step is over.
  var landing: ((LateRuns) async -> Void)?
  /// Whether these results are landed only when others are.
  var landsLater = false
  var forkUse: ForkUse?
  var fork: Fork?
  /// How many steps the next edit combines, and whether it is given up at its end.
  var gathered: (count: Int, isGivenUp: Bool)?
  /// Whether each evaluation has run to its end so far.
  var isPlain = true
  /// Whether nodes were invalidated. The history doesn't record that, so they run again with what undo restores.
  var hasInvalidated = false
  /// Whether nodes may have been deferred. Undo restores that too, and they run if they are needed by now.
  var hasDeferred = false
  /// Whether code was cancelled, which then doesn't run again by itself.
  var hasCancelled = false
  private(set) var isInEdit = false
  /// Whether conversions may belong to no wire: because their wires don't fit a kind that was registered late, or because they
  /// were registered late themselves.
  private(set) var mayHaveIdle = false
  /// Whether the step has continued with another evaluator, and whether it has undone or redone an edit.
  private var (wasReplaced, hasTravelled) = (false, false)
  private var nameCount = 0
  private var stepIndex = 0
  /// How often the hook was called since the step began.
  private var hookCount = 0

  private init() throws {
    evaluator = Evaluator(definitions: ScriptKind.all.map { [counter] in $0.counting(counter) })
    runs = LateRuns(of: evaluator)
    now = try ScriptPicture(evaluator)
    attend()
  }

  private func attend() {
    evaluator.undoLimit = 1 << 30
    evaluator.onEdit = { [unowned self] _ in hookCount += 1 }
  }

  var groups: Subgraphs { evaluator.subgraphs }

  func complain(_ rule: String, _ detail: @autoclosure () -> String = "") {
    if complaint == nil { complaint = ScriptComplaint(rule: rule, detail: detail(), step: stepIndex) }
  }

  func freshName() -> String {
    nameCount += 1
    return "n\(nameCount)"
  }

  // MARK: Steps

  /// Plays a script from its beginning. Returns the first failed check, or `nil` if all checks pass.
  static func play(_ steps: [ScriptStep]) async -> ScriptComplaint? {
    guard let model = await played(steps) else { return nil }
    if let complaint = model.complaint { return complaint }
    guard let twin = ScriptTwin.steps(without: steps), let other = await played(twin) else { return nil }
    return ScriptTwin.complaint(model.history, other.history)
  }

  private static func played(_ steps: [ScriptStep]) async -> ScriptModel? {
    guard let model = try? ScriptModel() else { return nil }
    var index = 0
    while index < steps.count {
      let count = model.gathered?.count ?? 1
      let next = Array(steps[index...].prefix(count))
      index += next.count
      await model.play(next, until: index - 1)
      if model.complaint != nil { return model }
    }
    model.stepIndex = steps.count - 1
    await model.finish()
    return model
  }

  private func play(_ steps: [ScriptStep], until index: Int) async {
    (stepIndex, hookCount, receipts, runCounts, touched) = (index, 0, [], [], [])
    let (count, before, gathered) = (evaluator.undoCount, now, gathered)
    if let gathered {
      self.gathered = nil
      edit { [unowned self] _ in
        isInEdit = true
        defer { isInEdit = false }
        for step in steps where step.place == .inEdit { run(step) }
        if gathered.isGivenUp { throw Abandoned() }
      }
      if gathered.isGivenUp, evaluator.undoCount > count { complain("an edit that is given up leaves nothing") }
    } else {
      for step in steps { run(step) }
    }
    if let landing {
      self.landing = nil
      await landing(runs)
      if !landsLater { evaluator.land() }
      landsLater = false
    }
    history += receipts.map { ScriptTwin.Record(index, $0) }
    if complaint == nil { settle(since: count, before) }
  }

  private func run(_ step: ScriptStep) {
    ScriptSeeds.trace("  \(step),")
    var numbers = ScriptNumbers(step.numbers)
    step.run(self, &numbers)
  }

  /// Finishes all unfinished and pending evaluation.
  private func finish() async {
    evaluator.budget = nil
    evaluator.policy = .eager
    evaluator.resume()
    evaluator.land()
    while evaluator.hasPending, runs.count > 0 {
      await runs.runAll()
      evaluator.land()
    }
    (hookCount, receipts) = (1, [])
    settle(since: evaluator.undoCount, now)
    if !hasCancelled, evaluator.graph.nodes.contains(where: { !now.isSettled($0) }) {
      complain("everything is evaluated in the end")
    }
  }

  /// Records the effects of a step's edits, and checks everything.
  private func settle(since count: Int, _ before: ScriptPicture) {
    guard var next = picture(of: evaluator, with: now.memory(after: receipts)) else { return }
    // An observer whose output an edit has removed has ended, unless the edit is undone.
    next.living = now.living.filter { watchers[$0].hasOutput(in: evaluator.graph) }
    let checker = ScriptChecker(self, next)
    checker.checkValues()
    checker.checkConversions()
    checker.checkInstances()
    checker.checkObservers()
    checker.checkNeeds()
    checker.checkDocument()
    if evaluator.undoCount > count, !hasTravelled {
      past.append(now)
      future = []
      checker.checkReceipts(since: before)
      checker.checkRuns()
    } else if let difference = next.difference(from: now) {
      complain("what changes can be undone", difference)
    }
    if hookCount == 0, before.document != next.document, !wasReplaced {
      complain("each edit is reported to the hook")
    }
    (wasReplaced, hasTravelled) = (false, false)
    now = next
  }

  private func picture(of evaluator: Evaluator, with memory: [NodeID: ScriptMemory]) -> ScriptPicture? {
    // A value that doesn't exist can't be read.
    if let broken = evaluator.brokenRules().first {
      complain("invariants hold", broken)
      return nil
    }
    do {
      return try ScriptPicture(evaluator, memory: memory)
    } catch {
      complain("a graph has a document", "\(error)")
      return nil
    }
  }

  // MARK: Edits

  /// Makes a change between edits, and notes its receipt and how often it ran code.
  func note(_ change: () throws -> Receipt) rethrows {
    let before = counter.count
    receipts.append(try change())
    runCounts += Array(repeating: nil, count: receipts.count - runCounts.count - 1) + [counter.count - before]
  }

  /// Makes an edit, or a nested edit inside the one in progress. A refused edit must change no part of the graph, which is
  /// checked after the step.
  ///
  /// - Returns: Whether the edit was made.
  @discardableResult
  func edit(_ body: @escaping (Edit) throws -> Void) -> Bool {
    if isInEdit { return (try? evaluator.edit(nil, body)) != nil }
    defer { forkUse = nil }
    do {
      guard let forkUse else {
        try note { try evaluator.edit(nil, body) }
        return true
      }
      let fork = try evaluator.fork(body)
      if let difference = picture(of: evaluator, with: now.memory())?.difference(from: now) {
        complain("a fork leaves everything as it is", difference)
      }
      fork.read { [unowned self] in
        // Documents can be made only between edits.
        for rule in NaiveValues(evaluator, memory: now.memory(after: [fork.receipt])).complaints(
          about: evaluator, isFork: true)
        {
          complain("a fork has the values of a naive evaluation", rule)
        }
      }
      switch forkUse {
      case .dropped: fork.drop()
      case .committed: receipts.append(try fork.commit())
      case .held: self.fork = fork
      }
      return forkUse == .committed
    } catch {
      return false
    }
  }

  /// Edits a scope: the root, or the definition of an instance, seen through that instance.
  @discardableResult
  func edit(in scope: InstanceID?, _ body: @escaping (Scope) throws -> Void) -> Bool {
    let definition = scope.flatMap { groups.definition(of: $0) }
    return edit { edit in
      guard let scope, let definition else { return try body(Scope(edit: edit, isDefinition: false)) }
      try edit.change(definition, lookingAt: scope) { try body(Scope(edit: $0, isDefinition: true)) }
    }
  }

  /// Undoes or redoes, and compares the graph with its earlier picture.
  func travel(isUndo: Bool) {
    guard let target = isUndo ? past.last : future.last else { return }
    let runs = counter.count
    guard let receipt = isUndo ? evaluator.undo() : evaluator.redo() else {
      return complain("what was edited can be undone and redone")
    }
    if isPlain, !hasInvalidated, evaluator.policy == .eager,
      !receipt.evaluated.isEmpty || !hasDeferred && counter.count != runs
    {
      complain("undoing runs no code", "\(receipt.evaluated), \(counter.count - runs) times")
    }
    history.append(ScriptTwin.Record(stepIndex, receipt))
    if hookCount == 0 { complain("what is undone is reported to the hook") }
    if isUndo { future.append(now) } else { past.append(now) }
    if isUndo { past.removeLast() } else { future.removeLast() }
    guard var picture = picture(of: evaluator, with: target.memory()) else { return }
    picture.living = target.living.union(now.living.subtracting((past + future).flatMap(\.living)))
    (now, hasTravelled) = (picture, true)
    if let difference = now.difference(from: target) {
      complain(isUndo ? "undo brings back what there was" : "redo brings back what there was", difference)
    }
  }

  /// Continues with an evaluator that opens a document with some kinds.
  func reopen(_ document: GraphDocument, with kinds: [ScriptKind]) throws {
    let policy = evaluator.policy
    fork = nil
    if hasLostCode { mayHaveIdle = true }
    let opening = try ScriptOpening(document, kinds, isRepairing: hasLostCode, counter: counter)
    (evaluator, runs, self.kinds) = (opening.evaluator, opening.runs, kinds)
    evaluator.policy = policy
    attend()
    (watchers, needs, past, future, wasReplaced) = ([], [], [], [], true)
    if let picture = picture(of: evaluator, with: now.memoryOfDocument()) { now = picture }
  }

  /// Registers a kind without which a document was opened. Its nodes must then equal those of the document opened with the kind.
  func register(_ kind: ScriptKind) {
    let (before, hadLostCode) = (now.document, hasLostCode)
    kinds.append(kind)
    if ScriptKind.conversions.contains(where: { $0.name == kind.name }) { mayHaveIdle = true }
    if !evaluator.register(kind.counting(counter)).isEmpty { mayHaveIdle = true }
    if hadLostCode || fork != nil { return }
    do {
      let opened = try ScriptOpening(before, kinds, isRepairing: true).evaluator
      guard let expected = picture(of: opened, with: now.memory()),
        let found = picture(of: evaluator, with: now.memory())
      else {
        return
      }
      if let difference = found.difference(from: expected) {
        complain("what a kind is registered for is as if it were opened with the kind", difference)
      }
    } catch {
      complain("a document opens with another kind", "\(error)")
    }
  }

  /// Whether nodes have no code although their kind is registered, because undo took the code away. Their documents date from a
  /// time at which their ports were unknown, and need not fit.
  var hasLostCode: Bool {
    evaluator.graph.nodes.contains { evaluator.isWithoutCode($0) && evaluator.isRegistered($0) }
  }

  /// Begins to observe an output.
  func observe(_ port: OutputPort) {
    guard let watcher = ScriptWatcher(port, of: evaluator) else { return }
    watchers.append(watcher)
    now.living.insert(watchers.count - 1)
  }

  // MARK: Choices

  /// Picks the root, or an instance at any depth, in the order of their definitions.
  func pickScope(_ numbers: inout ScriptNumbers) -> InstanceID? {
    let isInner = numbers.below(2) == 1
    let scope = numbers.pick(instances)
    return isInner ? scope : nil
  }

  var instances: [InstanceID] { groups.definitions.flatMap { groups.instances(of: $0) } }

  func outputCount(of member: NodeID) -> Int {
    guard let instance = InstanceID(member) else { return (try? evaluator.graph.kind(of: member))?.outputs.count ?? 0 }
    return groups.definition(of: instance).map { groups.outputs(of: $0).count } ?? 0
  }

  func inputCount(of member: NodeID) -> Int {
    guard let instance = InstanceID(member) else { return (try? evaluator.graph.kind(of: member))?.inputs.count ?? 0 }
    return groups.definition(of: instance).map { groups.inputs(of: $0).count } ?? 0
  }

  func pickOutput(of members: [NodeID], _ numbers: inout ScriptNumbers) -> OutputPort? {
    numbers.pick(members.flatMap { member in (0..<outputCount(of: member)).map { member.output($0) } })
  }

  func pickInput(of members: [NodeID], _ numbers: inout ScriptNumbers) -> InputPort? {
    numbers.pick(members.flatMap { member in (0..<inputCount(of: member)).map { member.input($0) } })
  }

  /// All nodes, including those of instances and conversions.
  var nodesBySlot: [NodeID] { evaluator.graph.nodes.sorted { $0.slot < $1.slot } }

  func members(of scope: InstanceID?) -> [NodeID] { groups.members(of: scope) }
}
