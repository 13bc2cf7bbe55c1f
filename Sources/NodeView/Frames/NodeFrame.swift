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
  /// How high the node is, in canvas points.
  public let height: Double

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
    height = (inputs + outputs).reduce(titleHeight + item.height) { $0 + $1.height }
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
  /// - Complexity: O(rows).
  public func inputRow(_ index: Int) -> GraphRect {
    let above = inputHeights[..<index].reduce(titleHeight + itemSize.height, +)
    return GraphRect(x: origin.x, y: origin.y + above, width: width, height: inputHeights[index])
  }

  /// Returns the row of an output.
  ///
  /// - Precondition: The node has this output.
  /// - Complexity: O(rows).
  public func outputRow(_ index: Int) -> GraphRect {
    let inputs = inputHeights.reduce(titleHeight + itemSize.height, +)
    let above = outputHeights[..<index].reduce(inputs, +)
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
}
