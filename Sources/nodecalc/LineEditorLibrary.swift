// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's libedit, loaded at run time, so that it is not needed to build or start the program. Its functions
/// with a variable number of arguments are not used.
@safe
final class EditingLibrary {
  private typealias ReadLine = @convention(c) (UnsafePointer<CChar>) -> UnsafeMutablePointer<CChar>?
  private typealias AddHistory = @convention(c) (UnsafePointer<CChar>) -> Int32
  private typealias LimitHistory = @convention(c) (Int32) -> Void
  private typealias Prepare = @convention(c) (Int32) -> Void
  private typealias Perform = @convention(c) () -> Int32
  private typealias Configure = @convention(c) (UnsafePointer<CChar>) -> Int32
  private typealias Act = @convention(c) () -> Void
  private typealias TakeCharacter = @convention(c) (UnsafeMutablePointer<FILE>?) -> Int32
  private typealias Complete =
    @convention(c) (UnsafePointer<CChar>?, Int32, Int32) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?

  /// The loaded library, for the callbacks, which are C functions without captures.
  fileprivate nonisolated(unsafe) static var loaded: EditingLibrary?

  fileprivate let complete: (_ line: String, _ word: String) -> [LineCompletion]
  private let handle: UnsafeMutableRawPointer
  private let readLineFunction: ReadLine
  private let addHistory: AddHistory
  /// The original settings of the terminal.
  private let modes: termios?

  private init(
    _ handle: UnsafeMutableRawPointer, _ readLine: UnsafeMutableRawPointer, _ addHistory: UnsafeMutableRawPointer,
    _ complete: @escaping (String, String) -> [LineCompletion]
  ) {
    unsafe self.handle = handle
    unsafe readLineFunction = unsafeBitCast(readLine, to: ReadLine.self)
    unsafe self.addHistory = unsafeBitCast(addHistory, to: AddHistory.self)
    self.complete = complete
    var modes = termios()
    self.modes = unsafe tcgetattr(STDIN_FILENO, &modes) == 0 ? modes : nil
  }

  /// Loads the library; `nil` if it is missing. `NODECALC_LIBEDIT` names another file to load; a file that doesn't
  /// exist turns editing off.
  static func load(_ complete: @escaping (String, String) -> [LineCompletion]) -> EditingLibrary? {
    guard Terminal.usesUTF8 else { return nil }
    let names =
      Terminal.variable("NODECALC_LIBEDIT").map { [$0] }
      ?? ["libedit.so.2", "libedit.so.0", "/usr/lib/libedit.3.dylib"]
    for name in names {
      guard let handle = unsafe dlopen(name, RTLD_LAZY | RTLD_LOCAL) else { continue }
      guard let readLine = unsafe dlsym(handle, "readline"), let addHistory = unsafe dlsym(handle, "add_history"),
        let takeCharacter = unsafe dlsym(handle, "rl_getc_function"), unsafe dlsym(handle, "el_init") != nil
      else { continue }
      let library = unsafe EditingLibrary(handle, readLine, addHistory, complete)
      unsafe takeCharacter.assumingMemoryBound(to: TakeCharacter.self).pointee = takeScalar
      library.setUp()
      unsafe loaded = library
      guard let initialize = unsafe dlsym(handle, "rl_initialize"),
        unsafe unsafeBitCast(initialize, to: Perform.self)() == 0
      else { return nil }
      library.ignoreKeysThatScroll()
      return library
    }
    return nil
  }

  /// The library doesn't know the page keys, and would insert the end of their sequences.
  private func ignoreKeysThatScroll() {
    guard let configure = unsafe dlsym(handle, "rl_parse_and_bind") else { return }
    for key in ["5~", "6~"] { _ = unsafe unsafeBitCast(configure, to: Configure.self)("bind ^[[\(key) ed-ignore") }
  }

  private func setUp() {
    if let completion = unsafe variable("rl_attempted_completion_function", Complete?.self) {
      unsafe completion.pointee = completeWord
    }
    unsafe variable("rl_basic_word_break_characters", UnsafeMutablePointer<CChar>?.self)?.pointee =
      strdup(" \t()+-*/^%<>=!,;:`\"")
    // The library's own handlers would pass each signal on to the whole process group.
    unsafe variable("rl_catch_signals", Int32.self)?.pointee = 0
    unsafe variable("rl_readline_name", UnsafeMutablePointer<CChar>?.self)?.pointee = strdup("nodecalc")
    if let limit = unsafe dlsym(handle, "stifle_history") {
      unsafe unsafeBitCast(limit, to: LimitHistory.self)(Int32(PromptHistory.limit))
    }
  }

  private func variable<Value>(_ name: String, _ type: Value.Type) -> UnsafeMutablePointer<Value>? {
    unsafe dlsym(handle, name)?.assumingMemoryBound(to: type)
  }

  /// Reads a line with editing; `nil` at the end of input, or after ^C.
  func readLine(_ prompt: String) -> String? {
    Terminal.flush()
    // Without this, the prompt appears before keys are read one by one, and a quick ^D is lost.
    prepare(isOn: true)
    guard let line = unsafe readLineFunction(prompt) else { return nil }
    defer { unsafe free(line) }
    return unsafe String(cString: line)
  }

  func remember(_ line: String) { _ = unsafe addHistory(line) }

  /// Restores the terminal. Some versions of the library read keys one by one even after the last line.
  func end() {
    guard var modes else { return }
    _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &modes)
  }

  /// Redraws the line after the window was resized, or the program was continued.
  fileprivate func adapt() {
    prepare(isOn: false)
    prepare(isOn: true)
    if let resize = unsafe dlsym(handle, "rl_resize_terminal") { unsafe unsafeBitCast(resize, to: Act.self)() }
    // The library draws the line from the position of the cursor.
    print("\r\u{1b}[J", terminator: "")
    Terminal.flush()
    if let update = unsafe dlsym(handle, "rl_forced_update_display") {
      _ = unsafe unsafeBitCast(update, to: Perform.self)()
    }
  }

  /// Sets whether the terminal delivers keys one by one, or lines.
  private func prepare(isOn: Bool) {
    if isOn {
      if let prepare = unsafe dlsym(handle, "rl_prep_terminal") {
        unsafe unsafeBitCast(prepare, to: Prepare.self)(1)
      }
    } else if let restore = unsafe dlsym(handle, "rl_deprep_terminal") {
      unsafe unsafeBitCast(restore, to: Act.self)()
    }
  }

  /// The line up to the cursor. Some versions of the library count it in characters, others in bytes.
  fileprivate func line(upTo cursor: Int, endingIn word: String) -> String? {
    guard let line = unsafe variable("rl_line_buffer", UnsafeMutablePointer<CChar>?.self)?.pointee else { return nil }
    let text = unsafe String(cString: line)
    let byCharacters = String(String.UnicodeScalarView(text.unicodeScalars.prefix(cursor)))
    if byCharacters.hasSuffix(word) { return byCharacters }
    let byBytes = String(decoding: text.utf8.prefix(cursor), as: UTF8.self)
    return byBytes.hasSuffix(word) ? byBytes : nil
  }

  /// An array that libedit frees: the common beginning of all candidates, the candidates if there are several, and a null.
  fileprivate func list(
    _ candidates: [LineCompletion]
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    guard let first = candidates.first else { return nil }
    let texts = candidates.map(\.text)
    let common = texts.dropFirst().reduce(first.text) { common, text in
      String(zip(common, text).prefix { $0 == $1 }.map(\.0))
    }
    let entries = [common] + (texts.count == 1 ? [] : texts)
    unsafe variable("rl_completion_append_character", Int32.self)?.pointee =
      texts.count == 1 && first.isWhole ? Int32(UInt8(ascii: " ")) : 0
    guard let memory = unsafe calloc(entries.count + 1, MemoryLayout<UnsafeMutablePointer<CChar>?>.stride)
    else { return nil }
    let list = unsafe memory.bindMemory(to: UnsafeMutablePointer<CChar>?.self, capacity: entries.count + 1)
    for (index, entry) in entries.enumerated() { unsafe list[index] = strdup(entry) }
    return unsafe list
  }

  /// Keeps the library from completing file names if there are no candidates.
  fileprivate func refuseFileNames() {
    unsafe variable("rl_attempted_completion_over", Int32.self)?.pointee = 1
  }
}

/// Called by libedit: the next character, or -1 at the end of input and after ^C, which both end the line.
private func takeScalar(_ file: UnsafeMutablePointer<FILE>?) -> Int32 {
  let adapt = { unsafe EditingLibrary.loaded.map { $0.adapt() } ?? () }
  var bytes: [UInt8] = []
  while true {
    guard let byte = TerminalInput.take(onChange: adapt) else { return -1 }
    // A pasted tab is not a key: completing there would change the pasted text.
    if byte == 0x09, TerminalInput.hasMore { return 0x20 }
    // A byte that doesn't continue a character starts another one; invalid bytes are dropped.
    if byte & 0xc0 != 0x80 { bytes = [] }
    bytes.append(byte)
    let length = bytes[0] < 0x80 ? 1 : bytes[0] >= 0xf0 ? 4 : bytes[0] >= 0xe0 ? 3 : 2
    guard bytes.count == length else { continue }
    if let text = String(validating: bytes, as: UTF8.self), let scalar = text.unicodeScalars.first {
      return Int32(scalar.value)
    }
    bytes = []
  }
}

/// Called by libedit: the candidates for the word at the cursor.
private func completeWord(
  _ word: UnsafePointer<CChar>?, _ start: Int32, _ end: Int32
) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
  guard let word = unsafe word, let library = unsafe EditingLibrary.loaded else { return nil }
  library.refuseFileNames()
  let text = unsafe String(cString: word)
  guard let line = library.line(upTo: Int(end), endingIn: text) else { return nil }
  return unsafe library.list(library.complete(line, text))
}
