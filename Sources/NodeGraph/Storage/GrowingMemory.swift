// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Memory that grows where it lies if the system can do that: large blocks are moved by changing page tables, so that
/// a growing graph neither copies its tables nor touches fresh pages each time.
///
/// It begins at the start of a cache line, so that no record of 32 bytes lies across two.
@safe
@usableFromInline
package struct GrowingMemory: ~Copyable {
  private static let lineSize = 64
  /// From so many bytes on a block has pages of its own, so that growing costs next to nothing.
  private static let large = 4 << 20

  /// For how many elements to make room next: half as many again, or an eighth where nothing is copied, so that memory
  /// stays near what is used.
  package static func capacity(of stride: Int, holding count: Int, atLeast minimum: Int) -> Int {
    max(minimum, count + count / (count * stride < large ? 2 : 8), 16)
  }

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

  /// Makes room for `size` bytes; the first `kept` stay what they are.
  package mutating func grow(to size: Int, keeping kept: Int) {
    if size >= Self.large, kept < Self.large { return separate(size, keeping: kept) }
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

  @inline(never)
  private static func stopWithoutMemory(_ size: Int) -> Never {
    stop("there is no memory for a table of \(size) bytes")
  }
}
