// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A formula compiled for the types of its inputs: one flat array of instructions.
package struct Program: Hashable, Sendable {
  /// The place where an error inside `iferror` or `iserror` is caught.
  @usableFromInline
  package struct Guard: Hashable, Sendable {
    /// The instruction that continues after an error, with `depth` values on the stack.
    @usableFromInline package var target = 0
    @usableFromInline package var depth: Int
    /// The instruction that continues if no error occurs.
    @usableFromInline package var end = 0
    /// The guard around this one, or -1.
    @usableFromInline package var enclosing: Int
    /// Whether the error of an argument is pushed as a value, which fails when it is read.
    @usableFromInline package var keepsFailure = false
  }

  @usableFromInline package let instructions: [Instruction]
  @usableFromInline package let guards: [Guard]
  /// The greatest number of values on the stack.
  @usableFromInline package let maximumDepth: Int
  /// The type of the result.
  package let type: CalculatorType
  /// The columns of files that it reads.
  package let columns: [CalculatorValue]
  /// The text literals of the formula.
  package let texts: [String]
  /// The types of values that instructions convert to texts.
  package let types: [CalculatorType]
  /// Whether all values on the stack are packed in doubles, as in programs without lists and texts: by far the fastest form.
  package let isPacked: Bool

  package init(
    instructions: [Instruction], guards: [Guard], maximumDepth: Int, type: CalculatorType, texts: [String] = [],
    types: [CalculatorType] = [], columns: [CalculatorValue] = [], isPacked: Bool = true
  ) {
    self.columns = columns
    self.types = types
    self.texts = texts
    self.isPacked = isPacked
    self.instructions = instructions
    self.guards = guards
    self.maximumDepth = maximumDepth
    self.type = type
  }
}

extension Formula {
  /// Compiles the formula for inputs of the given types, one for each of `names`.
  ///
  /// - Throws: A ``Diagnostic`` of code `type` that names the operand of the wrong type, the errors of
  ///   ``resolved(in:)``, and a diagnostic of code `file` if the formula reads files and ``columnValues`` is `nil`.
  /// - Complexity: O(operations), without recursion.
  package func program(types: [CalculatorType]) throws(Diagnostic) -> Program {
    try compiled(types: types, keepsOperands: false).program
  }

  /// Compiles the formula and returns the compiler.
  ///
  /// - Parameters:
  ///   - types: The types of the inputs.
  ///   - keepsOperands: Whether the compiler keeps the positions of operands in the text.
  /// - Returns: The compiler, which contains the program.
  /// - Throws: As ``program(types:)``.
  func compiled(types: [CalculatorType], keepsOperands: Bool) throws(Diagnostic) -> ProgramCompiler {
    if !functions.isEmpty, !isResolved {
      return try resolved(in: [:]).compiled(types: types, keepsOperands: keepsOperands)
    }
    require(
      types.count == names.count, "a formula has one type for each free name, not \(types.count) for \(names.count)")
    if let column = columns.first, columnValues == nil {
      throw Diagnostic(.file, "'\(column.path)' is not read here", range)
    }
    var compiler = ProgramCompiler(
      line: line, texts: texts, units: units, columns: columnValues ?? [], types: types,
      operationCount: operations.count { $0.instruction.opcode != .span })
    if keepsOperands { compiler.operands = [:] }
    if let last = operations.last(where: { $0.instruction.opcode != .span }), last.instruction.opcode == .convert {
      compiler.shownConversion = Int(last.instruction.operand)
    }
    if functions.isEmpty {
      for operation in operations { try compiler.append(operation) }
    } else {
      try compiler.appendExpanded(self)
    }
    return compiler
  }
}
