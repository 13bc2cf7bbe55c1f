// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What was given on the command line.
struct Options {
  static let help = """
    LiveEditor [FILE] [--port PORT] [--state FOLDER]

    Opens FILE, or the calculator's demo, in a browser on this machine: a script (.nc) or a document (.json).

      --port PORT      listens there; else at 8137, or the next that is free
      --state FOLDER   keeps unsaved changes and the link's secret there; else in ~/.local/state/nodegraph-editor
    """

  private(set) var file: String?
  private(set) var port: UInt16?
  private(set) var state: String?
  private(set) var asksForHelp = false

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
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
      case _ where argument.hasPrefix("-"):
        throw Fault(description: "there is no option '\(argument)'; --help lists them")
      case _ where file != nil: throw Fault(description: "one file at a time")
      default: file = argument
      }
    }
  }
}
