// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The slots of nodes that are gone, for nodes that come.
///
/// Slots at the end of the table can be given back. The ids of their nodes have to stay refused, also when there are such
/// slots again: so these begin with a generation that is above all that were given back (`firstGeneration`).
///
/// Invariants (see `checkInvariants`): a slot is free once; it has no node, and its record says that it is free.
@usableFromInline
package struct FreeSlots: ~Copyable {
  /// The one that is used next comes last.
  private var slots: [UInt32] = []
  /// The generation of slots behind the last; 0 until slots were given back.
  private(set) var firstGeneration: UInt32 = 0
  private var slack = Slack()

  /// A slot of a higher generation is not given back, since there would be few generations left for all others.
  package static let greatestFirstGeneration: UInt32 = 0x7FFF

  package init() {}

  var isEmpty: Bool { @inline(__always) get { slots.isEmpty } }

  package var count: Int { slots.count }

  /// Takes the slot out that was added last.
  @inline(__always)
  mutating func removeLast() -> UInt32 { slots.removeLast() }

  /// Adds a slot whose next node has a generation of its own.
  mutating func append(_ slot: UInt32, in records: inout Buffer<NodeRecord>) {
    records[slot].shape = NodeRecord.none
    slots.append(slot)
  }

  /// Gives slots at the end back if most are free, and nobody needs those in front of them to be where they are.
  ///
  /// - Parameters:
  ///   - records: The records of all slots.
  ///   - clock: How much was released since the graph was made.
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

  /// Has a slot free twice, for the test that sees it reported.
  package mutating func damage() { if let last = slots.last { slots.append(last) } }

  /// The rules that are broken, as sentences. Complexity: O(slots).
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
