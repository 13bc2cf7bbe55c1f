// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Columns of files in formulas.
extension FormulaParser {
  /// Parses `csv("prices.csv").price`, whose type may stand behind the path.
  mutating func column(_ name: Token) throws(Diagnostic) {
    let open = token
    try advance()
    let path = try quotedText(name, "the path of a file")
    var type: CalculatorType?
    if token.kind == .comma {
      try advance()
      let word = token
      type = TableColumn.types[try quotedText(name, "a type")]
      if type == nil {
        throw Diagnostic(.type, "cells are \"number\", \"boolean\", \"date\", \"moment\" or \"text\"", word.range)
      }
    }
    try close(open)
    guard token.kind == .dot else {
      // Whoever reads the file says which columns it has.
      emit(.column, at: span(from: name.start), operand: columns.count)
      columns.append(TableColumn(path: path, name: "", type: type))
      return
    }
    try advance()
    guard token.isWord else {
      throw Diagnostic(
        .syntax, "expected the name of a column", token.range,
        hint: "other names stand in back-ticks: csv(…).`net price`"
      )
      .incomplete(if: token.kind == .end)
    }
    let column = TableColumn(path: path, name: lexer.name(token).text, type: type)
    try advance()
    emit(.column, at: span(from: name.start), operand: columns.count)
    columns.append(column)
  }

  private mutating func quotedText(_ name: Token, _ what: String) throws(Diagnostic) -> String {
    guard token.kind == .text else {
      throw Diagnostic(
        .syntax, "csv needs \(what) in quotes", token.range, hint: "write csv(\"prices.csv\").price"
      )
      .incomplete(if: token.kind == .end)
    }
    let text = try TextLiteral.read(lexer.bytes, token.range)
    try advance()
    return text
  }
}
