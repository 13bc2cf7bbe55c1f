// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Shapes

// Carries out so many updates of a plan and nothing else, for instruments that count instructions:
// InnerLoop chain|broad UPDATES. Twice as many updates less once as many is what the updates cost.

/// What is said if it can't be done.
struct Usage: Error, CustomStringConvertible {
  let description = "InnerLoop chain|broad UPDATES"
}

let plans = ["chain": Plan.chain(1000), "broad": Plan.broad(1000)]
let arguments = CommandLine.arguments.dropFirst()
guard let name = arguments.first, let plan = plans[name], let updates = arguments.last.flatMap({ Int($0) }),
  let engine = try Declared(plan)
else { throw Usage() }
try engine.check(plan, Course(plan, Oracle(plan)))
engine.run(updates)
