// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import Measuring
import NodeEval
import NodeGraph

extension Row {
  /// The costs of names that are unknown, that change, and that are free.
  static var names: [Row] {
    [
      unknown("like one of so many", "x + n1x23"),
      unknown("like none", "x + something"),
      unknown("with the digits of many") { "x + n1\($0)" },
      Row("Session.rename of one of many nodes") { size in
        let session = try Sessions.constants(size)
        return try nanoseconds(calls: 100) { call in
          _ = try session.rename(SourceName("n\(call)"), to: SourceName("m\(call)"))
        }
      },
      Row("Session.rename of a hub: a reader") { size in
        let session = try Sessions.star(size)
        return try nanoseconds(units: size) { _ = try session.rename(SourceName("hub"), to: SourceName("center")) }
      },
      Row("Session.run of a function that one node of a large group calls: a node of the group", largest: 10_000) {
        size in
        let session = try Sessions.chain(size)
        for line in ["half(x) = x / 2", "other = half(3)"] { try session.run(line) }
        let names = (0..<size).map { "n\($0)" } + ["other"]
        try session.group(names.map { SourceName($0) }, as: SourceName("Large"))
        return try nanoseconds(calls: 4, units: size) { call in try session.run("half(x) = x / \(2 + call % 2)") }
      },
      Row("Session.node(named:), value(of:) and source(of:)") { size in
        let session = try Sessions.constants(size)
        return nanoseconds(calls: 3000) { call in
          let name = "n\(call % 32)"
          precondition(session.node(named: name) != nil && session.value(of: name) != nil)
          precondition(session.source(of: name) != nil)
        }
      },
      Row("Session.names: a node") { size in
        let session = try Sessions.constants(size)
        return nanoseconds(calls: 1, units: size) { _ in precondition(session.names.count == size) }
      },
      Row("Edit.paste of numbered names: a node") { size in
        let evaluator = Evaluator(definitions: [
          NodeDefinition("Half", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { (x: Double) in x / 2 }
        ])
        var nodes: [NodeID] = []
        try evaluator.edit { edit in
          for number in 1...size { nodes.append(try edit.add("Half", named: "node \(number)")) }
        }
        let fragment = try evaluator.copy(nodes)
        return try nanoseconds(units: size) { try evaluator.edit { edit in _ = try edit.paste(fragment) } }
      },
    ]
  }

  private static func unknown(_ name: String, _ line: String) -> Row { unknown(name) { _ in line } }

  /// A statement with an unknown name among `size` names, which costs some nanoseconds for each.
  private static func unknown(_ name: String, _ line: @escaping (Int) -> String) -> Row {
    Row("an unknown name \(name)", .linear) { size in
      let session = try Sessions.constants(size)
      try session.run("x = 1")
      // The first refusal sorts the names.
      session.refuse("unknown")
      return nanoseconds(calls: 100) { _ in session.refuse(line(size)) }
    }
  }

  /// The costs of descriptions of nodes.
  static var answers: [Row] {
    [
      Row("Session.inspect of a hub") { size in
        let session = try Sessions.star(size)
        return try nanoseconds(calls: 10) { _ in _ = try session.inspect(SourceName("hub")) }
      },
      Row("Session.inspect of one of many nodes") { size in
        let session = try Sessions.chain(size)
        return try nanoseconds(calls: 100) { call in _ = try session.inspect(SourceName("n\(size / 2 + call % 32)")) }
      },
      Row("SessionEditor.refresh of a table of scenarios, after another value of what all read: a formula") { size in
        let session = try Sessions.star(size)
        try session.defineScenario("other: hub = 2")
        let editor = SessionEditor(session)
        let hub = session.evaluator.graph.node(named: "hub").map { [$0] } ?? []
        var table = ScenarioTable()
        editor.refresh(&table)
        return try nanoseconds(calls: 2, units: size) { call in
          try session.run("hub = \(call + 3)")
          table.note(hub)
          precondition(editor.refresh(&table) && table.rows.count == size + 1)
        }
      },
      Row("Session.inspect of a formula of so many names: a name") { size in
        let session = try Sessions.constants(size)
        try session.run("total = " + (0..<size).map { "n\($0)" }.joined(separator: " + "))
        return try nanoseconds(calls: 1, units: size) { _ in _ = try session.inspect(SourceName("total")) }
      },
      Row("Session.why of all: a node") { size in
        let session = try Sessions.star(size)
        try session.run("last = " + (1...size).map { "n\($0)" }.joined(separator: " + "))
        return try nanoseconds(calls: 1, units: size) { _ in
          _ = try session.why(SourceName("last"), depth: .max, limit: .max)
        }
      },
      Row("Session.why with little shown: a node that it depends on") { size in
        let session = try Sessions.chain(size)
        return try nanoseconds(calls: 1, units: size) { _ in _ = try session.why(SourceName("n\(size - 1)")) }
      },
      Row("Session.upstream and downstream of a node in the middle: a node") { size in
        let session = try Sessions.chain(size)
        return try nanoseconds(calls: 1, units: size) { _ in
          _ = try session.upstream(SourceName("n\(size / 2)"))
          _ = try session.downstream(SourceName("n\(size / 2)"))
        }
      },
      Row("Session.upstream of a node that reads one of many") { size in
        let session = try Sessions.constants(size)
        try session.run("a = n1 + 1")
        return try nanoseconds(calls: 300) { _ in _ = try session.upstream(SourceName("a")) }
      },
      Row("Session.sweep between two of many nodes: a value") { size in
        let session = try Sessions.constants(size)
        try session.run("a = n1 + 1")
        let range = try SweepRange(SourceName("1..100"))
        return try nanoseconds(calls: 3, units: 100) { _ in
          _ = try session.sweep(SourceName("n1"), over: range, [SourceName("a")])
        }
      },
      Row("Session.sweep through a chain: a node and value") { size in
        let session = try Sessions.chain(size)
        let range = try SweepRange(SourceName("1..4"))
        return try nanoseconds(units: 4 * size) {
          _ = try session.sweep(SourceName("n0"), over: range, [SourceName("n\(size - 1)")])
        }
      },
      Row("SweepRange.values and Sweep.lines: a value", largest: 10_000) { size in
        let session = try Sessions.chain(2)
        let range = try SweepRange(SourceName("1..\(size)"))
        let sweep = try session.sweep(SourceName("n0"), over: range, [SourceName("n1")])
        return nanoseconds(calls: 1, units: size) { _ in
          precondition(range.values.count == size && !sweep.lines(width: 80).isEmpty)
        }
      },
      Row("SessionPicture.forEachLane of a chain: a node", largest: 10_000) { size in
        let picture = SessionPicture(of: try Sessions.chain(size))
        return nanoseconds(units: size) { picture.forEachLane { precondition(!$0.isEmpty) } }
      },
      Row("SessionPicture of one node of many, and its lanes: a node of the graph") { size in
        let session = try Sessions.constants(size)
        return nanoseconds(calls: 1, units: size) { _ in
          precondition(SessionPicture(of: session, upTo: ["n5"]).lanes().count == 1)
        }
      },
      Row("SessionPicture.dot of a chain: a node") { size in
        let picture = SessionPicture(of: try Sessions.chain(size))
        return nanoseconds(units: size) { precondition(!picture.dot.isEmpty) }
      },
      Row("SessionPicture.svg of a star: a node", largest: 10_000) { size in
        let picture = SessionPicture(of: try Sessions.star(size))
        return nanoseconds(units: size) { precondition(!picture.svg().isEmpty) }
      },
    ]
  }

  /// The costs of steps of the history.
  static var history: [Row] {
    [
      Row("Session.undo and redo behind so many steps") { size in
        let session = try stepped(size)
        return try nanoseconds(calls: 1000) { _ in
          try session.undo()
          try session.redo()
        }
      },
      Row("Session.undo of all steps: a step") { size in
        let session = try stepped(size)
        return try nanoseconds(units: size) { try session.undo(size) }
      },
      Row("Session.history: a step") { size in
        let session = try stepped(size)
        return nanoseconds(calls: 1, units: size) { _ in precondition(session.history.count >= size) }
      },
      Row("Session.undoneHistory: a step") { size in
        let session = try stepped(size)
        try session.undo(size)
        return nanoseconds(calls: 1, units: size) { _ in precondition(session.undoneHistory.count == size) }
      },
      Row("Session.grouped behind so many steps, and its undo") { size in
        let session = try stepped(size)
        return try nanoseconds(calls: 100) { call in
          try session.grouped("two") {
            try session.run("a = \(-call)")
            try session.run("b = \(-call)")
          }
          try session.undo()
        }
      },
      Row("Session.undoLimit, lowered: a step that is forgotten") { size in
        let session = try stepped(size)
        return nanoseconds(units: size) { session.undoLimit = 100 }
      },
      Row("Evaluator.undoTitle behind so many edits") { size in
        let evaluator = Evaluator()
        evaluator.undoLimit = 1 << 40
        let variable = evaluator.input("a", 0)
        for step in 0..<size { evaluator.set(variable, to: step + 1) }
        return nanoseconds(calls: 1000) { _ in precondition(evaluator.undoTitle == "set a") }
      },
    ]
  }

  /// A session with `size` steps that can be undone.
  private static func stepped(_ size: Int) throws -> Session {
    let session = Session(reportsChanges: false)
    session.undoLimit = 1 << 40
    try session.run("a = 0")
    for step in 1...size { try session.run("a = \(step)") }
    return session
  }
}
