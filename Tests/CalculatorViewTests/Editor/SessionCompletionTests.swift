// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import Testing

@Suite struct SessionCompletionTests {
  @Test func anEditorCompletesFormulasAndNoCommands() throws {
    let editor = SessionEditor(try Session(running: "price = 20", "total = price * 3", "sold = 2"))
    func completed(_ text: String) -> [String] {
      editor.completions(of: text, cursor: text.utf8.count, in: [], limit: 10).map(\.text)
    }
    #expect(completed("tot") == ["total"] && completed("= 2 * pr").first == "price")
    #expect(completed("x = Add(") == ["x: ", "y: ", "z: "])
    #expect(completed("so") == ["sold", "sort("], "without the commands 'solve' and 'source'")
    #expect(completed(".so").isEmpty && completed("1; .so").isEmpty && completed("# so").isEmpty)
  }
}
