// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeEval
import NodeGraph
import Prompt
import Testing

/// Every refusal of an editor has its reason in its message.
@Suite struct RefusalReasonTests {
  @Test(arguments: [
    (["total = 3", "average = total / 2"], "total", "\"a\"", "average = total / 2 divides, and total would be a Text"),
    (
      ["total = 3", "average = total / 2"], "total", "true", "average = total / 2 divides, and total would be a Boolean"
    ),
    (
      ["total = 3", "root = sqrt(total)"], "total", "\"a\"",
      "root = sqrt(total) needs a number, and total would be a Text"
    ),
    (
      ["total = 3", "warm = if(total > 2, 1, 0)"], "total", "#fff",
      "warm = if(total > 2, 1, 0) needs numbers, and total would be a Color"
    ),
    (
      ["total = 3 km", "far = total + 5 m"], "total", "3 kg",
      "far = total + 5 m could no longer use total: "
        + "'+' needs two values of one dimension, 'total' is a mass and '5 m' is a length"
    ),
    (
      ["total = 3 km", "speed = total / 5 h in km/h"], "total", "3 kg",
      "speed = total / 5 h in km/h needs a speed, and total / 5 h would be a quantity of mass/time"
    ),
    (["total = 3", "dark = Color(red: total)"], "total", "\"a\"", "total gives Text, but dark.red takes Number"),
    (
      ["total = 3", "twice(x) = x * 2", "double = twice(total)"], "total", "\"a\"",
      "double = twice(total) could no longer use total: in 'twice': '*' needs numbers, 'x' is a Text"
    ),
    (
      ["total = 3", "rate = 20%", "tax = total * rate", "group Tax = rate tax"], "total", "\"a\"",
      "Tax › tax could no longer use total: total gives Text, but Tax › tax.total takes Number"
    ),
    (["total = 3", "average = total / 2"], "total", "average", "total would depend on itself; nothing changed"),
    (["total = 3"], "total", "1 +", "expected a value at the end of the line"),
    (["total = 3"], "total", "nowhere", "unknown name 'nowhere'"),
  ])
  func anEditThatIsRefusedSaysWhy(lines: [String], name: String, text: String, reason: String) throws {
    let dialogue = Dialogue(host: RecordingHost())
    for line in lines { #expect(dialogue.answer(line)) }
    let editor = SessionEditor(dialogue.session)
    let node = try #require(dialogue.session.node(named: name))
    let error = #expect(throws: Diagnostic.self) { try editor.commit(text, to: .definition(node)) }
    #expect(error?.message == reason)
    // The prompt says the same.
    let told = #expect(throws: Diagnostic.self) { try dialogue.session.run("\(name) = \(text)") }
    #expect(told?.message == reason)
  }

  @Test func aFunctionThatCanNotChangeSaysWhy() throws {
    let session = Session()
    try session.run("f(x) = x; total = f(3) + 1")
    let error = #expect(throws: Diagnostic.self) { try session.run("f(x, y) = x + y") }
    #expect(error?.message == "total = f(3) + 1 could no longer use f: 'f' takes 2 arguments, not 1")
  }
}
