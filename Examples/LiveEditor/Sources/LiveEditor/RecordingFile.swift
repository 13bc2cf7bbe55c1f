// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorDesk
import Foundation
import NodeView

/// Writes steps as lines of JSON, each as soon as it happens. The file contains documents and typed texts, so only
/// the user can access it.
final class RecordingFile {
  private let file: FileHandle
  private var recorder: Recorder<DeskStep>

  init(_ path: String) throws {
    let manager = FileManager.default
    guard !manager.fileExists(atPath: path) else {
      throw DocumentStore.Fault(description: "\(path) already exists: a recording can't replace a file")
    }
    guard manager.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]),
      let file = FileHandle(forWritingAtPath: path)
    else { throw DocumentStore.Fault(description: "can't write \(path)") }
    self.file = file
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    recorder = Recorder(of: DeskStep.recordingName) { line in
      do {
        try file.write(contentsOf: try encoder.encode(line) + Data([10]))
      } catch {
        FileHandle.standardError.write(Data("LiveEditor: can't record: \(error)\n".utf8))
      }
    }
  }

  func record(_ step: DeskStep) { recorder.record(step, at: Date().timeIntervalSince1970) }
}

/// Replays a recording, and prints the frames that windows are sent.
///
/// - Parameters:
///   - path: The path of the recording.
///   - document: The document to begin with; `nil` for the document in the recording.
/// - Returns: Whether all frames are equal to those of the recording.
/// - Throws: A fault that names what can't be read.
func replay(_ path: String, with document: String?) throws -> Bool {
  guard let text = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
    throw DocumentStore.Fault(description: "can't read \(path)")
  }
  let decoder = JSONDecoder()
  let recording: Recording<DeskStep>
  do {
    recording = try Recording(of: DeskStep.recordingName, Array(text)) { line in
      try decoder.decode(RecordingLine<DeskStep>.self, from: Data(line))
    }
  } catch {
    throw DocumentStore.Fault(description: "\(path), \(error)")
  }
  var (name, content, isChanged) = ("", Data(), false)
  if case .document(let title, let text, let changed)? = recording.entries.first?.step {
    (name, content, isChanged) = (title, Data(text.utf8), changed)
  }
  if let document {
    name = document
    guard let there = try? Data(contentsOf: URL(fileURLWithPath: document)) else {
      throw DocumentStore.Fault(description: "can't read \(document)")
    }
    content = there
  }
  if name.isEmpty { throw DocumentStore.Fault(description: "\(path) contains no document: name one after it") }
  let session = try DocumentStore.read(name, content)
  let arrival = DispatchSemaphore(value: 0)
  var host = Desk.Host(
    token: "replay", keep: { _, _, _ in true }, save: nil, text: { try DocumentStore.text($0) },
    read: { try DocumentStore.read($0, Data($1.utf8)) })
  host.wake = { arrival.signal() }
  let desk = Desk(session, title: name, isChanged: isChanged, host: host)
  let replay = Replay(recording, on: desk) { _ = arrival.wait(timeout: .now() + 60) }
  for frame in replay.frames {
    let hash = String(frame.hash, radix: 16)
    let recorded = frame.isSame ? "" : frame.recorded.map { " \(String($0, radix: 16))" } ?? " -"
    print("\(frame.window) \(frame.number) \(hash)\(recorded)")
  }
  let same = replay.frames.count(where: \.isSame)
  let missing = replay.missingCount == 0 ? "" : ", \(replay.missingCount) are missing"
  print("\(replay.frames.count) frames, \(same) as recorded\(missing)")
  return same == replay.frames.count && replay.missingCount == 0
}
