// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeGraph

extension Row {
  /// The costs of statements.
  static var statements: [Row] {
    [
      statement("a new constant") { "c\($0) = \($0)" },
      statement("another value of a constant") { "n1 = \($0)" },
      statement("a new formula") { "f\($0) = n\($0 % 32) + n7 * 2" },
      statement("another formula") { "n3 = n\($0 % 32 + 32) + 2" },
      statement("an expression") { "n\($0 % 32) * 2 + n9" },
      statement("a node of a kind, with an argument that is computed") { "k\($0) = Add(x: n\($0 % 32), y: n4 * 2)" },
      Row("Session.run of a value for a port") { size in
        let session = try Sessions.constants(size)
        try session.run("k = Add(x: 1)")
        return try nanoseconds(calls: 300) { call in try session.run("k.x = n\(call % 32) + 1") }
      },
      Row("Session.run of a connection") { size in
        let session = try Sessions.constants(size)
        try session.run("k = Add(x: 1)")
        return try nanoseconds(calls: 300) { call in try session.run("n\(call % 32) -> k.x") }
      },
      Row("Session.run of a statement that is refused for a cycle of two") { size in
        let session = try Sessions.constants(size)
        try session.run("a = n1 + 1")
        return nanoseconds(calls: 100) { _ in session.refuse("n1 = a + 1", .cycle) }
      },
      Row("Session.run of a statement that is refused for a type") { size in
        let session = try Sessions.constants(size)
        return nanoseconds(calls: 100) { _ in session.refuse("a = red(n1)", .type) }
      },
      Row("Session.run of another value for a hub: a reader") { size in
        let session = try Sessions.star(size)
        return try nanoseconds(calls: 2, units: size) { call in try session.run("hub = \(call + 2)") }
      },
      Row("Session.run with reports, of another value for a hub: a reader") { size in
        let session = Session()
        session.undoLimit = 0
        try session.run("hub = 1")
        for reader in 0..<size { try session.run("n\(reader) = hub + \(reader)") }
        return try nanoseconds(calls: 2, units: size) { call in try session.run("hub = \(call + 2)") }
      },
      Row("Session.run of a formula of so many names: a name") { size in
        let session = try Sessions.constants(size)
        let sum = (0..<size).map { "n\($0)" }.joined(separator: " + ")
        return try nanoseconds(calls: 1, units: size) { call in try session.run("sum\(call) = \(sum)") }
      },
      Row("Session.parse: a name") { size in
        let session = Session()
        let sum = "total = " + (0..<size).map { "n\($0)" }.joined(separator: " + ")
        return try nanoseconds(calls: 1, units: size) { _ in _ = try session.parse(sum.utf8) }
      },
      Row("Script.run: a line") { size in
        let session = Session(reportsChanges: false)
        session.undoLimit = 0
        let text = (0..<size).map { $0 == 0 ? "n0 = 1" : "n\($0) = n\($0 / 2) + 1" }.joined(separator: "\n")
        let script = Script(for: session, named: "lines") { _ in Session.Result() }
        return nanoseconds(units: size) {
          script.run(Array(text.utf8)) { report in
            guard case .success = report.outcome else { preconditionFailure("\(report.location) was refused") }
            return .proceed
          }
        }
      },
      Row("Script.run, each line before what it reads: a line") { size in
        let session = Session(reportsChanges: false)
        session.undoLimit = 0
        let text = (0..<size).reversed().map { $0 == 0 ? "n0 = 1" : "n\($0) = n\($0 / 2) + 1" }
        let script = Script(for: session, named: "lines") { _ in Session.Result() }
        return nanoseconds(units: size) {
          script.run(Array(text.joined(separator: "\n").utf8)) { report in
            guard case .success = report.outcome else { preconditionFailure("\(report.location) was refused") }
            return .proceed
          }
        }
      },
      Row("Session.setKind") { size in
        let session = try Sessions.constants(size)
        try session.run("k = Add(x: 1)")
        return try nanoseconds(calls: 100) { call in
          _ = try session.setKind(of: SourceName("k"), to: SourceName(call % 2 == 0 ? "Multiply" : "Add"))
        }
      },
      Row("Session.toggle and disconnect") { size in
        let session = try Sessions.constants(size)
        try session.run("k = Add(x: 1)")
        let port = try session.port("k.x")
        return try nanoseconds(calls: 100) { call in
          _ = try session.toggle(SourceName("n\(call % 32)"), port)
          _ = try session.disconnect(port)
        }
      },
      Row("Session.move") { size in
        let session = try Sessions.constants(size)
        return try nanoseconds(calls: 300) { call in
          try session.move(SourceName("n\(call % 32)"), to: GraphPoint(Double(call), 1))
        }
      },
      Row("Session.delete of one of many nodes") { size in
        let session = try Sessions.constants(size)
        return try nanoseconds(calls: 300) { call in _ = try session.delete(SourceName("n\(call)")) }
      },
      Row("Session.delete of a hub: a reader") { size in
        let session = try Sessions.star(size)
        return try nanoseconds(units: size) { _ = try session.delete(SourceName("hub")) }
      },
      Row("Session.duplicate of a node with so many copies") { size in
        let session = Session(reportsChanges: false)
        session.undoLimit = 0
        try session.run("a = 1")
        return try nanoseconds(units: size) {
          for _ in 0..<size { _ = try session.duplicate([SourceName("a")]) }
        }
      },
      Row("Session.duplicate of \"node 1\" and so on: a node") { size in
        let session = Session(reportsChanges: false)
        session.undoLimit = 0
        for number in 1...size { try session.run("`node \(number)` = \(number)") }
        let names = (1...size).map { SourceName("node \($0)") }
        return try nanoseconds(units: size) { _ = try session.duplicate(names) }
      },
      Row("Session.expand: an operator") { size in
        let session = Session(reportsChanges: false)
        session.undoLimit = 0
        try session.run("a = 2; f = " + (0..<size).map { "a * \($0)" }.joined(separator: " + "))
        return try nanoseconds(units: size) { _ = try session.expand(SourceName("f")) }
      },
      Row("Session.resume without anything left") { size in
        let session = try Sessions.constants(size)
        return nanoseconds(calls: 300) { _ in _ = session.resume() }
      },
    ]
  }

  /// A statement in a session with `size` constants.
  private static func statement(_ name: String, _ line: @escaping (Int) -> String) -> Row {
    Row("Session.run of \(name)") { size in
      let session = try Sessions.constants(size)
      return try nanoseconds(calls: 300) { call in try session.run(line(call)) }
    }
  }
}
