// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// What makes way where a memo is full, with costs that the test says.
@Suite struct MemoTests {
  /// A memo, and a node of a kind whose results have room for so many.
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

    /// Keeps the result of an input that took so many nanoseconds, of this node or another of its kind.
    func keep(_ input: Int, cost: UInt64, of other: NodeResults? = nil) {
      (other ?? node).add(Self.values(input), of: Self.values(input), cost: cost)
      memo.takeResult(of: other ?? node, definition, .bytes(limit))
      #expect(memo.byteCount <= limit && memo.brokenRules().isEmpty)
    }

    /// Whether the result of an input is found, which uses it.
    func finds(_ input: Int, of other: NodeResults? = nil) -> Bool {
      (other ?? node).find(Self.values(input)) != nil
    }
  }

  @Test func aResultThatIsUsedAgainOutlivesOneThatIsNot() {
    let full = Full(roomFor: 4)
    let used = -1
    // A little more than the others, so that it is never as low as one that was made since.
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

  /// What is forgotten raises the floor: each row of cheap ones that go makes new ones worth as much more.
  @Test func aCostlyResultThatNobodyUsesIsForgottenInTheEnd() {
    for isUsed in [false, true] {
      let full = Full(roomFor: 4)
      let costly = NodeResults()
      // It is worth 20 of the others, four of which go in each row.
      full.keep(-1, cost: 1_999, of: costly)
      for input in 0..<45 { full.keep(input, cost: 99) }
      if isUsed { #expect(full.finds(-1, of: costly), "it stays as long as that") }
      for input in 45..<100 { full.keep(input, cost: 99) }
      #expect(full.finds(-1, of: costly) == isUsed)
    }
  }
}
