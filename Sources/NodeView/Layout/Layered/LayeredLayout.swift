// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A layout of graphs in layers from left to right, in which connections run forward, are short and seldom cross.
///
/// Inputs are on the left edge of a node and outputs on its right edge. Parts that are not connected are laid out
/// separately and packed. Equal graphs always get equal drawings: effort is limited by counts, never by time.
///
/// ```swift
/// let first = LayeredLayout().layout(graph)
/// graph.nodes.append(LayoutGraph.Node(GraphSize(120, 60), inputs: [30]))
/// var previous: [GraphPoint?] = first.positions
/// previous.append(nil)  // one entry a node
/// let second = LayeredLayout().layout(graph, previous: previous)  // the others hardly move
/// ```
///
/// In a view, use ``GraphView/arrange(at:flow:with:)``, which also turns the graph for layouts that lead down, up or to
/// the left.
///
/// The phases are those of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
/// structures" (1981). The file of each phase names the paper of its algorithm.
public struct LayeredLayout: Hashable, Sendable {
  /// The distance between adjacent layers, in points.
  ///
  /// Room for the turns of edges that run backwards, and for lanes, is added.
  public var layerSpacing: Double
  /// The minimum distance between two nodes of a layer, in points.
  ///
  /// Parts that are not connected are twice as far apart, and at least once as far where they keep their previous
  /// places.
  public var nodeSpacing: Double
  /// The minimum distance between a passing edge and a node, or another passing edge, in points.
  ///
  /// It is also the distance of the tracks on which backward edges turn, of which more than twelve next to a layer are
  /// closer together.
  public var edgeSpacing: Double
  /// The distance between lanes, in points; 0 for no lanes.
  ///
  /// With lanes, edges that rise or fall steeply between two layers run vertically, each output's edges in a lane of
  /// their own. The distance grows up to twice this value where the gap between the layers has room. The more lanes a
  /// gap has, the wider it is, up to 160 points. Next to its corners, a route passes points that keep rounded corners
  /// from reaching into the next lane. Nodes without inputs are aligned at the gap after their layer.
  ///
  /// Without lanes, edges run straight from layer to layer. Choose lanes together with ``EdgeStyle/lanes(radius:)``.
  public var laneSpacing: Double

  /// Creates a layout with these distances.
  ///
  /// - Parameters:
  ///   - layerSpacing: The distance between adjacent layers, in points.
  ///   - nodeSpacing: The minimum distance between two nodes of a layer, in points.
  ///   - edgeSpacing: The minimum distance around a passing edge, in points.
  ///   - laneSpacing: The distance between lanes, in points; 0 for no lanes.
  /// - Precondition: All distances are above 0, except that of lanes, which may be 0.
  public init(
    layerSpacing: Double = 60, nodeSpacing: Double = 24, edgeSpacing: Double = 12, laneSpacing: Double = 0
  ) {
    require(layerSpacing > 0 && nodeSpacing > 0 && edgeSpacing > 0 && laneSpacing >= 0, "distances must be positive")
    self.laneSpacing = laneSpacing
    self.layerSpacing = layerSpacing
    self.nodeSpacing = nodeSpacing
    self.edgeSpacing = edgeSpacing
  }

  /// Places the nodes and routes the edges.
  ///
  /// No two nodes overlap, and no edge passes through a node. Every edge runs forward, and its route never turns back
  /// to the left, unless ``LayoutResult/isReversed`` marks it; only edges that are part of a cycle are marked. If the
  /// edges would need more than 20,000 bends plus four for each node and edge, the longest edges run above everything
  /// instead.
  ///
  /// Nodes with a previous position keep their order from top to bottom, and stay near their positions. The drawing
  /// then begins where it did, or at the origin if it has grown beyond it. Pass `nil` for new nodes, but keep the
  /// positions of all others: without `previous`, a single new node can rearrange the whole graph.
  ///
  /// - Parameters:
  ///   - graph: The graph. Every edge joins nodes and ports that exist.
  ///   - previous: The previous top left corner of each node, in points, in the order of the nodes, with `nil` for new
  ///     nodes; empty if all are new.
  /// - Returns: The positions, the routes and the size of the drawing.
  /// - Precondition: `previous` is empty or has one entry a node, and every edge joins nodes and ports that exist.
  /// - Complexity: O((v + e) log v) for v nodes and e edges, including the bends of edges that pass layers. The
  ///   searches for fewer crossings and shorter edges add up to a constant amount of work.
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

  /// The number of nodes and edges up to which several ways to break cycles are compared.
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
