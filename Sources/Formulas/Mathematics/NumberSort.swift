// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Sorts many numbers by their bits, a few bits at a time from the lowest (Knuth, The Art of Computer Programming 3,
/// 5.2.5).
///
/// Zeros of both signs are equal, and keep their order.
package enum NumberSort {
  /// The number of bits that are sorted at a time.
  private static let digit = 11
  /// The least count for which this is faster than comparisons.
  private static let least = 1 << 10

  /// Sorts finite numbers in ascending order. Complexity: O(numbers)
  package static func ascending(_ numbers: [Double]) -> [Double] {
    guard numbers.count >= least else { return numbers.sorted() }
    var keys = numbers.map(key)
    var other = keys
    var counts = Array(repeating: 0, count: 1 << digit)
    let mask = UInt64(counts.count - 1)
    let differences = differences(numbers)
    for shift in stride(from: 0 as UInt64, to: 64, by: digit) where differences >> shift & mask != 0 {
      for index in counts.indices { counts[index] = 0 }
      for key in keys { counts[Int(key &>> shift & mask)] &+= 1 }
      var place = 0
      for index in counts.indices { (counts[index], place) = (place, place + counts[index]) }
      for key in keys {
        let index = Int(key &>> shift & mask)
        other[counts[index]] = key
        counts[index] &+= 1
      }
      swap(&keys, &other)
    }
    var sorted = keys.map { Double(bitPattern: $0 >> 63 == 0 ? ~$0 : $0 & (1 << 63 - 1)) }
    if var place = sorted.firstIndex(of: 0) {
      for number in numbers where number == 0 {
        sorted[place] = number
        place += 1
      }
    }
    return sorted
  }

  /// Returns the numbers that ``ascending(_:)`` has at some indices, much faster if these are few. Complexity: O(numbers)
  package static func values(at places: [Int], of numbers: [Double]) -> [Double] {
    // Indices are counted within ranges of numbers that begin with the same bits; only the ranges with requested
    // indices are sorted.
    let differences = differences(numbers)
    let shift = UInt64(max(0, 64 - differences.leadingZeroBitCount - 12))
    let lowest = numbers.first.map { key($0) & ~(UInt64.max >> UInt64(differences.leadingZeroBitCount)) } ?? 0
    guard numbers.count >= least, differences != 0 else { return pick(places, of: ascending(numbers)) }
    var counts = Array(repeating: 0, count: 1 << 12)
    for number in numbers { counts[Int((key(number) &- lowest) &>> shift)] &+= 1 }
    var isNeeded = Array(repeating: false, count: counts.count)
    var (start, order) = (0, places.indices.sorted { places[$0] < places[$1] }[...])
    var (skipped, inner) = (0, places)
    for (index, count) in counts.enumerated() {
      start += count
      while let next = order.first, places[next] < start {
        isNeeded[index] = true
        inner[next] = places[next] - skipped
        order.removeFirst()
      }
      if !isNeeded[index] { skipped += count }
    }
    return pick(inner, of: ascending(numbers.filter { isNeeded[Int((key($0) &- lowest) &>> shift)] }))
  }

  private static func pick(_ places: [Int], of sorted: [Double]) -> [Double] { places.map { sorted[$0] } }

  /// Bits that are ordered as the numbers are: the bit patterns of negative numbers are in the reverse order.
  @inline(__always)
  private static func key(_ number: Double) -> UInt64 {
    // Adding zero turns a negative zero into a positive one.
    let bits = (number + 0).bitPattern
    return bits ^ (UInt64(bitPattern: Int64(bitPattern: bits) >> 63) | 1 << 63)
  }

  /// The bits in which some keys differ.
  private static func differences(_ numbers: [Double]) -> UInt64 {
    var (all, any) = (UInt64.max, 0 as UInt64)
    for number in numbers {
      let key = key(number)
      all &= key
      any |= key
    }
    return numbers.isEmpty ? 0 : all ^ any
  }
}
