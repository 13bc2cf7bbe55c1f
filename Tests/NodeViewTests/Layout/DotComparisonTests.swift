// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// Crossings of real dataflow graphs, compared with those of Graphviz's `dot`.
///
/// The count, made alike in both drawings, is the number of pairs of edges whose lines cross at least once, without pairs
/// that share an output or an input. `dot` gets the same sizes, ports in the same order, outputs on the right and inputs
/// on the left. Debug builds compare only the smaller graphs, because all of them take too long there.
@Suite struct DotComparisonTests {
  static let isPresent = !ElkGraph.names.isEmpty && DotDrawing.isPresent

  #if DEBUG
    static let edgeLimit = 14
  #else
    static let edgeLimit = Int.max
  #endif

  @Test(.enabled(if: isPresent, "the graphs or dot are not on this machine"))
  func edgesCrossAtMostAFifthMoreOftenThanInDotsDrawings() throws {
    let graphs = try ElkGraph.names.map { ($0, try ElkGraph.load($0).layoutGraph) }
      .filter { $0.1.edges.count <= Self.edgeLimit }
    let drawings = DotDrawing.drawings(of: graphs.map(\.1))
    try #require(drawings.count == graphs.count)
    var (sum, dotSum) = (0, 0)
    for (index, (name, graph)) in graphs.enumerated() {
      #expect(!drawings[index].lines.contains([]), "dot left an edge of \(name) out")
      let count = graph.crossingPairCount(of: LayeredLayout().layout(graph).routes)
      let dotCount = graph.crossingPairCount(of: drawings[index].lines)
      // Small counts need no additional tolerance.
      #expect(5 * count <= 6 * dotCount, "\(name): \(count) crossings, dot \(dotCount)")
      sum += count
      dotSum += dotCount
    }
    #expect(sum <= dotSum && !graphs.isEmpty, "\(sum) crossings, dot \(dotSum)")
  }

  @Test(.enabled(if: !ElkGraph.names.isEmpty, "the graphs are not on this machine"))
  func realGraphsKeepEveryPromise() throws {
    for name in ElkGraph.names {
      let graph = try ElkGraph.load(name).layoutGraph
      guard graph.edges.count <= Self.edgeLimit else { continue }
      let result = LayeredLayout().layout(graph)
      let faults = graph.faults(in: result)
      #expect(faults.isEmpty, "\(name): \(faults)")
    }
  }
}
