// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Pushes subtrees together towards the left, or towards the right if it is mirrored.
///
/// The contour of a subtree on either side is a chain of nodes from its root to its lowest bottom, in which each next
/// node is the first that reaches further down. A node includes the room above it through which its line passes.
struct TreeContours {
  private let widths: [Double]
  private let bottoms: [Double]
  private let spacing: Double
  private let isMirrored: Bool
  private let centring: TreeLayout.Centring

  /// The distance of each node's middle from its parent's middle, or of a root's from the middle of all roots.
  private(set) var offset: [Double]
  private var left: Contour
  private var right: Contour

  /// The difference up to which bottoms count as equal: they are sums of heights in different orders.
  private static let tolerance = 1e-6

  /// The chains on one side.
  private struct Contour {
    /// The next node after each in its chain, or -1, and its distance.
    var next: [Int]
    var step: [Double]
    /// The last node of the chain that begins at each node, and its distance.
    var last: [Int]
    var reach: [Double]

    init(_ count: Int) {
      next = [Int](repeating: -1, count: count)
      step = [Double](repeating: 0, count: count)
      last = Array(0..<count)
      reach = step
    }
  }

  init(widths: [Double], bottoms: [Double], spacing: Double, isMirrored: Bool, centring: TreeLayout.Centring) {
    self.widths = widths
    self.bottoms = bottoms
    self.spacing = spacing
    self.isMirrored = isMirrored
    self.centring = centring
    offset = [Double](repeating: 0, count: widths.count)
    left = Contour(widths.count)
    right = Contour(widths.count)
  }

  /// Places the subtrees of the children side by side, and their parent above the middle.
  ///
  /// - Parameters:
  ///   - children: The children, from left to right.
  ///   - parent: Their parent; `nil` for roots.
  ///
  /// - Complexity: O(n) amortized, because a node that was passed is hidden from then on.
  mutating func join(_ children: [Int], below parent: Int?) {
    let children = isMirrored ? children.reversed() : children
    guard let first = children.first, let final = children.last else { return }
    offset[first] = 0
    var (leftEnd, leftReach) = (left.last[first], left.reach[first])
    var (rightEnd, rightReach) = (right.last[first], right.reach[first])
    for index in children.indices.dropFirst() {
      let child = children[index]
      let contact = place(child, after: children[index - 1])
      if let outer = contact.outer {
        // The subtrees to the left reach further down. The right contour continues with them below the child.
        let end = right.last[child]
        right.next[end] = outer.node
        right.step[end] = outer.place - offset[child] - right.reach[child]
      } else {
        (rightEnd, rightReach) = (right.last[child], offset[child] + right.reach[child])
        if let inner = contact.inner {
          left.next[leftEnd] = inner.node
          left.step[leftEnd] = offset[child] + inner.place - leftReach
          (leftEnd, leftReach) = (left.last[child], offset[child] + left.reach[child])
        }
      }
    }
    let middle =
      switch centring {
      case .span: (offset[final] + widths[final] / 2 - widths[first] / 2) / 2
      case .middles: offset[final] / 2
      }
    for child in children { offset[child] -= middle }
    guard let parent else { return }
    left.next[parent] = first
    left.step[parent] = offset[first]
    (left.last[parent], left.reach[parent]) = (leftEnd, leftReach - middle)
    right.next[parent] = final
    right.step[parent] = offset[final]
    (right.last[parent], right.reach[parent]) = (rightEnd, rightReach - middle)
  }

  /// Places a child as near to the subtrees on its left as their contours allow.
  ///
  /// - Returns: The node with which the contour that reaches further down continues: `outer` of the subtrees on the
  ///   left, in their coordinates, or `inner` of the child, in its own.
  private mutating func place(
    _ child: Int, after last: Int
  ) -> (outer: (node: Int, place: Double)?, inner: (node: Int, place: Double)?) {
    var (outer, outerPlace) = (last, offset[last])
    var (inner, innerPlace) = (child, 0.0)
    var needed = -Double.infinity
    while outer >= 0, inner >= 0 {
      needed = max(needed, outerPlace - innerPlace + (widths[outer] + widths[inner]) / 2 + spacing)
      let difference = bottoms[outer] - bottoms[inner]
      if difference <= Self.tolerance {
        outerPlace += right.step[outer]
        outer = right.next[outer]
      }
      if difference >= -Self.tolerance {
        innerPlace += left.step[inner]
        inner = left.next[inner]
      }
    }
    offset[child] = needed
    return (outer < 0 ? nil : (outer, outerPlace), inner < 0 ? nil : (inner, innerPlace))
  }
}
