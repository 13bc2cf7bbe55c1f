// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Draws a graph in layers from left to right, so that connections run forward, are short and seldom cross.
///
/// Inputs lie on a node's left edge and outputs on its right edge. Parts that are not connected are
/// laid out apart and packed. The same graph always gets the same drawing.
///
/// ```swift
/// let first = LayeredLayout().layout(graph)
/// graph.nodes.append(LayoutGraph.Node(GraphSize(120, 60), inputs: [30]))
/// let second = LayeredLayout().layout(graph, previous: first.positions)  // the others hardly move
/// ```
///
/// The phases are those of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
/// structures" (1981); where each comes from is said in its file.
public struct LayeredLayout: Hashable, Sendable {
  /// The room between neighbouring layers, in points; turns of edges that run backwards come on top.
  public var layerSpacing: Double
  /// The least room between two nodes of a layer, in points, and between parts that are not connected.
  public var nodeSpacing: Double
  /// The least room between a passing edge and a node or another passing edge, in points.
  public var edgeSpacing: Double
  /// The room between lanes, in points, and up to twice that where the gap has it: edges that rise or fall steeply between
  /// two layers run upright in a lane each, and the more there are the wider the gap is, up to 160 points. Beside its corners
  /// a route passes points that keep these from reaching below the next lane. Nodes without inputs then stand beside the gap
  /// behind their layer. With 0 there are no lanes: edges run straight from layer to layer.
  public var laneSpacing: Double

  /// Makes a layout with these distances.
  ///
  /// - Parameters:
  ///   - layerSpacing: The room between neighbouring layers, in points.
  ///   - nodeSpacing: The least room between two nodes of a layer, in points.
  ///   - edgeSpacing: The least room around a passing edge, in points.
  ///   - laneSpacing: The room between lanes, in points; 0 for no lanes.
  /// - Precondition: All distances are above 0, but for that of lanes, which may be 0.
  public init(
    layerSpacing: Double = 60, nodeSpacing: Double = 24, edgeSpacing: Double = 12, laneSpacing: Double = 0
  ) {
    require(layerSpacing > 0 && nodeSpacing > 0 && edgeSpacing > 0 && laneSpacing >= 0, "distances are positive")
    self.laneSpacing = laneSpacing
    self.layerSpacing = layerSpacing
    self.nodeSpacing = nodeSpacing
    self.edgeSpacing = edgeSpacing
  }

  /// Places the nodes and routes the edges.
  ///
  /// No two nodes overlap and no edge passes through a node. Every edge runs forward, its route never turning back
  /// left, unless ``LayoutResult/isReversed`` marks it; only edges that are part of a cycle are. Very long edges run
  /// above everything when giving each a place in all layers it passes would take more than four places for each
  /// node and edge and 20,000 besides.
  ///
  /// Nodes that were placed before stay above and below each other as they were, and near their places; the drawing
  /// then begins where it did, or at the origin if it has grown beyond it.
  ///
  /// - Parameters:
  ///   - graph: What to draw; every edge's nodes and ports exist.
  ///   - previous: Where each node was before, or `nil` for a new one; empty if all are new.
  /// - Returns: Positions, routes and the room taken.
  /// - Complexity: O((v + e) log v) for v nodes and e edges, bends of edges that pass layers included.
  public func layout(_ graph: LayoutGraph, previous: [GraphPoint?] = []) -> LayoutResult {
    require(
      previous.isEmpty || previous.count == graph.nodes.count, "previous positions are one for each node, or none")
    for edge in graph.edges {
      require(
        graph.nodes.indices.contains(edge.source) && graph.nodes.indices.contains(edge.target)
          && graph.nodes[edge.source].outputs.indices.contains(edge.output)
          && graph.nodes[edge.target].inputs.indices.contains(edge.input),
        "edges join ports that exist, that from \(edge.source).\(edge.output) to \(edge.target).\(edge.input) does not")
    }
    let parts = GraphPart.parts(of: graph, previous: previous)
    let drawings = parts.map { layout($0) }
    return PartPacking(spacing: nodeSpacing).packed(drawings, parts, of: graph, keepsPlaces: !previous.isEmpty)
  }

  /// Nodes and edges up to which several ways to break cycles are compared.
  private static let comparisonLimit = 1000

  /// Lays out a connected part.
  private func layout(_ part: GraphPart) -> LayoutResult {
    let spacing = LayerSpacing(nodes: nodeSpacing, edges: edgeSpacing)
    let candidates = CycleRemoval(part.graph).candidates(previous: part.previous)
    let isSmall = part.graph.nodes.count + part.graph.edges.count <= Self.comparisonLimit
    var best: (order: LayerOrder, isReversed: [Bool], stability: Stability?, count: Int)?
    for isReversed in isSmall ? candidates : Array(candidates.prefix(1)) {
      let layered = layered(part.graph, isReversed)
      let stability = part.hasPlaces ? Stability(part.previous, in: layered) : nil
      var reduction = CrossingReduction(layered, fixed: stability?.fixed ?? [])
      let order = reduction.run()
      let count = order.crossingCount()
      if count < best?.count ?? .max { best = (order, isReversed, stability, count) }
    }
    guard let best else { return LayoutResult(positions: [], routes: [], isReversed: [], size: .zero) }
    var top = Coordinates(order: best.order, spacing: spacing, isTight: laneSpacing > 0).placed()
    if let stability = best.stability { top = stability.restored(top, best.order, spacing) }
    let routes = Routes(
      best.order, top: top, layerSpacing: layerSpacing, edgeSpacing: edgeSpacing, laneSpacing: laneSpacing)
    return routes.result(best.isReversed)
  }

  private func layered(_ graph: LayoutGraph, _ isReversed: [Bool]) -> LayeredGraph {
    let arcs = zip(graph.edges, isReversed).compactMap { edge, isReversed -> Ranking.Arc? in
      guard edge.source != edge.target else { return nil }
      return isReversed
        ? Ranking.Arc(source: edge.target, target: edge.source)
        : Ranking.Arc(source: edge.source, target: edge.target)
    }
    let ranking = Ranking(nodeCount: graph.nodes.count, arcs: arcs)
    return LayeredGraph(graph, rank: ranking.rank, isReversed: isReversed, sharesBends: laneSpacing > 0)
  }
}
