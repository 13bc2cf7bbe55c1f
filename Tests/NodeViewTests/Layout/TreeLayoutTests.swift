// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct TreeLayoutTests {
  struct Tree {
    var children: [[Int]]
    var sizes: [GraphSize]

    var mirrored: Tree { Tree(children: children.map { $0.reversed() }, sizes: sizes) }
    var drawing: TreeDrawing { TreeLayout().layout(children: children, sizes: sizes) }

    static func random(_ count: Int, _ random: inout SplitMix64) -> Tree {
      var tree = Tree(children: Array(repeating: [], count: count), sizes: [])
      for node in 0..<count {
        tree.sizes.append(GraphSize(Double(5 + random.below(80)), Double(5 + random.below(90)) / 2))
        if node > 0 { tree.children[random.below(node)].append(node) }
      }
      return tree
    }

    /// The nodes of a subtree, its root first.
    func subtree(_ root: Int) -> [Int] {
      var nodes = [root]
      var next = 0
      while next < nodes.count {
        nodes += children[nodes[next]]
        next += 1
      }
      return nodes
    }
  }

  /// The distance by which the right group could move left, by all pairs of nodes that overlap vertically, room for lines included.
  private func room(_ left: [Int], _ right: [Int], _ tree: Tree, _ drawing: TreeDrawing) -> Double {
    var room = Double.infinity
    for first in left {
      for second in right {
        let (top, bottom) = (drawing.positions[first].y, drawing.positions[first].y + tree.sizes[first].height)
        let (otherTop, otherBottom) = (
          drawing.positions[second].y, drawing.positions[second].y + tree.sizes[second].height
        )
        guard top - 32 < otherBottom - 1e-6, otherTop - 32 < bottom - 1e-6 else { continue }
        room = min(
          room, drawing.positions[second].x - drawing.positions[first].x - tree.sizes[first].width - 16)
      }
    }
    return room
  }

  @Test(arguments: [UInt64](0..<100))
  func subtreesTouchAndNeverOverlap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let tree = Tree.random(1 + random.below(30), &random)
    let drawing = tree.drawing
    for node in tree.sizes.indices {
      let groups = tree.children[node].map(tree.subtree)
      for (index, group) in groups.enumerated() {
        let rest = groups[..<index].reduce(into: []) { $0 += $1 }
        #expect(room(rest, group, tree, drawing) > -1e-6, "seed \(seed): below \(node)")
      }
      // Two groups are as close as possible; of several, the inner neighbours may be further apart.
      if groups.count == 2 { #expect(room(groups[0], groups[1], tree, drawing) < 1e-6, "seed \(seed): below \(node)") }
      guard let first = tree.children[node].first, let last = tree.children[node].last else { continue }
      let span = drawing.positions[first].x + drawing.positions[last].x + tree.sizes[last].width
      #expect(abs(span / 2 - drawing.positions[node].x - tree.sizes[node].width / 2) < 1e-6)
    }
  }

  @Test(arguments: [UInt64](0..<40))
  func firstAndLastAreAsNearAsANaiveContourPutsThem(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let tree = Tree.random(2 + random.below(40), &random)
    let drawing = tree.drawing
    for node in tree.sizes.indices where tree.children[node].count > 1 {
      let groups = tree.children[node].map(tree.subtree)
      var moved = drawing
      // Moves each subtree to the left as far as all pairs of nodes allow.
      for (index, group) in groups.enumerated().dropFirst() {
        let gap = groups[..<index].map { room($0, group, tree, moved) }.min() ?? 0
        for member in group { moved.positions[member].x -= gap }
      }
      let last = tree.children[node][groups.count - 1]
      #expect(abs(moved.positions[last].x - drawing.positions[last].x) < 1e-6, "seed \(seed): below \(node)")
    }
  }

  @Test(arguments: [UInt64](0..<40))
  func aMirroredTreeGivesTheMirroredDrawing(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let tree = Tree.random(1 + random.below(40), &random)
    let (drawing, mirrored) = (tree.drawing, tree.mirrored.drawing)
    #expect(abs(drawing.size.width - mirrored.size.width) < 1e-6)
    for node in tree.sizes.indices {
      let mirror = drawing.size.width - mirrored.positions[node].x - tree.sizes[node].width
      #expect(abs(drawing.positions[node].x - mirror) < 1e-6, "seed \(seed)")
      #expect(drawing.positions[node].y == mirrored.positions[node].y)
    }
  }

  @Test(arguments: [UInt64](0..<40))
  func equalSubtreesAreDrawnEqually(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var tree = Tree.random(5 + random.below(20), &random)
    let part = Tree.random(8, &random)
    var starts: [Int] = []
    let hosts = tree.sizes.count
    for _ in 0..<2 {
      let start = tree.sizes.count
      starts.append(start)
      tree.sizes += part.sizes
      tree.children += part.children.map { $0.map { $0 + start } }
      tree.children[random.below(hosts)].append(start)
    }
    let drawing = tree.drawing
    for node in part.sizes.indices {
      let first = drawing.positions[starts[0] + node] - drawing.positions[starts[0]]
      let second = drawing.positions[starts[1] + node] - drawing.positions[starts[1]]
      #expect(first.distance(to: second) < 1e-6, "seed \(seed)")
    }
  }

  @Test func aSmallSubtreeStandsInTheMiddleBetweenLargeOnes() {
    // Two wide nodes further down keep their parents apart.
    let drawing = TreeLayout().layout(
      children: [[1, 2, 3], [4], [], [5], [], []],
      sizes: [10, 10, 10, 10, 100, 100].map { GraphSize($0, 10) })
    let places = (1...3).map { drawing.positions[$0].x }
    #expect(places[1] - places[0] == 58 && places[2] - places[1] == 58)
  }

  @Test func linesRunFromBottomToTop() {
    let drawing = TreeLayout().layout(children: [[1], []], sizes: [GraphSize(80, 20), GraphSize(30, 10)])
    #expect(drawing.positions == [GraphPoint(0, 0), GraphPoint(25, 52)])
    #expect(drawing.lines == [[], [GraphPoint(40, 20), GraphPoint(40, 52)]])
    #expect(drawing.size == GraphSize(80, 62))
  }

  @Test func treesStandSideBySide() {
    let drawing = TreeLayout().layout(children: [[], [], []], sizes: Array(repeating: GraphSize(10, 10), count: 3))
    #expect(drawing.positions == [GraphPoint(0, 0), GraphPoint(26, 0), GraphPoint(52, 0)])
    #expect(TreeLayout().layout(children: [], sizes: []).size == .zero)
  }

  @Test func longPathsAndWideStarsNeedNoStack() {
    let count = 100_000
    let sizes = Array(repeating: GraphSize(10, 10), count: count)
    let path = TreeLayout().layout(children: (1...count).map { $0 < count ? [$0] : [] }, sizes: sizes)
    #expect(path.size == GraphSize(10, Double(count) * 42 - 32))
    let star = TreeLayout().layout(
      children: [Array(1..<count)] + Array(repeating: [], count: count - 1), sizes: sizes)
    #expect(star.size == GraphSize(Double(count - 1) * 26 - 16, 52))
  }
}
