// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A line of a recording: first a header, and then one line for each step.
///
/// A line is a `Codable` model for the coder of your choice. As JSON, a recording of a view begins with these two
/// lines:
///
/// ```
/// {"recording":"GraphView","version":1}
/// {"step":{"viewport":{"_0":{…}}},"time":0}
/// ```
///
/// Encode each line without line feeds, and write a line feed after it: ``Recording`` divides the text there.
public enum RecordingLine<Step: Codable & Hashable & Sendable>: Hashable, Sendable, Codable {
  /// The first line: the name of the recording and the version of its format.
  case header(String, version: Int)
  /// A step and its time, in seconds since the beginning of the recording.
  case step(Step, time: Double)

  private enum Key: String, CodingKey {
    case recording, version, step, time
  }

  /// Decodes a line. A line with the key `recording` is a header, any other one a step.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: The decoder's error if a value is missing or has another type.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if let name = try values.decodeIfPresent(String.self, forKey: .recording) {
      self = .header(name, version: try values.decode(Int.self, forKey: .version))
    } else {
      self = .step(try values.decode(Step.self, forKey: .step), time: try values.decode(Double.self, forKey: .time))
    }
  }

  /// Encodes a line with the keys `recording` and `version`, or `step` and `time`.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: The encoder's error, for example of a step that it can't represent.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .header(let name, let version):
      try values.encode(name, forKey: .recording)
      try values.encode(version, forKey: .version)
    case .step(let step, let time):
      try values.encode(step, forKey: .step)
      try values.encode(time, forKey: .time)
    }
  }
}

/// Writes a recording line by line while it is made, so that it is complete up to the last line whenever the program
/// ends.
///
/// ```swift
/// var recorder = Recorder<GraphViewStep>(of: "GraphView") { line in file.append(line) }
/// view.onStep = { recorder.record($0, at: now()) }
/// ```
///
/// A recorder is a value with mutating methods. Keep a single one for each recording: copies write to the same place
/// with times of their own. Encoding and writing belong to your closure, and so do their errors.
public struct Recorder<Step: Codable & Hashable & Sendable> {
  private let write: (RecordingLine<Step>) -> Void
  private var start: Double?
  private var last = 0.0

  /// Begins a recording and writes its first line.
  ///
  /// - Parameters:
  ///   - name: The name of the recording. ``Recording/init(of:_:decode:)`` has to be called with the same name.
  ///   - write: Receives each line, the header at once and each step when it is recorded.
  public init(of name: String, write: @escaping (RecordingLine<Step>) -> Void) {
    self.write = write
    write(.header(name, version: Recording<Step>.version))
  }

  /// Writes a step.
  ///
  /// The first finite time is the beginning of the recording. A time before that of the last step, or one that isn't
  /// finite, is replaced by that of the last step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - time: The time of the step, in seconds from any beginning.
  public mutating func record(_ step: Step, at time: Double) {
    if time.isFinite {
      if start == nil { start = time }
      last = max(last, time - (start ?? time))
    }
    write(.step(step, time: last))
  }
}
