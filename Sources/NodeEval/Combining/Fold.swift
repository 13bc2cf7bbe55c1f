// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What all values make together, and what each has contributed to it, so that it can be taken out again.
///
/// The module that declares the kind specialises it: what a change of one value costs is then adding and removing, and no more.
@usableFromInline
final class Fold<Element, Total>: Combination {
  @safe @exclusivity(unchecked) @usableFromInline final var content: Content

  /// The values themselves: one access to the object for a run.
  @usableFromInline
  struct Content {
    @usableFromInline var elements: [Element] = []
    @usableFromInline var total: Total

    @inlinable init(empty: Total) { total = empty }

    /// Makes everything anew. Complexity: O(values).
    @inlinable
    mutating func rebuild(from empty: Total, _ elements: [Element], by add: (inout Total, Element) -> Void) {
      total = empty
      self.elements = elements
      for element in elements { add(&total, element) }
    }

    /// Replaces what those have contributed that have changed. Complexity: O(k) for k of them.
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
