// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Measuring
import NodeEval
import NodeGraph

extension Row {
  /// The costs of sessions and models.
  static var calculator: [Row] { statements + names + answers + history + sessionDocuments + models }
}

/// Creates sessions of many nodes.
enum Sessions {
  /// `n0 = 0`, `n1 = 1` and so on.
  static func constants(_ size: Int) throws -> Session { try session(size) { "n\($0) = \($0)" } }

  /// `n0 = 1`, `n1 = n0 + 1` and so on.
  static func chain(_ size: Int) throws -> Session {
    try session(size) { $0 == 0 ? "n0 = 1" : "n\($0) = n\($0 - 1) + 1" }
  }

  /// A constant `hub`, and `size` formulas that read it.
  static func star(_ size: Int) throws -> Session {
    try session(size + 1) { $0 == 0 ? "hub = 1" : "n\($0) = hub + \($0)" }
  }

  private static func session(_ size: Int, _ line: (Int) -> String) throws -> Session {
    let session = Session(reportsChanges: false)
    session.undoLimit = 0
    for node in 0..<size { try session.run(line(node)) }
    return session
  }
}

extension SourceName {
  /// Creates a name that is not part of a line.
  init(_ text: String) { self.init(text, range: 0..<text.utf8.count) }
}

extension Session {
  /// The port that a statement would name by a text.
  func port(_ text: String) throws -> PortReference {
    guard case .assignment(let port, _)? = try parse("\(text) = 1".utf8).statements.first?.form else {
      preconditionFailure("'\(text)' is not a port")
    }
    return port
  }

  /// Runs a line that must be refused.
  func refuse(_ line: String, _ code: Diagnostic.Code = .name) {
    do throws(Diagnostic) {
      try run(line)
      preconditionFailure("'\(line)' was not refused")
    } catch {
      precondition(error.code == code, "\(error)")
    }
  }
}
