// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct BoxPictureTests {
  private static let values = [
    "price": "20", "qty": "3", "sub": "60", "rate": "0.2\n20%", "tax": "12", "total": "72", "each": "24",
  ]

  private func receiptPicture() throws -> BoxPicture {
    let graph = try receipt()
    return BoxPicture(graph) { node in graph.name(of: node).flatMap { Self.values[$0] } }
  }

  @Test func aReceiptIsDrawnAsDocumented() throws {
    #expect(
      try receiptPicture().lines().joined(separator: "\n") == """
                        ┌ sub ───────┐
        ┌ price ────┐   │ 60  Number ●─┬───────────────┐
        │ 20 Number ●───● price      │ │               │ ┌ total ────┐
        └───────────┘ ┌─● qty        │ │               │ │ 72 Number ●─┐
                      │ └────────────┘ │ ┌ tax ──────┐ └─● sub       │ │
                      │                │ │ 12 Number ●───● tax       │ │
                      │ ┌ rate ──────┐ └─● sub       │   └───────────┘ │
                      │ │ 0.2 Number ●───● rate      │                 │
                      │ │ 20%        │   └───────────┘                 │ ┌ each ─────┐
                      │ └────────────┘                                 │ │ 24 Number ○
        ┌ qty ──────┐ │                                                └─● total     │
        │ 3  Number ●─┴──────────────────────────────────────────────────● qty       │
        └───────────┘                                                    └───────────┘
        """)
    #expect(
      try receiptPicture().lines(isASCII: true).joined(separator: "\n") == """
                        + sub -------+
        + price ----+   | 60  Number *-+---------------+
        | 20 Number *---* price      | |               | + total ----+
        +-----------+ +-* qty        | |               | | 72 Number *-+
                      | +------------+ | + tax ------+ +-* sub       | |
                      |                | | 12 Number *---* tax       | |
                      | + rate ------+ +-* sub       |   +-----------+ |
                      | | 0.2 Number *---* rate      |                 |
                      | | 20%        |   +-----------+                 | + each -----+
                      | +------------+                                 | | 24 Number o
        + qty ------+ |                                                +-* total     |
        | 3  Number *-+--------------------------------------------------* qty       |
        +-----------+                                                    +-----------+
        """)
  }

  /// A graph of nodes with as many inputs as outputs, connected crosswise at random.
  private func randomWeave(_ random: inout SplitMix64) throws -> Graph {
    let count = random.below(3) + 2
    let kind = NodeKind(
      "Weave", inputs: (0..<count).map { .init("i\($0)", number) }, outputs: (0..<count).map { .init("o\($0)", number) }
    )
    var graph = Graph(kinds: [kind])
    let nodes = try (0..<random.below(5) + 2).map { _ in try graph.add("Weave") }
    for (place, node) in nodes.enumerated().dropFirst() {
      for input in 0..<count where random.below(8) > 0 {
        // Mostly the preceding node, so that all wires of a channel are in the same rows.
        let source = random.below(3) > 0 ? place - 1 : random.below(place)
        try graph.connect(nodes[source].output(random.below(count)), to: node.input(input))
      }
    }
    return graph
  }

  @Test func wiresThatSwapTheirRowsChangeTheirTracksHalfway() throws {
    let names = ["a", "b", "c", "d"]
    let kind = NodeKind(
      "Weave", inputs: names.map { .init($0, number) }, outputs: names.map { .init($0, number) })
    var graph = Graph(kinds: [kind])
    let (first, second) = (try graph.add("Weave"), try graph.add("Weave"))
    for (output, input) in [1, 0, 2, 3].enumerated() {
      try graph.connect(first.output(output), to: second.input(input))
    }
    #expect(
      BoxPicture(graph).lines() == [
        "┌ Weave ──────┐ ┌───┐ ┌ Weave ──────┐",
        "○ a  a Number ●─│─┐ └─● a  a Number ○",
        "○ b  b Number ●─┘ └───● b  b Number ○",
        "○ c  c Number ●───────● c  c Number ○",
        "○ d  d Number ●───────● d  d Number ○",
        "└─────────────┘       └─────────────┘",
      ])
  }

  @Test func theConnectionsCanBeReadBackFromThePicture() throws {
    for seed in 0..<160 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let graph = seed % 2 == 0 ? try randomShownGraph(&random) : try randomWeave(&random)
      let shown = seed % 3 == 0 ? graph.nodes.filter { _ in random.below(5) > 0 } : graph.nodes
      let places = Dictionary(uniqueKeysWithValues: zip(graph.nodes, graph.nodes.indices))
      let picture = BoxPicture(graph, nodes: shown) { places[$0].map { String($0) } }
      var expected: Set<BoxReader.Line> = []
      for connection in graph.connections {
        let (source, target) = (connection.source, connection.target)
        guard shown.contains(source.node), shown.contains(target.node) else { continue }
        guard let from = places[source.node], let to = places[target.node] else { continue }
        expected.insert(
          .init(source: .init(node: from, index: source.index), target: .init(node: to, index: target.index)))
      }
      for isASCII in [false, true] {
        let lines = picture.lines(isASCII: isASCII)
        let text = lines.joined(separator: "\n")
        do {
          let read = try BoxReader(lines, isASCII: isASCII)
          #expect(read.lines == expected, "seed \(seed)\n\(text)")
          #expect(read.boxCount == shown.count, "seed \(seed)\n\(text)")
        } catch {
          Issue.record("seed \(seed): \(error)\n\(text)")
          return
        }
        #expect(lines.map { TextWidth.columns(of: $0) }.max() ?? 0 == picture.width, "seed \(seed)")
        if isASCII { #expect(text.allSatisfy { $0.isASCII }) }
      }
    }
  }

  @Test func bordersStayStraightWhateverLabelsHold() throws {
    var graph = Graph()
    for label in awkwardLabels {
      let type = PortType(Double.self, name: label)
      let outputs = [NodeKind.Output("a" + label, type), .init("b" + label, type)]
      let kind = NodeKind(label, inputs: [.init(label, type)], outputs: outputs)
      let node = try graph.add(own: kind, named: label)
      if let first = graph.nodes.first, first != node { try? graph.connect(first.output, to: node.input(0)) }
    }
    for index in awkwardLabels.indices {
      let node = graph.nodes[index]
      let picture = BoxPicture(graph, nodes: [node]) { _ in awkwardLabels[index] }
      for isASCII in [false, true] {
        let lines = picture.lines(isASCII: isASCII)
        let message = "\(awkwardLabels[index].debugDescription)\n\(lines.joined(separator: "\n"))"
        #expect(lines.allSatisfy { TextWidth.columns(of: $0) == picture.width }, "\(message)")
        #expect(lines.dropFirst().dropLast().allSatisfy { "│○|o".contains($0.first ?? " ") }, "\(message)")
        #expect(lines.allSatisfy { "┐│○┘+|o".contains($0.last ?? " ") }, "\(message)")
        #expect(picture.width <= 4 + 24 + 2 + 24, "\(message)")
        if isASCII { #expect(lines.joined().allSatisfy { $0.isASCII }, "\(message)") }
      }
    }
  }

  @Test func whatLiesInANodeIsDrawnInItsBox() throws {
    var graph = Graph()
    let type = PortType(Int.self, name: "Int")
    let (given, kind) = (
      NodeKind("Given", outputs: [.init("y", type)]),
      NodeKind("Add", inputs: [.init("x", type)], outputs: [.init("y", type)])
    )
    let (one, two) = (try graph.add(own: given, named: "one"), try graph.add(own: kind, named: "two"))
    try graph.connect(one.output, to: two.input(0))
    let inner = BoxPicture(graph)
    let picture = try BoxPicture(
      graph, fitting: .max, cells: 10_000, titles: [two: "group"], inside: [two: inner])
    let lines = picture.lines()
    #expect(lines.count { $0.contains("┌ one ┐") } >= 1 && lines.contains { $0.contains("┌ group ─") })
    #expect(lines.contains { $0.contains("│ ┌ one ┐   ┌ two ───┐ │") }, "\(lines.joined(separator: "\n"))")
    let ascii = picture.lines(isASCII: true)
    #expect(ascii.allSatisfy { $0.allSatisfy(\.isASCII) } && ascii.contains { $0.contains("| + one +   + two ---+ |") })
    #expect(throws: BoxPicture.Misfit.width) {
      try BoxPicture(graph, fitting: inner.width + 3, cells: 10_000, inside: [two: inner])
    }
  }

  @Test func partsThatHangTogetherWithNothingElseStandBelowEachOther() throws {
    var graph = Graph(kinds: mixedKinds)
    try graph.add("Number", named: "one")
    try graph.add("Number")
    try graph.add(own: NodeKind(""))
    #expect(
      BoxPicture(graph).lines() == [
        "┌ one ───┐", "│ Number ○", "└────────┘", "", "┌ Number ┐", "│ Number ○", "└────────┘", "", "┌─┐", "└─┘",
      ])
    #expect(BoxPicture(Graph()).lines() == [] && BoxPicture(Graph()).width == 0)
  }

  @Test func thereIsNoPictureWhereItDoesNotFit() throws {
    let graph = try receipt()
    let width = BoxPicture(graph).width
    for limit in 0...width + 1 {
      let picture = BoxPicture(graph, fitting: limit)
      #expect((picture != nil) == (limit >= width))
      #expect(picture.map { $0.lines() == BoxPicture(graph).lines() } ?? true)
    }
  }

  @Test func thereIsNoPictureOfMoreCellsThanTheLimit() throws {
    let graph = try receipt()
    let picture = BoxPicture(graph)
    let cells = picture.width * picture.lines().count
    for limit in [cells - 1, cells, cells + 1] {
      let fits = (try? BoxPicture(graph, fitting: .max, cells: limit)) != nil
      #expect(fits == (limit >= cells))
    }
    #expect(throws: BoxPicture.Misfit.cells) { try BoxPicture(graph, fitting: .max, cells: 0) }
    #expect(throws: BoxPicture.Misfit.width) { try BoxPicture(graph, fitting: 5, cells: 0) }
  }

  /// Drawn, this picture would take 200 million cells; its layout would have 4 million nodes for edges that cross columns.
  @Test func aPictureThatIsTooLargeIsNotLaidOut() throws {
    var graph = Graph(kinds: mixedKinds)
    var connections: [Connection] = []
    var last = try graph.add("Number")
    let sum = try graph.add(
      own: NodeKind("Sum", inputs: [.init("x", number, arity: .many)]))
    for _ in 0..<3000 {
      let next = try graph.add("Add")
      connections.append(Connection(from: last.output, to: next.input(0)))
      connections.append(Connection(from: next.output, to: sum.input(0)))
      last = next
    }
    try graph.connect(contentsOf: connections)
    #expect(throws: BoxPicture.Misfit.cells) { try BoxPicture(graph, fitting: .max, cells: BoxPicture.cellLimit) }
    #expect(BoxPicture(graph, fitting: .max) == nil)
  }

  @Test func aLongChainIsDrawnWithoutRecursion() throws {
    var graph = Graph(kinds: mixedKinds)
    var last = try graph.add("Number")
    for _ in 0..<5000 {
      let next = try graph.add("Add")
      try graph.connect(last.output, to: next.input(0))
      last = next
    }
    let picture = BoxPicture(graph)
    #expect(picture.width > 5000 * 10)
    #expect(picture.lines().count == 4)
    #expect(BoxPicture(graph, fitting: 200) == nil)
  }
}
