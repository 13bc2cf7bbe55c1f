// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Draws trees from top to bottom: every node right below its parent, parents in the middle above their children.
///
/// Nodes may be of any size and never overlap; nor does a line pass through a node. Trees that are equal are drawn
/// equally, wherever they hang, and a mirrored tree gives the mirrored drawing.
///
/// ```swift
/// let drawing = TreeLayout().layout(
///   children: [[1, 2], [], []], sizes: [GraphSize(80, 20), GraphSize(30, 20), GraphSize(120, 40)])
/// ```
///
/// Subtrees are pushed together along their contours as in van der Ploeg, "Drawing non-layered tidy trees in linear
/// time" (2014), once towards the left and once towards the right; the mean of the two is what is drawn. That puts small
/// subtrees between large ones in the middle of their room, which there takes bookkeeping.
public struct TreeLayout: Hashable, Sendable {
  /// The least room between nodes side by side, in points.
  public var siblingSpacing: Double
  /// The room between a node and its children, in points.
  public var levelSpacing: Double

  /// Above what of its children a node is centred.
  public enum Centring: Hashable, Sendable {
    /// Above all that they take, from the left edge of the first to the right edge of the last: with children of unequal widths, the
    /// lines to them are unequal.
    case span
    /// Half-way between the middles of the first and the last: the lines to them are symmetrical.
    case middles
  }
  /// Above what of its children a node is centred, and the roots around the origin.
  public var centring: Centring

  /// A layout with these distances, neither negative.
  ///
  /// - Parameters:
  ///   - siblingSpacing: The least room between nodes side by side, in points.
  ///   - levelSpacing: The room between a node and its children, in points.
  ///   - centring: Above what of its children a node is centred.
  public init(siblingSpacing: Double = 16, levelSpacing: Double = 32, centring: Centring = .span) {
    require(siblingSpacing >= 0 && levelSpacing >= 0, "distances are not negative")
    self.siblingSpacing = siblingSpacing
    self.levelSpacing = levelSpacing
    self.centring = centring
  }

  /// Places the nodes of a tree, or of several side by side.
  ///
  /// A node without a parent is a root; roots stand in the order of their numbers. It is a programmer's mistake
  /// if a node is a child twice, or its own ancestor.
  ///
  /// - Parameters:
  ///   - children: For each node, the numbers of its children from left to right.
  ///   - sizes: The extent of each node.
  /// - Returns: Positions and lines; it begins at the origin.
  /// - Complexity: O(n) for n nodes.
  public func layout(children: [[Int]], sizes: [GraphSize]) -> TreeDrawing {
    require(children.count == sizes.count, "each node has a size, but there are \(children.count) and \(sizes.count)")
    var parent = [Int](repeating: -1, count: sizes.count)
    for (node, below) in children.enumerated() {
      for child in below {
        require(sizes.indices.contains(child), "children are nodes of the tree, there is no node \(child)")
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

  /// The middle of each node, from left to right.
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
