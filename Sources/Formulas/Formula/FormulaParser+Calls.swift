// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Calls of the functions of the language.
extension FormulaParser {
  /// Parses a call. Functions that don't evaluate all arguments get marks between them, which the compiler turns into jumps.
  mutating func call() throws(Diagnostic) {
    let name = token
    let function = name.function
    let rule = function.rule
    try advance()
    guard token.kind == .leftParenthesis else {
      throw Diagnostic(
        .syntax, "'\(function.row.name)' is a function", name.range, hint: "write \(function.row.signature)")
    }
    let open = token
    try advance()
    var count = 0
    if token.kind != .rightParenthesis {
      if case .iferror = rule.code { emit(.errorThen, at: name) }
      if case .iserror = rule.code { emit(.errorThen, at: name) }
      while true {
        try argument()
        count += 1
        mark(after: count, of: name, rule.code)
        guard token.kind == .comma else { break }
        try advance()
      }
    }
    try close(open)
    let whole = span(from: name.start)
    if count == 1, case .makesDate = function.row.units {
      // date(now) means now to date.
      emit(.convert, at: whole, operand: units.count)
      units.append(.date)
      return emit(.span, at: whole)
    }
    guard rule.arity.contains(count) else {
      if let (message, hint) = function.row.missing, count == rule.arity.lowerBound - 1 {
        throw Diagnostic(.syntax, message, whole.range, hint: hint)
      }
      throw Diagnostic(
        .syntax, "'\(function.row.name)' takes \(rule.expectation), not \(count)", whole.range,
        hint: "write \(function.row.signature)")
    }
    finish(name, count, rule.code)
    emit(.span, at: whole)
  }

  /// Marks the place after an argument.
  private mutating func mark(after count: Int, of name: Token, _ code: FormulaFunction.Code) {
    switch (code, count) {
    case (.if, 1): emit(.ifThen, at: name)
    case (.if, 2): emit(.ifElse, at: name)
    case (.iferror, 1): emit(.errorElse, at: name)
    case (.fold, 2...), (.foldOfTwo, 2...):
      emit(.fold, at: name, operand: count, function: name.function)
    default: break
    }
  }

  private mutating func finish(_ name: Token, _ count: Int, _ code: FormulaFunction.Code) {
    switch code {
    case .if: emit(.ifEnd, at: name)
    case .iferror: emit(.errorEnd, at: name)
    case .iserror: emit(.isErrorEnd, at: name)
    case .fold, .foldOfTwo: emit(.folded, at: name, operand: count, function: name.function)
    case .statistic: emit(.statistic, at: name, operand: count, function: name.function)
    case .list(.element): emit(.element, at: name)
    case .list(.filter): emit(.filter, at: name)
    case .list: emit(.listCall, at: name, operand: count, function: name.function)
    case .unary, .angle, .binary, .unaryOrBinary, .ternary:
      let opcode: Opcode = count == 1 ? .unary : count == 2 ? .binary : .ternary
      emit(opcode, at: name, function: name.function)
    }
  }
}
