// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Columns of files in formulas.
extension FormulaParser {
  /// Parses `csv("prices.csv", "number", skip: 3).price`: the path may be followed by a type, and by named options.
  mutating func column(_ name: Token) throws(Diagnostic) {
    let open = token
    try advance()
    let path = try quotedText(name, "the path of a file")
    var type: CalculatorType?
    var options = TableOptions()
    var isFirst = true
    while token.kind == .comma {
      try advance()
      if isFirst, token.kind == .text {
        type = try self.type()
      } else {
        try option(&options, &type)
      }
      isFirst = false
    }
    try close(open)
    guard token.kind == .dot else {
      // Reading the file yields a message with the names of its columns.
      emit(.column, at: span(from: name.start), operand: columns.count)
      columns.append(TableColumn(path: path, name: "", type: type, options: options))
      return
    }
    try advance()
    guard token.isWord else {
      throw Diagnostic(
        .syntax, "expected the name of a column", token.range,
        hint: "other names need back-ticks: csv(…).`net price`"
      )
      .incomplete(if: token.kind == .end)
    }
    let column = TableColumn(path: path, name: lexer.name(token).text, type: type, options: options)
    try advance()
    emit(.column, at: span(from: name.start), operand: columns.count)
    columns.append(column)
  }

  /// Parses the name of a type, in quotes or as a word.
  private mutating func type() throws(Diagnostic) -> CalculatorType {
    let range = token.range
    guard let type = TableColumn.types[try word()] else {
      throw Diagnostic(.type, "cells are \(TableColumn.typeNames)", range)
    }
    return type
  }

  /// Parses `header: no`.
  private mutating func option(_ options: inout TableOptions, _ type: inout CalculatorType?) throws(Diagnostic) {
    let name = token
    let text = name.isWord ? lexer.name(name).text : ""
    guard TableOptions.names.contains(text) else {
      let known = "the options of csv are \(TableOptions.names.joined(separator: ", "))"
      throw Diagnostic(
        .syntax, name.isWord ? "csv has no option '\(text)'" : "expected an option of csv", name.range,
        hint: name.isWord ? Suggestion.hint(for: text, among: TableOptions.names) ?? known : known
      )
      .incomplete(if: name.kind == .end)
    }
    try advance()
    guard token.kind == .colon else {
      throw Diagnostic(.syntax, "an option needs a value", name.range, hint: "write \(text): …")
        .incomplete(if: token.kind == .end)
    }
    try advance()
    let value = token
    guard text == "type" ? type == nil : !options.isSet(text) else {
      throw Diagnostic(.syntax, "'\(text)' is given twice", name.range)
    }
    if text == "type" {
      type = try self.type()
    } else if try !options.set(text, to: word()) {
      throw Diagnostic(.type, TableOptions.expectation(text), value.range)
    }
  }

  /// Parses the value of an option: a text in quotes, a word, or a whole number.
  private mutating func word() throws(Diagnostic) -> String {
    let value = token
    let text: String
    switch value.kind {
    case .text: text = try TextLiteral.read(lexer.bytes, value.range)
    case .number, .boolean: text = String(decoding: lexer.bytes[value.range], as: UTF8.self)
    default:
      guard value.isWord else {
        throw Diagnostic(.syntax, "expected the value of an option", value.range).incomplete(if: value.kind == .end)
      }
      text = lexer.name(value).text
    }
    try advance()
    return text
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
