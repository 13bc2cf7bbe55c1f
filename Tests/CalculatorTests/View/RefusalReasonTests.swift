// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeEval
import NodeGraph
import Testing

/// Every refusal of an editor has a reason, in its message or in its notes.
@Suite struct RefusalReasonTests {
  @Test(arguments: [
    (["total = 3", "average = total / 2"], "total", "\"a\"", "needs numbers"),
    (["total = 3", "average = total / 2"], "total", "true", "needs numbers"),
    (["total = 3", "warm = if(total > 2, 1, 0)"], "total", "#fff", "needs"),
    (["total = 3 km", "far = total + 5 m"], "total", "3 kg", "dimension"),
    (["total = 3", "dark = Color(red: total)"], "total", "\"a\"", "takes Number"),
    (["total = 3", "twice(x) = x * 2", "double = twice(total)"], "total", "\"a\"", "needs numbers"),
    (["total = 3", "rate = 20%", "tax = total * rate", "group Tax = rate tax"], "total", "\"a\"", "Number"),
    (["total = 3", "average = total / 2"], "total", "average", "average"),
    (["total = 3"], "total", "1 +", "expected a value"), (["total = 3"], "total", "nowhere", "unknown name 'nowhere'"),
  ])
  func anEditThatIsRefusedSaysWhy(lines: [String], name: String, text: String, reason: String) throws {
    let dialogue = Dialogue(host: RecordingHost())
    for line in lines { #expect(dialogue.answer(line)) }
    let editor = SessionEditor(dialogue.session)
    let node = try #require(dialogue.session.node(named: name))
    let error = #expect(throws: Diagnostic.self) { try editor.commit(text, to: .definition(node)) }
    let told = ([error?.message ?? ""] + (error?.notes ?? [])).joined(separator: "; ")
    #expect(told.contains(reason), "\(told)")
  }

  @Test func aFunctionThatCanNotChangeSaysWhy() throws {
    let session = Session()
    try session.run("f(x) = x; total = f(3) + 1")
    let error = #expect(throws: Diagnostic.self) { try session.run("f(x, y) = x + y") }
    #expect(error?.notes.contains { $0.contains("takes 2 arguments") } == true, "\(String(describing: error))")
  }
}
