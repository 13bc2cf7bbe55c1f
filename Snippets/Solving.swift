// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Finds the value that an input needs for a result, and the inputs that matter most.

// snippet.show
import Calculator

let session = Session()
try session.run("price = 20; qty = 3; fee = 5; total = price * qty + fee")
print(try session.solve("total", equals: 95, for: "price").solutions[0].value)  // 30
for (input, slope) in try session.gradient(of: "total") { print(input, slope?.value ?? .nan) }
print(try session.sensitivity(of: "total").inputs[0].name)  // price
// snippet.hide
