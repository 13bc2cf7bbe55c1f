// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The slots of removed nodes, which new nodes reuse.
///
/// Slots at the end of the table can be released. The ids of their former nodes must stay invalid when the table grows
/// again, so new slots begin with a generation greater than all released ones (`firstGeneration`).
///
/// Invariants (see `checkInvariants`): each free slot is listed once; it has no node, and its record is marked free.
@usableFromInline
package struct FreeSlots: ~Copyable {
  /// The free slots; the last one is used next.
  private var slots: [UInt32] = []
  /// The generation of slots added after the last one; 0 until slots were released.
  private(set) var firstGeneration: UInt32 = 0
  private var slack = Slack()

  /// The greatest generation of a slot that is released: a higher one would leave few generations for all new slots.
  package static let greatestFirstGeneration: UInt32 = 0x7FFF

  package init() {}

  var isEmpty: Bool { @inline(__always) get { slots.isEmpty } }

  package var count: Int { slots.count }

  /// Removes and returns the slot that was added last.
  @inline(__always)
  mutating func removeLast() -> UInt32 { slots.removeLast() }

  /// Marks a slot as free and adds it. Its stamp has the generation of its next node.
  mutating func append(_ slot: UInt32, in records: inout Buffer<NodeRecord>) {
    records[slot].shape = NodeRecord.none
    slots.append(slot)
  }

  /// Releases free slots at the end if most of the table is then unused. Other slots keep their place.
  ///
  /// - Parameters:
  ///   - records: The records of all slots.
  ///   - clock: The number of steps forgotten since the graph was made.
  /// - Complexity: O(slots), but see `Slack`.
  mutating func shrink(_ records: inout Buffer<NodeRecord>, clock: Int) {
    let used = records.count - slots.count
    let stride = MemoryLayout<NodeRecord>.stride
    guard slack.isWorthSearching(used, of: records.capacity, stride: stride, clock: clock) else { return }
    var (end, generation) = (records.count, firstGeneration)
    while end > 0, records[end - 1].isFree {
      let next = records[end - 1].stamp & NodeID.generations
      if next > Self.greatestFirstGeneration { break }
      generation = max(generation, next)
      end -= 1
    }
    guard GrowingMemory.isSparse(end, of: records.capacity, stride: stride) else {
      return slack.searchedInVain(used, clock: clock)
    }
    firstGeneration = generation
    slots = slots.filter { $0 < end }
    records.truncate(to: end)
    slack.reset()
  }

  func copy() -> FreeSlots {
    var result = FreeSlots()
    result.slots = slots
    result.firstGeneration = firstGeneration
    result.slack = slack
    return result
  }

  /// Lists a slot twice, for the test that checks that this is reported.
  package mutating func damage() { if let last = slots.last { slots.append(last) } }

  /// Returns a sentence for each broken invariant. Complexity: O(slots).
  package func checkInvariants(_ records: borrowing Buffer<NodeRecord>) -> [String] {
    var broken: [String] = []
    let free = Set(slots)
    if free.count != slots.count { broken.append("a slot is free once") }
    for index in 0..<records.count {
      let record = records[index]
      if record.isFree != free.contains(UInt32(index)) {
        broken.append("the record of a free slot says so, and of no other, that of \(index) does not")
      }
      if record.isFree, record.rank != NodeRecord.none {
        broken.append("a free slot has no node, \(index) has")
      }
    }
    if free.contains(where: { $0 >= records.count }) { broken.append("a free slot has a record") }
    return broken
  }
}
