// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An operand as written in the text of a formula, and the unit of its value.
struct WrittenOperand {
  let text: String
  let type: CalculatorType

  /// Whether it is neither a number nor a name.
  var isComputed: Bool { Double(text) == nil && text.contains { "+-*/^(".contains($0) } }

  init(_ operand: ProgramCompiler.Operand, in line: [UInt8]) {
    let text = SourceText.quote(line, Int(operand.start)..<Int(operand.end))
    self.text = String(text.dropFirst().dropLast())
    type = operand.type
  }
}
