// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

// Writes the sums of parts, and reads them again.
extension ExactSum {
  /// The sum as text: hexadecimal digits and the exponent of the last digit's lowest bit, as in `-1fp-3` for −31/8.
  package var text: String {
    if nonfinite != 0 { return nonfinite.isNaN ? "nan" : nonfinite < 0 ? "-inf" : "inf" }
    let (isNegative, natural) = whole
    if natural.isZero { return "0p0" }
    let zeros = natural.limbs.prefix { $0 == 0 }.count
    let shift = zeros * 64 + natural.limbs[zeros].trailingZeroBitCount
    let digits = (natural >> shift).limbs.reversed().enumerated().map { index, limb in
      let text = String(limb, radix: 16)
      return index == 0 ? text : String(repeating: "0", count: 16 - text.utf8.count) + text
    }
    return "\(isNegative ? "-" : "")\(digits.joined())p\(lowest + shift)"
  }

  /// Reads a ``text``; `nil` if the text has another form, or is not a sum of such products.
  package init?(_ text: String, ofProductsOf factorCount: Int) {
    self.init(ofProductsOf: factorCount)
    switch text {
    case "nan": add(nonfinite: .nan)
    case "inf": add(nonfinite: .infinity)
    case "-inf": add(nonfinite: -.infinity)
    default:
      let parts = text.split(separator: "p", omittingEmptySubsequences: false)
      guard parts.count == 2, let exponent = Int(parts[1]), exponent.magnitude < 10_000 * UInt(factorCount),
        text.utf8.count < 2000 * factorCount
      else { return nil }
      let isNegative = parts[0].first == "-"
      let digits = Array(parts[0].utf8.dropFirst(isNegative ? 1 : 0))
      let values = digits.compactMap(\.hexadecimalDigit)
      guard !values.isEmpty, values.count == digits.count else { return nil }
      if values.allSatisfy({ $0 == 0 }) { return }
      let end = exponent - lowest
      guard end >= 0, end + values.count * 4 <= ExactSum.width(ofProductsOf: factorCount) else { return nil }
      for (index, value) in values.reversed().enumerated() {
        add(UInt64(value), 0, at: end + index * 4, isNegative: isNegative)
      }
    }
  }
}
