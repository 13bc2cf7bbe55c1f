// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Draws uncertain inputs.

// snippet.show
import Calculator

let session = Session()
try session.run("price = 20 ± 1; qty = 3; total = price * qty")
let spread = try session.spread(of: SourceName("total", range: 0..<5))
print(spread.mean, spread.quantile(0.05), spread.quantile(0.95))
// snippet.hide
