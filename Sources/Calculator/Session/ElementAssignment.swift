// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Assignment to the elements of lists.
extension Session {
  /// Replaces an element of a list literal with another formula: `prices[2] = 7` makes `[3, 7, 5]` of `[3, 4, 5]`.
  ///
  /// The text of the list changes, and the nodes that read it run again. The other elements keep their text.
  ///
  /// - Parameters:
  ///   - formula: The new element.
  ///   - place: The position of the element, from 1. It is evaluated once.
  ///   - name: The name of the list.
  /// - Returns: What changed.
  /// - Throws: A ``Formulas/Diagnostic`` if the name is not that of a list, the list is computed, the position is out
  ///   of range, or the element has another type; the session is unchanged.
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
      // The range refers to the new text, which wasn't typed.
      var diagnostic = error
      diagnostic.range = formula.range
      if error.code == .cycle, case .value(let value)? = try? formulas.evaluate(formula) {
        diagnostic.hint =
          "an element can't use its own list; for its new value write "
          + "\(name.spelling)[\(place.text)] = \(value.exactText)"
      }
      throw diagnostic
    }
  }

  /// Evaluates the position of an element, and checks that the list has it.
  private func index(
    _ place: Formula, of literal: ListLiteral, with formula: Formula, _ name: SourceName
  ) throws(Diagnostic) -> Int {
    guard case .value(let value) = try formulas.evaluate(place), case .number(let number) = value else {
      throw Diagnostic(.type, "the place of an element must be a number; nothing changed", place.range)
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
  /// The text that parses to exactly this value; `nil` if there is none.
  fileprivate var exactText: String? {
    if case .value(let value) = self { value.exactText } else { nil }
  }
}
