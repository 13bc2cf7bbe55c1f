// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

@Suite struct PortTypeTests {
  @Test func aTypeThatIsDistinguishedByItsNameFitsOnlyThatName() throws {
    let types = [
      PortType(Double.self), PortType(Double.self, name: "Number"), PortType(Double.self, distinguishedBy: "km"),
      PortType(Double.self, distinguishedBy: "h"), PortType(Double.self, distinguishedBy: "Double"),
      PortType(Int.self),
    ]
    let kinds = types.enumerated().map { index, type in
      NodeKind("kind \(index)", inputs: [NodeKind.Input("x", type)], outputs: [NodeKind.Output("value", type)])
    }
    for (index, given) in types.enumerated() {
      for (other, taken) in types.enumerated() {
        let isSame = index == other || index < 2 && other < 2
        #expect((given == taken) == isSame)
        if isSame { #expect(given.hashValue == taken.hashValue) }
        // With the order and against it.
        for isReversed in [false, true] {
          var graph = Graph(kinds: kinds)
          let first = try graph.add(kinds[isReversed ? other : index].name)
          let second = try graph.add(kinds[isReversed ? index : other].name)
          let (source, target) = isReversed ? (second, first) : (first, second)
          let verdict = graph.verdict(onConnecting: source.output(0), to: target.input(0))
          #expect((verdict == .allowed) == isSame, "\(given) to \(taken)")
          try? graph.connect(source.output(0), to: target.input(0))
          #expect(graph.sources(of: target.input(0)).count == (isSame ? 1 : 0), "\(given) to \(taken)")
          graph.checkInvariants()
        }
      }
    }
  }
}
