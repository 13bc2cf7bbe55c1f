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

  /// Checks that a change to a kind with another unit drops the connection of that input.
  @Test func anInputOfAnotherUnitKeepsNothing() throws {
    var kinds: [NodeKind] = []
    for name in ["km", "h"] {
      let unit = PortType(Double.self, distinguishedBy: name)
      let (input, output) = (NodeKind.Input("x", unit), NodeKind.Output("value", unit))
      kinds.append(NodeKind("source \(name)", inputs: [], outputs: [output]))
      kinds.append(NodeKind("reader \(name)", inputs: [input], outputs: [output]))
      // A port of one name at another position.
      let first = NodeKind.Input("w", PortType(Int.self))
      kinds.append(NodeKind("second \(name)", inputs: [first, input], outputs: [output]))
    }
    let ways: [Graph.PortMatching] = [.name, .position]
    for matching in ways {
      for other in ["reader km", "reader h", "second km", "second h"] {
        var graph = Graph(kinds: kinds)
        let source = try graph.add("source km")
        let reader = try graph.add("reader km")
        try graph.connect(source.output(0), to: reader.input(0))
        try graph.setKind(of: reader, to: other, matching: matching)
        let isKept = other == "reader km" || other == "second km" && matching == .name
        let count = graph.connectionCount
        #expect(count == (isKept ? 1 : 0), "\(other) by \(matching)")
        graph.checkInvariants()
      }
    }
  }
}
