// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Computes the functions of lists and texts.
extension ListFunction {
  /// The result for arguments whose types the compiler has checked.
  ///
  /// - Complexity: O(elements); for `sort` O(n log n); for `match` and `lookup` with a list of keys O(keys ·
  ///   elements), unless the keys are exact.
  func value(
    _ arguments: [Slot], _ instruction: Instruction, _ types: [CalculatorType]
  ) throws(ValueFailure) -> Slot {
    let first = arguments[0]
    switch self {
    case .count:
      var sum = 0
      for (index, list) in arguments.enumerated() {
        let isOfBooleans = UInt64(instruction.value) >> UInt64(index) & 1 == 1
        sum += isOfBooleans ? list.scalars.count { $0 != 0 } : list.count ?? 0
      }
      return .scalar(Double(sum))
    case .length:
      if case .text(let text) = first { return .scalar(Double(text.count)) }
      return .scalar(Double(first.count ?? 0))
    case .first, .last:
      guard let count = first.count, count > 0 else { throw .empty(instruction.function) }
      if case .first = self { return first.element(at: 0) }
      return first.element(at: count - 1)
    case .sort:
      if case .texts(let texts) = first { return .texts(try ListBlocks.sorted(texts)) }
      return .scalars(try ListBlocks.sorted(first.scalars))
    case .reverse:
      if case .texts(let texts) = first { return .texts(texts.reversed()) }
      return .scalars(first.scalars.reversed())
    case .unique:
      if case .texts(let texts) = first { return .texts(try Self.unique(texts)) }
      return .scalars(try Self.unique(first.scalars))
    case .join:
      if arguments.contains(where: \.isText) { return .texts(arguments.flatMap(\.texts)) }
      return .scalars(arguments.flatMap(\.scalars))
    case .element: return try Self.element(first, arguments[1])
    case .filter: return try Self.filter(first, arguments[1])
    case .match:
      let places = try Self.places(arguments, type: types[Int(instruction.value)])
      return first.count == nil ? .scalar(Double(places[0] + 1)) : .scalars(places.map { Double($0 + 1) })
    case .lookup:
      let (keys, values) = (arguments[1].count ?? 0, arguments[2].count ?? 0)
      guard keys == values else { throw .lengths(keys, values) }
      let places = try Self.places(Array(arguments.prefix(2)), type: types[Int(instruction.value)])
      return first.count == nil ? arguments[2].element(at: places[0]) : arguments[2].elements(at: places)
    case .sumproduct:
      _ = try ListKernels.commonCount(arguments)
      let sum = ExactSum.sumOfProducts(arguments.map(\.scalars))
      guard sum.isFinite else { throw .formula(.overflow) }
      return .scalar(sum)
    case .sumBy:
      _ = try ListKernels.commonCount(arguments)
      let (values, keys) = (first.scalars, arguments[1])
      let sums =
        keys.isText ? try Self.sums(of: values, by: keys.texts) : try Self.sums(of: values, by: keys.scalars)
      guard sums.allSatisfy(\.isFinite) else { throw .formula(.overflow) }
      return .scalars(sums)
    case .any: return .scalar(first.scalars.contains { $0 != 0 } ? 1 : 0)
    case .all: return .scalar(first.scalars.allSatisfy { $0 != 0 } ? 1 : 0)
    case .upper: return try Self.mapped(first) { $0.uppercased() }
    case .lower: return try Self.mapped(first) { $0.lowercased() }
    case .contains:
      guard let count = try ListKernels.commonCount(arguments) else {
        return .scalar(first.texts[0].contains(arguments[1].texts[0]) ? 1 : 0)
      }
      let texts = ListKernels.spreadTexts(first, count)
      let parts = ListKernels.spreadTexts(arguments[1], count)
      return .scalars(try ListBlocks.map(count) { $0.map { texts[$0].contains(parts[$0]) ? 1 : 0 } })
    case .number:
      var numbers: [Double] = []
      var counter = ListBlocks.Counter()
      for text in first.texts {
        try counter.step()
        guard let number = Self.number(text) else {
          throw .noNumber(TextLiteral.spelling(text), isTooLong: Self.isTooLong(text))
        }
        numbers.append(number)
      }
      return first.count == nil ? .scalar(numbers[0]) : .scalars(numbers)
    case .isNumber:
      let texts = first.texts
      let flags = try ListBlocks.map(texts.count) { texts[$0].map { Self.number($0) == nil ? 0.0 : 1 } }
      return first.count == nil ? .scalar(flags[0]) : .scalars(flags)
    case .replace:
      return try Self.mapped(arguments) { (texts: [String]) in
        texts[1].isEmpty ? texts[0] : texts[0].replacing(texts[1], with: texts[2])
      }
    case .part:
      let place = arguments[2].scalar
      return try Self.mapped(Array(arguments.prefix(2))) { (texts: [String]) throws(ValueFailure) in
        let parts = texts[1].isEmpty ? [texts[0]] : Self.parts(texts[0], at: texts[1])
        guard place >= 1, place <= Double(parts.count), place == place.rounded() else {
          throw .place(place, count: parts.count)
        }
        return parts[Int(place) - 1]
      }
    case .trim: return try Self.mapped(first) { $0.trimming(\.isWhitespace) }
    case .left:
      let count = try Self.characters(arguments[1])
      return try Self.mapped(first) { String($0.prefix(count)) }
    case .right:
      let count = try Self.characters(arguments[1])
      return try Self.mapped(first) { String($0.suffix(count)) }
    case .middle:
      let place = arguments[1].scalar
      guard place >= 1, place == place.rounded() else { throw .character(place) }
      let (skipped, count) = (Int(min(place, 1e15)) - 1, try Self.characters(arguments[2]))
      return try Self.mapped(first) { String($0.dropFirst(skipped).prefix(count)) }
    }
  }

  /// The sum of the values of each key, in the order in which keys first occur.
  private static func sums<Key: Hashable>(
    of values: [Double], by keys: [Key]
  ) throws(ValueFailure) -> [Double] {
    var places: [Key: Int] = [:]
    var groups: [[Double]] = []
    var counter = ListBlocks.Counter()
    for (value, key) in zip(values, keys) {
      try counter.step()
      if let place = places[key] {
        groups[place].append(value)
      } else {
        places[key] = groups.count
        groups.append([value])
      }
    }
    return groups.map { ExactSum.sum($0) }
  }

  /// The elements, each where it first occurs.
  private static func unique<Element: Hashable>(_ list: [Element]) throws(ValueFailure) -> [Element] {
    var seen: Set<Element> = []
    return try ListBlocks.map(list.count, isFull: false) { list[$0].filter { seen.insert($0).inserted } }
  }

  /// The requested number of characters, limited to a value beyond the length of texts.
  private static func characters(_ value: Slot) throws(ValueFailure) -> Int {
    let count = value.scalar
    guard count >= 0, count == count.rounded() else { throw .characters(count) }
    return Int(min(count, 1e15))
  }

  /// The parts of a text between separators.
  private static func parts(_ text: String, at separator: String) -> [String] {
    var (parts, rest) = ([String](), text[...])
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }

  /// A text for texts, or a list of texts for the elements of lists at each index.
  private static func mapped(
    _ arguments: [Slot], _ body: ([String]) throws(ValueFailure) -> String
  ) throws(ValueFailure) -> Slot {
    guard let count = try ListKernels.commonCount(arguments) else {
      return .text(try body(arguments.map { $0.texts[0] }))
    }
    let lists = arguments.map { ListKernels.spreadTexts($0, count) }
    var texts: [String] = []
    var counter = ListBlocks.Counter()
    for index in 0..<count {
      texts.append(try body(lists.map { $0[index] }))
      try counter.step()
    }
    return .texts(texts)
  }

  private static func mapped(_ value: Slot, _ body: (String) -> String) throws(ValueFailure) -> Slot {
    if case .texts(let texts) = value {
      return .texts(try ListBlocks.map(texts.count) { texts[$0].map(body) })
    }
    return .text(body(value.texts[0]))
  }

  /// The number in a text: a decimal number with blanks around it, a sign, and `%` after it.
  package static func number(_ text: String) -> Double? { number(Array(text.utf8)[...]) }

  /// Whether a text would be a number if it had fewer digits, or were not too small.
  static func isTooLong(_ text: String) -> Bool {
    let bytes = Array(text.trimmingBlanks.utf8)
    guard number(bytes[...]) == nil, let value = Double(text.trimmingBlanks), value.isFinite else { return false }
    switch DecimalLiteral.reading(of: bytes) {
    case .tooLong, .tooSmall: return true
    case .number, .tooLarge: return false
    }
  }

  /// The number in a text; `nil` if it is not a number, or if digits would be lost.
  static func number(_ text: ArraySlice<UInt8>) -> Double? {
    var bytes = text
    let blanks: [UInt8] = [0x20, 0x09]
    while let first = bytes.first, blanks.contains(first) { bytes.removeFirst() }
    while let last = bytes.last, blanks.contains(last) { bytes.removeLast() }
    var sign = 1.0
    if bytes.first == UInt8(ascii: "-") || bytes.first == UInt8(ascii: "+") {
      if bytes.removeFirst() == UInt8(ascii: "-") { sign = -1 }
    }
    guard let first = bytes.first, first.isDigit || first == UInt8(ascii: ".") else { return nil }
    let isPercent = bytes.last == UInt8(ascii: "%")
    if isPercent { bytes.removeLast() }
    var lexer = Lexer(Array(bytes))
    guard let token = try? lexer.next(), token.kind == .number, token.end == bytes.count else { return nil }
    return sign * token.value / (isPercent ? 100 : 1)
  }

  /// The element of a list at a position, or the elements at a list of positions, counted from 1.
  static func element(_ list: Slot, _ places: Slot) throws(ValueFailure) -> Slot {
    let count = list.count ?? 0
    func index(_ place: Double) throws(ValueFailure) -> Int {
      guard place >= 1, place <= Double(count), place == place.rounded() else { throw .place(place, count: count) }
      return Int(place) - 1
    }
    if case .scalar(let place) = places { return list.element(at: try index(place)) }
    var indices: [Int] = []
    var counter = ListBlocks.Counter()
    for place in places.scalars {
      indices.append(try index(place))
      try counter.step()
    }
    return list.elements(at: indices)
  }

  /// The elements of a list where conditions are true.
  static func filter(_ list: Slot, _ conditions: Slot) throws(ValueFailure) -> Slot {
    _ = try ListKernels.commonCount([list, conditions])
    let conditions = conditions.scalars
    if case .texts(let texts) = list { return .texts(try filter(texts, conditions)) }
    return .scalars(try filter(list.scalars, conditions))
  }

  private static func filter<Element>(_ list: [Element], _ conditions: [Double]) throws(ValueFailure) -> [Element] {
    try ListBlocks.map(min(list.count, conditions.count), isFull: false) {
      zip(list[$0], conditions[$0]).filter { $1 != 0 }.map(\.0)
    }
  }

  /// The indices of keys in a list, from 0.
  private static func places(_ arguments: [Slot], type: CalculatorType) throws(ValueFailure) -> [Int] {
    let order = arguments.count > 2 ? arguments[2].scalar : 0
    let isText = arguments[0].isText
    var places: [Int] = []
    if isText {
      places = try find(arguments[0].texts, arguments[1].texts, order)
    } else {
      places = try find(arguments[0].scalars, arguments[1].scalars, order)
    }
    guard let missing = places.firstIndex(of: -1) else { return places }
    let key = arguments[0].count == nil ? arguments[0] : arguments[0].element(at: missing)
    throw .notFound(key.value(of: type).description)
  }

  /// The index of each key, or -1. With an order, this is the last index up to which the elements do not exceed the
  /// key in that order, as in spreadsheets.
  private static func find<Key: Hashable & Comparable>(
    _ keys: [Key], _ list: [Key], _ order: Double
  ) throws(ValueFailure) -> [Int] {
    if order == 0, keys.count > 1 {
      var places: [Key: Int] = [:]
      var counter = ListBlocks.Counter()
      for (index, key) in list.enumerated() {
        if places[key] == nil { places[key] = index }
        try counter.step()
      }
      return try ListBlocks.map(keys.count) { keys[$0].map { places[$0] ?? -1 } }
    }
    if order == 0 { return keys.map { key in list.firstIndex(of: key) ?? -1 } }
    guard order == 1 || order == -1 else { throw .formula(.domain) }
    var found: [Int] = []
    var counter = ListBlocks.Counter()
    for key in keys {
      let end = list.firstIndex { order > 0 ? $0 > key : $0 < key } ?? list.count
      found.append(end - 1)
      try counter.step(by: end + 1)
    }
    return found
  }
}
