// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A cache of definitions of recent formulas by what they compute: formulas that differ only in names share their code.
///
/// The number of entries is fixed, because files with many formulas usually have few forms.
struct FormulaForms {
  private struct Form {
    let program: Program
    let types: [CalculatorType]
    let definition: NodeDefinition
  }

  private static let count = 1024
  /// The maximum number of instructions of a cached formula; longer ones are seldom alike.
  private static let longest = 64
  private var forms: [Form?] = []

  /// The definition of a formula's node: an input for each free name, one output of the formula's type.
  mutating func definition(_ program: Program, names: [String], types: [CalculatorType]) -> NodeDefinition {
    guard program.instructions.count <= Self.longest, program.columns.isEmpty else {
      return program.definition(names: names, types: types)
    }
    if forms.isEmpty { forms = Array(repeating: nil, count: Self.count) }
    let place = Int(UInt(bitPattern: program.instructions.hashValue) % UInt(Self.count))
    if let form = forms[place], form.program == program, form.types == types {
      return form.definition.renamingInputs(to: zip(names, types).map { NodeKind.Input($0, $1.port) })
    }
    let definition = program.definition(names: names, types: types)
    forms[place] = Form(program: program, types: types, definition: definition)
    return definition
  }
}
