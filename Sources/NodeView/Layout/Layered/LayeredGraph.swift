// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A graph whose nodes are in layers and whose edges only join adjacent layers.
///
/// Its vertices are the nodes, followed by the bends, one for each layer that an edge passes (or the edges of an output
/// together), followed by the turns. An edge that runs backwards leaves its node to the right, turns in the gap, passes
/// the layers back to its target's layer, and turns again to enter from the left. A turn counts as a vertex of the
/// layer beyond, so that its crossings in the gap are counted like any other crossing. It takes no room.
///
/// Layers 0 and `layerCount - 1` contain only turns.
struct LayeredGraph {
  /// A piece of an edge from one layer to the next, between ports that are numbered throughout the graph.
  struct Segment {
    var source: Int
    var output: Int
    var target: Int
    var input: Int
  }

  /// The course of an edge.
  enum Course: Equatable {
    /// From left to right through the bends, in order.
    case forward(bends: Range<Int>)
    /// Around the source, through the bends from the last to the first, and around the target.
    case backward(bends: Range<Int>)
    /// Above everything, because there isn't enough room for its bends.
    case above
  }

  let graph: LayoutGraph
  let nodeCount: Int
  private(set) var layer: [Int]
  private(set) var layerCount: Int
  private(set) var courses: [Course] = []
  private(set) var segments: [Segment] = []
  /// The index of the first turn among the vertices, and of its first segment among the segments.
  private(set) var firstTurn = 0
  private(set) var firstTurnSegment = 0
  /// The number of each vertex's first port, for inputs and for outputs. Bends have one of each.
  private(set) var firstInput: [Int] = [0]
  private(set) var firstOutput: [Int] = [0]
  private(set) var byInput = Incidence(of: [], count: 0)
  private(set) var byOutput = Incidence(of: [], count: 0)

  var vertexCount: Int { layer.count }

  /// The number of bends that are allowed in addition to four for each node and edge.
  static let bendAllowance = 20_000

  /// Splits the edges where they pass layers. The longest edges run above everything if there would be too many bends.
  ///
  /// - Parameters:
  ///   - graph: The graph to draw.
  ///   - rank: The layer of each node.
  ///   - isReversed: Whether each edge runs backwards.
  ///   - sharesBends: Whether the forward edges of an output pass layers together, up to the layer where they part.
  init(_ graph: LayoutGraph, rank: [Int], isReversed: [Bool], sharesBends: Bool) {
    self.graph = graph
    nodeCount = graph.nodes.count
    layer = rank.map { $0 + 1 }
    layerCount = (rank.max() ?? 0) + 3
    for node in graph.nodes {
      firstInput.append(firstInput[firstInput.count - 1] + node.inputs.count)
      firstOutput.append(firstOutput[firstOutput.count - 1] + node.outputs.count)
    }
    let longest = Self.longestCourse(of: graph, rank: rank)
    var later: [Segment] = []
    addBends(isReversed, longest: longest, sharesBends: sharesBends)
    firstTurn = layer.count
    for (edge, course) in courses.enumerated() {
      if case .backward(let bends) = course { addTurns(edge, bends, to: &later) }
    }
    firstTurnSegment = segments.count
    segments += later
    byInput = Incidence(of: segments.map(\.input), count: firstInput[vertexCount])
    byOutput = Incidence(of: segments.map(\.output), count: firstOutput[vertexCount])
  }

  /// The greatest difference of layers at which edges still get bends.
  private static func longestCourse(of graph: LayoutGraph, rank: [Int]) -> Int {
    let spans = graph.edges.map { abs(rank[$0.source] - rank[$0.target]) }.sorted()
    var room = bendAllowance + 4 * (graph.nodes.count + graph.edges.count)
    for (index, span) in spans.enumerated() {
      room -= span + 1
      if room < 0 { return index == 0 ? 0 : spans[index - 1] == span ? span - 1 : spans[index - 1] }
    }
    return .max
  }

  private mutating func addVertex(in place: Int, inputs: Int = 1, outputs: Int = 1) -> Int {
    layer.append(place)
    firstInput.append(firstInput[firstInput.count - 1] + inputs)
    firstOutput.append(firstOutput[firstOutput.count - 1] + outputs)
    return layer.count - 1
  }

  private mutating func addBends(_ isReversed: [Bool], longest: Int, sharesBends: Bool) {
    func isLong(_ edge: LayoutGraph.Edge) -> Bool { abs(layer[edge.source] - layer[edge.target]) > longest }
    /// For each output, the layer to which the longest of its forward edges leads, and the bends of that edge.
    var furthest: [Int: Int] = [:]
    var trunks: [Int: Range<Int>] = [:]
    if sharesBends {
      for (index, edge) in graph.edges.enumerated() where !isReversed[index] && !isLong(edge) {
        furthest[firstOutput[edge.source] + edge.output, default: 0].rise(to: layer[edge.target])
      }
    }
    for (index, edge) in graph.edges.enumerated() {
      let (start, end) = (layer[edge.source], layer[edge.target])
      if isLong(edge) {
        courses.append(.above)
        continue
      }
      if isReversed[index] {
        courses.append(.backward(bends: addBends(in: end..<(start + 1))))
        continue
      }
      let output = firstOutput[edge.source] + edge.output
      let trunk: Range<Int>
      if let known = trunks[output] {
        trunk = known
      } else {
        trunk = addBends(in: (start + 1)..<(furthest[output] ?? end))
        if sharesBends { trunks[output] = trunk }
        if let first = trunk.first { addSegment(edge.source, output: edge.output, first) }
      }
      let bends = trunk.prefix(end - start - 1)
      courses.append(.forward(bends: bends))
      addSegment(bends.last ?? edge.source, output: bends.isEmpty ? edge.output : 0, edge.target, input: edge.input)
    }
  }

  /// Adds a bend in each of these layers, and the segments between them.
  private mutating func addBends(in layers: Range<Int>) -> Range<Int> {
    let first = vertexCount
    for place in layers { _ = addVertex(in: place) }
    let bends = first..<vertexCount
    for bend in bends.dropLast() { addSegment(bend, bend + 1) }
    return bends
  }

  private mutating func addTurns(_ edge: Int, _ bends: Range<Int>, to later: inout [Segment]) {
    let edge = graph.edges[edge]
    let right = addVertex(in: layer[edge.source] + 1, inputs: 1, outputs: 0)
    let left = addVertex(in: layer[edge.target] - 1, inputs: 0, outputs: 1)
    later.append(segment(edge.source, output: edge.output, right))
    later.append(segment(bends.upperBound - 1, right))
    later.append(segment(left, edge.target, input: edge.input))
    later.append(segment(left, bends.lowerBound))
  }

  private mutating func addSegment(_ source: Int, output: Int = 0, _ target: Int, input: Int = 0) {
    segments.append(segment(source, output: output, target, input: input))
  }

  private func segment(_ source: Int, output: Int = 0, _ target: Int, input: Int = 0) -> Segment {
    Segment(
      source: source, output: firstOutput[source] + output, target: target, input: firstInput[target] + input)
  }
}

extension LayeredGraph {
  func inputs(of vertex: Int) -> Range<Int> { firstInput[vertex]..<firstInput[vertex + 1] }
  func outputs(of vertex: Int) -> Range<Int> { firstOutput[vertex]..<firstOutput[vertex + 1] }

  /// The segments that come from the previous layer.
  func segmentsIn(_ vertex: Int) -> ArraySlice<Int> { byInput[inputs(of: vertex)] }

  /// The segments that lead to the next layer.
  func segmentsOut(_ vertex: Int) -> ArraySlice<Int> { byOutput[outputs(of: vertex)] }

  func height(of vertex: Int) -> Double { vertex < nodeCount ? graph.nodes[vertex].size.height : 0 }

  /// The distance of a segment's start from the top of its vertex.
  func startOffset(_ segment: Segment) -> Double {
    guard segment.source < nodeCount else { return 0 }
    return graph.nodes[segment.source].outputs[segment.output - firstOutput[segment.source]]
  }

  /// The distance of a segment's end from the top of its vertex.
  func endOffset(_ segment: Segment) -> Double {
    guard segment.target < nodeCount else { return 0 }
    return graph.nodes[segment.target].inputs[segment.input - firstInput[segment.target]]
  }
}

extension Int {
  /// Sets this number to the greater of both.
  fileprivate mutating func rise(to other: Int) { self = Swift.max(self, other) }
}
