// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator

/// A host that remembers what was printed, with files of its own and a clock that stands still unless it ticks.
final class RecordingHost: CommandHost {
  var isInteractive = true
  var documents: (any DocumentCoder)? = TestDocuments()
  var usesColor = false
  var usesUnicode = true
  /// 2026-11-23, half past one at night where the machine is, and in UTC the evening before.
  var wallClock: (() -> (seconds: Double, offset: Double))? = { (seconds: 1_795_390_200, offset: 7200) }
  var width = 80
  /// How far the clock goes on whenever it is read.
  var tick = 0.0
  private var elapsed = 0.0
  var seconds: Double {
    get {
      defer { elapsed += tick }
      return elapsed
    }
    set { elapsed = newValue }
  }
  /// The clock by which late values come, and what runs their code: nothing comes by itself.
  let time = ManualClock()
  let executor = ManualExecutor()
  var clock: (any Clock<Duration>)? { time }
  /// Whether ^C is pressed as soon as something is waited for.
  var interruptsWaits = false
  var memory: Int? = 12_345_678
  var lines: [String] = []
  /// After how many questions there is ^C.
  var interruptsAfter: Int?
  private var interrupted = false
  var isInterrupted: Bool {
    get {
      if let count = interruptsAfter {
        interruptsAfter = count > 0 ? count - 1 : nil
        if count == 0 { interrupted = true }
      }
      return interrupted
    }
    set { interrupted = newValue }
  }
  var files: [String: String] = [
    "Examples/tax.nc": "price = 20\nqty = 3\ntotal = price * qty\n"
  ]
  /// Files that are no UTF-8 text.
  var binaries: [String: [UInt8]] = [:]

  /// Who else works on which files.
  var holders: [String: String] = [:]
  /// The file that this session works on.
  var held: String?
  var journals: (any JournalStore)? = RecordingJournals()

  /// How far which work was said to be.
  var progress: [(work: String, fraction: Double?)] = []

  /// Lets the time pass until something may have come.
  func waitForArrival() -> Bool {
    if interruptsWaits {
      interrupted = true
      return false
    }
    executor.run()
    guard time.advanceToNext() else { return false }
    executor.run()
    return true
  }

  func print(_ line: String) { lines.append(line) }

  func showProgress(_ fraction: Double?, _ verb: String, _ name: String) {
    progress.append(("\(verb) \(name)", fraction))
  }

  func readFile(_ path: String) throws(FileFailure) -> [UInt8] {
    let name = path.hasPrefix("/folder/") ? String(path.dropFirst(8)) : path
    if let bytes = binaries[name] { return bytes }
    guard let text = files[name] else { throw FileFailure("can't read '\(path)': No such file or directory") }
    return Array(text.utf8)
  }

  func stamp(of path: String) -> FileStamp? {
    files[path].map { FileStamp(modified: Int64($0.hashValue), size: Int64($0.utf8.count), number: 0) }
  }

  func writeFile(_ text: String, to path: String) throws(FileFailure) {
    if path.hasPrefix("/") { throw FileFailure("can't write '\(path)': Permission denied") }
    files[path] = text
  }

  func standing(of path: String) -> FileStanding {
    if path.hasPrefix("pipe") { return .noFile }
    if let holder = holders[path] { return .held(by: holder) }
    return files[path] == nil ? .absent : .free
  }

  func hold(_ path: String) -> FileStanding {
    held = path
    return standing(of: path)
  }

  func wholePath(_ path: String) -> String { "/folder/\(path)" }

  func entries(of folder: String) -> [String] {
    let inside = files.keys.filter { $0.hasPrefix(folder) }.map { $0.dropFirst(folder.utf8.count) }
    return Set(inside.map { $0.prefix { $0 != "/" } + ($0.contains("/") ? "/" : "") }).map(String.init).sorted()
  }
}

/// A prompt, as a person sees it.
struct Conversation {
  let host = RecordingHost()
  let dialogue: Dialogue

  init(_ lines: String...) {
    dialogue = Dialogue(host: host)
    host.executor.runTasks(of: dialogue.session.evaluator)
    for line in lines { say(line) }
  }

  /// What is printed for a line.
  @discardableResult
  func say(_ line: String) -> [String] {
    host.lines = []
    dialogue.answer(line)
    return host.lines
  }
}

/// Tests that say lines at a prompt, one after the other.
protocol ConversingTests {
  var conversation: Conversation { get }
}

extension ConversingTests {
  var session: Session { conversation.dialogue.session }

  /// Says lines; of the last what is printed.
  @discardableResult
  func say(_ lines: String...) -> [String] {
    let printed = lines.map { conversation.say($0) }
    session.checkInvariants()
    return printed.last ?? []
  }
}
