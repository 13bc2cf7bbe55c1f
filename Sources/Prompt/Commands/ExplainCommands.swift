// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Commands that explain values and costs.
enum ExplainCommands {
  static let all = [downstream, order, runs, stats, timer, upstream, why]

  static let downstream = CommandDefinition(
    "downstream", .explain, [CommandParameter("NODE", .node)],
    "lists all nodes that depend on a node, in evaluation order",
    examples: [
      CommandExample("downstream price", after: "price = 20", "sub = price * 3", "total = sub * 1.2"),
      CommandExample("downstream a", after: "a = 3"),
    ]
  ) { call throws(Diagnostic) in
    call.show(names: try call.session.downstream(call.name(0)))
  }

  static let order = CommandDefinition(
    "order", .explain, [], "lists all names in evaluation order",
    examples: [CommandExample("order", after: "b = 2", "a = b + 1"), CommandExample("order")]
  ) { call throws(Diagnostic) in
    call.lines += call.session.shownNames.map(SourceName.readSpelling)
  }

  static let runs = CommandDefinition(
    "runs", .explain, [CommandParameter("on|off", .option(["on", "off"]), .optional)],
    "counts the runs of nodes, and measures the last run, also for drawings; alone, lists both; off stops and clears them",
    examples: [
      CommandExample("runs on", after: "price = 20", "total = price * 3"),
      CommandExample("runs", after: "price = 20", "total = price * 3", "runs on"),
    ]
  ) { call throws(Diagnostic) in
    let evaluator = call.session.evaluator
    guard call.words.isEmpty else {
      evaluator.measuresRuns = try call.option(0) == "on"
      return
    }
    guard evaluator.measuresRuns else { return call.print("runs are not counted: 'runs on' starts counting") }
    call.print(
      rows: call.session.runCounts.map { name, runs in
        (SourceName.readSpelling(name), "×\(runs.count)  \(NumberText.duration(seconds: runs.lastDuration.seconds))")
      })
    if call.lines.isEmpty { call.print("nothing has run since") }
  }

  static let stats = CommandDefinition(
    "stats", .explain, [], "counts nodes, connections, evaluations and memory",
    examples: [CommandExample("stats", after: "a = 3", "b = a + 1"), CommandExample("stats")]
  ) { call throws(Diagnostic) in
    let graph = call.session.evaluator.graph
    var rows = [
      ("nodes", "\(graph.nodeCount)"), ("connections", "\(graph.connectionCount)"),
      ("evaluations", "\(call.dialogue.timer.evaluations)"),
    ]
    if let memory = call.dialogue.host.memory {
      rows.append(("memory", "\(NumberText.people(Double(memory) / 1_000_000, digits: 3)) MB"))
    }
    call.print(rows: rows)
  }

  static let timer = CommandDefinition(
    "timer", .explain, [CommandParameter("on|off", .option(["on", "off"]))],
    "prints the time and the number of evaluated nodes after each statement",
    examples: [CommandExample("timer on"), CommandExample("timer off", after: "timer on", "a = 3")]
  ) { call throws(Diagnostic) in
    call.dialogue.timer.isShown = try call.option(0) == "on"
  }

  static let upstream = CommandDefinition(
    "upstream", .explain, [CommandParameter("NODE", .node)],
    "lists all nodes that a node depends on, in evaluation order",
    examples: [
      CommandExample("upstream total", after: "price = 20", "sub = price * 3", "total = sub * 1.2"),
      CommandExample("upstream a", after: "a = 3"),
    ]
  ) { call throws(Diagnostic) in
    call.show(names: try call.session.upstream(call.name(0)))
  }

  static let why = CommandDefinition(
    "why", .explain, [CommandParameter("NODE", .node)],
    "explains a value: shows the nodes that it depends on, as a tree with values and formulas",
    examples: [
      CommandExample("why total", after: "price = 20", "sub = price * 3", "total = sub * 1.2"),
      CommandExample("why b", after: "a = 0", "b = 1 / a"),
    ]
  ) { call throws(Diagnostic) in
    call.lines += try call.session.why(call.name(0), style: call.dialogue.style)
  }
}

extension Invocation {
  fileprivate mutating func show(names: [String]) {
    for name in names { show(name) }
    if lines.isEmpty { print("nothing") }
  }
}
