// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An amount in a formula, as far as money is concerned.
package struct MoneyAmount: Hashable, Sendable {
  /// The power of the currency: 1 for an amount of money, 0 for a plain number, −1 for something per amount.
  let degree: Int
  /// The format in which the money is shown; `nil` for degree 0.
  let format: ValueFormat?
  /// Whether it is the literal 0, which is an amount of every currency.
  var isZero = false

  /// A number that is not an amount of money.
  package static let plain = MoneyAmount(0, nil)
  static let zero = MoneyAmount(degree: 0, format: nil, isZero: true)

  /// Money that is shown in a format.
  package static func money(_ format: ValueFormat) -> MoneyAmount { MoneyAmount(1, format) }

  private init(_ degree: Int, _ format: ValueFormat?) {
    self.init(degree: degree, format: degree == 0 ? nil : format)
  }

  private init(degree: Int, format: ValueFormat?, isZero: Bool = false) {
    (self.degree, self.format, self.isZero) = (degree, format, isZero)
  }

  /// Whether both are of one currency, or one has none.
  private func fits(_ other: MoneyAmount) -> Bool {
    format == nil || other.format == nil || format?.currency == other.format?.currency
  }

  /// The product of two amounts; the quotient, if the other has the factor −1. `nil` for two currencies.
  func times(_ other: MoneyAmount, _ factor: Int = 1) -> MoneyAmount? {
    fits(other) ? MoneyAmount(degree + factor * other.degree, format ?? other.format) : nil
  }

  /// What an amount is that is one of several, or their sum; `nil` if they differ.
  static func common(_ amounts: some Sequence<MoneyAmount?>) -> MoneyAmount? {
    var result = zero
    for amount in amounts {
      guard let amount else { return nil }
      if amount.isZero { continue }
      if result.isZero { result = amount } else if result.degree != amount.degree || !result.fits(amount) { return nil }
    }
    return result
  }
}

extension Formula {
  /// The format of an amount of money that the formula yields because of what it reads; `nil` for every other value.
  ///
  /// Money keeps its currency where a quantity would keep its unit. But plain numbers fit a condition, and 0 fits everywhere, so
  /// this is not the type of the formula, and causes no errors. The results of the user's own functions are neither.
  ///
  /// - Parameter inputs: What each name stands for; `nil` for what is neither a number nor money.
  /// - Returns: The first format that was read, with two decimals.
  /// - Complexity: O(operations).
  package func moneyFormat(_ inputs: [MoneyAmount?]) -> ValueFormat? {
    // Amounts such as 0.00012 $ have a precision of their own.
    guard !inputs.contains(where: { $0?.format?.isFinerThanMoney == true }) else { return nil }
    var reading = MoneyReading(inputs: inputs)
    for operation in operations { reading.append(operation.instruction) }
    guard let result = reading.stack.last, let result, result.degree == 1 else { return nil }
    return result.format?.withTwoDecimals
  }
}

/// Reads the code of a formula, with an amount in place of each value; `nil` is a value that is neither a number nor money.
private struct MoneyReading {
  let inputs: [MoneyAmount?]
  var stack: [MoneyAmount?] = []
  /// The first branch of each choice whose second branch is being read.
  private var branches: [MoneyAmount?] = []

  init(inputs: [MoneyAmount?]) { self.inputs = inputs }

  private mutating func pop() -> MoneyAmount? { stack.popLast() ?? nil }

  private mutating func take(_ count: Int) -> [MoneyAmount?] {
    let values = Array(stack.suffix(count))
    stack.removeLast(values.count)
    return values
  }

  private mutating func replaceTop(by amount: MoneyAmount?) {
    _ = pop()
    stack.append(amount)
  }

  mutating func append(_ instruction: Instruction) {
    switch instruction.opcode {
    case .number: stack.append(instruction.value == 0 ? .zero : .plain)
    case .input:
      let index = Int(instruction.operand)
      stack.append(inputs.indices.contains(index) ? inputs[index] : nil)
    case .column: stack.append(.plain)
    case .boolean, .color, .text: stack.append(nil)
    case .add, .subtract: stack.append(MoneyAmount.common(take(2)))
    case .multiply: stack.append(product(take(2)))
    case .divide:
      let (divisor, dividend) = (pop(), pop())
      stack.append(divisor.flatMap { dividend?.times($0, -1) })
    case .power: stack.append(plain(take(2)))
    case .negate, .plus, .percent, .span: break
    // A single list may be all arguments.
    case .folded: replaceTop(by: call(instruction.function, [stack.last ?? nil]))
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .notEqual, .concatenate:
      _ = take(2)
      stack.append(nil)
    case .not, .unit, .convert, .chainEnd, .andEnd, .orEnd, .isErrorEnd: replaceTop(by: nil)
    case .chainLink:
      let right = pop()
      replaceTop(by: right)
    case .andThen, .orThen, .ifThen: _ = pop()
    case .errorThen: break
    case .ifElse, .errorElse: branches.append(pop())
    case .ifEnd, .errorEnd: replaceTop(by: MoneyAmount.common([branches.popLast() ?? nil, stack.last ?? nil]))
    case .unary: stack.append(call(instruction.function, take(1)))
    case .binary, .fold: stack.append(call(instruction.function, take(2)))
    case .ternary: stack.append(call(instruction.function, take(3)))
    case .statistic: stack.append(call(instruction.function, take(Int(instruction.operand))))
    case .list: stack.append(instruction.operand == 0 ? nil : MoneyAmount.common(take(Int(instruction.operand))))
    case .range: stack.append(MoneyAmount.common(take(2)))
    case .steppedRange: stack.append(MoneyAmount.common(take(3)))
    case .element, .filter: stack.append(take(2)[0])
    case .listCall: stack.append(list(instruction.function, take(Int(instruction.operand))))
    case .argumentThen, .argumentEnd: break
    case .call:
      _ = take(Int(instruction.value))
      stack.append(nil)
    default: stack = [nil]
    }
  }

  private func plain(_ amounts: [MoneyAmount?]) -> MoneyAmount? {
    amounts.allSatisfy { $0?.degree == 0 } ? .plain : nil
  }

  private func product(_ amounts: [MoneyAmount?]) -> MoneyAmount? {
    var result = MoneyAmount.plain
    for amount in amounts {
      guard let amount, let next = result.times(amount) else { return nil }
      result = next
    }
    return result
  }

  /// The result of a function of numbers, which treats money as it treats quantities.
  private func call(_ function: FormulaFunction, _ amounts: [MoneyAmount?]) -> MoneyAmount? {
    switch function.row.units {
    case .same, .amount: MoneyAmount.common(amounts)
    case .first: plain(Array(amounts.dropFirst())) == nil ? nil : amounts.first ?? nil
    case .ratio: MoneyAmount.common(amounts).map { _ in .plain }
    case .none, .angle: plain(amounts)
    case .square, .root, .date, .ofDate, .ofClock, .moment, .makesDate: nil
    }
  }

  private func list(_ function: FormulaFunction, _ amounts: [MoneyAmount?]) -> MoneyAmount? {
    guard case .list(let list) = function.rule.code else { return nil }
    return switch list {
    case .first, .last, .sort, .reverse, .unique, .element, .filter, .sumBy: amounts.first ?? nil
    case .join: MoneyAmount.common(amounts)
    case .lookup: amounts.last ?? nil
    case .sumproduct: product(amounts)
    case .count, .length, .match, .number: .plain
    default: nil
    }
  }
}
