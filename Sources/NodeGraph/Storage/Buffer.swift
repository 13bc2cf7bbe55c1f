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
/// Every access is checked against `count`; in a loop with an opaque call the cost of the check is not measurable. A
/// buffer is not copied implicitly, so a structure that holds buffers can be changed in place without a reference count.
@safe
@usableFromInline
package struct Buffer<Element: BitwiseCopyable>: ~Copyable {
  /// The address of the first element. Only loops that have checked their range access it; other code uses the subscript.
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

  /// Appends `element` `added` times; `added` is usually one or two.
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

  /// Grows or shrinks to `newCount` elements; new elements are `element`.
  @inlinable package mutating func resize(to newCount: Int, repeating element: Element) {
    if newCount > count { append(element, count: newCount - count) } else { count = newCount }
  }

  /// Makes room for at least `minimum` elements, and fills the whole capacity.
  @inlinable @inline(never)
  package mutating func extend(to minimum: Int, repeating element: Element) {
    if minimum > capacity { grow(minimum) }
    appendMany(element, count: capacity - count)
  }

  /// Copies `length` elements from one index to another.
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

  /// Keeps the first `newCount` elements. Releases memory if most of it is then unused; see `GrowingMemory`.
  package mutating func truncate(to newCount: Int) {
    precondition(newCount <= count, "a table is not made longer")
    count = newCount
    if GrowingMemory.isSparse(newCount, of: capacity, stride: MemoryLayout<Element>.stride) { allocate(newCount) }
  }

  /// Truncates a table whose elements after `newCount` have no meaning, but only if that releases memory.
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

  /// Sets the count after elements were written past the last one through `base`.
  @unsafe
  @inlinable @inline(__always)
  package mutating func assumeWritten(_ newCount: Int) {
    precondition(newCount <= capacity, "elements are written where there is room")
    count = newCount
  }

  /// Returns a copy with storage of its own.
  package func copy() -> Buffer {
    var result = Buffer()
    result.reserve(count)
    unsafe result.base.update(from: base, count: count)
    result.count = count
    return result
  }

  /// The allocated bytes.
  package var byteCount: Int { capacity * MemoryLayout<Element>.stride }
}

/// Memory that grows in place where the system can do that: large blocks are moved by changing page tables, so that a
/// growing graph neither copies its tables nor touches fresh pages each time.
///
/// The memory begins at the start of a cache line, so that no record of 32 bytes spans two lines.
///
/// When less than a quarter of a table is in use, its memory shrinks to 1.5 times the used size. A table that shrinks has
/// therefore lost more elements than it keeps, and grows again only after half as many have been added: either costs
/// amortised O(1) per element. Adding and removing around one size neither frees nor allocates memory.
@safe
@usableFromInline
package struct GrowingMemory: ~Copyable {
  private static let lineSize = 64
  /// The size in bytes from which a block has pages of its own, so that growing doesn't copy. With four times or a quarter
  /// of this size, a chain of 100,000 nodes takes a fifth longer to build.
  private static let apart = 1 << 20
  /// The size in bytes from which unused memory matters more than how often a block grows.
  private static let large = 4 << 20

  /// Returns the next capacity in elements: half as many again, or an eighth more for large tables, so that memory stays
  /// close to what is used.
  package static func capacity(of stride: Int, holding count: Int, atLeast minimum: Int) -> Int {
    max(minimum, count + count / (count * stride < large ? 2 : 8), 16)
  }

  /// The least size in bytes of a table that releases memory. Small in debug builds, so that tests of small graphs cover it.
  @inlinable package static var leastSparse: Int {
    #if DEBUG
      1 << 10
    #else
      64 << 10
    #endif
  }

  /// Returns whether a table is large enough to release memory and less than a quarter of it is in use.
  @inlinable
  package static func isSparse(_ used: Int, of capacity: Int, stride: Int) -> Bool {
    capacity * stride >= leastSparse && used < capacity / 4
  }

  /// Returns the capacity in elements that a sparse table keeps.
  @inlinable
  package static func capacity(ofSparse used: Int) -> Int { max(16, used + used / 2) }

  /// The address of the first byte; it changes when the memory grows.
  @usableFromInline package private(set) var start: UnsafeMutableRawPointer
  /// The allocation, which starts up to a cache line before the first byte.
  private var block: UnsafeMutableRawPointer?

  package init() {
    // Never read or written: callers reserve memory first.
    unsafe start = UnsafeMutableRawPointer(bitPattern: Self.lineSize).unsafelyUnwrapped
    unsafe block = nil
  }

  deinit { unsafe free(block) }

  /// Reallocates to `size` bytes, more or fewer than now; the first `kept` bytes are preserved.
  package mutating func grow(to size: Int, keeping kept: Int) {
    if size >= Self.apart, kept < Self.apart { return separate(size, keeping: kept) }
    let offset = unsafe block.map { unsafe start - $0 } ?? 0
    guard let grown = unsafe realloc(block, size + Self.lineSize) else { Self.stopWithoutMemory(size) }
    unsafe block = grown
    unsafe start = grown.alignedUp(toMultipleOf: Self.lineSize)
    // Needed only if the alignment of the block changed: large blocks keep theirs.
    if unsafe start - grown != offset, kept > 0 { unsafe memmove(start, grown + offset, kept) }
  }

  /// Moves to a block on pages of its own, even if the C library would place it in a heap. Once a block of up to 32 MB was
  /// freed, glibc places such blocks in its heap, and copies them when they grow. A block that was ever larger stays on its
  /// own pages. Reserving that much takes no physical memory before it is used.
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

  /// Makes the C library return freed memory to the system. By itself glibc returns only the memory after the last block
  /// of its heap, so a single string can retain hundreds of megabytes.
  ///
  /// - Parameter byteCount: About how many bytes were freed. Below 1 MiB the call does nothing, because it visits all
  ///   free memory.
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
  /// `malloc_trim`, which the C library's Swift module does not export.
  @_silgen_name("malloc_trim") private func trimHeap(_ kept: Int) -> CInt
#endif
