// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

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
    @_transparent get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      return unsafe base[index]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "index out of range")
      yield unsafe &base[index]
    }
  }

  @inlinable package subscript(index: UInt32) -> Element {
    @_transparent get { self[Int(index)] }
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

  /// Copies elements from one place to another.
  @inline(__always)
  package mutating func copy(_ length: Int, from source: UInt32, to target: UInt32) {
    precondition(length >= 0 && Int(max(source, target)) + length <= count, "index out of range")
    unsafe (base + Int(target)).update(from: base + Int(source), count: length)
  }

  @inlinable package mutating func removeLast() -> Element {
    precondition(count > 0, "an empty table has no element to remove")
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

  /// Keeps the first `newCount` elements. Gives memory back if that leaves most of it unused; see `GrowingMemory`.
  package mutating func truncate(to newCount: Int) {
    precondition(newCount <= count, "a table is not made longer")
    count = newCount
    if GrowingMemory.isSparse(newCount, of: capacity, stride: MemoryLayout<Element>.stride) { allocate(newCount) }
  }

  /// The same for a table whose elements behind `newCount` mean nothing: it keeps them unless it gives memory back.
  package mutating func shrink(to newCount: Int) {
    if newCount < count || count < capacity,
      GrowingMemory.isSparse(min(newCount, count), of: capacity, stride: MemoryLayout<Element>.stride)
    {
      truncate(to: min(newCount, count))
    }
  }

  private mutating func allocate(_ needed: Int) {
    capacity = GrowingMemory.capacity(ofSparse: needed)
    memory.grow(to: capacity * MemoryLayout<Element>.stride, keeping: count * MemoryLayout<Element>.stride)
    unsafe base = memory.start.assumingMemoryBound(to: Element.self)
  }

  /// Takes elements into account that were written behind the last one through `base`.
  @unsafe
  @inlinable @inline(__always)
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

/// Memory that grows where it lies if the system can do that: large blocks are moved by changing page tables, so that
/// a growing graph neither copies its tables nor touches fresh pages each time.
///
/// It begins at the start of a cache line, so that no record of 32 bytes lies across two.
///
/// It is given back where less than a quarter of a table is in use, down to what is used and half as much again. So a table
/// that shrinks has lost more elements than it keeps, and grows again only after as many have come: either costs amortised
/// O(1) an element, and who adds and removes around a size makes neither happen.
@safe
@usableFromInline
package struct GrowingMemory: ~Copyable {
  private static let lineSize = 64
  /// From so many bytes on a block has pages of its own, so that growing copies nothing. With four times or a quarter of
  /// that, a chain of 100,000 nodes takes a fifth longer to build.
  private static let apart = 1 << 20
  /// From so many bytes on memory that is not needed yet counts more than how often a block grows.
  private static let large = 4 << 20

  /// For how many elements to make room next: half as many again, or an eighth of what is large, so that memory stays near
  /// what is used.
  package static func capacity(of stride: Int, holding count: Int, atLeast minimum: Int) -> Int {
    max(minimum, count + count / (count * stride < large ? 2 : 8), 16)
  }

  /// How many bytes a table has at least that gives memory back. A few in debug builds: so tests of small graphs do it.
  @inlinable package static var leastSparse: Int {
    #if DEBUG
      1 << 10
    #else
      64 << 10
    #endif
  }

  /// Whether less than a quarter of a table is in use.
  @inlinable
  package static func isSparse(_ used: Int, of capacity: Int, stride: Int) -> Bool {
    capacity * stride >= leastSparse && used < capacity / 4
  }

  /// For how many elements a sparse table keeps room.
  @inlinable
  package static func capacity(ofSparse used: Int) -> Int { max(16, used + used / 2) }

  /// The first byte; moves when the memory grows.
  @usableFromInline package private(set) var start: UnsafeMutableRawPointer
  /// What was allocated: up to a cache line before the first byte.
  private var block: UnsafeMutableRawPointer?

  package init() {
    // Never read or written: everyone asks for room first.
    unsafe start = UnsafeMutableRawPointer(bitPattern: Self.lineSize).unsafelyUnwrapped
    unsafe block = nil
  }

  deinit { unsafe free(block) }

  /// Makes room for `size` bytes, more than now or fewer; the first `kept` stay what they are.
  package mutating func grow(to size: Int, keeping kept: Int) {
    if size >= Self.apart, kept < Self.apart { return separate(size, keeping: kept) }
    let offset = unsafe block.map { unsafe start - $0 } ?? 0
    guard let grown = unsafe realloc(block, size + Self.lineSize) else { Self.stopWithoutMemory(size) }
    unsafe block = grown
    unsafe start = grown.alignedUp(toMultipleOf: Self.lineSize)
    // Only blocks of another alignment than before: large ones keep theirs.
    if unsafe start - grown != offset, kept > 0 { unsafe memmove(start, grown + offset, kept) }
  }

  /// Moves to a block that lies on pages of its own, also if the C library would take it from a heap: glibc does so up
  /// to 32 MB once a block of that size was freed, and copies what grows there. A block that was ever larger stays
  /// apart. Asking for that much takes no memory before it is used.
  private mutating func separate(_ size: Int, keeping kept: Int) {
    let beyondHeaps = 32 << 20
    guard let block = unsafe malloc(max(size, beyondHeaps) + Self.lineSize),
      let trimmed = unsafe realloc(block, size + Self.lineSize)
    else { Self.stopWithoutMemory(size) }
    let start = unsafe trimmed.alignedUp(toMultipleOf: Self.lineSize)
    if kept > 0 { unsafe memcpy(start, self.start, kept) }
    unsafe free(self.block)
    unsafe self.block = trimmed
    unsafe self.start = start
  }

  /// Has the C library give back what was freed, where it keeps that. glibc returns what lies behind the last block of its
  /// heap only, so one string may hold back hundreds of megabytes.
  ///
  /// - Parameter byteCount: How many bytes were freed, about. Little is not worth it: it goes through all that is free.
  package static func returnFreedMemory(_ byteCount: Int) {
    guard byteCount >= 1 << 20 else { return }
    #if os(Linux) && canImport(Glibc)
      _ = trimHeap(0)
    #endif
  }

  @inline(never)
  private static func stopWithoutMemory(_ size: Int) -> Never {
    stop("not enough memory for a table of \(size) bytes")
  }
}

#if os(Linux) && canImport(Glibc)
  /// `malloc_trim`, which the module of the C library leaves out.
  @_silgen_name("malloc_trim") private func trimHeap(_ kept: Int) -> CInt
#endif
