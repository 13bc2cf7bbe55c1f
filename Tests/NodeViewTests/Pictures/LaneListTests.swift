// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct LaneListTests {
  /// The rows of the receipt: name, value and source of each node.
  private static let rows = [
    "price": ["= 20", "20"], "qty": ["= 3", "3"], "sub": ["= 60", "price * qty"], "rate": ["= 0.2", "20%"],
    "tax": ["= 12", "sub * rate"], "total": ["= 72", "sub + tax"], "each": ["= 24", "total / qty"],
  ]

  private func receiptLines(isASCII: Bool = false, width: Int? = nil, only: [String]? = nil) throws -> [String] {
    let graph = try receipt()
    let nodes = only.map { $0.compactMap { graph.node(named: $0) } }
    return LaneList(graph, nodes: nodes) { node in
      let name = graph.name(of: node) ?? ""
      return [name] + (Self.rows[name] ?? [])
    }
    .lines(isASCII: isASCII, width: width)
  }

  @Test func aReceiptIsDrawnAsDocumented() throws {
    #expect(
      try receiptLines() == [
        "○      price  = 20   20",
        "│ ○    qty    = 3    3",
        "●─┤    sub    = 60   price * qty",
        "│ │ ○  rate   = 0.2  20%",
        "├─│─●  tax    = 12   sub * rate",
        "●─│─┘  total  = 72   sub + tax",
        "◆─┘    each   = 24   total / qty",
      ])
    #expect(
      try receiptLines(isASCII: true) == [
        "o      price  = 20   20",
        "| o    qty    = 3    3",
        "*-+    sub    = 60   price * qty",
        "| | o  rate   = 0.2  20%",
        "+-|-*  tax    = 12   sub * rate",
        "*-|-'  total  = 72   sub + tax",
        "@-'    each   = 24   total / qty",
      ])
  }

  @Test func rowsAreCutToTheWidth() throws {
    #expect(try receiptLines(width: 22)[2] == "●─┤    sub    = 60   …")
    #expect(try receiptLines(width: 3)[3] == "│ …")
    #expect(try receiptLines(isASCII: true, width: 10)[0] == "o      pr.")
    #expect(try receiptLines(width: 0) == Array(repeating: "", count: 7))
  }

  @Test func aPartShowsOnlyWhatIsConnectedInIt() throws {
    #expect(
      try receiptLines(only: ["total", "rate", "tax", "sub"]) == [
        "○    sub    = 60   price * qty", "│ ○  rate   = 0.2  20%", "├─●  tax    = 12   sub * rate",
        "◆─┘  total  = 72   sub + tax",
      ])
  }

  @Test func textsOfAnyWidthStayAligned() throws {
    var graph = Graph(kinds: mixedKinds)
    for label in awkwardLabels { try graph.add("Number", named: label) }
    let list = LaneList(graph) { [graph.name(of: $0) ?? "", "|"] }
    for isASCII in [false, true] {
      let lines = list.lines(isASCII: isASCII)
      #expect(Set(lines.map { TextWidth.columns(of: $0) }).count == 1)
      #expect(lines.allSatisfy { $0.hasSuffix("|") && !$0.contains { $0.isNewline } })
      if isASCII { #expect(lines.joined().allSatisfy { $0.isASCII }) }
    }
    #expect(list.laneCount == 1, "what nobody reads has no lane below")
    #expect(LaneList(Graph()) { _ in [] }.lines() == [])
  }

  @Test func theConnectionsCanBeReadBackFromTheLines() throws {
    for seed in 0..<150 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let graph = try randomShownGraph(&random)
      let list = LaneList(graph) { _ in [] }
      let order = list.nodes
      #expect(Set(order) == Set(graph.nodes) && order.count == graph.nodeCount, "seed \(seed)")
      let places = Dictionary(uniqueKeysWithValues: zip(order, order.indices))
      var expected: Set<[Int]> = []
      for connection in graph.connections {
        if let source = places[connection.source.node], let target = places[connection.target.node] {
          expected.insert([source, target])
        }
      }
      #expect(expected.allSatisfy { $0[0] < $0[1] }, "seed \(seed)")
      for isASCII in [false, true] {
        let read = try LaneReader(list.lines(isASCII: isASCII), isASCII: isASCII)
        #expect(read.connections == expected, "seed \(seed)")
      }
      let alive = order.indices.map { row in
        // A reader can take over a lane that ends in its row.
        let open = Set(expected.filter { $0[0] < row && row <= lastReader($0[0], expected) }.map { $0[0] })
        return open.count + (open.contains { lastReader($0, expected) == row } ? 0 : 1)
      }
      #expect(list.laneCount <= alive.max() ?? 0, "seed \(seed)")
    }
  }

  @Test func aValueStandsRightBeforeItsFirstReader() throws {
    // Ten pairs of numbers, made before their sums: at most two numbers are open at a time.
    var graph = Graph(kinds: mixedKinds)
    let numbers = try (0..<20).map { try graph.add("Number", named: "n\($0)") }
    for pair in 0..<10 {
      let sum = try graph.add("Add", named: "sum\(pair)")
      try graph.connect(numbers[2 * pair].output, to: sum.input(0))
      try graph.connect(numbers[2 * pair + 1].output, to: sum.input(1))
    }
    #expect(LaneList(graph) { _ in [] }.laneCount == 2)
  }

  @Test func linesComeOneAfterTheOther() throws {
    var random = SplitMix64(seed: 5)
    let list = LaneList(try randomShownGraph(&random)) { ["\($0)"] }
    var lines: [String] = []
    list.forEachLine(isASCII: true, width: 20) { lines.append($0) }
    #expect(lines == list.lines(isASCII: true, width: 20) && lines.count > 3)
    struct Enough: Error {}
    var count = 0
    #expect(throws: Enough.self) {
      try list.forEachLine { _ in
        count += 1
        if count == 2 { throw Enough() }
      }
    }
    #expect(count == 2)
  }

  @Test func aLongChainIsListedWithoutRecursion() throws {
    var graph = Graph(kinds: mixedKinds)
    var last = try graph.add("Number")
    for _ in 0..<50_000 {
      let next = try graph.add("Add")
      try graph.connect(last.output, to: next.input(0))
      last = next
    }
    #expect(LaneList(graph) { _ in [] }.laneCount == 1)
  }

  private func lastReader(_ source: Int, _ connections: Set<[Int]>) -> Int {
    connections.filter { $0[0] == source }.map { $0[1] }.max() ?? source
  }
}

/// Reads a lane list's rows like a person who knows only what its documentation says of the characters.
private struct LaneReader {
  struct Unreadable: Error {
    let row: Int
    let column: Int
  }

  private(set) var connections: Set<[Int]> = []

  init(_ lines: [String], isASCII: Bool) throws {
    var lanes: [Int: Int] = [:]
    for (row, line) in lines.enumerated() {
      let cells = Array(line)
      func at(_ column: Int) -> Character { cells.indices.contains(column) ? cells[column] : " " }
      guard let own = cells.firstIndex(where: { "○●◇◆o*x@".contains($0) }) else {
        throw Unreadable(row: row, column: 0)
      }
      var read: Set<Int> = []
      let before = lanes
      if let lane = before[own] { read.insert(lane) }
      for (step, horizontal) in [(-1, isASCII ? "-" : "─"), (1, isASCII ? "-" : "─")] {
        // Follow the line as far as it continues without a gap.
        var column = own
        while String(at(column + step)) == horizontal {
          column += 2 * step
          let cell = at(column)
          if "├┤┼└┘┴+'".contains(cell) {
            guard let lane = before[column] else { throw Unreadable(row: row, column: column) }
            read.insert(lane)
          } else if cell != (isASCII ? "|" : "│") && String(cell) != horizontal {
            throw Unreadable(row: row, column: column)
          }
        }
      }
      guard "○◇ox".contains(cells[own]) == read.isEmpty else { throw Unreadable(row: row, column: own) }
      for source in read { connections.insert([source, row]) }
      for (column, lane) in before where column != own {
        switch at(column) {
        case "│", "├", "┤", "┼", "|", "+": lanes[column] = lane
        case "└", "┘", "┴", "'": lanes[column] = nil
        default: throw Unreadable(row: row, column: column)
        }
      }
      lanes[own] = "○●o*".contains(cells[own]) ? row : nil
    }
    if !lanes.isEmpty { throw Unreadable(row: lines.count, column: 0) }
  }
}
