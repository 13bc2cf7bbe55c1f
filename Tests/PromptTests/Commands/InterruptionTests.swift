// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

/// ^C while a line is being answered.
@Suite struct InterruptionTests {
  /// A prompt with a chain of names; the last has the value of the first plus the number of names after that.
  private func chain(_ count: Int = 600) -> Conversation {
    let conversation = Conversation("n0 = 0")
    let lines = (1..<count).map { "n\($0) = n\($0 - 1) + 1\n" }.joined()
    conversation.host.files["chain.nc"] = lines
    conversation.say("source chain.nc;")
    conversation.dialogue.session.evaluator.stopClock = { 0 }
    return conversation
  }

  @Test func nothingIsBegunAfterIt() {
    let conversation = chain()
    conversation.host.isInterrupted = true
    #expect(conversation.say("n0 = 5") == ["  1 statement was not run: 'n0 = 5'"])
    conversation.host.isInterrupted = false
    #expect(conversation.say("n0") == ["  0"])
  }

  @Test(arguments: 0..<16)
  func allThatItKeepsFromBeingRunIsNamed(checks: Int) {
    let conversation = chain(300)
    let lines = ["n0 = 5", "y = 2; z = 3", "v = 4", "w = 5"]
    conversation.host.lines = []
    conversation.host.interruptsAfter = checks
    conversation.dialogue.answer(pasted: lines)
    conversation.host.isInterrupted = false
    let session = conversation.dialogue.session
    let values = [("n0", 5.0), ("y", 2), ("z", 3), ("v", 4), ("w", 5)]
    let run = values.filter { session.value(of: $0.0) == .value(.number($0.1)) }
    // The numbers of statements that the messages report as not run.
    let unrun = conversation.host.lines.filter { $0.contains(" not run: ") }.map { line in
      let count = Int(line.split(separator: " ")[0]) ?? 0
      return line.contains("statement") ? count : [1, 2, 1, 1].suffix(count).reduce(0, +)
    }
    #expect(run.count + unrun.reduce(0, +) == 5, "\(conversation.host.lines)")
    #expect(checks > 11 || !unrun.isEmpty)
  }

  @Test func anEvaluationThatIsStoppedSaysSo() {
    let conversation = chain()
    conversation.host.interruptsAfter = 1
    #expect(conversation.say("n0 = 5;") == ["  stopped: 343 nodes are unfinished; 'run' continues"])
    conversation.host.isInterrupted = false
    #expect(conversation.say("n0") == ["  5"])
    #expect(conversation.say("n256") == ["  261"])
    #expect(conversation.say("n257") == ["  ⚠ from n257: unfinished"])
    let ran = conversation.say("run")
    #expect(ran.first == "  n257  257 → 262")
    #expect(ran.last == "  … 331 more (.changes)")
    #expect(conversation.say("n599") == ["  604"])
    #expect(conversation.say("run") == ["  nothing is unfinished"])
  }

  @Test(arguments: [1, 10, 700, 1500])
  func aSweepStops(checks: Int) {
    let conversation = chain()
    conversation.host.interruptsAfter = checks
    let answer = conversation.say("sweep n0 1..1000 : n599")
    #expect(answer.first == "  error[command]: the sweep was stopped; nothing changed")
    conversation.host.isInterrupted = false
    #expect(conversation.say("n599") == ["  599"])
    #expect(conversation.say("sweep n0 1..3 : n599").last?.hasPrefix("  n599  600  601  602") == true)
  }

  @Test func aFileStopsBetweenTwoStatements() {
    let conversation = Conversation()
    conversation.host.files["long.nc"] = "a = 1\nb = 2\nc = 3\n"
    conversation.host.interruptsAfter = 4
    #expect(conversation.say("source long.nc").first == "  error[file]: stopped before the end of the file")
    conversation.host.isInterrupted = false
    #expect(conversation.say("b") == ["  2"])
    #expect(conversation.dialogue.session.value(of: "c") == nil)
  }

  @Test(arguments: 0..<12)
  func whatWasDoneBeforeItIsSaid(checks: Int) {
    let conversation = Conversation()
    conversation.host.files["long.nc"] = "a = 1\nb = 2\nc = 3\n"
    conversation.host.interruptsAfter = checks
    let answer = conversation.say("open long.nc")
    let isOpened = conversation.dialogue.session.value(of: "a") != nil
    #expect(answer.contains("  opened long.nc: 3 names") == isOpened)
  }
}
