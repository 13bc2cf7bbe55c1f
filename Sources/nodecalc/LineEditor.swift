// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads lines at a terminal: with editing, history and completion if the system has libedit, else without.
struct LineEditor {
  /// The result of reading a line.
  enum Input {
    case line(String)
    /// The user pressed ^C.
    case interrupted
    /// The user pressed ^D.
    case end
  }

  private let library: EditingLibrary?

  /// Creates an editor.
  ///
  /// - Parameters:
  ///   - history: Earlier lines, oldest first.
  ///   - complete: Returns completions, given the line up to the cursor and the word at its end.
  init(history: [String], complete: @escaping (_ line: String, _ word: String) -> [LineCompletion]) {
    library = Terminal.isDumb || !Terminal.isShown ? nil : EditingLibrary.load(complete)
    for line in history { library?.remember(line) }
  }

  /// Reads a line after showing a prompt.
  func read(_ prompt: String) -> Input {
    let line = library.map { $0.readLine(prompt) } ?? plainLine(prompt)
    if TerminalSignals.isInterrupted {
      TerminalInput.discard()
      print("^C")
      return .interrupted
    }
    if let line { return .line(line) }
    print("")
    return .end
  }

  /// Adds a line to the history for the arrow keys.
  func remember(_ line: String) { library?.remember(line) }

  /// Restores the terminal.
  func end() { library?.end() }

  /// Reads a line with the line editing of the terminal itself.
  private func plainLine(_ prompt: String) -> String? {
    print(prompt, terminator: "")
    Terminal.flush()
    var bytes: [UInt8] = []
    while let byte = TerminalInput.take() {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}

/// A completion of a word.
struct LineCompletion {
  let text: String
  /// Whether a blank may follow.
  let isWhole: Bool
}
