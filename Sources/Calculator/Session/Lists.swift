// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The functions of formulas with a line of help each.
public enum FunctionList {
  /// One line a function: how it is called and what it does.
  public static var lines: [String] {
    let width = FormulaFunction.table.map(\.signature.count).max() ?? 0
    return FormulaFunction.table.map { function in
      function.signature + String(repeating: " ", count: width - function.signature.count + 2) + function.help
    }
  }
}

/// The kinds of nodes with their ports.
public enum KindList {
  /// One line a kind: its inputs and what it gives.
  public static var lines: [String] {
    CalculatorKinds.all.map(\.kind).map { kind in
      let inputs = kind.inputs.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
      let outputs = kind.outputs.map(\.type.name).joined(separator: ", ")
      return "\(kind.name)(\(inputs)) → \(outputs)"
    }
  }
}
