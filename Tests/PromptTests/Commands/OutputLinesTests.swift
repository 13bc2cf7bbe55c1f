// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt
import Testing

@Suite struct OutputLinesTests {
  /// The answer to a command of a script that follows some statements.
  private func answer(_ command: String, after lines: [String]) throws -> Dialogue.Answer {
    let dialogue = Dialogue(host: RecordingHost(), manner: .script)
    for line in lines { try dialogue.session.run(line) }
    let statement = try #require(try dialogue.session.parse(command.utf8).statements.first)
    return try dialogue.run(statement)
  }

  private func lines(_ output: OutputLines) -> [String] {
    var lines: [String] = []
    output.forEachLine { lines.append($0) }
    return lines
  }

  private let statements = ["a = 1"] + (1...50).map { "b\($0) = a + \($0)" }

  @Test(arguments: [".graph", ".graph --box"])
  func theLinesOfAPictureAreNotInMemory(command: String) throws {
    let output = try answer(command, after: statements).lines
    #expect(output.storedCount == 0 && !output.isEmpty && lines(output).count >= 51)
  }

  @Test func aPictureShowsTheSessionAsItWasWhenItWasDrawn() throws {
    let dialogue = Dialogue(host: RecordingHost(), manner: .script)
    try dialogue.session.run("a = 1")
    let statement = try #require(try dialogue.session.parse(".graph".utf8).statements.first)
    let output = try dialogue.run(statement).lines
    try dialogue.session.run("a = 2; b = a")
    #expect(lines(output) == SessionPicture(of: try Session(running: "a = 1")).lanes())
  }

  @Test func linesAndPicturesKeepTheirOrder() throws {
    let picture = try answer(".graph", after: ["a = 1", "b = a"]).lines
    var output = OutputLines(["first"])
    output += picture
    output.append("between")
    output += picture
    output += ["next to last", "last"]
    let drawn = lines(picture)
    #expect(lines(output) == ["first"] + drawn + ["between"] + drawn + ["next to last", "last"])
    #expect(output.storedCount == 4 && output.prefix(3) == ["first"] + drawn && output.prefix(99).count == 8)
    #expect(OutputLines().isEmpty && !output.isEmpty)
    #expect(try answer(".graph", after: []).lines.isEmpty)
  }
}
