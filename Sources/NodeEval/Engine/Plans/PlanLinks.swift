// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The place of a consumer in a plan, and the outputs that it reads, one bit each.
struct PlanReader: BitwiseCopyable {
  let place: UInt32
  let outputs: UInt32
}

/// Places of a plan that are in one word. The links of one node are stored in sequence.
struct PlanLink: BitwiseCopyable {
  private let wordAndMark: UInt32
  /// The outputs that these places read, one bit each.
  let outputs: UInt32
  var bits: UInt64

  private static let isLastMark: UInt32 = 1 << 31

  init(word: UInt32, outputs: UInt32, bits: UInt64, isLast: Bool) {
    wordAndMark = word | (isLast ? Self.isLastMark : 0)
    self.outputs = outputs
    self.bits = bits
  }

  var word: Int { @inline(__always) get { Int(wordAndMark & ~Self.isLastMark) } }
  var isLast: Bool { @inline(__always) get { wordAndMark & Self.isLastMark != 0 } }
}

/// The place of a consumer, for nodes whose consumers are scattered. The targets of one node are stored in sequence. Their
/// number is even: the last one is repeated if necessary.
struct PlanTarget: BitwiseCopyable {
  private let placeAndMark: UInt32

  private static let isLastMark: UInt32 = 1 << 31

  init(place: UInt32, isLast: Bool) { placeAndMark = place | (isLast ? Self.isLastMark : 0) }

  var place: Int { @inline(__always) get { Int(placeAndMark & ~Self.isLastMark) } }
  var isLast: Bool { @inline(__always) get { placeAndMark & Self.isLastMark != 0 } }
}

/// The consumers of the nodes of plans that don't fit into entries.
struct PlanLinks: ~Copyable {
  private(set) var links = Buffer<PlanLink>()
  private(set) var targets = Buffer<PlanTarget>()

  /// The numbers of links and of targets.
  var counts: (links: Int, targets: Int) { (links.count, targets.count) }

  var byteCount: Int {
    links.count * MemoryLayout<PlanLink>.stride + targets.count * MemoryLayout<PlanTarget>.stride
  }

  /// Calls `body` with the place of each consumer of an entry, and the outputs that it reads, one bit each.
  ///
  /// A place may be passed twice. Complexity: O(consumers).
  @inline(__always)
  func forEachReader(of entry: PlanEntry, at place: Int, _ body: (_ place: Int, _ outputs: UInt32) -> Void) {
    forEachPlace(of: entry.near, inWord: place >> 6) { body($0, 1) }
    let far = entry.far
    if far.isEmpty { return }
    if !far.isLinked {
      body(place + far.distance, 1)
      if far.otherDistance > 0 { body(place + far.otherDistance, 1) }
    } else if far.isTargeted {
      forEachTarget(from: far.index) { body($0, 1) }
    } else {
      forEachLinked(from: far.index) { body($0, entry.hasSeveralOutputs ? $1 : 1) }
    }
  }

  /// Calls `body` with each place in a list of links, and the outputs that it reads.
  func forEachLinked(from first: Int, _ body: (_ place: Int, _ outputs: UInt32) -> Void) {
    var index = first
    while true {
      let link = links[index]
      forEachPlace(of: link.bits, inWord: link.word) { body($0, link.outputs) }
      if link.isLast { return }
      index += 1
    }
  }

  private func forEachTarget(from first: Int, _ body: (_ place: Int) -> Void) {
    var index = first
    while true {
      body(targets[index].place)
      if targets[index].isLast { return }
      index += 1
    }
  }

  @inline(__always)
  private func forEachPlace(of bits: UInt64, inWord word: Int, _ body: (_ place: Int) -> Void) {
    var bits = bits
    while bits != 0 {
      body(word << 6 | bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }

  /// Removes all links and targets beyond the given numbers.
  mutating func truncate(to counts: (links: Int, targets: Int)) {
    links.truncate(to: counts.links)
    targets.truncate(to: counts.targets)
  }

  /// Appends links to places, lowest first. Returns the index of the first link.
  mutating func append(_ readers: ArraySlice<PlanReader>, allOutputs: Bool) -> UInt32 {
    let start = UInt32(links.count)
    var index = readers.startIndex
    while index < readers.endIndex {
      let (word, outputs) = (readers[index].place >> 6, readers[index].outputs)
      var bits: UInt64 = 0
      while index < readers.endIndex, readers[index].place >> 6 == word, allOutputs || readers[index].outputs == outputs
      {
        bits |= 1 << UInt64(readers[index].place & 63)
        index += 1
      }
      let isLast = index == readers.endIndex
      links.append(PlanLink(word: word, outputs: allOutputs ? .max : outputs, bits: bits, isLast: isLast))
    }
    return start
  }

  /// Stores the consumers of an entry that are in other words, lowest place first.
  ///
  /// Two that are near enough fit into the entry. Scattered ones become targets, which take a quarter of the memory of links;
  /// others become links.
  mutating func append(far readers: ArraySlice<PlanReader>, from own: UInt32) -> FarConsumers {
    guard let lowest = readers.first?.place, let highest = readers.last?.place else { return FarConsumers() }
    let isPair = readers.allSatisfy { $0.place == lowest || $0.place == highest }
    let (lower, upper) = (Int(lowest - own), lowest == highest ? 0 : Int(highest - own))
    let greatest = FarConsumers.greatestDistances
    // The more distant one is stored where there are more bits.
    if isPair, max(lower, upper) <= greatest.lower, upper == 0 || lower <= greatest.upper {
      return FarConsumers(distance: upper == 0 ? lower : upper, upper == 0 ? 0 : lower)
    }
    if areScattered(readers) { return FarConsumers(target: append(targets: readers)) }
    return FarConsumers(link: append(readers, allOutputs: true))
  }

  /// Whether fewer than two consumers are in one word on average.
  private func areScattered(_ readers: ArraySlice<PlanReader>) -> Bool {
    var (places, words) = (0, 0)
    var last = UInt32.max
    for reader in readers where reader.place != last {
      places += 1
      if reader.place >> 6 != last >> 6 { words += 1 }
      last = reader.place
    }
    return places < 2 * words
  }

  private mutating func append(targets readers: ArraySlice<PlanReader>) -> UInt32 {
    let start = UInt32(targets.count)
    var last = UInt32.max
    for reader in readers where reader.place != last {
      last = reader.place
      targets.append(PlanTarget(place: last, isLast: false))
    }
    if (UInt32(targets.count) - start) % 2 == 0 { targets.truncate(to: targets.count - 1) }
    targets.append(PlanTarget(place: last, isLast: true))
    return start
  }
}

extension PlanEntry {
  /// Stores the consumers of the entry, lowest place first: those in the entry's word as bits, others in `links`.
  mutating func link(to readers: [PlanReader], from own: UInt32, in links: inout PlanLinks) {
    if hasSeveralOutputs {
      if !readers.isEmpty { far = FarConsumers(link: links.append(readers[...], allOutputs: false)) }
      return
    }
    let start = readers.firstIndex { $0.place >> 6 != own >> 6 } ?? readers.count
    for reader in readers[..<start] { near |= 1 << UInt64(reader.place & 63) }
    far = links.append(far: readers[start...], from: own)
  }
}
