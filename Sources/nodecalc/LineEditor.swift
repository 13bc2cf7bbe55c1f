// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads lines at a terminal: with editing, history and completion where the system has libedit, else without.
struct LineEditor {
  /// What was typed.
  enum Input {
    case line(String)
    /// ^C
    case interrupted
    /// ^D
    case end
  }

  private let library: EditingLibrary?

  /// An editor.
  ///
  /// - Parameters:
  ///   - history: Earlier lines, the oldest first.
  ///   - complete: What a word may be replaced by, given the line up to the cursor and the word that ends it.
  init(history: [String], complete: @escaping (_ line: String, _ word: String) -> [LineCompletion]) {
    library = Terminal.isDumb || !Terminal.isShown ? nil : EditingLibrary.load(complete)
    for line in history { library?.remember(line) }
  }

  /// Asks for a line.
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

  /// Makes the arrow keys find a line.
  func remember(_ line: String) { library?.remember(line) }

  /// Leaves the terminal as it was.
  func end() { library?.end() }

  /// A line that the terminal itself lets be edited.
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

/// What a word may be replaced by.
struct LineCompletion {
  let text: String
  /// Whether a blank may follow.
  let isWhole: Bool
}
