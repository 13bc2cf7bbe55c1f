// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A recording that was read completely, with all its steps in order.
///
/// A damaged recording is refused with the number of the faulty line instead of being read in part, because the result
/// of half a session doesn't tell how the session went.
///
/// ```swift
/// let recording = try Recording(of: "GraphView", bytes) { line in
///   try JSONDecoder().decode(RecordingLine<GraphViewStep>.self, from: Data(line))
/// }
/// view.replay(recording)
/// ```
public struct Recording<Step: Codable & Hashable & Sendable>: Hashable, Sendable {
  /// A step of the recording with its time.
  ///
  /// Recordings of anything else than a view may use the times to repeat the pauses between steps.
  public struct Entry: Hashable, Sendable {
    /// The step, such as an event or an edit.
    public let step: Step
    /// The time of the step, in seconds since the beginning of the recording. Times never decrease.
    public let time: Double
  }

  /// The version of the format that ``Recorder`` writes.
  ///
  /// Other versions aren't read: ``init(of:_:decode:)`` throws ``RecordingFault/Reason/version(_:)``.
  public static var version: Int { 1 }

  /// The steps with their times, in order; empty if the recording consists of its first line.
  public private(set) var entries: [Entry] = []

  /// Reads a recording whose lines end with a line feed.
  ///
  /// The text has to be complete: the line feed of the last line is required, because a line without one may have been
  /// cut off.
  ///
  /// - Parameters:
  ///   - name: The name under which the recording was written, such as `GraphView`.
  ///   - text: The recording, as UTF-8.
  ///   - decode: Decodes one line, which is passed without its line feed. Any error makes the line
  ///     ``RecordingFault/Reason/broken``.
  /// - Throws: A ``RecordingFault`` with the first faulty line: ``RecordingFault/Reason/empty``,
  ///   ``RecordingFault/Reason/torn``, ``RecordingFault/Reason/broken``, ``RecordingFault/Reason/other(_:)``,
  ///   ``RecordingFault/Reason/version(_:)`` or ``RecordingFault/Reason/misplaced``.
  /// - Complexity: O(length), and the time of `decode` for each line.
  public init(
    of name: String, _ text: [UInt8], decode: ([UInt8]) throws -> RecordingLine<Step>
  ) throws(RecordingFault) {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // Any text after the last line feed is a line that was not written completely.
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

/// The reason why a recording can't be read, with the number of the line.
///
/// The ``description`` is a sentence for people. Switch over ``reason`` to handle cases, for example to cut the last
/// line off if it is ``Reason/torn`` and read the rest.
public struct RecordingFault: Error, Hashable, Sendable {
  /// A reason why a line can't be read.
  ///
  /// Only ``torn`` is expected of a program that was stopped while it recorded; the others mean a wrong or damaged
  /// file.
  public enum Reason: Hashable, Sendable {
    /// The recording has no lines.
    case empty
    /// The last line was not written completely: its line feed is missing. The lines before it may be intact.
    case torn
    /// The line can't be decoded.
    case broken
    /// The recording has this name instead of the expected one.
    case other(String)
    /// The recording has this version, which isn't known.
    case version(Int)
    /// The line is at the wrong place: a step before the first line or earlier than the previous step, or a second
    /// header.
    case misplaced
  }

  /// The number of the faulty line, counted from 1. The header is line 1.
  public let line: Int
  /// The reason why the line can't be read.
  public let reason: Reason

  init(line: Int, _ reason: Reason) {
    self.line = line
    self.reason = reason
  }
}

extension RecordingFault: CustomStringConvertible {
  /// The line and the reason as a sentence, such as "line 3: the line can't be read".
  public var description: String {
    let words =
      switch reason {
      case .empty: "the recording is empty"
      case .torn: "the line was not written to its end"
      case .broken: "the line can't be read"
      case .other(let name): "it is a recording of '\(name)'"
      case .version(let version): "the recording has version \(version), which this program can't read"
      case .misplaced: "the line is out of order"
      }
    return "line \(line): \(words)"
  }
}
