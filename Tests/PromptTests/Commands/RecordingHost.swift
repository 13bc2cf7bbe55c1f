// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import Prompt

/// A host that records output, with files in memory and a clock that stands still unless `tick` is set.
final class RecordingHost: CommandHost {
  var isInteractive = true
  var documents: (any DocumentCoder)? = TestDocuments()
  var usesColor = false
  var usesUnicode = true
  /// 2026-11-23, 01:30 in the machine's time zone, which is the previous evening in UTC.
  var wallClock: (() -> (seconds: Double, offset: Double))? = { (seconds: 1_795_390_200, offset: 7200) }
  var width = 80
  /// The time in seconds by which the clock advances whenever it is read.
  var tick = 0.0
  private var elapsed = 0.0
  var seconds: Double {
    get {
      defer { elapsed += tick }
      return elapsed
    }
    set { elapsed = newValue }
  }
  /// The clock and the executor of late values; both run only when a test makes them.
  let time = ManualClock()
  let executor = ManualExecutor()
  var clock: (any Clock<Duration>)? { time }
  /// Whether ^C is pressed as soon as the prompt waits for a value.
  var interruptsWaits = false
  var memory: Int? = 12_345_678
  var lines: [String] = []
  /// The number of checks for an interruption after which ^C is pressed.
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
  /// Files that are not UTF-8 text.
  var binaries: [String: [UInt8]] = [:]

  /// The other sessions that hold files, by file.
  var holders: [String: String] = [:]
  /// The file that this session holds.
  var held: String?
  var journals: (any JournalStore)? = RecordingJournals()

  /// The progress reported, with the work that it belongs to.
  var progress: [(work: String, fraction: Double?)] = []

  /// Advances the clock to the next deadline, so that a value may arrive.
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

  /// The lines printed in answer to a line.
  @discardableResult
  func say(_ line: String) -> [String] {
    host.lines = []
    dialogue.answer(line)
    return host.lines
  }
}

/// Tests that enter lines at a prompt, one after the other.
protocol ConversingTests {
  var conversation: Conversation { get }
}

extension ConversingTests {
  var session: Session { conversation.dialogue.session }

  /// Enters lines, and returns the output of the last one.
  @discardableResult
  func say(_ lines: String...) -> [String] {
    let printed = lines.map { conversation.say($0) }
    session.checkInvariants()
    return printed.last ?? []
  }
}
