// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Lays out nodes of which some are in frames: first the contents of each frame, and then the frame as if it were a
/// node.
///
/// A connection that crosses the edge of a frame does so at a port there. Inside the frame, the port is a node of one
/// point, to the left or to the right of all others, so that lines inside go around nodes as they do outside.
package struct FramedLayout {
  /// A frame around nodes.
  package struct Frame {
    /// The indices of the nodes for which this is the innermost frame.
    package var nodes: [Int]
    /// The index of the frame that directly contains this one, which is less than its own; `nil` if there is none.
    package var enclosing: Int?

    /// Creates a frame around nodes.
    package init(_ nodes: [Int], in enclosing: Int? = nil) { (self.nodes, self.enclosing) = (nodes, enclosing) }
  }

  /// An output. All connections that begin there enter or leave a frame together.
  private struct Output: Hashable {
    let node: Int
    let port: Int
  }

  /// An end of a line in the contents of a frame.
  private enum End: Hashable {
    case node(Int, port: Int)
    /// A port of a frame within the contents.
    case frame(Int, Output)
    /// A port on the edge of the frame itself.
    case edge(Output)
  }

  /// The part of connections that is in the contents of one frame.
  private struct Line: Hashable {
    let source: End
    let target: End
  }

  /// The contents of a frame, or the contents outside of all frames.
  private struct Content {
    var nodes: [Int] = []
    var frames: [Int] = []
    var lines: [Line] = []
    var places: [Line: Int] = [:]
    var entries: [Output] = []
    var exits: [Output] = []
    /// The ports of lines that come from the edge, and of those that lead there.
    private var (known, left): (Set<End>, Set<End>) = ([], [])
    // The result of the layout.
    var positions: [GraphPoint] = []
    var routes: [[GraphPoint]] = []
    var isReversed: [Bool] = []
    var size = GraphSize.zero
    /// The distances of the frame's ports from its upper edge.
    var entryHeights: [Output: Double] = [:]
    var exitHeights: [Output: Double] = [:]

    /// The index of a line, which all connections share that have this part.
    mutating func place(of line: Line) -> Int {
      if let place = places[line] { return place }
      places[line] = lines.count
      if case .edge(let output) = line.source, known.insert(line.source).inserted { entries.append(output) }
      if case .edge(let output) = line.target, left.insert(line.target).inserted { exits.append(output) }
      lines.append(line)
      return lines.count - 1
    }
  }

  private let layout: LayeredLayout
  private let graph: LayoutGraph
  private let frames: [Frame]
  /// The index of the innermost frame of each node; the number of frames for nodes outside of all frames.
  private var owners: [Int]
  private let enclosing: [Int]
  /// The position of each frame among the frames of the contents that it belongs to.
  private var ordinals: [Int] = []
  private var contents: [Content]
  /// The lines of each edge, from its source to its target.
  private var lines: [[(content: Int, line: Int)]] = []

  /// Lays out nodes and frames.
  ///
  /// - Parameters:
  ///   - graph: The nodes and connections.
  ///   - frames: The frames, each after the one that contains it.
  ///   - layout: The layout of all contents.
  /// - Complexity: That of the layout, and O(edges · depth of frames).
  package init(_ graph: LayoutGraph, in frames: [Frame], by layout: LayeredLayout) {
    (self.graph, self.frames, self.layout) = (graph, frames, layout)
    let all = frames.count
    owners = Array(repeating: all, count: graph.nodes.count)
    enclosing = frames.map { $0.enclosing ?? all }
    for (index, frame) in frames.enumerated() { for node in frame.nodes { owners[node] = index } }
    contents = Array(repeating: Content(), count: all + 1)
    for (node, owner) in owners.enumerated() { contents[owner].nodes.append(node) }
    for (frame, owner) in enclosing.enumerated() {
      ordinals.append(contents[owner].frames.count)
      contents[owner].frames.append(frame)
    }
    for edge in graph.edges { addLines(of: edge) }
    // The contents of a frame are laid out before the frame.
    for index in frames.indices.reversed() { layOut(index) }
    layOut(all)
  }

  /// The innermost frame that contains both. A frame has a greater index than the one that contains it.
  private func common(_ first: Int, _ second: Int) -> Int {
    var (first, second) = (first, second)
    let all = frames.count
    while first != second {
      if second == all || first != all && first > second {
        first = enclosing[first]
      } else {
        second = enclosing[second]
      }
    }
    return first
  }

  /// Divides an edge into lines at the edges of frames.
  private mutating func addLines(of edge: LayoutGraph.Edge) {
    let output = Output(node: edge.source, port: edge.output)
    let common = common(owners[edge.source], owners[edge.target])
    var (found, entering): ([(content: Int, line: Int)], [(content: Int, line: Int)]) = ([], [])
    var source = End.node(edge.source, port: edge.output)
    var owner = owners[edge.source]
    while owner != common {
      found.append((owner, contents[owner].place(of: Line(source: source, target: .edge(output)))))
      (source, owner) = (.frame(owner, output), enclosing[owner])
    }
    var target = End.node(edge.target, port: edge.input)
    owner = owners[edge.target]
    while owner != common {
      entering.append((owner, contents[owner].place(of: Line(source: .edge(output), target: target))))
      (target, owner) = (.frame(owner, output), enclosing[owner])
    }
    found.append((common, contents[common].place(of: Line(source: source, target: target))))
    lines.append(found + entering.reversed())
  }

  // MARK: One content

  private static let inset = GraphPoint(GraphFrame.margin, GraphFrame.titleHeight)

  private func frameSize(_ frame: Int) -> GraphSize {
    let size = contents[frame].size
    return GraphSize(
      max(size.width + 2 * GraphFrame.margin, 120), size.height + GraphFrame.titleHeight + GraphFrame.margin)
  }

  private mutating func layOut(_ index: Int) {
    let content = contents[index]
    // The order is nodes, frames, ports on the left edge and on the right one, and then the nodes that keep these
    // outermost.
    var inside = LayoutGraph(nodes: content.nodes.map { graph.nodes[$0] })
    var items: [End: (item: Int, port: Int)] = [:]
    for (item, node) in content.nodes.enumerated() {
      for port in graph.nodes[node].outputs.indices { items[.node(node, port: port)] = (item, port) }
    }
    let nodes = Dictionary(uniqueKeysWithValues: zip(content.nodes, content.nodes.indices))
    var (frameInputs, frameOutputs): ([End: (item: Int, port: Int)], [End: (item: Int, port: Int)]) = ([:], [:])
    for frame in content.frames {
      let inner = contents[frame]
      let (entries, exits) = (Self.sorted(inner.entryHeights), Self.sorted(inner.exitHeights))
      for (port, entry) in entries.enumerated() { frameInputs[.frame(frame, entry.key)] = (inside.nodes.count, port) }
      for (port, exit) in exits.enumerated() { frameOutputs[.frame(frame, exit.key)] = (inside.nodes.count, port) }
      inside.nodes.append(.init(frameSize(frame), inputs: entries.map(\.value), outputs: exits.map(\.value)))
    }
    let point = LayoutGraph.Node(GraphSize(1, 1), inputs: [0], outputs: [0])
    var (left, right): ([End: Int], [End: Int]) = ([:], [:])
    for entry in content.entries {
      left[.edge(entry)] = inside.nodes.count
      inside.nodes.append(point)
    }
    for exit in content.exits {
      right[.edge(exit)] = inside.nodes.count
      inside.nodes.append(point)
    }
    let itemCount = content.nodes.count + content.frames.count
    for line in content.lines {
      let source = left[line.source].map { ($0, 0) } ?? frameOutputs[line.source] ?? items[line.source] ?? (0, 0)
      var target = right[line.target].map { ($0, 0) } ?? frameInputs[line.target] ?? (0, 0)
      if case .node(let node, let port) = line.target { target = (nodes[node] ?? 0, port) }
      inside.edges.append(.init(from: source.0, output: source.1, to: target.0, input: target.1))
    }
    Self.keepOutermost(Array(left.values).sorted(), Array(right.values).sorted(), of: itemCount, in: &inside)
    let result = layout.layout(inside)
    contents[index].positions = Array(result.positions.prefix(itemCount))
    contents[index].routes = Array(result.routes.prefix(content.lines.count))
    contents[index].isReversed = Array(result.isReversed.prefix(content.lines.count))
    contents[index].size = result.size
    for entry in content.entries {
      contents[index].entryHeights[entry] = Self.inset.y + result.positions[left[.edge(entry)] ?? 0].y
    }
    for exit in content.exits {
      contents[index].exitHeights[exit] = Self.inset.y + result.positions[right[.edge(exit)] ?? 0].y
    }
  }

  private static func sorted(_ heights: [Output: Double]) -> [(key: Output, value: Double)] {
    heights.sorted { ($0.value, $0.key.node, $0.key.port) < ($1.value, $1.key.node, $1.key.port) }
  }

  /// Keeps ports to the left or to the right of all items by invisible edges.
  ///
  /// The edges lead through one additional node on each side, so that their number is not the product of ports and
  /// items.
  private static func keepOutermost(_ left: [Int], _ right: [Int], of itemCount: Int, in graph: inout LayoutGraph) {
    // The edges between items determine which items are first and last.
    let real = graph.edges.filter { $0.source < itemCount && $0.target < itemCount }
    func wall() -> Int {
      graph.nodes.append(.init(GraphSize(1, 1), inputs: [0], outputs: [0]))
      return graph.nodes.count - 1
    }
    func join(_ source: Int, _ target: Int) {
      if graph.nodes[source].outputs.isEmpty { graph.nodes[source].outputs = [0] }
      if graph.nodes[target].inputs.isEmpty { graph.nodes[target].inputs = [0] }
      graph.edges.append(.init(from: source, to: target))
    }
    let read = Set(real.map(\.target))
    let readers = Set(real.map(\.source))
    if !left.isEmpty {
      let wall = wall()
      for port in left { join(port, wall) }
      for item in 0..<itemCount where !read.contains(item) { join(wall, item) }
    }
    if !right.isEmpty {
      let wall = wall()
      for item in 0..<itemCount where !readers.contains(item) { join(item, wall) }
      for port in right { join(wall, port) }
    }
  }

  // MARK: The whole

  /// The origin of each frame's contents, followed by the origin of the contents outside of all frames.
  private var origins: [GraphPoint] {
    var origins = Array(repeating: GraphPoint.zero, count: frames.count + 1)
    for frame in frames.indices { origins[frame] = origin(of: frame, origins) + Self.inset }
    return origins
  }

  /// The position of a frame, given the origin of the contents that it belongs to.
  private func origin(of frame: Int, _ origins: [GraphPoint]) -> GraphPoint {
    let content = contents[enclosing[frame]]
    return origins[enclosing[frame]] + content.positions[content.nodes.count + ordinals[frame]]
  }

  /// The positions of nodes and the routes of connections.
  package var result: LayoutResult {
    let origins = origins
    var positions = Array(repeating: GraphPoint.zero, count: graph.nodes.count)
    for (content, origin) in zip(contents, origins) {
      for (item, node) in content.nodes.enumerated() { positions[node] = content.positions[item] + origin }
    }
    var routes: [[GraphPoint]] = []
    var isReversed: [Bool] = []
    for parts in lines {
      var route: [GraphPoint] = []
      for (content, line) in parts {
        for corner in contents[content].routes[line] {
          let corner = corner + origins[content]
          if route.last != corner { route.append(corner) }
        }
      }
      routes.append(route)
      isReversed.append(parts.contains { contents[$0.content].isReversed[$0.line] })
    }
    return LayoutResult(positions: positions, routes: routes, isReversed: isReversed, size: contents[frames.count].size)
  }

  /// The rectangles of the frames.
  package var rects: [GraphRect] {
    let origins = origins
    return frames.indices.map { GraphRect(origins[$0] - Self.inset, frameSize($0)) }
  }
}
