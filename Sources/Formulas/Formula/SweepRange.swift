// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The values that a sweep gives an input: from one number to another in equal steps.
///
///     let range = try SweepRange(SourceName("0..1 step 0.1", range: 0..<13))
///     range.count       // 11
///     range.values[3]   // 0.3
///
/// Decimal numbers are counted in units of their last digit, so rounding neither adds nor drops a value.
public struct SweepRange: Hashable, Sendable {
  /// The greatest number of values in a sweep.
  public static let maximumCount = 10_000

  /// The first value.
  public let first: Double
  /// The bound of the values.
  public let last: Double
  /// The difference of two neighbouring values; negative if the values fall.
  public let step: Double
  /// The number of values.
  public let count: Int
  /// The numbers in units of their last digit; `nil` if no power of ten makes all three whole.
  private let units: Units?

  private struct Units: Hashable {
    /// The power of ten.
    let scale: Double
    let first: Double
    let step: Double
  }

  /// All values, in order. Complexity: O(`count`).
  public var values: [Double] { (0..<count).map(value) }

  /// The value at an index, which is computed without the other values. Complexity: O(1).
  package func value(at index: Int) -> Double {
    guard let units else {
      // A value that differs from the last one only by rounding is the last one.
      return abs((last - first) / step - Double(index)) <= 1e-12 * Double(index) ? last : first + Double(index) * step
    }
    return (units.first + Double(index) * units.step) / units.scale
  }

  /// Reads `a..b` or `a..b step s`. The numbers may be constant expressions; without a step it is 1 or −1.
  ///
  /// - Parameter text: The text, with its place in the line.
  /// - Throws: A ``Diagnostic`` if the text is not a range, the step doesn't lead to the end, or there are more than
  ///   ``maximumCount`` values.
  public init(_ text: SourceName) throws(Diagnostic) { try self.init(text, atMost: Self.maximumCount) }

  /// Reads a range of at most `limit` values.
  package init(_ text: SourceName, atMost limit: Int) throws(Diagnostic) {
    let (first, last, step) = try Self.parts(of: text)
    try self.init(from: first, through: last, step: step ?? (last < first ? -1 : 1), atMost: limit, at: text.range)
  }

  /// Reads the ends of a range, for any number of values between them, and its step if it has one.
  package static func parts(of text: SourceName) throws(Diagnostic) -> (first: Double, last: Double, step: Double?) {
    let bytes = Array(text.text.utf8)
    let dot = UInt8(ascii: ".")
    guard let dots = bytes.indices.dropLast().first(where: { bytes[$0] == dot && bytes[$0 + 1] == dot }) else {
      throw Diagnostic(.command, "expected a range", text.range, hint: "write a..b or a..b step s")
    }
    let word = Array("step".utf8)
    let step = (dots..<bytes.count).first { index in
      bytes[index...].starts(with: word) && isBlank(bytes[index - 1])
        && (index + word.count == bytes.count || isBlank(bytes[index + word.count]))
    }
    let offset = text.range.lowerBound
    let first = try number(bytes, 0..<dots, offset)
    let last = try number(bytes, dots + 2..<(step ?? bytes.count), offset)
    let size = try step.map { (index) throws(Diagnostic) in
      try number(bytes, index + word.count..<bytes.count, offset)
    }
    return (first, last, size)
  }

  /// Creates a range of numbers.
  ///
  /// - Parameters:
  ///   - first: The first value.
  ///   - last: The bound of the values.
  ///   - step: The difference of two neighbouring values.
  ///   - range: The bytes of the line that a diagnostic points at.
  /// - Throws: A ``Diagnostic`` if the step doesn't lead to the end, or there are more than ``maximumCount`` values.
  public init(
    from first: Double, through last: Double, step: Double, at range: Range<Int> = 0..<0
  ) throws(Diagnostic) {
    try self.init(from: first, through: last, step: step, atMost: Self.maximumCount, at: range)
  }

  /// Creates a range of at most `limit` numbers.
  package init(
    from first: Double, through last: Double, step: Double, atMost limit: Int, at range: Range<Int> = 0..<0
  ) throws(Diagnostic) {
    guard first.isFinite, last.isFinite, step.isFinite, step != 0, first == last || (step > 0) == (last > first) else {
      let step = NumberText.people(step.isFinite ? step : 0)
      throw Diagnostic(.command, "a step of \(step) does not lead from the first value to the last", range)
    }
    self.first = first
    self.last = last
    self.step = step
    let steps: Double
    if let scale = Self.scale(of: [first, last, step]) {
      let units = Units(scale: scale, first: (first * scale).rounded(), step: (step * scale).rounded())
      self.units = units
      steps = ((last * scale).rounded() - units.first) / units.step
    } else {
      units = nil
      // A last value that is missed only by rounding is included.
      steps = (last - first) / step * (1 + 1e-12)
    }
    guard steps < Double(limit) else {
      throw Diagnostic(
        .command, "a sweep has at most \(limit) values", range, hint: "take a larger step")
    }
    count = Int(steps) + 1
  }

  /// The power of ten that makes all numbers whole; `nil` if there is none.
  private static func scale(of numbers: [Double]) -> Double? {
    var scale = 1.0
    while scale <= 1e15 {
      let areWhole = numbers.allSatisfy { number in
        let whole = (number * scale).rounded()
        return abs(whole) <= 0x1p52 && whole / scale == number
      }
      if areWhole { return scale }
      scale *= 10
    }
    return nil
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func number(_ bytes: [UInt8], _ range: Range<Int>, _ offset: Int) throws(Diagnostic) -> Double {
    let place = range.lowerBound + offset..<range.upperBound + offset
    let formula: Formula
    do throws(Diagnostic) {
      formula = try Formula(String(decoding: bytes[range], as: UTF8.self))
    } catch {
      var diagnostic = error
      diagnostic.range = error.range.lowerBound + place.lowerBound..<error.range.upperBound + place.lowerBound
      throw diagnostic
    }
    guard formula.names.isEmpty, let program = try? formula.program(types: []), program.type == .number,
      let number = try? program.evaluate(NoInputs())
    else { throw Diagnostic(.type, "the numbers of a range are constants", place) }
    return number
  }
}
