// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The rectangles of a node and its parts, in canvas points.
///
/// From top to bottom these are the title bar, the item, a row for each input and a row for each output. The node is 2
/// points wider than the widest of its parts. A compact node is a single row, and a dot is a disc. Inputs are at the
/// left edge and outputs at the right edge, next to their rows, unless the node's look or a row names another edge;
/// ports on top and at the bottom are spaced evenly.
///
/// ```swift
/// if let frame = view.frame(of: sum) {
///   let corner = view.viewport.viewPoint(frame.rect.origin)  // canvas points to view points
///   let port = frame.inputAnchor(0)
/// }
/// ```
///
/// A frame is a value: it doesn't follow a node that moves or changes. Read ``GraphView/frame(of:)`` again instead of
/// keeping it.
public struct NodeFrame: Hashable, Sendable {
  /// The top left corner, in canvas points.
  public package(set) var origin: GraphPoint
  /// The width of the node, in canvas points.
  public private(set) var width: Double
  /// The height of the title bar, in canvas points.
  ///
  /// It is 0 for a node without a title, and for a dot. For a compact node with a title, it is the height of the node.
  public let titleHeight: Double
  /// The size of the item, in canvas points.
  ///
  /// Compact nodes and dots have no item: its size is zero. A node that the user has enlarged gives the additional room
  /// to its item.
  public let itemSize: GraphSize
  /// The heights of the input rows, in canvas points, indexed like the node's inputs.
  public let inputHeights: [Double]
  /// The heights of the output rows, in canvas points, indexed like the node's outputs.
  public let outputHeights: [Double]
  /// The form in which the node is shown: full, compact or as a dot.
  ///
  /// The rows of a compact node overlap its title bar, so check the form before you draw something of your own into
  /// them.
  public let form: NodeLook.Form
  /// The height of the node, in canvas points.
  public private(set) var height: Double
  /// The distance of each row's top from the top of the node, inputs before outputs, followed by the bottom of the last
  /// row.
  private let rowEdges: [Double]
  /// The edges and positions of the ports, inputs before outputs; empty if all of them are at their default edges.
  private var ports: [PlacedPort] = []
  /// Whether some ports are on top or at the bottom, and therefore not next to their rows.
  private var hasLevelPorts = false

  /// The edge of a port and its position, relative to the top left corner.
  private struct PlacedPort: Hashable, Sendable {
    let side: NodeSide
    var offset = GraphPoint.zero
  }

  /// The size of a dot with its two ports, in canvas points.
  static let dotSize = GraphSize(28, 16)
  /// The radius around a port of a dot in which the port is hit, in canvas points. The dot is moved by the part between
  /// its ports.
  static let dotPortRadius = 6.0
  /// The smallest distance between ports on one edge, in canvas points, at which they can be distinguished.
  static let portDistance = 12.0

  /// Stacks the parts of a node.
  ///
  /// - Parameters:
  ///   - origin: The top left corner.
  ///   - titleHeight: The height of the title bar.
  ///   - item: The size that the item needs.
  ///   - inputs: The sizes that the rows of the inputs need.
  ///   - outputs: The sizes that the rows of the outputs need.
  ///   - least: The minimum size of the node. Spare room goes to the item, or stays free below the rows if there is no
  ///     item.
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

  /// Creates the frame of a node with a single row.
  ///
  /// - Parameters:
  ///   - origin: The top left corner.
  ///   - title: The size of the title, with a height of 0 if the row of the output shows it.
  ///   - inputCount: The number of inputs.
  ///   - outputs: The sizes that the rows of the outputs need. The row of the first is drawn.
  ///   - least: The minimum size of the node.
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

  /// Creates the frame of a node that is shown as a dot.
  ///
  /// - Parameters:
  ///   - origin: The top left corner.
  ///   - inputCount: The number of inputs, all of which are on the left.
  ///   - outputCount: The number of outputs, all of which are on the right.
  package init(dotAt origin: GraphPoint, inputCount: Int, outputCount: Int) {
    self.init(
      .dot, at: origin, size: Self.dotSize, titleHeight: 0, inputCount, outputCount)
  }

  /// Returns this frame with ports at other edges.
  ///
  /// - Parameters:
  ///   - inputs: The edge of each input.
  ///   - outputs: The edge of each output.
  /// - Returns: The frame, which is wider if there are many ports on top or at the bottom. A dot is turned.
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

  /// The position of a port at an edge: next to its row, or at this fraction of the edge.
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

  /// The rectangle of the whole node, in canvas points.
  ///
  /// Shadows, glows and ports that stick out are outside of it. Enlarge it before you use it as a dirty region.
  public var rect: GraphRect { GraphRect(origin, GraphSize(width, height)) }

  /// The rectangle at the top of the node that shows the title, in canvas points.
  ///
  /// It has no height if ``titleHeight`` is 0, as for a dot.
  public var titleBar: GraphRect { GraphRect(origin, GraphSize(width, titleHeight)) }

  /// The square at the right end of the title bar in which a view draws a trash, in canvas points.
  ///
  /// It exists also if ``GraphViewStyle/showsTrash`` hides the trash. Use ``GraphView/hitTest(_:)`` to find out whether
  /// a point is on a trash that is shown.
  public var trash: GraphRect {
    GraphRect(x: origin.x + width - titleHeight, y: origin.y, width: titleHeight, height: titleHeight)
  }

  /// The rectangle below the title bar in which the host's ``ItemRenderer`` draws, in canvas points.
  ///
  /// It is centred horizontally, and may be narrower than the node. Cover it with a view of your toolkit to edit a
  /// value in place.
  public var item: GraphRect {
    GraphRect(GraphPoint(origin.x + (width - itemSize.width) / 2, origin.y + titleHeight), itemSize)
  }

  /// Returns the rectangle of an input's row, in canvas points.
  ///
  /// The row of a full node is as wide as the node. In a compact node, and in a dot, it is the part of the left half
  /// that belongs to the input.
  ///
  /// - Parameter index: The index of the input among the node's inputs.
  /// - Returns: The rectangle of the row.
  /// - Precondition: The node has this input.
  public func inputRow(_ index: Int) -> GraphRect {
    if form != .full { return slice(index, of: inputHeights, x: origin.x) }
    return GraphRect(x: origin.x, y: origin.y + rowEdges[index], width: width, height: inputHeights[index])
  }

  /// Returns the rectangle of an output's row, in canvas points.
  ///
  /// The row of a full node is as wide as the node. In a compact node, and in a dot, it is the part of the right half
  /// that belongs to the output.
  ///
  /// - Parameter index: The index of the output among the node's outputs.
  /// - Returns: The rectangle of the row.
  /// - Precondition: The node has this output.
  public func outputRow(_ index: Int) -> GraphRect {
    if form != .full { return slice(index, of: outputHeights, x: origin.x + width / 2) }
    let above = rowEdges[inputHeights.count + index]
    return GraphRect(x: origin.x, y: origin.y + above, width: width, height: outputHeights[index])
  }

  /// The row of a port in a node where the rows of inputs and outputs are next to each other.
  private func slice(_ index: Int, of heights: [Double], x: Double) -> GraphRect {
    if form == .dot { return GraphRect(x: x, y: origin.y, width: width / 2, height: height) }
    return GraphRect(x: x, y: origin.y + heights[index] * Double(index), width: width / 2, height: heights[index])
  }

  /// Returns the point where connections reach an input, in canvas points.
  ///
  /// It is the middle of the left edge of the input's row, unless the input is at another edge of the node. The lines
  /// of an ``EdgeStyle`` end 4 points outside of it.
  ///
  /// - Parameter index: The index of the input among the node's inputs.
  /// - Returns: The position of the port.
  /// - Precondition: The node has this input.
  public func inputAnchor(_ index: Int) -> GraphPoint {
    if !ports.isEmpty { return origin + ports[index].offset }
    let row = inputRow(index)
    return GraphPoint(row.minX, row.midY)
  }

  /// Returns the point where connections leave an output, in canvas points.
  ///
  /// It is the middle of the right edge of the output's row, unless the output is at another edge of the node. The
  /// lines of an ``EdgeStyle`` begin 4 points outside of it.
  ///
  /// - Parameter index: The index of the output among the node's outputs.
  /// - Returns: The position of the port.
  /// - Precondition: The node has this output.
  public func outputAnchor(_ index: Int) -> GraphPoint {
    if !ports.isEmpty { return origin + ports[inputHeights.count + index].offset }
    let row = outputRow(index)
    return GraphPoint(row.maxX, row.midY)
  }

  /// Returns the edge of the node at which an input is: ``NodeSide/left`` unless its row or the node's look names
  /// another.
  ///
  /// - Parameter index: The index of the input among the node's inputs.
  /// - Returns: The edge.
  /// - Precondition: The node has this input.
  public func inputSide(_ index: Int) -> NodeSide { ports.isEmpty ? .left : ports[index].side }

  /// Returns the edge of the node at which an output is: ``NodeSide/right`` unless its row or the node's look names
  /// another.
  ///
  /// - Parameter index: The index of the output among the node's outputs.
  /// - Returns: The edge.
  /// - Precondition: The node has this output.
  public func outputSide(_ index: Int) -> NodeSide { ports.isEmpty ? .right : ports[inputHeights.count + index].side }

  /// The end of connections that reach an input.
  func inputEnd(_ index: Int) -> EdgeEnd { EdgeEnd(inputAnchor(index), inputSide(index)) }

  /// The end of connections that leave an output.
  func outputEnd(_ index: Int) -> EdgeEnd { EdgeEnd(outputAnchor(index), outputSide(index)) }

  /// The inputs and the outputs that may be between `top` and `bottom` on the canvas: all of them if some are on top or
  /// at the bottom of the node.
  ///
  /// - Complexity: O(log rows).
  package func ports(from top: Double, to bottom: Double) -> (inputs: Range<Int>, outputs: Range<Int>) {
    hasLevelPorts ? (0..<inputHeights.count, 0..<outputHeights.count) : rows(from: top, to: bottom)
  }

  /// The inputs and the outputs whose rows touch the canvas between `top` and `bottom`. The row above these may be
  /// included.
  ///
  /// - Complexity: O(log rows).
  package func rows(from top: Double, to bottom: Double) -> (inputs: Range<Int>, outputs: Range<Int>) {
    let inputs = inputHeights.count
    // A compact node has few rows.
    if form != .full { return (0..<inputs, 0..<outputHeights.count) }
    let all = rowEdges.count - 1
    // The end of a row is rounded, so it may be beyond the top of the next one by less than a thousandth.
    let first = max(0, firstEdge { origin.y + $0 >= top - 0.001 } - 1)
    let near = first..<max(first, min(all, firstEdge { origin.y + $0 > bottom }))
    let outputs = near.clamped(to: inputs..<all)
    return (near.clamped(to: 0..<inputs), outputs.lowerBound - inputs..<outputs.upperBound - inputs)
  }

  /// The index of the first row edge for which `isLow` holds, or `rowEdges.count` if there is none. Complexity: O(log
  /// rows).
  private func firstEdge(where isLow: (Double) -> Bool) -> Int {
    var range = 0..<rowEdges.count
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = isLow(rowEdges[middle]) ? range.lowerBound..<middle : middle + 1..<range.upperBound
    }
    return range.lowerBound
  }
}
