// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A step of a script: what it does, and numbers that are taken modulo what exists then. So a script from which steps were
/// removed is one too.
struct ScriptStep: Sendable {
  enum Place: Sendable {
    /// In an edit, its own or one with other steps.
    case inEdit
    /// Between edits.
    case between
  }

  let name: String
  /// How often it is drawn.
  let weight: Int
  let place: Place
  let run: @Sendable (ScriptModel, inout ScriptNumbers) -> Void
  var numbers: [Int] = []

  init(
    _ name: String, _ weight: Int, _ place: Place = .inEdit,
    _ run: @escaping @Sendable (ScriptModel, inout ScriptNumbers) -> Void
  ) {
    (self.name, self.weight, self.place, self.run) = (name, weight, place, run)
  }

  /// The step with other numbers.
  func callAsFunction(_ numbers: Int...) -> ScriptStep { with(numbers) }

  func with(_ numbers: [Int]) -> ScriptStep {
    var step = self
    step.numbers = numbers
    return step
  }
}

extension ScriptStep: CustomStringConvertible {
  /// As it is written in a test.
  var description: String {
    let needed = numbers.dropLast(numbers.reversed().prefix { $0 == 0 }.count)
    return ".\(name)(\(needed.map { "\($0)" }.joined(separator: ", ")))"
  }
}

/// The numbers of a step while it reads them; what is missing is 0.
struct ScriptNumbers {
  private var rest: ArraySlice<Int>

  init(_ numbers: [Int]) { rest = numbers[...] }

  mutating func below(_ limit: Int) -> Int { (rest.popFirst() ?? 0) % limit }

  /// Whether it is the last of so many; 0 says no.
  mutating func isLast(of count: Int) -> Bool { below(count) == count - 1 }

  /// One of some elements. A number is read even if there are none, so that the next ones mean what they did.
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    let number = rest.popFirst() ?? 0
    return elements.isEmpty ? nil : elements[number % elements.count]
  }

  /// Some different elements, in any order.
  mutating func pickSome<Element>(of elements: [Element], atMost count: Int) -> [Element] {
    var left = elements
    var picked: [Element] = []
    for _ in 0...below(count) where !left.isEmpty { picked.append(left.remove(at: below(left.count))) }
    return picked
  }
}
