// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The options of the command line.
struct Options {
  static let help = """
    LiveEditor [FILE] [--port PORT] [--state FOLDER] [--record RECORDING]
    LiveEditor replay RECORDING [FILE]

    Opens FILE, or the calculator's demo, in a browser on this machine: a script (.nc) or a document (.json).

      --port PORT          listens on this port; by default 8137, or the next free one
      --state FOLDER       stores unsaved changes and the link's secret here; by default in ~/.local/state/nodegraph-editor
      --record RECORDING   writes the document at the start and all events to this file, a line of JSON each

    replay repeats a recording, with its document or FILE. For each frame that was sent, it prints the numbers of the window
    and of the frame and the hash of its content, followed by the recorded hash if that differs. The exit status is 1 if a
    hash differs.
    """

  private(set) var file: String?
  private(set) var port: UInt16?
  private(set) var state: String?
  /// The path for a recording.
  private(set) var record: String?
  /// The path of a recording to replay.
  private(set) var replay: String?
  private(set) var asksForHelp = false

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    if rest.first == "replay" {
      guard let recording = rest.dropFirst().first else { throw Fault(description: "replay takes a recording") }
      replay = recording
      rest = rest.dropFirst(2)
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h": asksForHelp = true
      case "--port":
        guard let port = rest.popFirst().flatMap(UInt16.init), port > 0 else {
          throw Fault(description: "--port takes a number from 1 to 65535")
        }
        self.port = port
      case "--state":
        guard let folder = rest.popFirst() else { throw Fault(description: "--state takes a folder") }
        state = folder
      case "--record":
        guard let file = rest.popFirst() else { throw Fault(description: "--record takes a file") }
        record = file
      case _ where argument.hasPrefix("-"):
        throw Fault(description: "unknown option '\(argument)'; --help lists them")
      case _ where file != nil: throw Fault(description: "one file at a time")
      default: file = argument
      }
    }
  }
}
