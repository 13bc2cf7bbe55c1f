// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

package let number = PortType(Double.self, name: "Number")
package let text = PortType(String.self, name: "Text")
package let pair = PortType((Double, Double).self, name: "Pair")

/// One input, one output, both numbers.
package let negate = NodeKind("Negate", inputs: [.init("x", number)], outputs: [.init("y", number)])
/// A source of numbers.
package let constant = NodeKind("Number", outputs: [.init("value", number)])
/// Two numbers in, one out.
package let add = NodeKind("Add", inputs: [.init("x", number), .init("y", number)], outputs: [.init("sum", number)])
/// Many numbers in, one out.
package let sum = NodeKind("Sum", inputs: [.init("terms", number, arity: .many)], outputs: [.init("sum", number)])
/// A number in, a text out.
package let label = NodeKind("Label", inputs: [.init("x", number)], outputs: [.init("text", text)])

/// Kinds that differ in every property that kinds have: types, arity, defaults, names, and the number and size of outputs.
package let mixedKinds = [
  constant, negate, add, sum, label,
  NodeKind("Twin", inputs: [.init("y", number), .init("x", number)], outputs: [.init("total", number)]),
  NodeKind(
    "Split", inputs: [.init("x", number, hasDefault: true)],
    outputs: [.init("low", number), .init("label", text), .init("high", number)]),
  NodeKind(
    "Join", inputs: [.init("parts", text, arity: .many), .init("x", text)], outputs: [.init("text", text)]),
  NodeKind(
    "Mix", inputs: [.init("a", number), .init("terms", number, arity: .many), .init("b", text, hasDefault: true)],
    outputs: [.init("pair", pair), .init("sum", number)]),
  NodeKind("Unmix", inputs: [.init("pair", pair)], outputs: [.init("pair", pair), .init("sum", number)]),
  NodeKind("Show", inputs: [.init("pair", pair), .init("terms", number, arity: .many)]),
]
