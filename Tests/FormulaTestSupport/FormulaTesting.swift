// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas

/// Inputs of a formula from an array of numbers.
package struct ListedInputs: FormulaInputs {
  package var values: [Result<Double, FormulaFailure>]

  package init(values: [Result<Double, FormulaFailure>] = []) { self.values = values }

  package func load(_ index: Int) throws(FormulaFailure) -> Double {
    guard index < values.count else { throw .unsetInput(index) }
    return try values[index].get()
  }
}

/// Returns the text of a formula's value, or of its failure, or the first line of its diagnostic.
///
/// The names in the formula have the given values, in the order of their first use.
package func answer(_ text: String, _ values: [CalculatorValue] = []) -> String {
  do throws(Diagnostic) {
    let formula = try Formula(text)
    var types = values.map(\.type)
    while types.count < formula.names.count { types.append(.number) }
    let program = try formula.program(types: Array(types.prefix(formula.names.count)))
    guard program.isPacked else {
      do throws(ValueFailure) {
        return try program.value(of: ListedValues(values: values)).description
      } catch {
        return error.description
      }
    }
    do throws(FormulaFailure) {
      let packed = try program.evaluate(ListedInputs(values: values.map { .success($0.packed) }))
      return CalculatorValue(packed: packed, type: program.type).description
    } catch {
      return error.description
    }
  } catch {
    return error.summary
  }
}

/// Returns the diagnostic of a line with its excerpt, or "accepted".
package func refusal(
  _ line: String, parser: StatementParser = StatementParser(kinds: ["Add", "ColorAdjust"])
) -> String {
  refusal(Array(line.utf8), parser: parser)
}

/// Returns the diagnostic of a line with its excerpt, or "accepted".
package func refusal(
  _ line: [UInt8], parser: StatementParser = StatementParser(kinds: ["Add", "ColorAdjust"])
) -> String {
  do throws(Diagnostic) {
    _ = try parser.parse(line)
    return "accepted"
  } catch {
    return error.rendered(line: line)
  }
}

/// Inputs of a formula from an array of values of any type.
package struct ListedValues: ValueInputs {
  package var values: [CalculatorValue]

  package init(values: [CalculatorValue] = []) { self.values = values }

  package func load(_ index: Int) throws(FormulaFailure) -> Double { values[index].packed }

  package func slot(_ index: Int) throws(FormulaFailure) -> Slot { Slot(values[index]) }
}
