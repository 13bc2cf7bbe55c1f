// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A function of one's own: `vat(x) = x * 20%`.
///
/// A call means what its text means with the arguments in place of the parameters: what is not needed can't fail.
/// Other names in the body are nodes, whatever the names at the place of the call.
package struct OwnFunction: Sendable {
  package let name: String
  package let parameters: [String]
  /// The formula as it was parsed; parameters are names in it.
  package let body: Formula

  package init(name: String, parameters: [String], body: Formula) {
    self.name = name
    self.parameters = parameters
    self.body = body
  }

  /// The names that are no parameters.
  package var freeNames: [SourceName] {
    body.names.prefix(body.ownNameCount).filter { !parameters.contains($0.text) }
  }

  /// The call as help shows it: `vat(x)`.
  package var signature: String {
    "\(SourceName.functionSpelling(name))(\(parameters.map { SourceName.spelling($0) }.joined(separator: ", ")))"
  }

  /// The statement that defines it.
  package var text: String { "\(signature) = \(body.text)" }

  /// The number of arguments in words, such as "1 argument".
  package var expectation: String { "\(parameters.count) argument\(parameters.count == 1 ? "" : "s")" }

  /// The function with another body or name.
  package func renamed(_ name: String? = nil, body text: String) throws(Diagnostic) -> OwnFunction {
    OwnFunction(name: name ?? self.name, parameters: parameters, body: try Formula(text))
  }
}

extension OwnFunction: Equatable {
  package static func == (left: OwnFunction, right: OwnFunction) -> Bool {
    left.name == right.name && left.parameters == right.parameters && left.body.text == right.body.text
  }
}

extension Formula {
  /// Whether it is known what the functions are that the formula calls.
  package var isResolved: Bool { scope != nil || functions.isEmpty }

  /// Finds the functions that the formula calls; the names that these use are added to its own.
  ///
  /// - Parameter functions: The functions of one's own, by name; none calls itself, directly or by others.
  /// - Returns: The formula, which can be compiled.
  /// - Throws: A ``Diagnostic`` for an unknown function, and for a wrong number of arguments.
  /// - Complexity: O(operations, and the names of all functions that are reached).
  package func resolved(in functions: [String: OwnFunction]) throws(Diagnostic) -> Formula {
    if self.functions.isEmpty { return self }
    try checkCalls(of: functions)
    var result = self
    result.scope = functions
    result.names.removeSubrange(ownNameCount...)
    var known = Set(result.names.map(\.text))
    var seen: Set<String> = []
    var open = Array(self.functions.reversed())
    while let next = open.popLast() {
      guard seen.insert(next.text).inserted else { continue }
      guard let function = functions[next.text] else { throw Self.unknownFunction(next, among: functions) }
      for name in function.freeNames where known.insert(name.text).inserted {
        result.names.append(SourceName(name.text, range: next.range))
      }
      open += function.body.functions.reversed().map { SourceName($0.text, range: next.range) }
    }
    return result
  }

  /// Checks that the functions exist which the formula calls, and take that many arguments.
  ///
  /// - Parameter functions: The functions of one's own, by name.
  /// - Throws: A ``Diagnostic`` for an unknown function, and for a wrong number of arguments.
  /// - Complexity: O(operations).
  package func checkCalls(of functions: [String: OwnFunction]) throws(Diagnostic) {
    if self.functions.isEmpty { return }
    for (place, operation) in operations.enumerated() where operation.instruction.opcode == .call {
      let name = self.functions[Int(operation.instruction.operand)]
      guard let function = functions[name.text] else {
        throw Self.unknownFunction(SourceName(name.text, range: operation.range), among: functions)
      }
      let count = Int(operation.instruction.value)
      if count == function.parameters.count { continue }
      throw Diagnostic(
        .syntax, "'\(name.text)' takes \(function.expectation), not \(count)", operations[place + 1].range,
        hint: "write \(function.signature)")
    }
  }

  private static func unknownFunction(_ name: SourceName, among functions: [String: OwnFunction]) -> Diagnostic {
    let candidates = functions.keys.sorted() + FormulaFunction.table.map(\.name)
    return Diagnostic(
      .name, "unknown function '\(name.text)'", name.range,
      hint: ForeignNames.hint(for: name.text) ?? Suggestion.hint(for: name.text, among: candidates))
  }
}
