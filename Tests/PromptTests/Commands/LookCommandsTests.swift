// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeGraph
import Prompt
import Testing

/// The looks of nodes, wires and frames, set by commands.
@Suite struct LookCommandsTests: ConversingTests {
  let conversation = Conversation(
    "price = 20", "qty = 3", "rate = 20%", "sub = price * qty", "tax = sub * rate", "sum1 = Add(x: tax, y: 1)")

  /// Runs lines that must be one step each, and checks undo, redo and documents.
  private func steps(_ lines: String...) throws {
    var texts = [session.text]
    for line in lines {
      let count = session.history.count
      let said = say(line)
      #expect(session.history.count == count + 1, "\(line): \(said)")
      #expect(session.text != texts.last, "\(line)")
      texts.append(session.text)
      #expect(try Session(document: session.document()).text == session.text, "\(line)")
    }
    for text in texts.dropLast().reversed() {
      try session.undo()
      #expect(session.text == text)
    }
    try session.redo(lines.count)
    #expect(session.text == texts.last)
    session.checkInvariants()
  }

  /// The text of a new session that ran this session's text.
  private func textAgain() throws -> String {
    let other = Session()
    let script = Script(for: other, named: "t.nc") { command throws(Diagnostic) in try other.run(saved: command) }
    script.run(Array(session.text.utf8)) { report in
      if case .failure(let diagnostic) = report.outcome { Issue.record("\(report.location): \(diagnostic.message)") }
      return .proceed
    }
    return other.text
  }

  @Test func nodesAndWiresAreShownAsIsSaid() throws {
    let stats = say("stats")
    try steps(
      "look price qty color=#7e9bd0 size=200x120.5", "look price depth=2 form=compact locked=on",
      "look sub.price label=\"net price\" color=#f00", "look sum1.x through=10,20/30,-4.5",
      "look qty color=none size=none",
      "look sum1.x through=none")
    #expect(
      say("look") == [
        "  price  color=#7e9bd0 size=200x120.5 depth=2 form=compact locked=on",
        "  sub.price  color=#ff0000 label=\"net price\"",
      ])
    #expect(SessionPicture(of: session).dot.split(separator: "\n").count { $0.hasSuffix(" [label=<net price>];") } == 1)
    #expect(
      say("look price sum1.x tax") == [
        "  price  color=#7e9bd0 size=200x120.5 depth=2 form=compact locked=on", "  sum1.x  as by default",
        "  tax  as by default",
      ])
    // Looks evaluate no node, and repeating a command is not a step.
    #expect(say("stats").filter { $0.contains("evaluations") } == stats.filter { $0.contains("evaluations") })
    let count = session.history.count
    #expect(say("look price depth=2").isEmpty && session.history.count == count)
    #expect(session.history.suffix(2) == ["look qty color=none size=none", "look sum1.x through=none"])
    #expect(say("rename price cost", "look cost").first?.hasPrefix("  cost  color=#7e9bd0") == true)
    #expect(say("delete cost", "look") == ["  everything is shown as by default"])
    #expect(say("undo", "look").count == 2)
  }

  @Test func whatIsWrongIsSaidAndNothingIsChanged() {
    let before = session.text
    let refusals = [
      "look price colour=#fff": "error[command]: unknown setting 'colour'; did you mean 'color'?",
      "look price color=red": "error[command]: 'red' is not a colour; write color=#ff0000",
      "look price size=3": "error[command]: 'size' takes a width and a height such as 200x120; or none",
      "look price size=0x4": "error[command]: 'size' takes a width and a height such as 200x120; or none",
      "look price depth=x": "error[command]: 'depth' takes a whole number (greater ones are in front); or none",
      "look price form=big": "error[command]: 'form' takes full, compact, dot; or none",
      "look price flow=north": "error[command]: 'flow' takes right, down, left, up; or none",
      "look sub.price course=x": "error[command]: 'course' takes curve, straight, orthogonal, rounded, lanes; or none",
      "look price course=curve": "error[command]: a node has no course; it is a setting of wires: look NODE.PORT",
      "look sub.price width=0": "error[command]: 'width' takes a number above 0 and up to 64, in points; or none",
      "look sub.price width=65": "error[command]: 'width' takes a number above 0 and up to 64, in points; or none",
      "look sub.price dash=8,-4": "error[command]: 'dash' takes lengths of dashes and gaps such as 8,4; or none",
      "look price width=3": "error[command]: a node has no width; it is a setting of wires: look NODE.PORT",
      "look sub.price flow=up": "error[command]: a wire has no flow",
      "look price locked=1": "error[command]: 'locked' takes on or off; or none",
      "look sub.price label=": "error[command]: 'label' takes a text such as \"net price\"; or none",
      "look sub.price through=1,2,3": "error[command]: 'through' takes points such as 10,20/30,40; or none",
      "look price label=x": "error[command]: a node has no label; it is a setting of wires: look NODE.PORT",
      "look price sub.price locked=on": "error[command]: a wire has no locked",
      "look color=#fff": "error[command]: look needs a node or a wire; name a node, or NODE.PORT, before the settings",
      "look nope color=#fff": "error[name]: unknown name 'nope'",
      "look sum1.z color=#fff": "error[port]: no wire leads to sum1.z",
      "look sum1.w color=#fff": "error[port]: sum1 has no input 'w'; it has x, y, z",
      "look sub.nope color=#fff": "error[port]: sub has no input 'nope'; it has price, qty",
      "frame Inputs": "error[command]: a frame needs the nodes that it encloses; write frame \"Inputs\" NODE…",
      "frame Inputs nope": "error[name]: unknown name 'nope'",
      "frame Inputs price locked=on": "error[command]: a frame has no locked; its settings are color and text",
      "frame Inputs 1 2 -3 4": "error[number]: a frame needs a position and a size",
      "unframe 1": "error[name]: unknown frame '1'; there are no frames",
      "reroute sum1.z 1 2": "error[port]: no wire leads to sum1.z",
      "unroute sum1.x": "error[port]: the wire to sum1.x has no points",
    ]
    for (line, refusal) in refusals { #expect(say(line).first == "  " + refusal, "\(line)") }
    #expect(session.text == before && say("frame") == ["  there are no frames"])
  }

  @Test func aFrameGoesAroundNodesAndNothingElse() throws {
    #expect(say("frame Inputs price qty") == ["  1  Inputs: price, qty"])
    #expect(say("frame \"The rest\" = sum1 color=#7e9bd0").first?.hasPrefix("  2  The rest #7e9bd0: ") == true)
    // Unplaced nodes go below the others, which keep their positions.
    let places = try ["price", "tax"].map {
      session.evaluator.subgraphs.position(of: try #require(session.node(named: $0)))
    }
    say("late = 5", "more = late + 1")
    #expect(say("frame New late more") == ["  3  New: late, more"])
    #expect(
      try places
        == ["price", "tax"].map { session.evaluator.subgraphs.position(of: try #require(session.node(named: $0))) })
    #expect(say("frame").count == 3 && say("frame").first == "  1  Inputs: price, qty")
    #expect(say("frame Place 1000 1000 300 200").isEmpty && say("frame").last == "  4  Place: nothing")
    #expect(say("move rate 1100 1100", "frame").last == "  4  Place: rate")
    #expect(say("unframe Inputs", "frame").first?.hasPrefix("  1  The rest") == true)
    say("frame New price")
    #expect(say("unframe New").first == "  error[name]: 2 frames have the title 'New'; use their numbers: 2, 4")
    #expect(say("unframe Nw").first == "  error[name]: unknown frame 'Nw'; did you mean 'New'?")
    #expect(say("unframe 2", "frame").count == 3)
    #expect(say("undo") == ["  undone: unframe 2"] && say("frame").count == 4)
  }

  @Test func framesAreStepsAndInDocuments() throws {
    try steps(
      "frame Inputs price qty", "frame \"a b\" sub color=#123456", "move tax 900 900", "frame Tax tax rate",
      "unframe 1",
      "frame Far 10 20 30 40")
    #expect(session.history.contains("frame \"a b\" sub color=#123456"))
  }

  @Test func wiresGoThroughPoints() throws {
    say("frame All price qty rate sub tax sum1")
    try steps(
      "reroute sub.price 200 40", "reroute sub.price 150 30", "look sub.price color=#fff", "unroute sub.price 1")
    #expect(say("look sub.price").first?.contains("through=") == true)
    #expect(say("unroute sub.price 2").first == "  error[number]: the wire has points 1 to 1")
    try steps("unroute sub.price")
  }

  @Test func aScriptHoldsItAll() throws {
    say(
      "look price color=#7e9bd0 depth=-1 flow=down",
      "look sub.price label=\"a 'b' ; c\" through=1,2/3,4.25 course=lanes width=3 dash=8,2.5",
      "mute tax")
    say(
      "frame \"In puts\" price qty", "frame Far 10 20 30 40 color=#010203", "rename qty `my qty`",
      "look `my qty` form=dot")
    #expect(try textAgain() == session.text)
    let text = session.text
    #expect(
      text.contains(".look price color=#7e9bd0 depth=-1 flow=down\n")
        && text.contains("/3,4.25 course=lanes width=3 dash=8,2.5\n")
        && text.contains(".look `my qty` form=dot\n"))
    say("save shown.nc", "open shown.nc")
    #expect(session.text == text && say("frame").count == 2)
    say("save shown.json", "open shown.json")
    #expect(session.text == text)
  }

  @Test func aSavedSessionHasNoOtherCommands() throws {
    let command = try #require(try session.parse(".rename price cost".utf8).statements.first)
    guard case .command(let rename) = command.form else { return }
    let error = #expect(throws: Diagnostic.self) { try session.run(saved: rename) }
    #expect(error?.message == "'.rename' is not a command of a saved session")
  }

  @Test func insideAGroupItIsTheSameInAllInstances() throws {
    say(
      "group Tax = rate tax", "duplicate Tax", "look Tax color=#abc", "look sum1.x label=out", "look Tax.sub label=in")
    #expect(say("look").count == 3 && say("look").first == "  Tax  color=#aabbcc")
    say("enter Tax")
    try steps(
      "look tax size=300x90", "look tax.rate label=\"by\"", "frame Both rate tax", "reroute tax.rate 5 6",
      "unframe Both",
      "frame \"Both again\" tax rate color=#fff")
    let shown = (look: say("look"), frame: say("frame"))
    #expect(shown.look.count == 2 && shown.frame == ["  1  Both again #ffffff: rate, tax"])
    #expect(say("look sub color=#fff").first == "  error[name]: 'sub' is an input of Tax")
    #expect(say("look tax.sub color=#fff").first == "  error[port]: no wire leads to tax.sub")
    say("leave", "enter Tax2")
    #expect(say("look") == shown.look && say("frame") == shown.frame)
    try steps("group Inner = rate", "look Inner depth=4", "frame In Inner", "ungroup Inner")
    say("leave")
    #expect(
      say("frame") == ["  there are no frames"] && session.history.contains { $0.hasPrefix("Tax › frame Both rate") })
  }
}
