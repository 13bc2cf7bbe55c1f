// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Elements of lists that are given another value.
extension Session {
  /// Gives an element of a list that is written out another formula: `prices[2] = 7` makes `[3, 7, 5]` of `[3, 4, 5]`.
  ///
  /// The list gets another text, and what reads it runs again; other elements stay as they are written.
  ///
  /// - Parameters:
  ///   - formula: The new element.
  ///   - place: Its place, from 1, which is computed once.
  ///   - name: The name of the list.
  /// - Returns: What changed.
  /// - Throws: A ``Diagnostic`` for a name that is no list, a list that is computed, a place that it has not, and an
  ///   element of another type; the session is unchanged.
  /// - Complexity: O(length of the list's text), and the nodes that run.
  func assign(
    _ formula: Formula, toElement place: Formula, of name: SourceName
  ) throws(Diagnostic) -> Result {
    let node = try ownNode(name)
    if let type = formulas.outputType(of: node).flatMap(CalculatorType.init), !type.isList {
      throw Diagnostic(
        .type, "'\(name.text)' is \(type.phrase), not a list; nothing changed", name.range,
        hint: "write \(name.spelling) = \(formula.text)")
    }
    let text = formulas.text(of: node) ?? evaluator.nodeValue(of: node).exactText
    guard let literal = text.flatMap(ListLiteral.init) else {
      let shown = text.map { MessageText.shortened($0) } ?? "a node"
      throw Diagnostic(
        .type, "'\(name.text)' is computed, so its elements can't be set: \(shown); nothing changed", name.range,
        hint: "change what it is computed from, or write the list out: \(name.spelling) = [3, 7, 5]")
    }
    let index = try index(place, of: literal, with: formula, name)
    do throws(Diagnostic) {
      let text = literal.text(replacing: index, by: formula.text)
      return try define(name, as: try Formula(text), in: formulas.path.scope)
    } catch {
      // Its place is one of the new text.
      var diagnostic = error
      diagnostic.range = formula.range
      if error.code == .cycle, case .value(let value)? = try? formulas.evaluate(formula) {
        diagnostic.hint =
          "an element is what its formula says; for its new value write "
          + "\(name.spelling)[\(place.text)] = \(value.exactText)"
      }
      throw diagnostic
    }
  }

  /// The place of an element, which the list has.
  private func index(
    _ place: Formula, of literal: ListLiteral, with formula: Formula, _ name: SourceName
  ) throws(Diagnostic) -> Int {
    guard case .value(let value) = try formulas.evaluate(place), case .number(let number) = value else {
      throw Diagnostic(.type, "the place of an element is a number; nothing changed", place.range)
    }
    let count = literal.elements.count
    if let index = Int(exactly: number), index >= 1, index <= count { return index }
    let longer = literal.text(replacing: count + 1, by: formula.text)
    throw Diagnostic(
      .domain, "\(ValueFailure.place(number, count: count)); nothing changed", place.range,
      hint: number == Double(count + 1) && longer.utf8.count <= 60 ? "write \(name.spelling) = \(longer)" : nil)
  }
}

extension NodeValue {
  /// The text that reads back as exactly this value; `nil` if there is none.
  fileprivate var exactText: String? {
    if case .value(let value) = self { value.exactText } else { nil }
  }
}
