// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A line of a recording: what is recorded, and then each step with its time.
///
/// It is a model, which any coder writes. As JSON a recording of a view begins with these two lines:
///
/// ```
/// {"recording":"GraphView","version":1}
/// {"step":{"viewport":{"_0":{…}}},"time":0}
/// ```
public enum RecordingLine<Step: Codable & Hashable & Sendable>: Hashable, Sendable, Codable {
  /// The first line: what was recorded, and the version of the form in which it is written.
  case header(String, version: Int)
  /// What was done, and when: in seconds since the recording began.
  case step(Step, time: Double)

  private enum Key: String, CodingKey {
    case recording, version, step, time
  }

  /// Reads a line.
  ///
  /// - Parameter decoder: The decoder.
  /// - Throws: What the decoder throws.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if let name = try values.decodeIfPresent(String.self, forKey: .recording) {
      self = .header(name, version: try values.decode(Int.self, forKey: .version))
    } else {
      self = .step(try values.decode(Step.self, forKey: .step), time: try values.decode(Double.self, forKey: .time))
    }
  }

  /// Writes a line.
  ///
  /// - Parameter encoder: The encoder.
  /// - Throws: What the encoder throws.
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

/// Gives a recording line by line, as it comes about: what was written is whole whenever the program ends, but for the last line.
///
/// ```swift
/// var recorder = Recorder<GraphViewStep>(of: "GraphView") { line in file.append(line) }
/// view.onStep = { recorder.record($0, at: now()) }
/// ```
public struct Recorder<Step: Codable & Hashable & Sendable> {
  private let write: (RecordingLine<Step>) -> Void
  private var start: Double?
  private var last = 0.0

  /// Begins a recording with its first line.
  ///
  /// - Parameters:
  ///   - name: What is recorded. Who reads the recording has to know it.
  ///   - write: Is given each line.
  public init(of name: String, write: @escaping (RecordingLine<Step>) -> Void) {
    self.write = write
    write(.header(name, version: Recording<Step>.version))
  }

  /// Records a step.
  ///
  /// - Parameters:
  ///   - step: What was done.
  ///   - time: When, in seconds from any beginning. One that is earlier than the last, or is none, counts as the last.
  public mutating func record(_ step: Step, at time: Double) {
    if time.isFinite {
      if start == nil { start = time }
      last = max(last, time - (start ?? time))
    }
    write(.step(step, time: last))
  }
}
