// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Evaluates a document for many values of its inputs, on several threads.

// snippet.show
import Calculator

let session = Session()
try session.run("price = 25; qty = 3; rate = 20%")
try session.run("total = price * qty * (1 + rate)")

var scenarios = Scenarios()
try scenarios.vary("price", over: SweepRange(from: 10, through: 60, step: 10))
try scenarios.draw("rate", from: .normal(mean: 0.2, deviation: 0.01))
let sweep = try await Sweep(document: session.document(), over: scenarios, ["total"], workers: 4)
print(sweep.columns[0].values.map(\.text))
// snippet.hide
