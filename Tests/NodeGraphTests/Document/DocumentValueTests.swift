// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct DocumentValueTests {
  /// Numbers of both signs from each binade, including subnormal ones: with few bits, with many bits, and the extremes.
  private static var numbers: [Double] {
    var random = SplitMix64(seed: 12)
    var numbers: [Double] = []
    for exponent in 0..<UInt64(0x7ff) {
      let many = random.next() >> 12
      let significands: [UInt64] = [0, 1, 1 << 51, 0xf_ffff_ffff_ffff, many, many & ~0xffff]
      for significand in significands {
        let number = Double(bitPattern: exponent << 52 | significand)
        numbers += [number, -number]
      }
    }
    return numbers
  }

  private func array(_ document: GraphDocument) throws -> [DocumentValue] {
    guard case .array(let elements)? = document.others["x"] else { return [] }
    return elements
  }

  @Test func aNumberComesBackAsTheSameNumberBitForBit() throws {
    let numbers = Self.numbers
    let document = GraphDocument(others: ["x": .array(numbers.map { .number($0) })])
    let again = try array(try JSON.document(try JSON.text(document)))
    #expect(again.count == numbers.count)
    for (before, after) in zip(numbers, again) {
      guard case .number(let number) = after, number.bitPattern == before.bitPattern else {
        Issue.record("\(before) comes back as \(after)")
        return
      }
    }
  }

  @Test func anIntegerOf64BitsComesBackAsTheSameInteger() throws {
    var random = SplitMix64(seed: 13)
    for shift in 0..<64 {
      let natural = random.next() >> shift | 1
      let integer = Int64(bitPattern: natural)
      for text in ["\(natural)", "\(integer)"] {
        let document = try JSON.document(#"{"format":"NodeGraph","nodes":[],"x":[\#(text)]}"#)
        let again = try JSON.text(document)
        #expect(again.contains("    \(text)\n"))
        let value = try #require(try array(document).first)
        if text.hasPrefix("-") {
          #expect(try value.decoded(as: Int64.self) == integer)
        } else {
          #expect(try value.decoded(as: UInt64.self) == natural)
        }
      }
    }
  }

  @Test(arguments: ["0e1", "0E5", "0e0", "-0e1", "0.0e1", "1e-400"])
  func zeroIsANumberWhateverItsExponent(text: String) throws {
    let json =
      #"{"format":"NodeGraph","nodes":[],"view":{"viewport":{"origin":{"x":\#(text),"y":1},"#
      + #""size":{"width":1,"height":1},"zoom":1,"zoomRange":[0.5,2]}},"x":[\#(text)]}"#
    let document = try JSON.document(json)
    #expect(try array(document) == [.number(0)])
    #expect(document.view?.viewport?.origin == GraphPoint(0, 1))
  }

  @Test func aLargeIntegerIsTheNearestNumberOfEachType() throws {
    let integer = DocumentValue.integer(9_007_199_791_611_905)  // 2^53 + 2^29 + 1
    #expect(try integer.decoded(as: Double.self) == 9_007_199_791_611_904)
    // Converted through a Double first, it would be 2^53.
    #expect(try integer.decoded(as: Float.self) == 9_007_200_328_482_816)
    #expect(try DocumentValue.natural(.max).decoded(as: Double.self) == 0x1p64)
  }
}
