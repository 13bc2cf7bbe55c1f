// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphCopyTests {
  @Test func aCopyIsIndependent() throws {
    var graph = Graph(kinds: mixedKinds)
    let one = try graph.add("Number", named: "one")
    let minus = try graph.add("Negate", at: GraphPoint(1, 2))
    try graph.connect(one.output, to: minus.input(0))
    let before = try GraphPicture(graph)
    var copies = Array(repeating: graph, count: 4)
    try copies[0].remove(one)
    try copies[1].setKind(of: minus, to: "Label")
    try copies[2].edit { graph in
      try graph.rename(one, to: "two")
      try graph.move(minus, to: .zero)
      try graph.add("Sum")
    }
    copies[3].register(NodeKind("Extra"))
    for copy in copies { copy.checkInvariants() }
    #expect(try GraphPicture(graph) == before)
    #expect(graph.node(named: "one") == one && graph.kind(named: "Extra") == nil)
    #expect(copies.map(\.nodeCount) == [1, 2, 3, 2])
    #expect(copies[2].node(named: "two") == one && copies[3].node(named: "two") == nil)
    try graph.disconnect(minus.input(0))
    #expect(copies.map(\.connectionCount) == [0, 1, 1, 1])
  }

  @Test func aCopyFromTheMiddleOfAnEditStaysWhateverBecomesOfIt() throws {
    struct GivenUp: Error {}
    for givesUp in [false, true] {
      var graph = Graph(kinds: mixedKinds)
      let one = try graph.add("Number", named: "one")
      let minus = try graph.add("Negate")
      try graph.connect(one.output, to: minus.input(0))
      let before = try GraphPicture(graph)
      var early: [Graph] = []
      let result = Result {
        try graph.edit { graph in
          try graph.add("Number", named: "two")
          early.append(graph)
          try graph.remove(one)
          early.append(graph)
          if givesUp { throw GivenUp() }
        }
      }
      if case .success = result { #expect(!givesUp) } else { #expect(givesUp) }
      #expect(try givesUp == (GraphPicture(graph) == before))
      #expect(early.map(\.nodeCount) == [3, 2])
      for index in early.indices {
        try early[index].rename(minus, to: "minus")
        try early[index].add("Sum", named: "one more")
        early[index].checkInvariants()
        #expect(early[index].contains(one) == (index == 0))
      }
      #expect(early.map(\.nodeCount) == [4, 3])
      #expect(graph.name(of: minus) == nil)
      graph.checkInvariants()
    }
  }

  @Test func aRefusedEditOfACopyLeavesBothAlone() throws {
    var graph = Graph(kinds: mixedKinds)
    let one = try graph.add("Negate")
    let copy = graph
    #expect(throws: GraphError.self) { try graph.connect(one.output, to: one.input(0)) }
    #expect(try GraphPicture(graph) == GraphPicture(copy))
  }

  @Test func tasksEditTheirOwnCopies() async throws {
    var graph = Graph(kinds: mixedKinds)
    let one = try graph.add("Number")
    let shared = graph
    let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
      for count in 1...8 {
        group.addTask {
          var mine = shared
          for _ in 0..<count * 50 {
            let minus = try mine.add("Negate")
            try mine.connect(one.output, to: minus.input(0))
          }
          mine.checkInvariants()
          return mine.consumers(of: one.output).count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sizes.sorted() == (1...8).map { $0 * 50 })
    #expect(graph.connectionCount == 0)
  }
}
