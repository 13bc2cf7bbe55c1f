// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Commands for uncertain inputs and named scenarios.
enum ScenarioCommands {
  static let all = [compare, scenario, spread, unscenario]

  static let compare = CommandDefinition(
    "compare", .live, [CommandParameter("NODE", .node, .any)],
    "shows nodes now and in each scenario, with the differences; alone, the nodes that depend on their inputs and that nothing "
      + "reads",
    examples: [
      CommandExample("compare", after: "price = 20", "total = price * 3", "scenario cheap: price = 10"),
      CommandExample(
        "compare total", after: "price = 20", "qty = 3", "total = price * qty", "scenario cheap: price = 10, qty = 5"),
    ]
  ) { call throws(Diagnostic) in
    let host = call.dialogue.host
    defer { host.showProgress(nil, "comparing", "scenarios") }
    let comparison = try call.session.compare(call.words.indices.map { call.name($0) }) { fraction in
      host.showProgress(fraction, "comparing", "scenarios")
    }
    call.lines += comparison.lines(width: call.width, style: call.dialogue.style, in: call.session)
  }

  static let scenario = CommandDefinition(
    "scenario", .build, [CommandParameter("NAME: NODE = VALUE, …", .scenarioAndRest, .optional)], canInsist: true,
    "names a set of input values, without changing the inputs; with a name, shows it; alone, lists all; scenario! NAME sets "
      + "the inputs to its values",
    examples: [
      CommandExample("scenario cheap: price = 10, qty = 5", after: "price = 20", "qty = 3"),
      CommandExample("scenario", after: "price = 20", "scenario cheap: price = 10"),
    ]
  ) { call throws(Diagnostic) in
    let session = call.session
    if call.insists {
      try call.requireOneWord()
      call.result = try session.applyScenario(call.name(0))
      return
    }
    if call.words.count == 1, !call.words[0].text.hasSuffix(":") {
      call.print(try session.existing(call.name(0)).text)
      return
    }
    if !call.words.isEmpty { return try session.defineScenario(call.command.arguments) }
    for scenario in session.scenarios { call.print(scenario.text) }
    if call.lines.isEmpty { call.print("no scenarios are defined") }
  }

  static let spread = CommandDefinition(
    "spread", .live, [CommandParameter("NODE", .node), CommandParameter("N", .number, .optional)],
    "draws the uncertain inputs that a number depends on, 10000 times by default, and shows mean, deviation, quantiles and a "
      + "histogram",
    examples: [
      CommandExample("spread total", after: "price = 20 ± 1", "total = price * 3"),
      CommandExample("spread total 1000", after: "price ~ uniform(10, 30)", "qty = 3 ± 5%", "total = price * qty"),
    ]
  ) { call throws(Diagnostic) in
    let (host, name) = (call.dialogue.host, call.name(0))
    var samples = 10_000
    if call.words.count > 1 {
      guard let count = Int(exactly: try call.number(1)), (1...Spread.maximumSampleCount).contains(count) else {
        throw Diagnostic(
          .number, "'\(call.words[1].text)' is not a number of draws", call.words[1].range,
          hint: "write 1 to \(Spread.maximumSampleCount)")
      }
      samples = count
    }
    defer { host.showProgress(nil, "drawing", name.text) }
    let spread = try call.session.spread(of: name, samples: samples) { fraction in
      host.showProgress(fraction, "drawing", name.text)
    }
    call.lines += spread.lines(width: call.width, isASCII: !host.usesUnicode)
  }

  static let unscenario = CommandDefinition(
    "unscenario", .build, [CommandParameter("NAME", .scenario)], "removes a scenario; inputs keep their values",
    examples: [
      CommandExample("unscenario cheap", after: "price = 20", "scenario cheap: price = 10"),
      CommandExample("unscenario dear", after: "price = 20", "scenario dear: price = 30"),
    ]
  ) { call throws(Diagnostic) in
    try call.session.removeScenario(call.name(0))
  }
}
