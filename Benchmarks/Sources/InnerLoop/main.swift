// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Shapes

// Runs a number of updates of one row of the comparison, for instruments that count instructions, and prints the
// divisor of an update's figure: InnerLoop ROW UPDATES [ENTRANT]. The measured code runs in `timed`. The cost of the
// updates is the difference between twice as many updates and this number. The default entrant is the one that the goal is for.

/// The message if the arguments are wrong.
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
