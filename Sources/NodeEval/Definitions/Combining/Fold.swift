// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A total of values, and the contribution of each, so that it can be removed again.
///
/// The module that declares the kind specialises the class, so that a change of one value costs no more than adding and
/// removing.
@usableFromInline
final class Fold<Element, Total>: Combination {
  @safe @exclusivity(unchecked) @usableFromInline final var content: Content

  /// The values. They are one property, so that a run accesses the object once.
  @usableFromInline
  struct Content {
    @usableFromInline var elements: [Element] = []
    @usableFromInline var total: Total

    @inlinable init(empty: Total) { total = empty }

    /// Adds all values again. Complexity: O(values).
    @inlinable
    mutating func rebuild(from empty: Total, _ elements: [Element], by add: (inout Total, Element) -> Void) {
      total = empty
      self.elements = elements
      for element in elements { add(&total, element) }
    }

    /// Replaces the contributions of changed values. Complexity: O(k) for k of them.
    @inlinable
    mutating func replace(
      _ indices: [UInt32], adding add: (inout Total, Element) -> Void, removing remove: (inout Total, Element) -> Void,
      with element: (Int) -> Element
    ) {
      for index in indices {
        let index = Int(index)
        let new = element(index)
        remove(&total, elements[index])
        add(&total, new)
        elements[index] = new
      }
    }
  }

  @inlinable
  init(empty: Total) {
    content = Content(empty: empty)
    super.init()
  }
}
