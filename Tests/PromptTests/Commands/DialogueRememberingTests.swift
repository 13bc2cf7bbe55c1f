// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct DialogueRememberingTests {
  @Test(arguments: ["a = .5", "undo = 3", ".list a"])
  func scriptsThatTakeNothingBackAreNotRemembered(text: String) throws {
    let dialogue = Dialogue(host: RecordingHost(), manner: .script)
    dialogue.prepare(for: Array(text.utf8))
    try dialogue.session.run("a = 3; a = 4")
    #expect(dialogue.session.history == [])
  }

  @Test(arguments: ["a = 3; .undo", ".redo 2", "  .history;"])
  func scriptsThatTakeSomethingBackAreRemembered(text: String) throws {
    let dialogue = Dialogue(host: RecordingHost(), manner: .script)
    dialogue.prepare(for: Array(text.utf8))
    try dialogue.session.run("a = 3; a = 4")
    dialogue.prepare(for: [])
    #expect(dialogue.session.history == ["a = 3", "a = 4"])
  }

  @Test func whatIsSaidAtAPromptIsRemembered() {
    #expect(Dialogue(host: RecordingHost()).session.undoLimit == Session.defaultUndoLimit)
  }
}
