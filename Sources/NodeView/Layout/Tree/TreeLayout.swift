// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A layout of trees from top to bottom, with every node directly below its parent, and parents centred above their
/// children.
///
/// Nodes may have any sizes and never overlap, and no line passes through a node. Equal subtrees are drawn equally,
/// wherever they are in the tree, and a mirrored tree results in the mirrored drawing.
///
/// ```swift
/// let drawing = TreeLayout().layout(
///   children: [[1, 2], [], []], sizes: [GraphSize(80, 20), GraphSize(30, 20), GraphSize(120, 40)])
/// ```
///
/// Subtrees are pushed together along their contours as in van der Ploeg, "Drawing non-layered tidy trees in linear
/// time" (2014), once towards the left and once towards the right, and the drawing is the mean of both. That centres
/// small subtrees between large ones, for which the paper needs additional bookkeeping.
public struct TreeLayout: Hashable, Sendable {
  /// The minimum distance between nodes side by side, in points.
  ///
  /// It must not be negative, which only the initializer checks.
  public var siblingSpacing: Double
  /// The distance between the bottom of a node and the tops of its children, in points.
  ///
  /// It must not be negative, which only the initializer checks.
  public var levelSpacing: Double

  /// The part of its children above which a node is centred.
  ///
  /// Both are the same for a node whose first and last child have equal widths.
  public enum Centring: Hashable, Sendable {
    /// Above the whole width of the children, from the left edge of the first to the right edge of the last. If their
    /// widths differ, the lines to them are asymmetrical.
    case span
    /// Halfway between the middles of the first and the last child, so that the lines to them are symmetrical.
    case middles
  }
  /// The part of its children above which a node is centred.
  public var centring: Centring

  /// Creates a layout with these distances.
  ///
  /// - Parameters:
  ///   - siblingSpacing: The minimum distance between nodes side by side, in points.
  ///   - levelSpacing: The distance between a node and its children, in points.
  ///   - centring: The part of its children above which a node is centred.
  /// - Precondition: No distance is negative.
  public init(siblingSpacing: Double = 16, levelSpacing: Double = 32, centring: Centring = .span) {
    require(siblingSpacing >= 0 && levelSpacing >= 0, "distances must not be negative")
    self.siblingSpacing = siblingSpacing
    self.levelSpacing = levelSpacing
    self.centring = centring
  }

  /// Places the nodes of a tree, or of several trees side by side.
  ///
  /// Nodes are identified by their index. A node that is not a child of any other is a root; roots are placed from left
  /// to right in the order of their indices. Children of a node are all at the same height, so layers of different
  /// subtrees aren't aligned.
  ///
  /// - Parameters:
  ///   - children: For each node, the indices of its children from left to right.
  ///   - sizes: The size of each node, in points.
  /// - Returns: The positions and lines, with the origin at the top left of the drawing.
  /// - Precondition: `children` and `sizes` have equal lengths, all indices exist, no node is a child twice, and no
  ///   node is its own ancestor.
  /// - Complexity: O(n) for n nodes.
  public func layout(children: [[Int]], sizes: [GraphSize]) -> TreeDrawing {
    require(children.count == sizes.count, "each node has a size, but there are \(children.count) and \(sizes.count)")
    var parent = [Int](repeating: -1, count: sizes.count)
    for (node, below) in children.enumerated() {
      for child in below {
        require(sizes.indices.contains(child), "children must be nodes of the tree, node \(child) does not exist")
        require(parent[child] < 0, "a node of a tree has one parent at most, node \(child) has two")
        parent[child] = node
      }
    }
    let roots = sizes.indices.filter { parent[$0] < 0 }
    var order = roots
    var next = 0
    while next < order.count {
      order += children[order[next]]
      next += 1
    }
    require(order.count == sizes.count, "a tree has no cycle")

    var top = [Double](repeating: 0, count: sizes.count)
    for node in order where parent[node] >= 0 {
      top[node] = top[parent[node]] + sizes[parent[node]].height + levelSpacing
    }
    let middles = self.middles(children, roots, order, top, sizes)
    return drawing(parent, top, middles, sizes)
  }

  /// The middle of each node, on the horizontal axis.
  private func middles(
    _ children: [[Int]], _ roots: [Int], _ order: [Int], _ top: [Double], _ sizes: [GraphSize]
  ) -> [Double] {
    let widths = sizes.map(\.width)
    let bottoms = sizes.indices.map { top[$0] + sizes[$0].height }
    let offsets = [false, true].map { isMirrored in
      var contours = TreeContours(
        widths: widths, bottoms: bottoms, spacing: siblingSpacing, isMirrored: isMirrored, centring: centring)
      for node in order.reversed() where !children[node].isEmpty { contours.join(children[node], below: node) }
      contours.join(roots, below: nil)
      return contours.offset
    }
    // Both are relative to the parent, so their mean is exactly the opposite for the mirrored tree.
    var middles = sizes.indices.map { (offsets[0][$0] - offsets[1][$0]) / 2 }
    for node in order { for child in children[node] { middles[child] += middles[node] } }
    return middles
  }

  private func drawing(_ parent: [Int], _ top: [Double], _ middles: [Double], _ sizes: [GraphSize]) -> TreeDrawing {
    let left = sizes.indices.map { middles[$0] - sizes[$0].width / 2 }.min() ?? 0
    var drawing = TreeDrawing(positions: [], lines: [], size: .zero)
    for node in sizes.indices {
      let middle = middles[node] - left
      let position = GraphPoint(middle - sizes[node].width / 2, top[node])
      drawing.positions.append(position)
      let size = drawing.size
      drawing.size = GraphSize(
        max(size.width, position.x + sizes[node].width), max(size.height, top[node] + sizes[node].height))
      guard parent[node] >= 0 else {
        drawing.lines.append([])
        continue
      }
      let start = GraphPoint(middles[parent[node]] - left, top[parent[node]] + sizes[parent[node]].height)
      drawing.lines.append([start, GraphPoint(middle, top[node])])
    }
    return drawing
  }
}
