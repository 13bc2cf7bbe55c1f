// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Prompt
import Testing

@Suite struct ManualPageTests {
  @Test func thePageThatIsCheckedInIsUpToDate() throws {
    let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let page = try String(contentsOf: URL(filePath: "\(root)/man/nodecalc.1"), encoding: .utf8)
    #expect(page == ManualPage.text, "write it with nodecalc --manual > man/nodecalc.1")
  }

  @Test func everyCommandOptionAndFunctionIsInIt() {
    let lines = Set(ManualPage.text.split(separator: "\n").map(String.init))
    for command in CommandTable.commands { #expect(lines.contains(".B \(plain(command.usage))")) }
    for option in CommandLineOption.all { #expect(lines.contains(".B \(plain(option.usage))")) }
    #expect(lines.contains(".B round(x, digits)"))
  }

  @Test func noLineBeginsWithARequestByAccident() {
    let requests = [#".\""#, ".TH", ".SH", ".SS", ".B ", ".TP", ".PP", ".RS", ".RE", ".nf", ".fi", ".sp", ".B"]
    for line in ManualPage.text.split(separator: "\n") where line.first == "." || line.first == "'" {
      #expect(requests.contains { line.hasPrefix($0) }, "\(line)")
    }
  }

  private func plain(_ text: String) -> String {
    text.replacing("-", with: #"\-"#).replacing("…", with: "...")
  }
}
