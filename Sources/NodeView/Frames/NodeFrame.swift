// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Where the parts of a node are, in canvas points: from top to bottom the title bar, the item, a row for each input, and
/// a row for each output.
///
/// The node is 2 points wider than the widest of its parts. A frame is a value: it doesn't follow a node that is moved.
public struct NodeFrame: Hashable, Sendable {
  /// The top left corner, in canvas points.
  public package(set) var origin: Point
  /// How wide the node is, in canvas points.
  public let width: Double
  /// How high the title bar is, in canvas points.
  public let titleHeight: Double
  /// The size of the item, in canvas points.
  public let itemSize: Size
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
  package init(at origin: Point, titleHeight: Double, item: Size, inputs: [Size], outputs: [Size]) {
    self.origin = origin
    self.titleHeight = titleHeight
    itemSize = item
    inputHeights = inputs.map(\.height)
    outputHeights = outputs.map(\.height)
    width = (inputs + outputs).reduce(item.width) { max($0, $1.width) } + 2
    height = (inputs + outputs).reduce(titleHeight + item.height) { $0 + $1.height }
  }

  /// The whole node.
  public var rect: Rect { Rect(origin, Size(width, height)) }

  /// The bar at the top that shows the title.
  public var titleBar: Rect { Rect(origin, Size(width, titleHeight)) }

  /// The square at the right of the title bar, whether or not ``GraphViewStyle/showsTrash`` has the view draw a trash there.
  public var trash: Rect {
    Rect(x: origin.x + width - titleHeight, y: origin.y, width: titleHeight, height: titleHeight)
  }

  /// The part below the title bar, in which the host's ``ItemRenderer`` draws.
  public var item: Rect {
    Rect(Point(origin.x + (width - itemSize.width) / 2, origin.y + titleHeight), itemSize)
  }

  /// Returns the row of an input.
  ///
  /// - Precondition: The node has this input.
  /// - Complexity: O(rows).
  public func inputRow(_ index: Int) -> Rect {
    let above = inputHeights[..<index].reduce(titleHeight + itemSize.height, +)
    return Rect(x: origin.x, y: origin.y + above, width: width, height: inputHeights[index])
  }

  /// Returns the row of an output.
  ///
  /// - Precondition: The node has this output.
  /// - Complexity: O(rows).
  public func outputRow(_ index: Int) -> Rect {
    let inputs = inputHeights.reduce(titleHeight + itemSize.height, +)
    let above = outputHeights[..<index].reduce(inputs, +)
    return Rect(x: origin.x, y: origin.y + above, width: width, height: outputHeights[index])
  }

  /// Returns where connections reach an input: in the middle of the left edge of its row.
  ///
  /// - Precondition: The node has this input.
  public func inputAnchor(_ index: Int) -> Point {
    let row = inputRow(index)
    return Point(row.minX, row.midY)
  }

  /// Returns where connections leave an output: in the middle of the right edge of its row.
  ///
  /// - Precondition: The node has this output.
  public func outputAnchor(_ index: Int) -> Point {
    let row = outputRow(index)
    return Point(row.maxX, row.midY)
  }
}
