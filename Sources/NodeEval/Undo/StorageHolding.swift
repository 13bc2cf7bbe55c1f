// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A type of the standard library whose values hold memory elsewhere.
protocol StorageHolding {
  /// Adds what the value holds, without the bytes of the value itself.
  func count(in tally: inout ByteTally)

  /// Whether any value does, so that those of large arrays needn't be asked one by one.
  static func mayHold(accordingTo counters: ByteCounters) -> Bool
}

extension StorageHolding {
  static func mayHold(accordingTo counters: ByteCounters) -> Bool { true }
}

/// What an allocation has in front of its elements: the object's header, a count and a capacity.
private let header = 32

extension String: StorageHolding {
  func count(in tally: inout ByteTally) {
    let count = utf8.count
    // Up to 15 bytes lie in the value.
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
  // What else lies in the storage can't be seen from here.
  func count(in tally: inout ByteTally) {
    countElements(places: isEmpty ? 0 : Swift.max(capacity, endIndex), in: &tally)
  }
}

extension Collection {
  /// Adds storage with places for so many elements in one piece, and what the elements hold.
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

/// The memory of a hash table that can hold `capacity` elements: three quarters of its places are used at most.
private func hashTableByteCount(_ capacity: Int, _ bytesOfElement: Int) -> Int {
  let needed = capacity + (capacity + 2) / 3
  let places = 1 << (Int.bitWidth - (needed - 1).leadingZeroBitCount)
  return 2 * header + places * bytesOfElement + places / 8
}

/// Where a collection that is one reference keeps its elements.
private func address<Collection>(of collection: Collection) -> UInt {
  unsafe withUnsafeBytes(of: collection) { unsafe $0.loadUnaligned(as: UInt.self) }
}
