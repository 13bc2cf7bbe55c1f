// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

/// Progress reports of long work.
@Suite struct ProgressTests {
  /// Checks the progress reported for a piece of work: it increases, stays at most 1, and ends with a final report.
  private func expectProgress(_ conversation: Conversation, of work: String) {
    let told = conversation.host.progress
    #expect(told.allSatisfy { $0.work == work })
    let fractions = told.compactMap(\.fraction)
    #expect(!fractions.isEmpty && fractions == fractions.sorted())
    #expect(fractions.allSatisfy { (0...1).contains($0) })
    #expect(told.last?.fraction == nil && told.dropLast().allSatisfy { $0.fraction != nil })
  }

  @Test func aSweepTellsHowFarItIs() {
    let conversation = Conversation("a = 1", "b = a + 1")
    conversation.say("sweep a 1..9000 : b")
    expectProgress(conversation, of: "sweeping a")
    // Rows are evaluated in blocks.
    #expect(conversation.host.progress.count > 15)
  }

  @Test func aSweepThatIsRefusedIsOverToo() {
    let conversation = Conversation("a = 1", "b = a + 1")
    conversation.say("sweep b 1..3 : a")
    #expect(conversation.host.progress.map(\.fraction) == [nil])
  }
}
