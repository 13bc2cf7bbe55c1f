// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeGraph
import Testing

@Suite struct ReportedValuesTests {
  private let nodes: [NodeID] = {
    let session = Session()
    for name in ["a", "b", "c"] { _ = try? session.run("\(name) = 1") }
    return ["a", "b", "c"].compactMap(session.node)
  }()

  @Test func aValueIsReplacedByOneOfAnyKind() {
    let values: [NodeValue] = [
      .value(.number(1)), .value(.text("one")), .value(.number(0)), .value(.boolean(true)),
      .failure(message: "division by zero", origin: nil), .value(.number(2)), .value(.number(3)),
    ]
    var reported = ReportedValues()
    var last: NodeValue?
    for value in values {
      #expect(reported.update(nodes[1], to: value) == last)
      #expect(reported[nodes[1]] == value)
      #expect(reported[nodes[0]] == nil && reported[nodes[2]] == nil && !reported.isEmpty)
      last = value
    }
    for value in values {
      reported[nodes[1]] = value
      reported[nodes[1]] = nil
      #expect(reported[nodes[1]] == nil && reported.isEmpty)
    }
  }

  @Test func valuesOfOtherNodesAreFound() {
    var reported = ReportedValues()
    reported[nodes[0]] = .value(.number(1))
    reported[nodes[2]] = .value(.text("two"))
    #expect(reported.areOf(nodes) && reported.areOf([nodes[0], nodes[2]]))
    #expect(!reported.areOf([nodes[0]]) && !reported.areOf([nodes[2]]))
  }
}
