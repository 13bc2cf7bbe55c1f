// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A recording that was read: all that was done, in order.
///
/// One that isn't whole is refused with the line, since what follows from half of a session says nothing about the session.
public struct Recording<Step: Codable & Hashable & Sendable>: Hashable, Sendable {
  /// A step with its time.
  public struct Entry: Hashable, Sendable {
    /// What was done.
    public let step: Step
    /// When, in seconds since the recording began.
    public let time: Double
  }

  /// The version in which recordings are written, and the only one that is read.
  public static var version: Int { 1 }

  /// What was done, in order.
  public private(set) var entries: [Entry] = []

  /// Reads a recording, of which each line ends with a line feed.
  ///
  /// - Parameters:
  ///   - name: What it has to be a recording of.
  ///   - text: The recording, as UTF-8.
  ///   - decode: Reads a line.
  /// - Throws: A ``RecordingFault`` with the first line that can't be read.
  /// - Complexity: O(lines), and what it takes to read them.
  public init(
    of name: String, _ text: [UInt8], decode: ([UInt8]) throws -> RecordingLine<Step>
  ) throws(RecordingFault) {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // Behind the last line feed there is nothing, or what was not written to its end.
    if let rest = lines.popLast(), !rest.isEmpty { throw RecordingFault(line: lines.count + 1, .torn) }
    for (index, text) in lines.enumerated() {
      let line: RecordingLine<Step>
      do { line = try decode(Array(text)) } catch { throw RecordingFault(line: index + 1, .broken) }
      switch line {
      case .header(let found, _) where index == 0 && found != name:
        throw RecordingFault(line: 1, .other(found))
      case .header(_, let version) where index == 0 && version != Self.version:
        throw RecordingFault(line: 1, .version(version))
      case .header where index == 0: break
      case .step(let step, let time) where index > 0 && time >= entries.last?.time ?? 0 && time.isFinite:
        entries.append(Entry(step: step, time: time))
      case .header, .step: throw RecordingFault(line: index + 1, .misplaced)
      }
    }
    if lines.isEmpty { throw RecordingFault(line: 1, .empty) }
  }
}

/// Why a recording can't be read, and in which line.
public struct RecordingFault: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// There is no line.
    case empty
    /// The last line was not written to its end.
    case torn
    /// The line can't be read.
    case broken
    /// It is a recording of something else.
    case other(String)
    /// It has a version that isn't known.
    case version(Int)
    /// A step comes before the first line or before what was done earlier, or the first line comes twice.
    case misplaced
  }

  /// The line, counted from 1.
  public let line: Int
  /// What is wrong with it.
  public let reason: Reason

  init(line: Int, _ reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension RecordingFault: CustomStringConvertible {
  /// The line and what is wrong, for people.
  public var description: String {
    let words =
      switch reason {
      case .empty: "there is no recording"
      case .torn: "the line was not written to its end"
      case .broken: "the line can't be read"
      case .other(let name): "it is a recording of '\(name)'"
      case .version(let version): "the recording has version \(version), which isn't known here"
      case .misplaced: "the line is not where it belongs"
      }
    return "line \(line): \(words)"
  }
}
