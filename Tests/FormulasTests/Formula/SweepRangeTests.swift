// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

@Suite struct SweepRangeTests {
  func values(_ text: String) throws -> [Double] { try SweepRange(SourceName(naming: text)).values }

  @Test func decimalStepsAreCountedExactly() throws {
    #expect(try values("0..1 step 0.1") == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1])
    #expect(try values("10..50 step 10") == [10, 20, 30, 40, 50])
    #expect(try values("1..0 step -0.25") == [1, 0.75, 0.5, 0.25, 0])
    #expect(try values("0.1..0.35 step 0.1") == [0.1, 0.2, 0.3])
    #expect(try values("-1e-9..1e-9 step 1e-9") == [-1e-9, 0, 1e-9])
    for digits in 1...12 {
      let step = "1e-\(digits)"
      let range = try SweepRange(SourceName(naming: "5..5 + 9999 * \(step) step \(step)"))
      #expect(range.count == 10_000, "steps of \(step)")
    }
  }

  @Test func everyCountOfTenthsAndHundredthsIsExact() throws {
    for count in stride(from: 1, to: 1000, by: 13) {
      for (step, unit) in [("0.1", 10.0), ("0.01", 100.0), ("0.7", 10.0 / 7)] {
        let last = Double(count) / unit
        let values = try values("0..\(last) step \(step)")
        #expect(values.count == count + 1, "0..\(last) step \(step)")
        #expect(values.last == last)
      }
    }
  }

  @Test func theLastValueOfStepsThatAreNoDecimalsIsHit() throws {
    for count in [93, 49, 98, 103, 107] {
      let values = try values("0..1 step 1/\(count)")
      #expect(values.count == count + 1, "0..1 step 1/\(count)")
      #expect(values.last == 1)
      #expect(try self.values("1..0 step -1/\(count)").last == 0)
    }
  }

  @Test func withoutAStepItIsOne() throws {
    #expect(try values("1..4") == [1, 2, 3, 4])
    #expect(try values("4 .. 2") == [4, 3, 2])
    #expect(try values("2..2") == [2])
    #expect(try values("0..1.5") == [0, 1])
  }

  @Test func boundsAreConstantExpressions() throws {
    let quarters = try values("0..2*pi step pi / 2")
    #expect(quarters.count == 5)
    #expect(quarters.last == 2 * .pi)
    #expect(try values("0..10% step 5%") == [0, 0.05, 0.1])
  }

  @Test func whatIsNoRangeIsRefusedWithItsPlace() {
    func refused(_ text: String) -> String {
      do throws(Diagnostic) {
        _ = try SweepRange(SourceName(text, range: 6..<6 + text.utf8.count))
        return "it was not refused"
      } catch {
        return "\(error.range) \(error.summary)"
      }
    }
    #expect(refused("1 to 3") == "6..<12 error[command]: expected a range; write a..b or a..b step s")
    #expect(refused("1..") == "9..<9 error[syntax]: expected a value at the end of the line")
    #expect(refused("1..nope") == "9..<13 error[type]: the numbers of a range are constants")
    #expect(refused("1..true") == "9..<13 error[type]: the numbers of a range are constants")
    #expect(refused("1..1,000").hasPrefix("9..<14 error[number]: '1,000' has a comma in it"))
    #expect(
      refused("1..2 step 0") == "6..<17 error[command]: a step of 0 does not lead from the first value to the last")
    #expect(
      refused("1..2 step -1") == "6..<18 error[command]: a step of -1 does not lead from the first value to the last")
    #expect(refused("0..10000") == "6..<14 error[command]: a sweep has at most 10000 values; take a larger step")
    #expect(refused("0..1e300 step 1e-300").hasSuffix("a sweep has at most 10000 values; take a larger step"))
  }
}
