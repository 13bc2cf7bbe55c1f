// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The memory that values of the edit history, or of a memo, hold elsewhere, each piece of storage counted once however many values
/// share it.
final class HeldBytes {
  /// What something holds: pieces of storage, and bytes that belong to none.
  struct Holding {
    var storages: [UInt] = []
    var byteCount = 0

    var isEmpty: Bool { storages.isEmpty && byteCount == 0 }
  }

  /// A piece of storage: how many hold it, and what it holds itself.
  private struct Storage {
    var holderCount: Int
    let holding: Holding
  }

  /// Smaller pieces are added to what holds them: the entry of a piece takes some 100 bytes itself.
  static let leastStorage = 256
  static let bytesOfEntry = 112

  // As those of a patch.
  @safe @exclusivity(unchecked) private var storages: [UInt: Storage] = [:]
  @safe @exclusivity(unchecked) private(set) var byteCount = 0
  fileprivate let counters: ByteCounters

  init(counters: ByteCounters) { self.counters = counters }

  /// Adds what `count` finds, for as long as the result is not released.
  func hold(_ count: (inout ByteTally) -> Void) -> Holding {
    var tally = ByteTally(self)
    count(&tally)
    byteCount += tally.holding.byteCount + tally.holding.storages.count * MemoryLayout<UInt>.stride
    return tally.holding
  }

  /// Adds something once more.
  func retain(_ holding: Holding) {
    for address in holding.storages { storages[address]?.holderCount += 1 }
    byteCount += holding.byteCount + holding.storages.count * MemoryLayout<UInt>.stride
  }

  /// Takes something off.
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

  /// Holds storage that is known already. Returns false if it isn't.
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

/// How values are counted, by type.
package final class ByteCounters {
  /// As an application says: a `ByteCounter` of the type.
  @safe @exclusivity(unchecked) private var counters: [ObjectIdentifier: AnyObject] = [:]
  /// The same for all types that were asked about.
  @safe @exclusivity(unchecked) private var knownCounters: [ObjectIdentifier: AnyObject] = [:]

  package init() {}

  /// Has values of a type counted in a way of their own.
  func count<Value>(_ type: Value.Type, by count: @escaping (Value, inout ByteTally) -> Void) {
    counters[ObjectIdentifier(type)] = ByteCounter(count)
    // What optionals of the type hold may be counted now.
    knownCounters = counters
  }

  /// How values of a type are counted; `nil` if they hold nothing that can be counted.
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

/// How the values of a type are counted.
private final class ByteCounter<Value> {
  let count: ((Value, inout ByteTally) -> Void)?

  init(_ count: ((Value, inout ByteTally) -> Void)?) { self.count = count }
}

/// Goes through values and adds up what they hold.
struct ByteTally {
  private let held: HeldBytes
  fileprivate(set) var holding = HeldBytes.Holding()

  fileprivate init(_ held: HeldBytes) { self.held = held }

  /// Adds what a value holds, the bytes of the value itself aside.
  mutating func add<Value>(_ value: Value) {
    if let count = held.counters.counter(of: Value.self) { count(value, &self) }
  }

  /// Adds what values of one type hold.
  mutating func add<Values: Sequence>(contentsOf values: Values) {
    guard let count = held.counters.counter(of: Values.Element.self) else { return }
    for value in values { count(value, &self) }
  }

  mutating func add(byteCount: Int) { holding.byteCount += max(0, byteCount) }

  /// Adds a piece of storage in which there is nothing else to count, unless it is known already.
  mutating func add(storage address: UInt, byteCount: Int) {
    if byteCount < HeldBytes.leastStorage { return add(byteCount: byteCount) }
    add(storage: address, byteCount: byteCount) { _ in }
  }

  /// Adds a piece of storage, and what lies in it: neither if it is known already.
  ///
  /// - Parameters:
  ///   - address: Tells it from other storage.
  ///   - byteCount: How large it is.
  ///   - countContents: Adds what its contents hold.
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
