// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport
import Testing

@Suite struct WaitingDefinitionsTests {
  private func definition(_ name: String, at position: Int) -> WaitingDefinitions.Definition {
    WaitingDefinitions.Definition(name: name, length: 10, position: position)
  }

  @Test func definitionsOfANameAreTakenLatestFirstAndOnce() {
    var waiting = WaitingDefinitions()
    waiting.add(definition("b", at: 0), for: "a", found: 0)
    waiting.add(definition("c", at: 1), for: "a", found: 0)
    waiting.add(definition("d", at: 2), for: "c", found: 0)
    waiting.checkInvariants()
    #expect(waiting.take(for: "a", definedAt: 3) == [1, 0])
    waiting.end(0)
    waiting.wait(1, for: "d", found: 1)
    waiting.checkInvariants()
    #expect(waiting.count == 2)
    #expect(waiting.take(for: "a", definedAt: 4) == [])
  }

  @Test func aDefinitionIsOvertakenByALaterOneThatWasRun() {
    var waiting = WaitingDefinitions()
    waiting.add(definition("b", at: 0), for: "a", found: 0)
    waiting.overtake("b")
    #expect(!waiting.isOvertaken(0))
    #expect(waiting.take(for: "b", definedAt: 5) == [])
    #expect(waiting.isOvertaken(0))
    waiting.checkInvariants()
  }

  /// Makes random calls, as a script would, and compares with counts.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func anyOrderOfCallsKeepsTheInvariants(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var waiting = WaitingDefinitions()
    let names = ["a", "b", "c", "d"]
    for position in 0..<200 {
      let (name, other) = (names[random.below(4)], names[random.below(4)])
      waiting.overtake(name)
      if random.below(3) > 0 {
        waiting.add(definition(name, at: position), for: other, found: 0)
      } else {
        for index in waiting.take(for: name, definedAt: position) {
          if waiting.isOvertaken(index) || random.below(2) == 0 {
            waiting.end(index)
          } else {
            waiting.wait(index, for: other, found: 1)
          }
        }
      }
      waiting.checkInvariants()
    }
  }

  @Test func aDefinitionThatIsInNoListIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var waiting = WaitingDefinitions()
      waiting.add(WaitingDefinitions.Definition(name: "b"), for: "a", found: 0)
      waiting.lists = [:]
      waiting.checkInvariants()
    }
    #expect(result?.sentence == "each definition that waits is in a list, 1 are in none")
  }

  @Test func aDefinitionInTwoListsIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var waiting = WaitingDefinitions()
      waiting.add(WaitingDefinitions.Definition(name: "b"), for: "a", found: 0)
      waiting.lists["c"] = 0
      waiting.checkInvariants()
    }
    #expect(result?.sentence == "a definition waits in one list, 'b' in two")
  }

  @Test func aListWithADefinitionThatHasEndedIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var waiting = WaitingDefinitions()
      waiting.add(WaitingDefinitions.Definition(name: "b"), for: "a", found: 0)
      waiting.end(0)
      waiting.checkInvariants()
    }
    #expect(result?.sentence == "a list has definitions that wait only, that of 'a' has another")
  }
}
