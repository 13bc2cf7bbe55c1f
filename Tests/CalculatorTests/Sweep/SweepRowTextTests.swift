// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Testing

@Suite struct SweepRowTextTests {
  private let given: [[Double]] = [[1, 0.1], [-0.0, 1e300], [.nan, -.infinity], [12.5, 1e-7]]
  private let results: [NodeValue] = [
    .value(.number(0.1 + 0.2)), .value(.text("a, \"b\"")), .value(.boolean(true)), .value(.numbers([1, 2.5])),
    .failure(message: "domain", origin: "a"), .pending(last: nil),
  ]

  private func lines(_ form: SweepRowText.Form) -> [String] {
    let text = SweepRowText(form, inputs: ["p", "q\""], outputs: ["x", "y"])
    var lines = TextBytes()
    for row in results.indices {
      let given = given[row % given.count]
      let values = [results[row], results[(row + 1) % results.count]]
      text.append(row * 1001, given, values, to: &lines)
    }
    return lines.string.split(separator: "\n").map { String($0) }
  }

  @Test func linesOfCSV() {
    #expect(
      lines(.csv) == [
        #"0,1,0.1,0.30000000000000004,"a, ""b""","#,
        #"1001,-0,1e300,"a, ""b""",true,"#,
        #"2002,NaN,-Infinity,true,"[1, 2.5]","#,
        #"3003,12.5,1e-7,"[1, 2.5]",,y: domain (from a)"#,
        #"4004,1,0.1,,,x: domain (from a); y: pending"#,
        #"5005,-0,1e300,,0.30000000000000004,x: pending"#,
      ])
  }

  @Test func linesOfJSON() {
    #expect(
      lines(.json) == [
        #"{"row":0,"set":{"p":1,"q\"":0.1},"get":{"x":0.30000000000000004,"y":"a, \"b\""}}"#,
        #"{"row":1001,"set":{"p":-0,"q\"":1e300},"get":{"x":"a, \"b\"","y":true}}"#,
        #"{"row":2002,"set":{"p":"NaN","q\"":"-Infinity"},"get":{"x":true,"y":[1,2.5]}}"#,
        #"{"row":3003,"set":{"p":12.5,"q\"":1e-7},"get":{"x":[1,2.5],"y":{"error":"domain","from":"a"}}}"#,
        #"{"row":4004,"set":{"p":1,"q\"":0.1},"get":{"x":{"error":"domain","from":"a"},"y":{"pending":true}}}"#,
        #"{"row":5005,"set":{"p":-0,"q\"":1e300},"get":{"x":{"pending":true},"y":0.30000000000000004}}"#,
      ])
  }
}
