// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A user-defined function: `vat(x) = x * 20%`, or with several results
/// `split(x) = (net: x / 1.2, tax: x - x / 1.2)`.
///
/// A call means the text of the function with the arguments in place of the parameters, so an argument that is not
/// needed can't fail. Other names in a body are nodes, independent of the names at the call; a result can't refer to
/// another result.
///
/// Invariant: there is at least one body; a single body may lack a name, several bodies have different names.
package struct OwnFunction: Sendable {
  /// A result of the function: its name, if the function has several, and the formula as it was parsed, in which
  /// parameters are names.
  package struct Body: Sendable {
    package let name: String?
    package let formula: Formula

    package init(name: String? = nil, _ formula: Formula) {
      self.name = name
      self.formula = formula
    }
  }

  package let name: String
  package let parameters: [String]
  package let bodies: [Body]

  package init(name: String, parameters: [String], bodies: [Body]) {
    self.name = name
    self.parameters = parameters
    self.bodies = bodies
  }

  package init(name: String, parameters: [String], body: Formula) {
    self.init(name: name, parameters: parameters, bodies: [Body(body)])
  }

  /// Creates a function from a statement. Only the bodies are kept, so that errors in them stay the same after saving.
  package init(_ name: SourceName, _ parameters: [SourceName], _ results: [FunctionResult]) throws(Diagnostic) {
    var bodies: [Body] = []
    for result in results { bodies.append(Body(name: result.name?.text, try Formula(result.formula.text))) }
    self.init(name: name.text, parameters: parameters.map(\.text), bodies: bodies)
  }

  /// The names of the results; empty for a function with a single value.
  package var results: [String] { bodies.compactMap(\.name) }

  /// The formula of a result, or of the single value with `nil`; `nil` if the function doesn't have this result.
  package func body(of result: String?) -> Formula? { bodies.first { $0.name == result }?.formula }

  /// The user-defined functions that it calls, each once.
  package var called: [SourceName] {
    var seen: Set<String> = []
    return bodies.flatMap(\.formula.functions).filter { seen.insert($0.text).inserted }
  }

  /// The names in the bodies that are not parameters, each once.
  package var freeNames: [SourceName] {
    var seen = Set(parameters)
    return bodies.flatMap { $0.formula.names.prefix($0.formula.ownNameCount) }.filter { seen.insert($0.text).inserted }
  }

  /// The call as help shows it: `vat(x)`.
  package var signature: String {
    "\(SourceName.functionSpelling(name))(\(parameters.map { SourceName.spelling($0) }.joined(separator: ", ")))"
  }

  /// The statement that defines the function.
  package var text: String {
    let results = bodies.map { body in
      body.name.map { "\($0): \(body.formula.text)" } ?? body.formula.text
    }
    let isNamed = bodies.contains { $0.name != nil }
    return "\(signature) = \(isNamed ? "(\(results.joined(separator: ", ")))" : results[0])"
  }

  /// The number of arguments in words, such as "1 argument".
  package var expectation: String { MessageText.counted(parameters.count, "argument") }

  /// The function with another name, or with other texts for its bodies.
  package func renamed(_ name: String? = nil, _ text: (Formula) -> String = { $0.text }) throws(Diagnostic)
    -> OwnFunction
  {
    var bodies: [Body] = []
    for body in self.bodies { bodies.append(Body(name: body.name, try Formula(text(body.formula)))) }
    return OwnFunction(name: name ?? self.name, parameters: parameters, bodies: bodies)
  }

  /// Checks that a call takes a result that the function has.
  package func check(_ result: SourceName?, _ range: Range<Int>) throws(Diagnostic) {
    if body(of: result?.text) != nil { return }
    let spelled = SourceName.functionSpelling(name)
    let call = "\(spelled)(\(parameters.map { SourceName.spelling($0) }.joined(separator: ", ")))"
    let list = MessageText.list(results.prefix(6), of: results.count)
    guard let result else {
      throw Diagnostic(
        .syntax, "'\(name)' returns several results: \(list)", range,
        hint: "write \(call).\(results[0]), or name them all: r = \(call)")
    }
    if results.isEmpty {
      throw Diagnostic(.name, "'\(name)' returns one value, which has no name", result.range, hint: "write \(call)")
    }
    throw Diagnostic(
      .name, "'\(name)' has no result '\(result.text)'", result.range,
      hint: Suggestion.hint(for: result.text, among: results) ?? "its results are \(list)")
  }
}

/// A result of a user-defined function, as in the statement that defines the function.
public struct FunctionResult: Sendable {
  /// The name of the result; `nil` for a function with a single value.
  public var name: SourceName?
  /// The formula of the result.
  public var formula: Formula
}

extension OwnFunction: Equatable {
  package static func == (left: OwnFunction, right: OwnFunction) -> Bool {
    left.name == right.name && left.parameters == right.parameters
      && left.bodies.elementsEqual(right.bodies) { $0.name == $1.name && $0.formula.text == $1.formula.text }
  }
}

extension Formula {
  /// Whether the functions that the formula calls are known.
  package var isResolved: Bool { scope != nil || functions.isEmpty }

  /// Resolves the functions that the formula calls, and appends the names that these functions use to its own.
  ///
  /// - Parameter functions: The user-defined functions by name; none calls itself, directly or indirectly.
  /// - Returns: The formula, ready to be compiled.
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
    // Of a function with several results, only the results that are taken matter.
    var open = Array(calls.reversed())
    while let next = open.popLast() {
      guard seen.insert(next.key).inserted else { continue }
      guard let function = functions[next.function.text] else {
        throw Self.unknownFunction(next.function, among: functions)
      }
      try function.check(next.result, next.function.range)
      guard let body = function.body(of: next.result?.text) else { continue }
      for name in body.names.prefix(body.ownNameCount)
      where !function.parameters.contains(name.text) && known.insert(name.text).inserted {
        result.names.append(SourceName(name.text, range: next.function.range))
      }
      open += body.calls.reversed().map { $0.called(at: next.function.range) }
    }
    return result
  }

  /// Checks that the functions exist that the formula calls, and that they accept the number of arguments.
  ///
  /// - Parameter functions: The user-defined functions by name.
  /// - Throws: A ``Diagnostic`` for an unknown function, and for a wrong number of arguments.
  /// - Complexity: O(operations).
  package func checkCalls(of functions: [String: OwnFunction]) throws(Diagnostic) {
    if self.functions.isEmpty { return }
    for (place, operation) in operations.enumerated() where operation.instruction.opcode == .call {
      let call = calls[Int(operation.instruction.operand)]
      let name = call.function
      guard let function = functions[name.text] else {
        throw Self.unknownFunction(SourceName(name.text, range: operation.range), among: functions)
      }
      let count = Int(operation.instruction.value)
      if count == function.parameters.count {
        try function.check(call.result, operation.range)
        continue
      }
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
