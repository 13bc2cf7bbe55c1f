// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A step of a script: an action, and numbers that are taken modulo the number of existing choices. A script remains valid when
/// steps are removed from it.
struct ScriptStep: Sendable {
  enum Place: Sendable {
    /// In an edit, either its own or one shared with other steps.
    case inEdit
    /// Between edits.
    case between
  }

  let name: String
  /// How often the step is drawn, relative to others.
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

  /// Returns the step with other numbers.
  func callAsFunction(_ numbers: Int...) -> ScriptStep { with(numbers) }

  func with(_ numbers: [Int]) -> ScriptStep {
    var step = self
    step.numbers = numbers
    return step
  }
}

extension ScriptStep: CustomStringConvertible {
  /// The step as it is written in a test.
  var description: String {
    let needed = numbers.dropLast(numbers.reversed().prefix { $0 == 0 }.count)
    return ".\(name)(\(needed.map { "\($0)" }.joined(separator: ", ")))"
  }
}

/// The numbers of a step while the step reads them; missing numbers are 0.
struct ScriptNumbers {
  private var rest: ArraySlice<Int>

  init(_ numbers: [Int]) { rest = numbers[...] }

  mutating func below(_ limit: Int) -> Int { (rest.popFirst() ?? 0) % limit }

  /// Returns whether the next number picks the last of so many choices; 0 picks the first.
  mutating func isLast(of count: Int) -> Bool { below(count) == count - 1 }

  /// Picks one of some elements. A number is consumed even if `elements` is empty, so that later numbers keep their meaning.
  mutating func pick<Element>(_ elements: [Element]) -> Element? {
    let number = rest.popFirst() ?? 0
    return elements.isEmpty ? nil : elements[number % elements.count]
  }

  /// Picks some different elements, in any order.
  mutating func pickSome<Element>(of elements: [Element], atMost count: Int) -> [Element] {
    var left = elements
    var picked: [Element] = []
    for _ in 0...below(count) where !left.isEmpty { picked.append(left.remove(at: below(left.count))) }
    return picked
  }
}
