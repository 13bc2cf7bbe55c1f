// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Heavy nodes, evaluated by several threads.
@Suite struct EvaluatorWorkersTests {
  /// Returns a kind that adds one, with the given cost.
  private func increment(_ cost: NodeCost) -> NodeDefinition {
    NodeDefinition("Increment", inputs: ValuePort("x", default: 0.0), output: ValuePort("y"), cost: cost) { x in x + 1 }
  }

  private func number(_ node: NodeID, _ evaluator: Evaluator) -> Double? {
    (try? evaluator.output(node.output, as: Double.self)).flatMap { try? evaluator.value(of: $0) }
  }

  /// Makes chains after one source, either one after the other or level by level.
  private func chains(
    _ count: Int, length: Int, _ definition: NodeDefinition, byLevel: Bool = false, in evaluator: Evaluator
  ) throws -> (source: Variable<Double>, nodes: [[NodeID]]) {
    evaluator.register(definition)
    let source = evaluator.input("source", 0.0)
    var nodes = [[NodeID]](repeating: [], count: count)
    let (outer, inner) = byLevel ? (length, count) : (count, length)
    try evaluator.edit { edit in
      for first in 0..<outer {
        for second in 0..<inner {
          let chain = byLevel ? second : first
          let node = try edit.add(definition.kind.name)
          try edit.connect(nodes[chain].last?.output ?? source.port, to: node.input(0))
          nodes[chain].append(node)
        }
      }
    }
    return (source, nodes)
  }

  @Test(arguments: [false, true])
  func eachLayerOfChainsIsOneBatchHoweverTheChainsWereMade(byLevel: Bool) throws {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(2)
    let (source, nodes) = try chains(8, length: 5, increment(.heavy), byLevel: byLevel, in: evaluator)
    let before = evaluator.batchCounts
    let receipt = evaluator.set(source, to: 1)
    #expect(evaluator.batchCounts.batches - before.batches == 5)
    #expect(evaluator.batchCounts.nodes - before.nodes == 40)
    #expect(receipt.evaluated == Array(evaluator.graph.nodes.dropFirst()))
    for chain in nodes { #expect(number(chain[4], evaluator) == 6) }
  }

  @Test func aStateThatADocumentHasKeepsNoOtherNewNodesFromRunningTogether() throws {
    let sum = NodeDefinition(
      "Sum so far", tick: ValuePort<Int>("tick"), inputs: ValuePort("value", default: 1.0),
      output: ValuePort<Double>("sum"), state: 0.0
    ) { (sum: inout Double, value: Double) in
      sum += value
      return sum
    }
    let document = GraphDocument(nodes: [
      DocumentNode(id: NodeID(slot: 0, generation: 0), kind: "Sum so far", value: .number(7))
    ])
    let evaluator = try Evaluator(definitions: [sum, increment(.heavy)], document: document)
    evaluator.workers = .exactly(2)
    let before = evaluator.batchCounts
    try evaluator.edit { edit in for _ in 0..<8 { try edit.add("Increment") } }
    #expect(evaluator.batchCounts.nodes - before.nodes == 8)
  }

  @Test func lightNodesInFrontOfHeavyOnesRunFirstSoThatTheHeavyOnesAreOneBatch() throws {
    let evaluator = Evaluator(definitions: [increment(.heavy)])
    evaluator.workers = .exactly(2)
    let source = evaluator.input("source", 0.0)
    try evaluator.edit { edit in
      for _ in 0..<8 {
        let light = try edit.add(own: increment(.light).costing(.light))
        let heavy = try edit.add("Increment")
        try edit.connect(source.port, to: light.input(0))
        try edit.connect(light.output, to: heavy.input(0))
      }
    }
    let before = evaluator.batchCounts
    let receipt = evaluator.set(source, to: 1)
    #expect(evaluator.batchCounts.batches - before.batches == 1)
    #expect(evaluator.batchCounts.nodes - before.nodes == 8)
    #expect(receipt.evaluated == Array(evaluator.graph.nodes.dropFirst()))
  }

  @Test func aHeavyNodeWaitsForThatOfTheSameBatchOnWhichItDependsByWayOfAnother() throws {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(4)
    let source = evaluator.input("source", 1.0)
    let first = evaluator.node("first", source, cost: .heavy) { $0 * 2 }
    let between = evaluator.node("between", first) { $0 + 1 }
    let last = evaluator.node("last", source, between, cost: .heavy) { $0 * $1 }
    let before = evaluator.batchCounts
    #expect(evaluator.set(source, to: 3).evaluated == [first.node, between.node, last.node])
    #expect(evaluator[last] == 21)
    #expect(evaluator.batchCounts.batches - before.batches == 2)
    #expect(evaluator.batchCounts.nodes - before.nodes == 2)
  }

  @Test func severalThreadsRunNodesAndCodeThatIsNotSendableStaysOnThatOfTheEdit() {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(3)
    let source = evaluator.input("source", 0)
    let meeting = Meeting(of: 3)
    for index in 0..<3 {
      _ = evaluator.node("heavy \(index)", source, cost: .heavy) { value in
        if value > 0 { meeting.join() }
        return value
      }
    }
    let own = threadName()
    var others = 0
    for index in 0..<50 {
      _ = evaluator.node("light \(index)", source) { value in
        if threadName() != own { others += 1 }
        return value
      }
    }
    evaluator.set(source, to: 1)
    #expect(meeting.threads.count == 3, "each waits until all are there")
    #expect(others == 0)
  }

  @Test func anErrorFailsItsNodeAndNoOtherOfTheBatch() throws {
    struct Refusal: Error, CustomStringConvertible { let description: String }
    let evaluator = Evaluator()
    evaluator.workers = .exactly(4)
    let source = evaluator.input("source", 0)
    let nodes = (0..<8).map { index in
      evaluator.node("node \(index)", source, cost: .heavy) { value in
        if value > 0, index % 3 == 1 { throw Refusal(description: "no \(index)") }
        return value + index
      }
    }
    let behind = evaluator.node("behind", nodes[1]) { $0 }
    let receipt = evaluator.set(source, to: 10)
    for (index, node) in nodes.enumerated() {
      let failure = evaluator.failure(of: node.node)
      #expect(failure?.reason == (index % 3 == 1 ? .thrown("no \(index)") : nil))
      if failure == nil { #expect(evaluator[node] == 10 + index) }
    }
    #expect(receipt.blocked == [behind.node])
    #expect(evaluator.failure(of: behind.node)?.origin == nodes[1].node)
    evaluator.set(source, to: -1)
    #expect(nodes.allSatisfy { evaluator.failure(of: $0.node) == nil })
    #expect(evaluator[behind] == 0)
  }

  @Test func observersAreCalledInTheOrderOfEvaluation() throws {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(2)
    let (source, nodes) = try chains(4, length: 3, increment(.heavy), in: evaluator)
    var told: [NodeID] = []
    let tokens = try nodes.joined().reversed().map { node in
      let output = try #require(try evaluator.output(node.output, as: Double.self))
      return evaluator.observe(output) { _ in told.append(node) }
    }
    evaluator.set(source, to: 1)
    #expect(told == Array(nodes.joined()))
    withExtendedLifetime(tokens) {}
  }

  /// Sources are reported in the order in which they were given values, whatever their ranks.
  @Test(arguments: [Workers.none, .exactly(2)]) func noticesOfWhatRanAheadStandBehindThoseOfBefore(workers: Workers) {
    let evaluator = Evaluator()
    evaluator.workers = workers
    let first = evaluator.input("first", 0)
    let nodes = (0..<4).map { index in evaluator.node("heavy \(index)", first, cost: .heavy) { $0 + index } }
    let last = evaluator.input("last", 0)
    var told: [String] = []
    var tokens = [first, last].map { source in
      evaluator.observe(source) { _ in told.append(evaluator.graph.name(of: source.node) ?? "") }
    }
    tokens += nodes.map { node in
      evaluator.observe(node) { _ in told.append(evaluator.graph.name(of: node.node) ?? "") }
    }
    evaluator.edit { edit in
      edit.set(first, to: 1)
      edit.set(last, to: 1)
    }
    #expect(told == ["first", "last", "heavy 0", "heavy 1", "heavy 2", "heavy 3"])
    withExtendedLifetime(tokens) {}
  }

  @Test func aWideLayerRunsOnceEachAndIsUndoneAtOnce() throws {
    let runs = RunCounter()
    let counting = NodeDefinition("Count", inputs: ValuePort("x", default: 0.0), output: ValuePort("y"), cost: .heavy) {
      (value: Double) -> Double in
      runs.add()
      return value * 2
    }
    let evaluator = Evaluator()
    evaluator.workers = .exactly(4)
    evaluator.undoLimit = 1 << 24
    let (source, nodes) = try chains(3_000, length: 1, counting, in: evaluator)
    #expect(runs.count == 3_000, "what is loaded or added runs by batches too")
    let receipt = evaluator.set(source, to: 2)
    #expect(runs.count == 6_000 && receipt.evaluatedCount == 3_000)
    #expect(nodes.joined().allSatisfy { number($0, evaluator) == 4 })
    evaluator.undo()
    #expect(nodes.joined().allSatisfy { number($0, evaluator) == 0 })
    evaluator.redo()
    #expect(nodes.joined().allSatisfy { number($0, evaluator) == 4 })
    #expect(runs.count == 6_000)
    evaluator.checkInvariants()
  }

  @Test func anEvaluationStopsBetweenBatches() throws {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(2)
    let (source, _) = try chains(4, length: 3, increment(.heavy), in: evaluator)
    var time: UInt64 = 0
    evaluator.stopClock = {
      time += 1_000_000_000
      return time
    }
    evaluator.isInterrupted = { true }
    #expect(evaluator.set(source, to: 1).evaluatedCount == 4)
    #expect(evaluator.unfinished.count == 8)
    #expect(evaluator.resume().evaluatedCount == 4)
    #expect(evaluator.resume().evaluatedCount == 4)
    #expect(!evaluator.hasUnfinished)
  }

  @Test(arguments: [1, 3, 40, 100])
  func aBatchRunsNoMoreNodesThanTheBudgetHas(most: Int) throws {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(2)
    let source = evaluator.input("source", 0)
    let nodes = (0..<40).map { _ in
      evaluator.node(nil, evaluator.node(nil, source) { $0 + 1 }, cost: .heavy) { $0 + 1 }
    }
    evaluator.budget = .nodes(most)
    var counts = [evaluator.set(source, to: 1).evaluatedCount]
    while evaluator.hasUnfinished { counts.append(evaluator.resume().evaluatedCount) }
    #expect(counts.allSatisfy { $0 <= most } && counts.reduce(0, +) == 80 && counts.count <= (80 + most - 1) / most + 1)
    #expect(nodes.allSatisfy { evaluator[$0] == 3 })
    evaluator.checkInvariants()
  }

  @Test func valuesThatHoldStorageAreHandedOverByThreads() {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(4)
    evaluator.undoLimit = 1 << 24
    let source = evaluator.input("source", [1.0, 2.0])
    let texts = (0..<16).map { index in
      evaluator.node("text \(index)", source, cost: .heavy) { numbers in "\(numbers.count) numbers for node \(index)" }
    }
    let all = evaluator.node("all", texts[0], texts[15], cost: .heavy) { [$0, $1] }
    for count in 1...50 { evaluator.set(source, to: Array(repeating: 0.5, count: count)) }
    #expect(evaluator[all] == ["50 numbers for node 0", "50 numbers for node 15"])
    for _ in 1...49 { evaluator.undo() }
    #expect(evaluator[all] == ["1 numbers for node 0", "1 numbers for node 15"])
  }

  @Test func threadsEndWithTheirEvaluatorAndWhenThereAreToBeFewer() {
    var evaluator: Evaluator? = Evaluator()
    func threads(_ count: Int) -> Set<String> {
      evaluator?.workers = .exactly(count)
      guard let evaluator else { return [] }
      let meeting = Meeting(of: count)
      let source = evaluator.input(nil, 0)
      for _ in 0..<count {
        _ = evaluator.node(nil, source, cost: .heavy) { value in
          if value > 0 { meeting.join() }
          return value
        }
      }
      evaluator.set(source, to: 1)
      return meeting.threads.subtracting([threadName()])
    }
    let many = threads(5)
    #expect(many.count == 4)
    #if os(Linux)
      #expect(many.allSatisfy(isAlive), "they sleep between evaluations")
    #endif
    let few = threads(2)
    #expect(few.count == 1)
    evaluator = nil
    #if os(Linux)
      #expect(many.allSatisfy { !isAlive($0) } && few.allSatisfy { !isAlive($0) })
    #endif
  }

  @Test func withoutWorkersNoNodeIsHeavy() throws {
    let evaluator = Evaluator()
    let (source, nodes) = try chains(4, length: 2, increment(.heavy), in: evaluator)
    #expect(evaluator.workers == .none)
    #expect(!evaluator.isHeavy(nodes[0][0]))
    evaluator.set(source, to: 1)
    #expect(evaluator.batchCounts.batches == 0)
    evaluator.workers = .exactly(2)
    #expect(evaluator.isHeavy(nodes[0][0]))
    evaluator.set(source, to: 2)
    #expect(evaluator.batchCounts.batches == 2)
    evaluator.workers = .none
    #expect(!evaluator.isHeavy(nodes[0][0]))
    evaluator.set(source, to: 3)
    #expect(evaluator.batchCounts.batches == 2)
    evaluator.checkInvariants()
  }

  /// Undo changes a light node back to a heavy kind, which must mark the node as heavy.
  @Test func aNodeThatBecomesOfAnotherKindAndBackIsAsHeavyAsTheKind() throws {
    let light = NodeDefinition("Light", inputs: ValuePort("x", default: 0.0), output: ValuePort("y"), cost: .light) {
      (x: Double) -> Double in x
    }
    let evaluator = Evaluator(definitions: [increment(.heavy), light])
    evaluator.workers = .exactly(2)
    evaluator.undoLimit = 1 << 20
    let node = try evaluator.edit { try $0.add("Light") }.changes.count == 1 ? evaluator.graph.nodes[0] : nil
    let id = try #require(node)
    try evaluator.edit { try $0.setKind(of: id, to: "Increment") }
    #expect(evaluator.isHeavy(id))
    evaluator.undo()
    #expect(!evaluator.isHeavy(id))
    evaluator.redo()
    #expect(evaluator.isHeavy(id))
    evaluator.undo()
    evaluator.workers = .none
    evaluator.redo()
    #expect(!evaluator.isHeavy(id))
    evaluator.checkInvariants()
  }
}

/// Returns the name of the current thread.
private func threadName() -> String {
  #if os(Linux)
    var text = [CChar](repeating: 0, count: 64)
    let length = unsafe readlink("/proc/thread-self", &text, 63)
    return String(decoding: text.prefix(max(0, length)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  #else
    return "\(pthread_self())"
  #endif
}

#if os(Linux)
  /// Whether a thread exists. One that has ended may remain visible for a moment.
  private func isAlive(_ thread: String) -> Bool {
    for _ in 0..<1_000_000 {
      if unsafe access("/proc/" + thread, F_OK) != 0 { return false }
      // A thread that is alive is asleep.
      if isSleeping(thread) { return true }
      sched_yield()
    }
    return true
  }

  private func isSleeping(_ thread: String) -> Bool {
    guard let file = unsafe fopen("/proc/" + thread + "/stat", "r") else { return false }
    defer { unsafe fclose(file) }
    var text = [CChar](repeating: 0, count: 512)
    guard unsafe fgets(&text, 512, file) != nil else { return false }
    let line = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return line.split(separator: ")").last?.hasPrefix(" S") == true
  }
#endif

/// A meeting point for threads: each waits until all of them have arrived.
@safe
private final class Meeting: @unchecked Sendable {
  // Sendable: mutable state is accessed only under the lock.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let condition: UnsafeMutablePointer<pthread_cond_t>
  private let size: Int
  private var names: Set<String> = []

  init(of size: Int) {
    self.size = size
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    unsafe condition = .allocate(capacity: 1)
    unsafe condition.initialize(to: pthread_cond_t())
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe condition.deallocate()
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func join() {
    let name = threadName()
    unsafe pthread_mutex_lock(mutex)
    names.insert(name)
    unsafe pthread_cond_broadcast(condition)
    while names.count < size { unsafe pthread_cond_wait(condition, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }

  var threads: Set<String> {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return names
  }
}
