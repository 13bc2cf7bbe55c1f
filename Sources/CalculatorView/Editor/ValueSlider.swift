// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Changes a number by dragging along a track: defines its bounds, its steps, and how it is written.
///
/// ```swift
/// ValueSlider("20%")?.text(at: 0.25)  // 25%
/// ```
///
/// A number has no bounds of its own. They follow from its text: from 0, or from the negative bound for a number below 0, to the
/// next power of ten above it. A number that is written whole stays whole, and a percentage a percentage.
public struct ValueSlider: Hashable, Sendable {
  /// Whether the track goes to both sides of 0.
  private let isSigned: Bool
  /// The power of ten at which the track ends.
  private let exponent: Int
  /// Whether all numbers are written whole.
  let isWhole: Bool
  /// Whether all numbers are written as percentages.
  let isPercentage: Bool

  /// Creates the slider of a number.
  ///
  /// - Parameter text: The number as it was typed, such as `20`, `-0.5` or `20%`. Anything else, a number of 10⁹ or more, and one
  ///   of more than 15 characters has no slider.
  public init?(_ text: String) {
    guard let number = Written(text), abs(number.value) < 1e9 else { return nil }
    isSigned = number.value < 0
    (isWhole, isPercentage) = (number.isWhole, number.isPercentage)
    var exponent = number.value == 0 ? 1 : isWhole ? 1 : -3
    while Self.power(exponent) <= abs(number.value) { exponent += 1 }
    // Percentages are most often parts of a whole.
    self.exponent = isPercentage ? max(exponent, 2) : exponent
  }

  private var reach: Double { Self.power(exponent) }
  private var least: Double { isSigned ? -reach : 0 }

  /// The numbers at the ends of the track.
  var bounds: ClosedRange<Double> {
    isPercentage ? least / 100...reach / 100 : least...reach
  }

  /// The position of a number on the track, from 0 to 1.
  ///
  /// - Parameter text: The number as text.
  /// - Returns: The share of the track before the number; `nil` unless the number is within the bounds, and written as this
  ///   slider writes numbers.
  public func share(of text: String) -> Double? {
    guard let number = Written(text), number.isPercentage == isPercentage, number.isWhole || !isWhole,
      number.value >= least, number.value <= reach
    else { return nil }
    return (number.value - least) / (reach - least)
  }

  /// The number at a position of the track, rounded to a step: a hundredth of the power of ten, and at least 1 for whole numbers.
  ///
  /// - Parameters:
  ///   - share: The position, from 0 to 1; other values are clamped, and NaN counts as 0.
  ///   - isFine: Whether steps are a tenth as large.
  /// - Returns: The number as text.
  public func text(at share: Double, isFine: Bool = false) -> String {
    let step = step(isFine: isFine)
    let wanted = least + max(0, min(share.isNaN ? 0 : share, 1)) * (reach - least)
    let steps = wanted / Self.power(step)
    return text(of: Int(steps + (steps < 0 ? -0.5 : 0.5)), timesTenTo: step)
  }

  /// The number that is some steps after another.
  ///
  /// - Parameters:
  ///   - count: The number of steps to go up; negative to go down.
  ///   - text: The number as text.
  ///   - isFine: Whether steps are a tenth as large.
  /// - Returns: The number as text, within the bounds; `nil` if the first number is not on the track.
  public func text(_ count: Int, after text: String, isFine: Bool = false) -> String? {
    guard let share = share(of: text) else { return nil }
    return self.text(at: share + Double(count) * Self.power(step(isFine: isFine)) / (reach - least), isFine: isFine)
  }

  private func step(isFine: Bool) -> Int {
    let step = exponent - (isFine ? 3 : 2)
    return isWhole ? max(step, 0) : step
  }

  /// Writes digits instead of adding doubles, so that 0.3 is written `0.3`.
  private func text(of count: Int, timesTenTo exponent: Int) -> String {
    var digits = String(count.magnitude)
    if exponent >= 0 {
      if count != 0 { digits += String(repeating: "0", count: exponent) }
    } else {
      digits = String(repeating: "0", count: max(0, 1 - exponent - digits.count)) + digits
      var fraction = digits.suffix(-exponent)
      digits.removeLast(-exponent)
      while fraction.last == "0" { fraction.removeLast() }
      if !fraction.isEmpty { digits += "." + fraction }
    }
    return (count < 0 ? "-" : "") + digits + (isPercentage ? "%" : "")
  }

  private static func power(_ exponent: Int) -> Double { Mathematics.power(10, Double(exponent)) }
}

extension ValueSlider {
  /// A number as it was typed.
  private struct Written {
    let value: Double
    let isWhole: Bool
    let isPercentage: Bool

    init?(_ text: String) {
      var digits = Substring(text)
      guard digits.utf8.count <= 15 else { return nil }
      isPercentage = digits.last == "%"
      if isPercentage { digits.removeLast() }
      isWhole = !digits.contains(".")
      // Neither `1e3` nor `0x10` nor a formula.
      let isPlain = digits.utf8.allSatisfy { $0 == 0x2d || $0 == 0x2e || (0x30...0x39).contains($0) }
      guard isPlain, let value = Double(digits) else { return nil }
      self.value = value
    }
  }
}
