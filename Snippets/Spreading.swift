// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Samples uncertain inputs, and compares named scenarios with the present values.

// snippet.show
import Calculator

let session = Session()
try session.run("price = 20 ± 1; qty = 3; total = price * qty")
let spread = try session.spread(of: SourceName("total", range: 0..<5))
print(spread.mean, spread.quantile(0.05), spread.quantile(0.95))

try session.defineScenario("cheap: price = 10, qty = 5")
print(try session.compare().lines(width: 80).joined(separator: "\n"))
// snippet.hide
