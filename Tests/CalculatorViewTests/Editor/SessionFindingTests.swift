// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView
import Testing

@Suite struct SessionFindingTests {
  private let session = Session()
  private let editor: SessionEditor

  init() throws {
    for line in ["price = 20", "rate = 20%", "tax = price * rate", "vat(x) = x * 20%"] { try session.run(line) }
    editor = SessionEditor(session)
  }

  private func titles(_ text: String) -> [String] {
    editor.additions(for: SearchText(text), in: GraphPath()).map(\.title)
  }

  private func completions(_ text: String) -> [String] {
    editor.completions(of: text, cursor: text.utf8.count, in: GraphPath(), limit: 50).map(\.text)
  }

  @Test func kindsFunctionsAndGroupsAreFound() throws {
    #expect(titles("add").first == "Add" && titles("add").contains("adddays(date, days)"))
    #expect(titles("vat") == ["vat(x)"])
    let sqrt = try #require(editor.additions(for: SearchText("sqrt"), in: GraphPath()).first)
    #expect(sqrt.subject == .function("sqrt") && sqrt.help == "The square root. sqrt(9) is 3")
    let group = try editor.group([try #require(session.node(named: "tax"))], as: "Taxes")
    #expect(titles("taxes") == ["Taxes"])
    #expect(editor.nodes(for: SearchText("tax"), limit: 9).map(\.title) == ["Taxes › tax", "Taxes"])
    #expect(editor.nodes(for: SearchText("tax"), limit: 1).count == 1)
    #expect(editor.nodes(for: SearchText("taxes"), limit: 9).first?.subject == .node(group))
  }

  @Test func formulasAreCompletedAsAtThePrompt() {
    #expect(completions("= price * ra") == ["rate"])
    #expect(completions("net = pri") == ["price"])
    #expect(completions("=va") == ["vat(", "variance("])
    #expect(completions(".gro") == [], "no command is added")
    #expect(completions("# ra") == [])
  }
}
