// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Commands of uncertain inputs.
enum ScenarioCommands {
  /// Those that show values.
  static let showing = [spread]

  static let spread = CommandDefinition(
    "spread", .live, [CommandParameter("NODE", .node), CommandParameter("N", .number, .optional)],
    "draws the uncertain inputs that a number depends on, 10000 times unless told, and shows mean, deviation, quantiles and a "
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
}
