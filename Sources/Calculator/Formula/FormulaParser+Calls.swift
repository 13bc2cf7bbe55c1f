// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension FormulaParser {
  /// Parses a call. Lazy functions get marks between their arguments, which become jumps.
  mutating func call() throws(Diagnostic) {
    let name = token
    let function = name.function
    try advance()
    guard token.kind == .leftParenthesis else {
      throw Diagnostic(
        .syntax, "'\(function.name)' is a function", name.range, hint: "write \(function.description.signature)")
    }
    let open = token
    try advance()
    var count = 0
    if token.kind != .rightParenthesis {
      if function == .iferror || function == .iserror { emit(.errorThen, at: name) }
      while true {
        try argument()
        count += 1
        mark(after: count, of: name)
        guard token.kind == .comma else { break }
        try advance()
      }
    }
    try close(open)
    let whole = span(from: name.start)
    let description = function.description
    guard description.arity.contains(count) else {
      if function == .log, count == 1 {
        throw Diagnostic(.syntax, "log needs a base", whole.range, hint: "ln or log10?")
      }
      throw Diagnostic(
        .syntax, "'\(function.name)' takes \(description.expectation), not \(count)", whole.range,
        hint: "write \(description.signature)")
    }
    finish(name, count)
    emit(.span, at: whole)
  }

  private mutating func mark(after count: Int, of name: Token) {
    switch (name.function, count) {
    case (.if, 1): emit(.ifThen, at: name)
    case (.if, 2): emit(.ifElse, at: name)
    case (.iferror, 1): emit(.errorElse, at: name)
    case (.min, 2...), (.max, 2...), (.sum, 2...), (.mean, 2...): emit(.fold, at: name, function: name.function)
    default: break
    }
  }

  private mutating func finish(_ name: Token, _ count: Int) {
    switch name.function {
    case .if: emit(.ifEnd, at: name)
    case .iferror: emit(.errorEnd, at: name)
    case .iserror: emit(.isErrorEnd, at: name)
    case .min, .max, .sum, .mean: emit(.folded, at: name, operand: count, function: name.function)
    case .median: emit(.median, at: name, operand: count)
    default:
      let opcode: Opcode = count == 1 ? .unary : count == 2 ? .binary : .ternary
      emit(opcode, at: name, function: name.function)
    }
  }
}
