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
    let offset = unsafe block.map { unsafe start - $0 } ?? 0
    guard let grown = unsafe realloc(block, size + Self.lineSize) else { preconditionFailure("there is memory left") }
    unsafe block = grown
    unsafe start = grown.alignedUp(toMultipleOf: Self.lineSize)
    // Only blocks of another alignment than before: large ones keep theirs.
    if unsafe start - grown != offset, kept > 0 { unsafe memmove(start, grown + offset, kept) }
  }
}
