// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Which results a full memo forgets, with costs that the test states.
@Suite struct MemoTests {
  /// A memo with room for a given number of results, and a node that keeps its results there.
  private struct Full {
    let memo = Memo(counters: ByteCounters())
    let node = NodeResults()
    private let definition: NodeDefinition
    private let limit: Int

    init(roomFor count: Int) {
      definition = NodeDefinition("Half", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) {
        (x: Double) in x / 2
      }
      let (other, probe) = (Memo(counters: ByteCounters()), NodeResults())
      probe.add(Self.values(0), of: Self.values(0), cost: 1)
      other.takeResult(of: probe, definition, .bytes(1 << 20))
      limit = count * other.byteCount
    }

    private static func values(_ input: Int) -> MemoValues {
      var values = MemoValues()
      values.append(input)
      return values
    }

    /// Keeps the result for an input, with a cost in nanoseconds, of this node or another one of its kind.
    func keep(_ input: Int, cost: UInt64, of other: NodeResults? = nil) {
      (other ?? node).add(Self.values(input), of: Self.values(input), cost: cost)
      memo.takeResult(of: other ?? node, definition, .bytes(limit))
      #expect(memo.byteCount <= limit && memo.brokenRules().isEmpty)
    }

    /// Returns whether the result for an input is found, which counts as a use.
    func finds(_ input: Int, of other: NodeResults? = nil) -> Bool {
      (other ?? node).find(Self.values(input)) != nil
    }
  }

  @Test func aResultThatIsUsedAgainOutlivesOneThatIsNot() {
    let full = Full(roomFor: 4)
    let used = -1
    // Costs a little more than the others, so that its priority is never as low as that of a newer result.
    full.keep(used, cost: 150)
    for input in 0..<40 {
      #expect(full.finds(used))
      full.keep(input, cost: 100)
    }
    #expect(full.finds(used))
    #expect((0..<30).allSatisfy { !full.finds($0) }, "of the others some of the last are left")
  }

  @Test func ofResultsThatAreUsedAlikeThoseStayThatTookLongest() {
    let full = Full(roomFor: 4)
    for input in 0..<20 { full.keep(input, cost: input.isMultiple(of: 5) ? 50_000 : 100) }
    #expect((0..<20).filter { full.finds($0) } == [0, 5, 10, 15])
  }

  /// Forgetting a result raises the floor of the priorities: whenever a set of cheap results is replaced, new results are worth
  /// that much more.
  @Test func aCostlyResultThatNobodyUsesIsForgottenInTheEnd() {
    for isUsed in [false, true] {
      let full = Full(roomFor: 4)
      let costly = NodeResults()
      // Its priority is that of 20 of the cheap results, four of which are replaced at a time.
      full.keep(-1, cost: 1_999, of: costly)
      for input in 0..<45 { full.keep(input, cost: 99) }
      if isUsed { #expect(full.finds(-1, of: costly), "it stays as long as that") }
      for input in 45..<100 { full.keep(input, cost: 99) }
      #expect(full.finds(-1, of: costly) == isUsed)
    }
  }
}
