// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A number of many bits, not negative, as words of 32 bits, the lowest first. Slow, and simple.
struct LongNumber {
  var words: [UInt32]

  var isZero: Bool { words.allSatisfy { $0 == 0 } }

  static func one(shifted count: Int) -> LongNumber {
    var words = [UInt32](repeating: 0, count: count / 32 + 1)
    words[count / 32] = 1 << UInt32(count % 32)
    return LongNumber(words: words)
  }

  var trimmed: LongNumber {
    var words = words
    while words.last == 0 { words.removeLast() }
    return LongNumber(words: words)
  }

  static func < (first: LongNumber, second: LongNumber) -> Bool {
    let (a, b) = (first.trimmed.words, second.trimmed.words)
    if a.count != b.count { return a.count < b.count }
    for (x, y) in zip(a.reversed(), b.reversed()) where x != y { return x < y }
    return false
  }

  static func + (first: LongNumber, second: LongNumber) -> LongNumber {
    var (result, carry): ([UInt32], UInt64) = ([], 0)
    for index in 0..<max(first.words.count, second.words.count) + 1 {
      carry += UInt64(index < first.words.count ? first.words[index] : 0)
      carry += UInt64(index < second.words.count ? second.words[index] : 0)
      result.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    return LongNumber(words: result).trimmed
  }

  /// The second must not be larger.
  static func - (first: LongNumber, second: LongNumber) -> LongNumber {
    var (result, borrow): ([UInt32], Int64) = ([], 0)
    for index in first.words.indices {
      borrow += Int64(first.words[index]) - Int64(index < second.words.count ? second.words[index] : 0)
      result.append(UInt32(truncatingIfNeeded: borrow))
      borrow >>= 32
    }
    return LongNumber(words: result).trimmed
  }

  func doubled(adding bit: UInt32 = 0) -> LongNumber {
    var (result, carry): ([UInt32], UInt32) = ([], bit)
    for word in words {
      result.append(word << 1 | carry)
      carry = word >> 31
    }
    return LongNumber(words: result + [carry]).trimmed
  }

  func divided(by small: UInt32) -> LongNumber {
    var (result, rest): ([UInt32], UInt64) = (words, 0)
    for index in words.indices.reversed() {
      rest = rest << 32 | UInt64(words[index])
      result[index] = UInt32(rest / UInt64(small))
      rest %= UInt64(small)
    }
    return LongNumber(words: result).trimmed
  }

  /// Quotient, at most 64 bits of it, and remainder.
  func divided(by divisor: LongNumber) -> (UInt64, LongNumber) {
    var (quotient, rest): (UInt64, LongNumber) = (0, LongNumber(words: []))
    for index in (0..<words.count * 32).reversed() {
      rest = rest.doubled(adding: words[index / 32] >> UInt32(index % 32) & 1)
      quotient = quotient << 1
      if !(rest < divisor) {
        rest = rest - divisor
        quotient |= 1
      }
    }
    return (quotient, rest)
  }

  /// The fraction of 2^`start` times the number, which is read as a fraction of `scale` bits, to `count` bits.
  func bits(from start: Int, count: Int, scale: Int = 1_280) -> LongNumber {
    var result = [UInt32](repeating: 0, count: count / 32)
    for index in 0..<count {
      // Bit `index` of the result is worth 2^(index − count), that is 2^(index − count − start) of the number.
      let place = index - count - start + scale
      guard place >= 0, place / 32 < words.count else { continue }
      result[index / 32] |= (words[place / 32] >> UInt32(place % 32) & 1) << UInt32(index % 32)
    }
    return LongNumber(words: result).trimmed
  }

  /// 2 / π times 2^`bits`, from π = 16 arctan 1/5 − 4 arctan 1/239 (Machin 1706).
  static func twoOverPi(bits: Int) -> LongNumber {
    let guarded = bits + 64
    func arctangent(ofInverse x: UInt32, times factor: UInt32) -> LongNumber {
      var power = LongNumber.one(shifted: guarded + factor.trailingZeroBitCount).divided(by: x)
      var (plus, minus, odd) = (LongNumber(words: []), LongNumber(words: []), UInt32(1))
      while !power.isZero {
        let term = power.divided(by: odd)
        if odd % 4 == 1 { plus = plus + term } else { minus = minus + term }
        power = power.divided(by: x).divided(by: x)
        odd += 2
      }
      return plus - minus
    }
    let pi = arctangent(ofInverse: 5, times: 16) - arctangent(ofInverse: 239, times: 4)
    // 2^(1 + bits) / (pi / 2^guarded), by long division.
    var (rest, result) = (LongNumber.one(shifted: guarded + 1), [UInt32](repeating: 0, count: bits / 32 + 1))
    for index in (0...bits).reversed() {
      if !(rest < pi) {
        rest = rest - pi
        result[index / 32] |= 1 << UInt32(index % 32)
      }
      rest = rest.doubled()
    }
    return LongNumber(words: result).trimmed
  }
}
