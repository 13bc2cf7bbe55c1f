// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeEval
import Prompt
import TestSupport
import Testing

/// Values that arrive after the line that requests them.
@Suite struct LateValuesTests {
  private let chain = ["price = 20", "slow = Later(x: price, seconds: 2)", "double = slow * 2"]

  private func conversation(_ lines: [String]) -> Conversation {
    let conversation = Conversation()
    for line in lines { conversation.say(line) }
    return conversation
  }

  /// A prompt at which the chain has its first values.
  private var settled: Conversation {
    let conversation = conversation(chain)
    conversation.say("wait")
    return conversation
  }

  @Test func aLineThatAsksForALateValueSaysWhatIsPending() {
    let conversation = Conversation("price = 20")
    #expect(conversation.say(chain[1]) == ["  slow = pending", "  pending: slow"])
    #expect(conversation.say(chain[2]) == ["  double = pending"])
    #expect(conversation.say("list") == ["  price = 20", "  slow = pending", "  double = pending    slow * 2"])
    #expect(conversation.say("slow + 1") == ["  pending"])
    #expect(conversation.say("iferror(slow, 1)") == ["  pending"])
    #expect(
      conversation.say("why double") == [
        "  double = pending      slow * 2", "  └─ slow = pending     Later(x: price, seconds: 2)", "     └─ price = 20",
      ])
    #expect(conversation.say("inspect slow").first == "  slow = pending")
  }

  @Test func thePromptTakesWhatHasComeBetweenLines() {
    let conversation = conversation(chain)
    #expect(conversation.passing(.seconds(1)) == [])
    #expect(conversation.passing(.seconds(1)) == ["  slow    pending → 20", "  double  pending → 40"])
    #expect(conversation.passing(.seconds(9)) == [])
    #expect(conversation.say("price = 25") == ["  price  20 → 25", "  pending: slow"])
    #expect(conversation.say("slow") == ["  pending, was 20"])
    #expect(conversation.say("list d*") == ["  double = pending, was 40    slow * 2"])
    #expect(conversation.passing(.seconds(2)) == ["  slow    20 → 25", "  double  40 → 50"])
    #expect(conversation.say("changes") == ["  slow    20 → 25", "  double  40 → 50"])
  }

  @Test func whatIsCancelledNeverComesAndItsNodeKeepsWhatItHadOrFails() {
    let conversation = conversation(chain)
    let refusal = conversation.say("cancel double").first
    #expect(refusal == "  error[domain]: 'double' only waits for other nodes; pending: slow")
    #expect(conversation.say("cancel slow") == ["  slow    pending → ⚠ cancelled", "  double  pending → ⚠ from slow"])
    #expect(conversation.passing(.seconds(9)) == [])
    #expect(conversation.say("cancel") == ["  nothing is pending"])
    // The next change of an input starts a new request.
    conversation.say("price = 21")
    #expect(conversation.passing(.seconds(2)) == ["  slow    ⚠ cancelled → 21", "  double  ⚠ from slow → 42"])
    conversation.say("price = 22")
    #expect(conversation.say("cancel") == ["  slow = 21"])
    #expect(conversation.passing(.seconds(9)) == [])
    #expect(conversation.say("double") == ["  42"])
  }

  @Test func aChangeMeanwhileBeginsTheTimeAgain() {
    let conversation = settled
    conversation.say("price = 30")
    #expect(conversation.passing(.seconds(1)) == [])
    #expect(conversation.say("price = 31") == ["  price  30 → 31", "  pending: slow"])
    #expect(conversation.passing(.seconds(1)) == [])
    #expect(conversation.passing(.seconds(1)) == ["  slow    20 → 31", "  double  40 → 62"])
    #expect(conversation.dialogue.session.evaluator.flightCounts == FlightCounts(started: 3, landed: 2, superseded: 1))
  }

  @Test func aValueThatIsWhatItWasIsReportedAsWell() {
    let conversation = settled
    conversation.say("price = 21")
    conversation.say("price = 20")
    #expect(conversation.passing(.seconds(2)) == ["  slow = 20"])
    #expect(conversation.say("double") == ["  40"])
    #expect(conversation.say("slow.seconds = 3") == ["  slow  20 → pending", "  pending: slow"])
    conversation.say("watch double")
    #expect(conversation.passing(.seconds(3)) == ["  slow  = 20", "  double  = 40"])
    conversation.dialogue.session.checkInvariants()
    conversation.say("slow.x = 21")
    #expect(conversation.passing(.seconds(3)) == ["  slow    20 → 21", "  double  40 → 42"])
  }

  @Test func undoCancelsAndRedoAsksAgain() {
    let conversation = settled
    conversation.say("price = 25")
    #expect(conversation.say("undo") == ["  undone: price = 25", "  price  25 → 20"])
    #expect(conversation.say("slow") == ["  20"])
    #expect(conversation.passing(.seconds(5)) == [])
    #expect(conversation.say("redo") == ["  redone: price = 25", "  price  20 → 25", "  pending: slow"])
    #expect(conversation.say("wait") == ["  slow    20 → 25", "  double  40 → 50"])
    // A value that arrived belongs to the step, and is restored without a new request.
    #expect(
      conversation.say("undo")
        == ["  undone: price = 25", "  price   25 → 20", "  slow    25 → 20", "  double  50 → 40"])
    #expect(
      conversation.say("redo")
        == ["  redone: price = 25", "  price   20 → 25", "  slow    20 → 25", "  double  40 → 50"])
    #expect(!conversation.dialogue.session.hasPending)
    conversation.dialogue.session.checkInvariants()
  }

  @Test func waitEndsWhenNothingIsPending() {
    let conversation = conversation(chain + ["late = Later(x: slow, seconds: 3)"])
    #expect(
      conversation.say("wait") == ["  slow    pending → 20", "  double  pending → 40", "  late    pending → 20"])
    #expect(conversation.host.time.now.offset == .seconds(5))
    #expect(conversation.say("wait") == ["  nothing is pending"])
    // Values are reported in the order of the nodes, not of their arrival.
    conversation.say("first = Later(x: 1, seconds: 5)")
    conversation.say("second = Later(x: 2, seconds: 3)")
    #expect(conversation.say("wait") == ["  first   pending → 1", "  second  pending → 2"])
  }

  @Test func interruptingAWaitLeavesWhatIsPending() {
    let conversation = conversation(chain)
    conversation.host.interruptsWaits = true
    #expect(conversation.say("wait") == ["  pending: slow"])
    conversation.host.isInterrupted = false
    conversation.host.interruptsWaits = false
    #expect(conversation.say("wait") == ["  slow    pending → 20", "  double  pending → 40"])
  }

  @Test func aFileWaitsBeforeWhatReadsValues() {
    let conversation = Conversation()
    conversation.host.files["late.nc"] =
      "a = Later(x: 1, seconds: 5)\nb = Later(x: 2, seconds: 3)\na + b\nb.x = 7\n.show b\nc = a * 2\n"
    #expect(
      conversation.say("source late.nc") == ["  3", "  b = 7", "  a  = 1", "  b  = 7", "  c  = 2"])
    // The first two values are waited for concurrently.
    #expect(conversation.host.time.now.offset == .seconds(8))
  }

  @Test func aFileWaitsBeforeAnElementIsSet() {
    let conversation = Conversation()
    conversation.host.files["late.nc"] = "slow = Later(x: 1, seconds: 5)\na = [4, 5]\na[slow + 1] = 7\n"
    #expect(conversation.say("source late.nc") == ["  slow  = 1", "  a     = [4, 7]"])
  }

  @Test func sweepsDontWait() {
    let conversation = conversation(
      chain + ["base = 5", "other = Later(x: base, seconds: 1)", "both = double + other"])
    let wanted = ["  price  1  2", "  both   7  9   ▁█"]
    #expect(conversation.say("sweep price 1..2 : both") == wanted)
    conversation.say("wait")
    conversation.say("base = 6")
    // The last value of a pending node is out of date.
    #expect(conversation.say("sweep price 1..2 : both") == ["  price  1   2", "  both   8  10   ▁█"])
    #expect(conversation.host.time.now.offset == .seconds(2))
  }

  @Test func workersOfASweepDontWait() async throws {
    let session = conversation(chain).dialogue.session
    var scenarios = Scenarios()
    try scenarios.vary("price", over: [1, 2, 3])
    let sweep = try await Sweep(document: session.document(), over: scenarios, ["double"], workers: 2)
    #expect(sweep.columns[0].values.map(\.text) == ["2", "4", "6"])
  }

  @Test func watchedNodesArePrintedWhenTheirValueHasCome() {
    let conversation = settled
    #expect(conversation.say("watch double") == ["  double = 40    slow * 2"])
    #expect(conversation.say("price = 1;") == [])
    #expect(conversation.say("price = 2;") == [])
    conversation.host.files["quiet.nc"] = "price = 3\nprice\n"
    #expect(conversation.say("source quiet.nc;") == ["  double  40 → 6"])
    conversation.say("price = 4")
    #expect(conversation.say("unwatch") == [])
    #expect(conversation.say("watch double") == ["  double = pending, was 6    slow * 2"])
    #expect(conversation.passing(.seconds(2)) == ["  slow    3 → 4", "  double  6 → 8"])
    conversation.dialogue.session.checkInvariants()
  }

  @Test func aTimeThatIsNoneFails() {
    let conversation = Conversation("bad = Later(x: 1, seconds: -1)", "worse = bad + 1")
    #expect(conversation.passing(.zero) == ["  bad    pending → ⚠ domain", "  worse  pending → ⚠ from bad"])
    conversation.say("x = 1")
    conversation.say("y = bad + x")
    #expect(conversation.say("sweep x 1..1 : y")[1] == "  y  ⚠")
    #expect(conversation.say("forever = Later(x: 1, seconds: 1e300)") == ["  forever = pending", "  pending: forever"])
  }

  @Test func whatIsPendingIsNoConstant() {
    let conversation = conversation(chain)
    #expect(
      conversation.say("move slow slow 1")[0] == "  error[number]: 'slow' is not a number")
    #expect(
      conversation.say("n = Number(value: slow)")[0] == "  error[domain]: pending; wait until its value has come")
  }

  @Test(.waitingIsLimited) func aSavedSessionBeginsAgain() async throws {
    let conversation = settled
    conversation.say("price = 7")
    conversation.say("save late.json")
    let text = try #require(conversation.host.files["late.json"])
    let clock = ManualClock()
    let session = try DocumentFile.session(Array(text.utf8), named: "late.json", TestDocuments(), clock: clock)
    #expect(session.value(of: "double") == .pending(last: nil))
    #expect(session.pendingNames == ["slow"])
    while clock.sleeperCount == 0 { await Task.yield() }
    clock.advance(by: .seconds(2))
    #expect(await session.settled().changes.map(\.text) == ["pending → 7", "pending → 14"])
    #expect(session.value(of: "double") == .value(.number(14)))
    session.checkInvariants()

    // Without a clock, values arrive at once.
    let other = try DocumentFile.session(Array(text.utf8), named: "late.json", TestDocuments(), clock: nil)
    #expect(other.value(of: "double") == .value(.number(14)))
    #expect(other.text == session.text)
  }

  @Test(.waitingIsLimited) func aSessionThatIsBroughtBackAsksAgain() async {
    let first = settled
    first.say("copy = Later(x: 3, seconds: 1)")
    first.say("wait")
    // The copy keeps the number that has arrived; running the lines again would not wait for it.
    first.say("kind copy Number")
    first.say("price = 8")
    let next = first.afterCrash()
    next.say("recover")
    #expect(next.say("copy") == ["  3"])
    #expect(next.say("double") == ["  pending"])
    while next.host.time.sleeperCount == 0 { await Task.yield() }
    next.host.time.advance(by: .seconds(2))
    let changes = await next.dialogue.session.settled().changes
    #expect(changes.map { "\($0.name) \($0.text)" } == ["slow pending → 8", "double pending → 16"])
  }
}

extension Conversation {
  /// The lines printed before the next line when time has passed.
  func passing(_ duration: Duration) -> [String] {
    host.lines = []
    host.executor.run()
    host.time.advance(by: duration)
    host.executor.run()
    dialogue.land()
    return host.lines
  }
}
