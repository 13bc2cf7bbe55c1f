// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where the parts of a node are, in canvas points: from top to bottom the title bar, the item, a row for each input, and
/// a row for each output.
///
/// The node is 2 points wider than the widest of its parts. A frame is a value: it doesn't follow a node that is moved.
public struct NodeFrame: Hashable, Sendable {
  /// The top left corner, in canvas points.
  public package(set) var origin: GraphPoint
  /// How wide the node is, in canvas points.
  public let width: Double
  /// How high the title bar is, in canvas points.
  public let titleHeight: Double
  /// The size of the item, in canvas points.
  public let itemSize: GraphSize
  /// The heights of the input rows, in canvas points, by the index of the input.
  public let inputHeights: [Double]
  /// The heights of the output rows, in canvas points, by the index of the output.
  public let outputHeights: [Double]
  /// How far below the top of the node each row begins, inputs before outputs, and then where the last one ends.
  private let rowEdges: [Double]
  /// Stacks the parts of a node.
  ///
  /// - Parameters:
  ///   - origin: The top left corner.
  ///   - titleHeight: How high the title bar is.
  ///   - item: How much room the item takes.
  ///   - inputs: How much room the row of each input takes.
  ///   - outputs: How much room the row of each output takes.
  package init(at origin: GraphPoint, titleHeight: Double, item: GraphSize, inputs: [GraphSize], outputs: [GraphSize]) {
    self.origin = origin
    self.titleHeight = titleHeight
    itemSize = item
    inputHeights = inputs.map(\.height)
    outputHeights = outputs.map(\.height)
    width = (inputs + outputs).reduce(item.width) { max($0, $1.width) } + 2
    var edges = [titleHeight + item.height]
    edges.reserveCapacity(inputs.count + outputs.count + 1)
    for row in inputs + outputs { edges.append(edges[edges.count - 1] + row.height) }
    rowEdges = edges
  }

  /// How high the node is, in canvas points.
  public var height: Double { rowEdges[rowEdges.count - 1] }

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
    GraphRect(x: origin.x, y: origin.y + rowEdges[index], width: width, height: inputHeights[index])
  }

  /// Returns the row of an output.
  ///
  /// - Precondition: The node has this output.
  public func outputRow(_ index: Int) -> GraphRect {
    let above = rowEdges[inputHeights.count + index]
    return GraphRect(x: origin.x, y: origin.y + above, width: width, height: outputHeights[index])
  }

  /// Returns where connections reach an input: in the middle of the left edge of its row.
  ///
  /// - Precondition: The node has this input.
  public func inputAnchor(_ index: Int) -> GraphPoint {
    let row = inputRow(index)
    return GraphPoint(row.minX, row.midY)
  }

  /// Returns where connections leave an output: in the middle of the right edge of its row.
  ///
  /// - Precondition: The node has this output.
  public func outputAnchor(_ index: Int) -> GraphPoint {
    let row = outputRow(index)
    return GraphPoint(row.maxX, row.midY)
  }

  /// The inputs and the outputs whose rows touch the canvas from `top` to `bottom`, and maybe the one above.
  ///
  /// - Complexity: O(log rows).
  package func rows(from top: Double, to bottom: Double) -> (inputs: Range<Int>, outputs: Range<Int>) {
    let (inputs, all) = (inputHeights.count, rowEdges.count - 1)
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
