// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The memory that values of the edit history, or of a memo, own. Each piece of storage is counted once, however many values share
/// it.
final class HeldBytes {
  /// The memory of some values: pieces of storage, and bytes that belong to none of them.
  struct Holding {
    var storages: [UInt] = []
    var byteCount = 0

    var isEmpty: Bool { storages.isEmpty && byteCount == 0 }
  }

  /// A piece of storage: the number of its holders, and the memory of its contents.
  private struct Storage {
    var holderCount: Int
    let holding: Holding
  }

  /// The minimum size of a piece with an entry of its own. Smaller pieces are added to their holder, because an entry takes some
  /// 100 bytes itself.
  static let leastStorage = 256
  static let bytesOfEntry = 112

  // As for the properties of a patch.
  @safe @exclusivity(unchecked) private var storages: [UInt: Storage] = [:]
  @safe @exclusivity(unchecked) private(set) var byteCount = 0
  fileprivate let counters: ByteCounters

  init(counters: ByteCounters) { self.counters = counters }

  /// Adds the memory that `count` finds, until the result is released.
  func hold(_ count: (inout ByteTally) -> Void) -> Holding {
    var tally = ByteTally(self)
    count(&tally)
    byteCount += tally.holding.byteCount + tally.holding.storages.count * MemoryLayout<UInt>.stride
    return tally.holding
  }

  /// Adds the memory of a holding once more.
  func retain(_ holding: Holding) {
    for address in holding.storages { storages[address]?.holderCount += 1 }
    byteCount += holding.byteCount + holding.storages.count * MemoryLayout<UInt>.stride
  }

  /// Subtracts the memory of a holding.
  func release(_ holding: Holding) {
    byteCount -= holding.byteCount + holding.storages.count * MemoryLayout<UInt>.stride
    // A list instead of recursion: the depth of data has no limit.
    var open = holding.storages
    while let address = open.popLast() {
      guard var storage = storages[address] else { continue }
      storage.holderCount -= 1
      if storage.holderCount > 0 {
        storages[address] = storage
        continue
      }
      storages[address] = nil
      byteCount -= storage.holding.byteCount
      open += storage.holding.storages
    }
    storages.shrinkIfSparse()
  }

  /// Adds a holder to storage that is known already. Returns whether it is known.
  fileprivate func holdKnown(_ address: UInt) -> Bool {
    guard storages[address] != nil else { return false }
    storages[address]?.holderCount += 1
    return true
  }

  fileprivate func add(_ address: UInt, _ holding: Holding) {
    storages[address] = Storage(holderCount: 1, holding: holding)
    byteCount += holding.byteCount
  }
}

/// The counters of values, by type.
package final class ByteCounters {
  /// The counters that an application has set: a `ByteCounter` of the type.
  @safe @exclusivity(unchecked) private var counters: [ObjectIdentifier: AnyObject] = [:]
  /// The counters of all types that were counted so far, including the derived ones.
  @safe @exclusivity(unchecked) private var knownCounters: [ObjectIdentifier: AnyObject] = [:]

  package init() {}

  /// Sets the counter of a type.
  func count<Value>(_ type: Value.Type, by count: @escaping (Value, inout ByteTally) -> Void) {
    counters[ObjectIdentifier(type)] = ByteCounter(count)
    // Optionals of the type may have a counter now.
    knownCounters = counters
  }

  /// The counter of a type; `nil` if its values own no memory that can be counted.
  func counter<Value>(of type: Value.Type) -> ((Value, inout ByteTally) -> Void)? {
    if let known = knownCounters[ObjectIdentifier(type)] {
      return unsafe unsafeDowncast(known, to: ByteCounter<Value>.self).count
    }
    let counter = (type as? any StorageHolding.Type).map { self.counter(ofHolding: $0) } ?? ByteCounter<Value>(nil)
    knownCounters[ObjectIdentifier(type)] = counter
    return (counter as? ByteCounter<Value>)?.count
  }

  private func counter<Value: StorageHolding>(ofHolding type: Value.Type) -> AnyObject {
    if !type.mayHold(accordingTo: self) { return ByteCounter<Value>(nil) }
    return ByteCounter<Value> { value, tally in value.count(in: &tally) }
  }
}

/// The counter of a type.
private final class ByteCounter<Value> {
  let count: ((Value, inout ByteTally) -> Void)?

  init(_ count: ((Value, inout ByteTally) -> Void)?) { self.count = count }
}

/// Visits values and adds up the memory that they own.
struct ByteTally {
  private let held: HeldBytes
  fileprivate(set) var holding = HeldBytes.Holding()

  fileprivate init(_ held: HeldBytes) { self.held = held }

  /// Adds the memory that a value owns, without the bytes of the value itself.
  mutating func add<Value>(_ value: Value) {
    if let count = held.counters.counter(of: Value.self) { count(value, &self) }
  }

  /// Adds the memory that values of one type own.
  mutating func add<Values: Sequence>(contentsOf values: Values) {
    guard let count = held.counters.counter(of: Values.Element.self) else { return }
    for value in values { count(value, &self) }
  }

  mutating func add(byteCount: Int) { holding.byteCount += max(0, byteCount) }

  /// Adds a piece of storage whose contents own no memory, unless it is known already.
  mutating func add(storage address: UInt, byteCount: Int) {
    if byteCount < HeldBytes.leastStorage { return add(byteCount: byteCount) }
    add(storage: address, byteCount: byteCount) { _ in }
  }

  /// Adds a piece of storage and the memory of its contents, unless it is known already.
  ///
  /// - Parameters:
  ///   - address: Identifies the storage.
  ///   - byteCount: Its size.
  ///   - countContents: Adds the memory that its contents own.
  mutating func add(storage address: UInt, byteCount: Int, _ countContents: (inout ByteTally) -> Void) {
    if held.holdKnown(address) { return holding.storages.append(address) }
    var contents = ByteTally(held)
    contents.add(byteCount: byteCount)
    countContents(&contents)
    if contents.holding.byteCount < HeldBytes.leastStorage, contents.holding.storages.isEmpty {
      return add(byteCount: contents.holding.byteCount)
    }
    contents.holding.byteCount +=
      HeldBytes.bytesOfEntry + contents.holding.storages.count * MemoryLayout<UInt>.stride
    held.add(address, contents.holding)
    holding.storages.append(address)
  }
}
