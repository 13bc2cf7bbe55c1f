// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

// MARK: Functions of one's own

extension Window {
  /// The palette's lines for changing and removing functions; their calls are among what can be added.
  func functionChoices(for search: SearchText) -> [Choice] {
    editor.functions(for: search).flatMap { name, signature, definition, place in
      var change = Choice(
        .function, name: "Edit \(signature)", detail: "function", help: definition, run: "write", argument: definition)
      var removal = Choice(
        .function, name: "Remove \(signature)", detail: "function", help: definition, run: "remove-function",
        argument: name)
      (change.rank, removal.rank) = (place.rawValue, SearchText.Place.help.rawValue)
      return [change, removal]
    }
  }

  /// Defines the function that a text of the palette defines, and closes the palette.
  ///
  /// - Returns: Whether the text defines a function.
  func defineFunction(_ text: String) throws(Diagnostic) -> Bool {
    guard let (definition, isChange) = try editor.defineFunction(text, in: path) else { return false }
    chosen = nil
    desk.didEdit([])
    send(.endEdit(field: EditorMessage.paletteField))
    say("\(definition) was \(isChange ? "changed" : "defined"): N, then its name, calls it", action: "undo")
    return true
  }

  /// Executes a command about functions.
  ///
  /// - Returns: Whether the command exists.
  func runFunctions(_ name: String, _ arguments: [String]) -> Bool {
    guard name == "remove-function", let function = arguments.first else { return false }
    attempt { () throws(Diagnostic) in
      try editor.removeFunction(function)
      desk.didEdit([])
      say("The function \(function) was removed", action: "undo")
    }
    return true
  }
}
