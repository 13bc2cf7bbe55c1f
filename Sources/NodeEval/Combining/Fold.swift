// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What all values make together, and what each has contributed to it, so that it can be taken out again.
final class Fold<Element, Total>: Combination {
  private var elements: [Element] = []
  private(set) var total: Total

  init(empty: Total) { total = empty }

  /// Makes everything anew. Complexity: O(values).
  func rebuild(from empty: Total, _ elements: [Element], by add: (inout Total, Element) -> Void) {
    total = empty
    self.elements = elements
    for element in elements { add(&total, element) }
  }

  /// Replaces what those have contributed that have changed. Complexity: O(k) for k of them.
  func replaceChanged(
    adding add: (inout Total, Element) -> Void, removing remove: (inout Total, Element) -> Void,
    with element: (Int) -> Element
  ) {
    for index in changed {
      let index = Int(index)
      remove(&total, elements[index])
      elements[index] = element(index)
      add(&total, elements[index])
    }
  }
}
