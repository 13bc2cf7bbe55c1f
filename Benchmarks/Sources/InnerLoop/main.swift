// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Shapes

// Carries out so many updates of a row of the comparison and nothing else, for instruments that count instructions, and
// prints by what a figure of an update is divided: InnerLoop ROW UPDATES. Twice as many updates less once as many is
// what the updates cost.

/// What is said if it can't be done.
struct Usage: Error, CustomStringConvertible {
  let rows: [String]
  var description: String { "InnerLoop ROW UPDATES, where ROW is one of\n" + rows.joined(separator: "\n") }
}

let rows = Catalogue.rows(large: 10_000) { 0 }
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let updates = arguments.last.flatMap({ Int($0) }),
  let row = rows.first(where: { $0.name == name })
else { throw Usage(rows: rows.map(\.name)) }
let subject = try row.subject()
_ = try subject.time(updates)
print(Int(subject.divisor))
