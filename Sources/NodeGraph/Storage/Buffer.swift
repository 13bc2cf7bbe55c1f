// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A growable block of plain memory, freed with its owner.
///
/// Every access is checked against `count`; in a loop with an opaque call the check costs nothing measurable. It is
/// not copied implicitly, so a structure that holds buffers can be changed in place without a reference count.
@safe
@usableFromInline
package struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  /// The first element. Loops that have checked their range may go through it; everyone else uses the subscript.
  @usableFromInline package private(set) var base: UnsafeMutablePointer<Element>
  @usableFromInline package private(set) var count: Int
  @usableFromInline package private(set) var capacity: Int
  private var memory = GrowingMemory()

  package init() {
    unsafe base = memory.start.assumingMemoryBound(to: Element.self)
    count = 0
    capacity = 0
  }

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      return unsafe base[index]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      yield unsafe &base[index]
    }
  }

  @inlinable package subscript(index: UInt32) -> Element {
    @inline(__always) get { self[Int(index)] }
    @inline(__always) _modify { yield &self[Int(index)] }
  }

  @inlinable @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow(count + 1) }
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  /// Adds `added` elements, which mostly are one or two.
  @inlinable @inline(__always)
  package mutating func append(_ element: Element, count added: Int) {
    for _ in 0..<min(added, 4) { append(element) }
    if added > 4 { appendMany(element, count: added - 4) }
  }

  @inlinable @inline(never)
  mutating func appendMany(_ element: Element, count added: Int) {
    reserve(count + added)
    unsafe (base + count).initialize(repeating: element, count: added)
    count += added
  }

  /// Grows or shrinks to `count` elements; new ones are `element`.
  @inlinable package mutating func resize(to newCount: Int, repeating element: Element) {
    if newCount > count { append(element, count: newCount - count) } else { count = newCount }
  }

  /// Makes room for `minimum` elements, and fills all room there then is.
  @inlinable @inline(never)
  package mutating func extend(to minimum: Int, repeating element: Element) {
    if minimum > capacity { grow(minimum) }
    appendMany(element, count: capacity - count)
  }

  @inlinable package mutating func removeLast() -> Element {
    precondition(count > 0, "nothing to remove")
    count -= 1
    return unsafe base[count]
  }

  @inlinable package mutating func removeAll() { count = 0 }

  /// Makes room for `minimum` elements.
  @inlinable package mutating func reserve(_ minimum: Int) {
    if minimum > capacity { grow(minimum) }
  }

  @usableFromInline @inline(never)
  mutating func grow(_ minimum: Int) {
    let stride = MemoryLayout<Element>.stride
    let grown = GrowingMemory.capacity(of: stride, holding: capacity, atLeast: minimum)
    memory.grow(to: grown * stride, keeping: count * stride)
    unsafe base = memory.start.assumingMemoryBound(to: Element.self)
    capacity = grown
  }

  /// Takes elements into account that were written behind the last one through `base`.
  @unsafe
  package mutating func assumeWritten(_ newCount: Int) {
    precondition(newCount <= capacity, "elements are written where there is room")
    count = newCount
  }

  /// A copy with storage of its own.
  package func copy() -> Buffer {
    var result = Buffer()
    result.reserve(count)
    unsafe result.base.update(from: base, count: count)
    result.count = count
    return result
  }

  /// The bytes it holds on to.
  package var byteCount: Int { capacity * MemoryLayout<Element>.stride }
}
