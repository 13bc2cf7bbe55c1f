// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A type of the standard library whose values own memory.
protocol StorageHolding {
  /// Adds the memory that the value owns, without the bytes of the value itself.
  func count(in tally: inout ByteTally)

  /// Whether any value of the type may own memory; if not, the elements of large arrays need not be visited.
  static func mayHold(accordingTo counters: ByteCounters) -> Bool
}

extension StorageHolding {
  static func mayHold(accordingTo counters: ByteCounters) -> Bool { true }
}

/// The bytes of an allocation before its elements: the object's header, a count and a capacity.
private let header = 32

extension String: StorageHolding {
  func count(in tally: inout ByteTally) {
    let count = utf8.count
    // Up to 15 bytes are stored in the value itself.
    guard count > 15 else { return }
    let address = unsafe utf8.withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
    guard let address else { return tally.add(byteCount: header + count) }
    tally.add(storage: address, byteCount: header + count)
  }
}

extension Substring: StorageHolding {
  func count(in tally: inout ByteTally) { base.count(in: &tally) }
}

extension Array: StorageHolding {
  func count(in tally: inout ByteTally) { countElements(places: capacity, in: &tally) }
}

extension ContiguousArray: StorageHolding {
  func count(in tally: inout ByteTally) { countElements(places: capacity, in: &tally) }
}

extension ArraySlice: StorageHolding {
  // The elements of the storage outside of the slice are not accessible.
  func count(in tally: inout ByteTally) {
    countElements(places: isEmpty ? 0 : Swift.max(capacity, endIndex), in: &tally)
  }
}

extension Collection {
  /// Adds storage with this many places in one piece, and the memory that the elements own.
  fileprivate func countElements(places: Int, in tally: inout ByteTally) {
    guard places > 0 else { return }
    let address = withContiguousStorageIfAvailable { UInt(bitPattern: $0.baseAddress) }
    guard let address else { return }
    tally.add(storage: address, byteCount: header + places * MemoryLayout<Element>.stride) { tally in
      tally.add(contentsOf: self)
    }
  }
}

extension Dictionary: StorageHolding {
  func count(in tally: inout ByteTally) {
    guard capacity > 0 else { return }
    let element = MemoryLayout<Key>.stride + MemoryLayout<Value>.stride
    tally.add(storage: address(of: self), byteCount: hashTableByteCount(capacity, element)) { tally in
      tally.add(contentsOf: keys)
      tally.add(contentsOf: values)
    }
  }
}

extension Set: StorageHolding {
  func count(in tally: inout ByteTally) {
    guard capacity > 0 else { return }
    let byteCount = hashTableByteCount(capacity, MemoryLayout<Element>.stride)
    tally.add(storage: address(of: self), byteCount: byteCount) { tally in tally.add(contentsOf: self) }
  }
}

extension Optional: StorageHolding {
  func count(in tally: inout ByteTally) {
    if let self { tally.add(self) }
  }

  static func mayHold(accordingTo counters: ByteCounters) -> Bool { counters.counter(of: Wrapped.self) != nil }
}

/// The memory of a hash table that can hold `capacity` elements: at most three quarters of its places are used.
private func hashTableByteCount(_ capacity: Int, _ bytesOfElement: Int) -> Int {
  let needed = capacity + (capacity + 2) / 3
  let places = 1 << (Int.bitWidth - (needed - 1).leadingZeroBitCount)
  return 2 * header + places * bytesOfElement + places / 8
}

/// The address of the elements of a collection that is a single reference.
private func address<Collection>(of collection: Collection) -> UInt {
  unsafe withUnsafeBytes(of: collection) { unsafe $0.loadUnaligned(as: UInt.self) }
}
