// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphView {
  /// Arranges the nodes of a tree by a ``TreeLayout``, as one move.
  ///
  /// The delegate is notified of each node that moved, and then of the end of the move. Nodes that don't belong to the
  /// tree stay at their positions, and may be covered. Lines lose the routes that an earlier layout has found.
  ///
  /// The tree may consist of values of any type. Key paths, or closures, return the children and the node of a value:
  ///
  /// ```swift
  /// view.arrange(root, children: \.parts, node: \.node)
  /// ```
  ///
  /// A value is left out with all values below it if its node isn't shown, or if another value above it, or to its
  /// left, has this node already. Cycles therefore end. If the root's node isn't shown, all nodes stay where they are.
  ///
  /// - Parameters:
  ///   - root: The root of the tree.
  ///   - children: Returns the values directly below a value, from left to right.
  ///   - node: Returns the node that shows a value.
  ///   - origin: The upper left corner of the drawing, in canvas points.
  ///   - layout: The distances and the centring of the drawing.
  /// - Complexity: O((n + c) log(n + c)) for n nodes and c connections of the view, and the time to compute the lines
  ///   of nodes that move.
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
