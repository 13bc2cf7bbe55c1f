// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Shapes

extension Comparison {
  private static let engines = [
    (Declared.name, "NodeGraph"), (CodeFirst.name, "call by call"), (BuiltIn.name, "built-in"),
    (Subjects.name, "OpenCombine"), (Seed.name, "seed"), (FullRecomputation.name, "all again"), (Loop.name, "loop"),
  ]

  /// The figures as a table with a row for each shape and a column for each engine.
  var markdown: String {
    var lines = [
      "\(Machine.description); thread time, medians of \(samples) interleaved samples.", "",
      "| shape | |" + Self.engines.map { " \($0.1) |" }.joined() + " goal |",
      "|---|---|" + String(repeating: "--:|", count: Self.engines.count + 1),
    ]
    var seen: Set<String> = []
    for figure in figures {
      guard seen.insert("\(figure.shape) \(figure.size)").inserted else { continue }
      let row = figures.filter { $0.shape == figure.shape && $0.size == figure.size }
      var line = "| \(figure.shape), \(Text.count(figure.size)) | \(figure.unit) |"
      for (engine, _) in Self.engines {
        line += " \(row.first { $0.engine == engine }.map { Text.figure($0.median) } ?? "–") |"
      }
      if let judged = row.first(where: { $0.goal != nil }), let goal = judged.goal {
        line += " ≤ \(Text.figure(goal)) \(judged.median <= goal ? "✓" : "✗") |"
      } else {
        line += " |"
      }
      lines.append(line)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
