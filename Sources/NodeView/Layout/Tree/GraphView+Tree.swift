// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphView {
  /// Puts the nodes of a tree where a ``TreeLayout`` says, as one move: the delegate is told of each node that moved, and then that
  /// the move has ended. Nodes that are in no part of the tree stay where they are.
  ///
  /// The tree may be any values: key paths, or closures, say what their children and their nodes are.
  ///
  /// ```swift
  /// view.arrange(root, children: \.parts, node: \.node)
  /// ```
  ///
  /// - Parameters:
  ///   - root: The root.
  ///   - children: The values below one, from left to right.
  ///   - node: The node that shows a value. A value whose node isn't shown, or is shown for another one above or left of it, is
  ///     left out, with all that is below it.
  ///   - origin: Where the upper left corner of the drawing is put, in canvas points.
  ///   - layout: The layout.
  /// - Complexity: O(n log n) for n nodes of the tree, and what it takes to lay their lines.
  public func arrange<Element>(
    _ root: Element, children: (Element) -> [Element], node: (Element) -> NodeID, at origin: GraphPoint = .zero,
    with layout: TreeLayout = TreeLayout()
  ) {
    var elements: [(element: Element, node: NodeID)] = []
    var seen: Set<NodeID> = []
    func add(_ element: Element) -> Bool {
      let id = node(element)
      guard frame(of: id) != nil, seen.insert(id).inserted else { return false }
      elements.append((element, id))
      return true
    }
    guard add(root) else { return }
    var below: [[Int]] = []
    while below.count < elements.count {
      var numbers: [Int] = []
      for child in children(elements[below.count].element) where add(child) { numbers.append(elements.count - 1) }
      below.append(numbers)
    }
    let drawing = layout.layout(children: below, sizes: elements.map { frame(of: $0.node)?.rect.size ?? .zero })
    let places = Dictionary(
      uniqueKeysWithValues: zip(elements, drawing.positions).map { ($0.node, $1 + origin) })
    let order = Arrangement(of: scene, from: .zero).nodes
    arrange { _, old in
      LayoutResult(
        positions: zip(order, old).map { places[$0] ?? $1 }, routes: [], isReversed: [], size: drawing.size)
    }
  }
}
