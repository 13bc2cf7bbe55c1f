// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct ExplainCommandsTests {
  @Test func runsListsWhatHasRun() {
    let conversation = Conversation("price = 20", "total = price * 3", "half = total / 2")
    #expect(conversation.say("runs") == ["  runs are not counted: 'runs on' starts counting"])
    // The clock advances by a millisecond whenever it is read.
    var time: UInt64 = 0
    conversation.dialogue.session.evaluator.costClock = {
      time += 1_000_000
      return time
    }
    #expect(conversation.say("runs on") == [])
    #expect(conversation.say("runs") == ["  nothing has run since"])
    conversation.say("price = 21")
    conversation.say("price = 22")
    #expect(conversation.say("runs") == ["  total  ×2  1 ms", "  half   ×2  1 ms"])
    conversation.say("undo")
    #expect(conversation.say("runs") == ["  total  ×2  1 ms", "  half   ×2  1 ms"])
    conversation.say("runs off")
    #expect(conversation.say("runs") == ["  runs are not counted: 'runs on' starts counting"])
  }
}
