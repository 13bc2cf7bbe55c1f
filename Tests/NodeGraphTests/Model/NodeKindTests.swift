// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

/// Ports of kinds by their names.
@Suite struct NodeKindTests {
  private func kind(_ count: Int) -> NodeKind {
    NodeKind("Many", inputs: (0..<count).map { .init("input \($0)", .init(Double.self)) })
  }

  /// Few names are compared one by one; many are found through an index.
  @Test(arguments: [0, 1, 8, 9, 100, 1025]) func eachInputIsFoundByItsName(count: Int) {
    let kind = kind(count)
    #expect((0..<count).allSatisfy { kind.position(ofInput: "input \($0)") == $0 })
    #expect(kind.position(ofInput: "input \(count)") == nil && kind.position(ofInput: "") == nil)
  }

  @Test func namesOfManyInputsThatAreEqualAreFoundHoweverTheyAreWritten() {
    let names = ["caf\u{E9}"] + (0..<20).map { "input \($0)" }
    let kind = NodeKind("Many", inputs: names.map { .init($0, .init(Double.self)) })
    #expect(kind.position(ofInput: "cafe\u{301}") == 0)
  }

  @Test func kindsWithTheSamePortsAreEqual() {
    for count in [8, 9, 40] {
      #expect(kind(count) == kind(count) && kind(count).hashValue == kind(count).hashValue)
      #expect(kind(count) != kind(count + 1))
    }
    #expect(kind(40).keeping(memoryWords: 3) != kind(40))
    #expect(kind(40).keeping(memoryWords: 3).position(ofInput: "input 39") == 39)
  }
}
