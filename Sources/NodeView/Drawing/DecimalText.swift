// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Writes coordinates as text that is short, a plain decimal number in all cases, and the same on every machine.
package enum DecimalText {
  /// The largest magnitude that is written. It is beyond every picture, and its thousandths still fit an integer.
  private static let limit = 1e12

  /// The number with at most three decimals and without trailing zeros; "0" for NaN.
  package static func thousandths(_ number: Double) -> String {
    if number.isNaN { return "0" }
    let scaled = max(-limit, min(limit, number)) * 1000
    let thousandths = Int(scaled + (scaled < 0 ? -0.5 : 0.5))
    let magnitude = thousandths.magnitude
    let sign = thousandths < 0 ? "-" : ""
    let (whole, rest) = (magnitude / 1000, magnitude % 1000)
    if rest == 0 { return "\(sign)\(whole)" }
    var decimals = String(String(rest + 1000).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }

  /// The number with nine decimals, or with at least nine significant digits if it is below one, without trailing
  /// zeros.
  ///
  /// It is meant for factors that large coordinates are multiplied with. NaN, and magnitudes from a million or below
  /// 1e-30, are written by ``thousandths(_:)``.
  package static func factor(_ number: Double) -> String {
    let magnitude = abs(number)
    guard magnitude < 1_000_000, magnitude >= 1e-30 else { return thousandths(number) }
    var (digits, unit) = (9, 1e9)
    while magnitude * unit < 1e8 { (digits, unit) = (digits + 1, unit * 10) }
    let scaled = UInt64(magnitude * unit + 0.5)
    var text = String(scaled)
    if text.count <= digits { text = String(repeating: "0", count: digits + 1 - text.count) + text }
    let decimals = String(text.suffix(digits))
    var kept = decimals[...]
    while kept.last == "0" { kept.removeLast() }
    return (number < 0 ? "-" : "") + text.dropLast(digits) + (kept.isEmpty ? "" : ".\(kept)")
  }

  /// The largest integer that is not above the number, limited to ±2⁴⁰; 0 for NaN.
  ///
  /// It doesn't use libm, which a program without Foundation doesn't link.
  package static func floor(_ number: Double) -> Int {
    if number.isNaN { return 0 }
    let bounded = max(-1_099_511_627_776, min(1_099_511_627_776, number))
    let truncated = Int(bounded)
    return Double(truncated) > bounded ? truncated - 1 : truncated
  }
}
