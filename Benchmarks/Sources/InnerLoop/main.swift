// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Shapes

// Carries out so many updates of a row of the comparison and nothing else, for instruments that count instructions, and
// prints by what a figure of an update is divided: InnerLoop ROW UPDATES [ENTRANT]. What counts is done in `timed`. Twice as
// many updates less once as many is what the updates cost. Without an entrant it is the one that the goal is for.

/// What is said if it can't be done.
struct Usage: Error, CustomStringConvertible {
  let rows: [String]
  var description: String { "InnerLoop ROW UPDATES [ENTRANT], where ROW is one of\n" + rows.joined(separator: "\n") }
}

let rows = Catalogue.rows(large: 10_000) { 0 }
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let updates = arguments.dropFirst().first.flatMap({ Int($0) }),
  let row = rows.first(where: { $0.name == name })
else { throw Usage(rows: rows.map(\.name)) }
let subject = try row.subject(arguments.dropFirst(2).first ?? row.headline)
if row.isSingle {
  for _ in 0..<updates { _ = try subject.time(1) }
} else {
  _ = try subject.time(updates)
}
print(Int(subject.divisor) * subject.repetitions)
