// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where the parts of a node are, in canvas points: from top to bottom the title bar, the item, a row for each input, and
/// a row for each output.
///
/// The node is 2 points wider than the widest of its parts. A compact node is one row, and a dot a disc. Inputs are at the left edge
/// and outputs at the right one, beside their rows, unless the node's look or a row says otherwise; ports on top and at the bottom
/// are spaced evenly. A frame is a value: it doesn't follow a node that is moved.
public struct NodeFrame: Hashable, Sendable {
  /// The top left corner, in canvas points.
  public package(set) var origin: GraphPoint
  /// How wide the node is, in canvas points.
  public private(set) var width: Double
  /// How high the title bar is, in canvas points.
  public let titleHeight: Double
  /// The size of the item, in canvas points.
  public let itemSize: GraphSize
  /// The heights of the input rows, in canvas points, by the index of the input.
  public let inputHeights: [Double]
  /// The heights of the output rows, in canvas points, by the index of the output.
  public let outputHeights: [Double]
  /// How much of the node shows.
  public let form: NodeLook.Form
  /// How high the node is, in canvas points.
  public private(set) var height: Double
  /// How far below the top of the node each row begins, inputs before outputs, and then where the last one ends.
  private let rowEdges: [Double]
  /// Where the ports are, inputs before outputs; none where all of them are at the usual edges.
  private var ports: [PlacedPort] = []
  /// Whether some of these are on top or at the bottom, and so not beside their rows.
  private var hasLevelPorts = false

  /// A port and its place, from the top left corner.
  private struct PlacedPort: Hashable, Sendable {
    let side: NodeSide
    var offset = GraphPoint.zero
  }

  /// How large a dot is with its two ports, in canvas points.
  static let dotSize = GraphSize(28, 16)
  /// How near to a port of a dot it is hit: between them is what the dot is moved by.
  static let dotPortRadius = 6.0
  /// How far ports on one edge are from each other at least, in canvas points: nearer ones can't be told apart.
  static let portDistance = 12.0

  /// Stacks the parts of a node.
  ///
  /// - Parameters:
  ///   - origin: The top left corner.
  ///   - titleHeight: How high the title bar is.
  ///   - item: How much room the item takes.
  ///   - inputs: How much room the row of each input takes.
  ///   - outputs: How much room the row of each output takes.
  ///   - least: The size that it has at least. What its parts leave of it goes to the item, or stays free below the rows.
  package init(
    at origin: GraphPoint, titleHeight: Double, item: GraphSize, inputs: [GraphSize], outputs: [GraphSize],
    least: GraphSize = .zero
  ) {
    self.origin = origin
    self.titleHeight = titleHeight
    form = .full
    inputHeights = inputs.map(\.height)
    outputHeights = outputs.map(\.height)
    var (widest, content) = (item.width, titleHeight + item.height)
    for row in inputs { (widest, content) = (max(widest, row.width), content + row.height) }
    for row in outputs { (widest, content) = (max(widest, row.width), content + row.height) }
    width = max(widest + 2, least.width)
    let spare = max(least.height - content, 0)
    itemSize = item.height > 0 ? GraphSize(max(item.width, least.width - 2), item.height + spare) : item
    var edges = [Double](repeating: titleHeight + itemSize.height, count: inputs.count + outputs.count + 1)
    for (index, height) in inputHeights.enumerated() { edges[index + 1] = edges[index] + height }
    for (index, height) in outputHeights.enumerated() {
      edges[inputs.count + index + 1] = edges[inputs.count + index] + height
    }
    rowEdges = edges
    height = item.height > 0 ? edges[edges.count - 1] : edges[edges.count - 1] + spare
  }

  /// Makes a node of one row.
  ///
  /// - Parameters:
  ///   - origin: The top left corner.
  ///   - title: How wide and high the title is; of no height where the row of the output shows it.
  ///   - inputCount: How many inputs it has.
  ///   - outputs: How much room the row of each output takes. That of the first is drawn.
  ///   - least: The size that it has at least.
  package init(
    compactAt origin: GraphPoint, title: GraphSize, inputCount: Int, outputs: [GraphSize], least: GraphSize = .zero
  ) {
    let beside = Double(max(inputCount, outputs.count)) * Self.portDistance
    let value = outputs.first ?? .zero
    let high = max(title.height, value.height, beside, 24, least.height)
    let wide = max((title.height > 0 ? title.width : 0) + max(value.width, 24) + 2, least.width)
    self.init(
      .compact, at: origin, size: GraphSize(wide, high), titleHeight: title.height > 0 ? high : 0, inputCount,
      outputs.count)
  }

  /// Makes a node of a point.
  ///
  /// - Parameters:
  ///   - origin: The top left corner.
  ///   - inputCount: How many inputs it has, all at its left.
  ///   - outputCount: How many outputs it has, all at its right.
  package init(dotAt origin: GraphPoint, inputCount: Int, outputCount: Int) {
    self.init(
      .dot, at: origin, size: Self.dotSize, titleHeight: 0, inputCount, outputCount)
  }

  /// The same node with ports at these edges.
  ///
  /// - Parameters:
  ///   - inputs: The edge of each input.
  ///   - outputs: The edge of each output.
  /// - Returns: The node: wider if there are many ports on top or at the bottom, and a dot turned.
  package func withPorts(at inputs: [NodeSide], _ outputs: [NodeSide]) -> NodeFrame {
    guard inputs.contains(where: { $0 != .left }) || outputs.contains(where: { $0 != .right }) else { return self }
    var frame = self
    frame.ports = (inputs + outputs).map { PlacedPort(side: $0) }
    frame.hasLevelPorts = frame.ports.contains(where: \.side.isLevel)
    if form == .dot, frame.hasLevelPorts {
      let isTurned = frame.ports.allSatisfy(\.side.isLevel)
      frame.width = isTurned ? Self.dotSize.height : Self.dotSize.width
      frame.height = Self.dotSize.width
    }
    let edges = NodeSide.allCases.map { side in (side, frame.ports.indices.filter { frame.ports[$0].side == side }) }
    if form != .dot {
      for (side, all) in edges where side.isLevel {
        frame.width = max(frame.width, Double(all.count) * Self.portDistance)
      }
    }
    for (side, all) in edges {
      for (place, port) in all.enumerated() {
        let share = form == .dot ? 0.5 : (Double(place) + 0.5) / Double(all.count)
        frame.ports[port].offset = frame.offset(of: port, at: side, share)
      }
    }
    return frame
  }

  /// The place of a port at an edge: beside its row, or so far along the edge.
  private func offset(of port: Int, at side: NodeSide, _ share: Double) -> GraphPoint {
    let across = form == .full && !side.isLevel ? (rowEdges[port] + rowEdges[port + 1]) / 2 : height * share
    return switch side {
    case .left: GraphPoint(0, across)
    case .right: GraphPoint(width, across)
    case .top: GraphPoint(width * share, 0)
    case .bottom: GraphPoint(width * share, height)
    }
  }

  private init(
    _ form: NodeLook.Form, at origin: GraphPoint, size: GraphSize, titleHeight: Double, _ inputCount: Int,
    _ outputCount: Int
  ) {
    self.origin = origin
    self.form = form
    self.titleHeight = titleHeight
    (width, height) = (size.width, size.height)
    itemSize = .zero
    inputHeights = Array(repeating: size.height / Double(max(inputCount, 1)), count: inputCount)
    outputHeights = Array(repeating: size.height / Double(max(outputCount, 1)), count: outputCount)
    rowEdges = []
  }

  /// The whole node.
  public var rect: GraphRect { GraphRect(origin, GraphSize(width, height)) }

  /// The bar at the top that shows the title.
  public var titleBar: GraphRect { GraphRect(origin, GraphSize(width, titleHeight)) }

  /// The square at the right of the title bar, whether or not ``GraphViewStyle/showsTrash`` has the view draw a trash there.
  public var trash: GraphRect {
    GraphRect(x: origin.x + width - titleHeight, y: origin.y, width: titleHeight, height: titleHeight)
  }

  /// The part below the title bar, in which the host's ``ItemRenderer`` draws.
  public var item: GraphRect {
    GraphRect(GraphPoint(origin.x + (width - itemSize.width) / 2, origin.y + titleHeight), itemSize)
  }

  /// Returns the row of an input.
  ///
  /// - Precondition: The node has this input.
  public func inputRow(_ index: Int) -> GraphRect {
    if form != .full { return slice(index, of: inputHeights, x: origin.x) }
    return GraphRect(x: origin.x, y: origin.y + rowEdges[index], width: width, height: inputHeights[index])
  }

  /// Returns the row of an output.
  ///
  /// - Precondition: The node has this output.
  public func outputRow(_ index: Int) -> GraphRect {
    if form != .full { return slice(index, of: outputHeights, x: origin.x + width / 2) }
    let above = rowEdges[inputHeights.count + index]
    return GraphRect(x: origin.x, y: origin.y + above, width: width, height: outputHeights[index])
  }

  /// The row of a port beside which all others of its side lie.
  private func slice(_ index: Int, of heights: [Double], x: Double) -> GraphRect {
    if form == .dot { return GraphRect(x: x, y: origin.y, width: width / 2, height: height) }
    return GraphRect(x: x, y: origin.y + heights[index] * Double(index), width: width / 2, height: heights[index])
  }

  /// Returns where connections reach an input: in the middle of the left edge of its row, if it is at no other edge of the node.
  ///
  /// - Precondition: The node has this input.
  public func inputAnchor(_ index: Int) -> GraphPoint {
    if !ports.isEmpty { return origin + ports[index].offset }
    let row = inputRow(index)
    return GraphPoint(row.minX, row.midY)
  }

  /// Returns where connections leave an output: in the middle of the right edge of its row, if it is at no other edge of the node.
  ///
  /// - Precondition: The node has this output.
  public func outputAnchor(_ index: Int) -> GraphPoint {
    if !ports.isEmpty { return origin + ports[inputHeights.count + index].offset }
    let row = outputRow(index)
    return GraphPoint(row.maxX, row.midY)
  }

  /// Returns the edge of the node that an input is at.
  ///
  /// - Precondition: The node has this input.
  public func inputSide(_ index: Int) -> NodeSide { ports.isEmpty ? .left : ports[index].side }

  /// Returns the edge of the node that an output is at.
  ///
  /// - Precondition: The node has this output.
  public func outputSide(_ index: Int) -> NodeSide { ports.isEmpty ? .right : ports[inputHeights.count + index].side }

  /// Where connections reach an input.
  func inputEnd(_ index: Int) -> EdgeEnd { EdgeEnd(inputAnchor(index), inputSide(index)) }

  /// Where connections leave an output.
  func outputEnd(_ index: Int) -> EdgeEnd { EdgeEnd(outputAnchor(index), outputSide(index)) }

  /// The inputs and the outputs that may be on the canvas from `top` to `bottom`.
  ///
  /// All of them where some are on top or at the bottom.
  ///
  /// - Complexity: O(log rows).
  package func ports(from top: Double, to bottom: Double) -> (inputs: Range<Int>, outputs: Range<Int>) {
    hasLevelPorts ? (0..<inputHeights.count, 0..<outputHeights.count) : rows(from: top, to: bottom)
  }

  /// The inputs and the outputs whose rows touch the canvas from `top` to `bottom`, and maybe the one above.
  ///
  /// - Complexity: O(log rows).
  package func rows(from top: Double, to bottom: Double) -> (inputs: Range<Int>, outputs: Range<Int>) {
    let inputs = inputHeights.count
    // Those of a compact node are few.
    if form != .full { return (0..<inputs, 0..<outputHeights.count) }
    let all = rowEdges.count - 1
    // Where a row ends is rounded, so it may lie beyond the edge of the next one by less than a thousandth.
    let first = max(0, firstEdge { origin.y + $0 >= top - 0.001 } - 1)
    let near = first..<max(first, min(all, firstEdge { origin.y + $0 > bottom }))
    let outputs = near.clamped(to: inputs..<all)
    return (near.clamped(to: 0..<inputs), outputs.lowerBound - inputs..<outputs.upperBound - inputs)
  }

  /// The index of the first edge that is low enough, and `rowEdges.count` if none is. Complexity: O(log rows).
  private func firstEdge(where isLow: (Double) -> Bool) -> Int {
    var range = 0..<rowEdges.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = isLow(rowEdges[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
