// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Observers that begin, end and make changes while others are notified, compared with a model that keeps lists.
@Suite struct ObserverTableTests {
  /// What an observer does when it is notified.
  private enum Deed {
    case nothing
    case cancel(Int)
    case observe(Int)
    case set(Int)
  }

  /// Chooses what observers do, in the order in which they are notified; both sides use equal copies.
  private struct Fate {
    var random: SplitMix64
    var deeds = 0

    mutating func next(_ observers: Int, _ nodes: Int) -> Deed {
      deeds += 1
      // More observers end than begin, mostly young ones; otherwise their number would keep growing.
      switch Int.random(in: 0..<12, using: &random) {
      case 0...3: return .cancel(Int.random(in: max(0, observers - 12)..<max(1, observers), using: &random))
      case 4: return .observe(Int.random(in: 0..<nodes, using: &random))
      case 5 where deeds < 200: return .set(Int.random(in: 0..<100, using: &random))
      default: return .nothing
      }
    }
  }

  private static let nodes = 5

  private final class Real {
    let evaluator = Evaluator()
    let source: Variable<Int>
    var outputs: [Output<Int>] = []
    var observations: [ObservationToken?] = []
    var entries: [String] = []
    var fate: Fate

    init(_ seed: UInt64) {
      fate = Fate(random: SplitMix64(seed: seed))
      source = evaluator.input("source", 0)
      for node in 0..<nodes { outputs.append(evaluator.node(nil, source) { $0 + node }) }
    }

    func observe(_ node: Int) {
      let number = observations.count
      observations.append(
        evaluator.observe(outputs[node]) { [unowned self] change in
          entries.append("\(number): \(change)")
          act(fate.next(observations.count, nodes))
        })
    }

    func act(_ deed: Deed) {
      switch deed {
      case .nothing: break
      case .cancel(let number): if number < observations.count { observations[number] = nil }
      case .observe(let node): observe(node)
      case .set(let value): evaluator.set(source, to: value)
      }
    }
  }

  private final class Model {
    var value = 0
    /// The numbers of the observers of each node.
    var lists = [[Int]](repeating: [], count: nodes)
    /// Indexed by the number of an observer.
    var isOver: [Bool] = []
    var waiting: [(number: Int, text: String)] = []
    var entries: [String] = []
    var fate: Fate
    var isAtWork = false

    init(_ seed: UInt64) { fate = Fate(random: SplitMix64(seed: seed)) }

    func act(_ deed: Deed) {
      switch deed {
      case .nothing: break
      case .cancel(let number):
        guard number < isOver.count else { return }
        isOver[number] = true
        for node in lists.indices { lists[node].removeAll { $0 == number } }
      case .observe(let node):
        lists[node].append(isOver.count)
        isOver.append(false)
      case .set(let new):
        guard new != value else { return }
        for (node, list) in lists.enumerated() {
          waiting += list.map { ($0, "\($0): \(value + node) → \(new + node)") }
        }
        value = new
        if !isAtWork { tell() }
      }
    }

    func tell() {
      isAtWork = true
      while !waiting.isEmpty {
        let (number, text) = waiting.removeFirst()
        if isOver[number] { continue }
        entries.append(text)
        act(fate.next(isOver.count, nodes))
      }
      isAtWork = false
    }
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func whoeverComesAndGoesIsToldAsByAListOfEachNode(seed: UInt64) {
    let real = Real(seed)
    let model = Model(seed)
    var random = SplitMix64(seed: seed &+ 1000)
    for step in 0..<60 {
      let deed: Deed =
        switch Int.random(in: 0..<6, using: &random) {
        case 0...1: .observe(Int.random(in: 0..<Self.nodes, using: &random))
        case 2: .cancel(Int.random(in: max(0, model.isOver.count - 12)..<max(1, model.isOver.count), using: &random))
        default: .set(Int.random(in: 0..<100, using: &random))
        }
      real.act(deed)
      model.act(deed)
      #expect(real.entries == model.entries, "step \(step)")
      if real.entries != model.entries { return }
    }
    real.evaluator.checkInvariants()
    #expect(real.entries.count > 50)
  }

  @Test func observersOfOneNodeEndInAnyOrder() {
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let real = Real(1)
      real.fate.deeds = 0
      var told: [Int] = []
      var observations: [ObservationToken?] = (0..<3).map { number in
        real.evaluator.observe(real.outputs[0]) { _ in told.append(number) }
      }
      var left = [0, 1, 2]
      for (step, number) in order.enumerated() {
        observations[number] = nil
        left.removeAll { $0 == number }
        told = []
        real.evaluator.set(real.source, to: step + 1)
        #expect(told == left)
        real.evaluator.checkInvariants()
      }
    }
  }

  @Test func anObserverOfANodeThatWasTakenBackLeavesItsSlotToOthers() throws {
    let real = Real(1)
    let evaluator = real.evaluator
    var told: [String] = []
    var ghosts: [ObservationToken] = []
    #expect(throws: Abandoned.self) {
      try evaluator.edit { _ in
        let ghost = evaluator.input("ghost", 1)
        ghosts = ["first", "second"].map { name in evaluator.observe(ghost) { _ in told.append(name) } }
        throw Abandoned()
      }
    }
    let heir = evaluator.input("heir", "a")
    let observations = ["third", "fourth"].map { name in evaluator.observe(heir) { told.append("\(name): \($0)") } }
    evaluator.set(heir, to: "b")
    #expect(told == ["third: a → b", "fourth: a → b"])
    ghosts[0].cancel()
    ghosts = []
    evaluator.set(heir, to: "c")
    #expect(told.suffix(2) == ["third: b → c", "fourth: b → c"])
    evaluator.checkInvariants()
    withExtendedLifetime(observations) {}
  }

  @Test func observersOfSeveralOutputsAreToldOfTheirOwn() throws {
    let parts = NodeDefinition(
      "Parts", inputs: ValuePort<Int>("x"), outputs: ValuePort<Int>("tens"), ValuePort<String>("ones")
    ) {
      (x: Int) -> (Int, String) in
      if x < 0 { throw Complaint(description: "negative") }
      return (x / 10, "\(x % 10)")
    }
    let real = Real(1)
    let evaluator = real.evaluator
    var node = real.source.node
    try evaluator.edit { edit in
      node = try edit.add(own: parts)
      try edit.connect(real.source.port, to: node.input(0))
    }
    var told: [String] = []
    let tens = try #require(try evaluator.output(node.output(0), as: Int.self))
    let ones = try #require(try evaluator.output(node.output(1), as: String.self))
    let observations = [
      evaluator.observe(ones) { told.append("ones \($0)") }, evaluator.observe(tens) { told.append("tens \($0)") },
      evaluator.observe(ones) { told.append("also \($0)") },
    ]
    for value in [2, 12, 13, -1, 13, 25] { evaluator.set(real.source, to: value) }
    #expect(
      told == [
        "ones 0 → 2", "also 0 → 2", "tens 0 → 1", "ones 2 → 3", "also 2 → 3", "ones 3 → ⚠ negative",
        "tens 1 → ⚠ negative", "also 3 → ⚠ negative", "ones ⚠ negative → 3", "tens ⚠ negative → 1",
        "also ⚠ negative → 3", "ones 3 → 5", "tens 1 → 2", "also 3 → 5",
      ])
    withExtendedLifetime(observations) {}
  }

  @Test func anObserverThatIsReshapedTwiceWithoutBeingToldReadsNoOtherType() throws {
    let real = Real(1)
    let evaluator = real.evaluator
    let node = real.outputs[0].node
    var told = 0
    let observation = evaluator.observe(real.outputs[0]) { _ in told += 1 }
    let same = NodeDefinition("Same", inputs: ValuePort<Int>("1"), output: ValuePort("y")) { (x: Int) -> Int in x }
    let text = NodeDefinition("Text", inputs: ValuePort<Int>("1"), output: ValuePort("y")) { (x: Int) -> String in
      "\(x)"
    }
    try evaluator.edit { try $0.setDefinition(of: node, to: same) }
    #expect(told == 0)
    try evaluator.edit { edit in
      try edit.setDefinition(of: node, to: text)
      try edit.setDefinition(of: node, to: same)
      edit.set(real.source, to: 5)
    }
    #expect(told == 1)
    try evaluator.edit { try $0.setDefinition(of: node, to: text) }
    evaluator.set(real.source, to: 6)
    try evaluator.edit { try $0.setDefinition(of: node, to: same) }
    #expect(told == 2, "it goes on when the type is its own again")
    withExtendedLifetime(observation) {}
  }
}
