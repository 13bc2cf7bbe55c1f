// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Functions of one's own.
extension SessionEditor {
  /// Defines or changes the function that a text defines, in one step.
  ///
  /// ```swift
  /// try editor.defineFunction("= vat(x) = x * 20%")  // "vat(x) = x * 20%"
  /// ```
  ///
  /// - Parameters:
  ///   - text: A definition such as `f(x) = x^2`, with or without a sign of equality before it.
  ///   - path: The groups that lead to the scope in which it is written; functions themselves belong to all scopes.
  /// - Returns: The definition, and whether it replaced another; `nil` if the text defines no function.
  /// - Throws: A ``Formulas/Diagnostic`` if the function can't be defined, or a formula that calls it doesn't fit; the
  ///   session is unchanged.
  /// - Complexity: That of evaluating the formulas that call it.
  public func defineFunction(
    _ text: String, in path: GraphPath = GraphPath()
  ) throws(Diagnostic) -> (definition: String, isChange: Bool)? {
    // A refusal says where it is in the text that was given.
    let source = text.first == "=" ? " " + text.dropFirst() : text
    guard let statements = try? session.parse(source.utf8).statements, statements.count == 1,
      case .function(let name, _, _) = statements[0].form
    else { return nil }
    let isChange = session.formulas.functions[name.text] != nil
    let definition = try step("\(isChange ? "change" : "define") \(name.spelling)") { () throws(Diagnostic) in
      try session.within(groups.living(path)) { () throws(Diagnostic) in try session.run(statements[0]).function }
    }
    return (definition ?? source, isChange)
  }

  /// Removes a function without callers, in one step.
  ///
  /// - Parameter name: The name of the function.
  /// - Throws: A ``Formulas/Diagnostic`` that lists its callers, or if the function doesn't exist.
  public func removeFunction(_ name: String) throws(Diagnostic) {
    let name = SourceName(name, range: 0..<0)
    guard session.formulas.functions[name.text] != nil else {
      throw refuse(.name, "the function '\(name.text)' does not exist")
    }
    _ = try step("delete \(name.spelling)") { () throws(Diagnostic) in try session.delete(name) }
  }

  /// Finds functions of one's own, by their names.
  ///
  /// - Parameter text: The text to search for.
  /// - Returns: The name, signature and definition of each, best places first.
  /// - Complexity: O(n log n)
  public func functions(
    for text: SearchText
  ) -> [(name: String, signature: String, definition: String, place: SearchText.Place)] {
    session.formulas.functions.sorted.compactMap { function in
      text.place(in: function.name).map { (function.name, function.signature, function.text, $0) }
    }.sorted { $0.place < $1.place }
  }
}
