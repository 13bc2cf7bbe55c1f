// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A place of a plan that reads a node, and which outputs, a bit each.
struct PlanReader: BitwiseCopyable {
  let place: UInt32
  let outputs: UInt32
}

extension PlanEntry {
  /// Notes who reads it, lowest place first: in its own word as bits, others as two distances or links.
  mutating func link(to readers: [PlanReader], from own: UInt32, in links: inout Buffer<PlanLink>) {
    if hasSeveralOutputs {
      if !readers.isEmpty { far = FarConsumers(link: links.append(placesOf: readers[...], allOutputs: false)) }
      return
    }
    let start = readers.firstIndex { $0.place >> 6 != own >> 6 } ?? readers.count
    for reader in readers[..<start] { near |= 1 << UInt64(reader.place & 63) }
    far = FarConsumers(readers[start...], from: own, in: &links)
  }
}

extension FarConsumers {
  fileprivate init(_ readers: ArraySlice<PlanReader>, from own: UInt32, in links: inout Buffer<PlanLink>) {
    guard let lowest = readers.first?.place, let highest = readers.last?.place else {
      self.init()
      return
    }
    let isPair = readers.allSatisfy { $0.place == lowest || $0.place == highest }
    let (lower, upper) = (Int(lowest - own), lowest == highest ? 0 : Int(highest - own))
    // The further one of both goes where there is more room.
    if isPair, max(lower, upper) <= Self.greatestDistances.lower, upper == 0 || lower <= Self.greatestDistances.upper {
      self.init(distance: upper == 0 ? lower : upper, upper == 0 ? 0 : lower)
    } else {
      self.init(link: links.append(placesOf: readers, allOutputs: true))
    }
  }
}

extension Buffer<PlanLink> {
  /// Adds links to places, lowest first. Returns the index of the first.
  mutating func append(placesOf readers: ArraySlice<PlanReader>, allOutputs: Bool) -> UInt32 {
    let start = UInt32(count)
    var index = readers.startIndex
    while index < readers.endIndex {
      let (word, outputs) = (readers[index].place >> 6, readers[index].outputs)
      var bits: UInt64 = 0
      while index < readers.endIndex, readers[index].place >> 6 == word, allOutputs || readers[index].outputs == outputs
      {
        bits |= 1 << UInt64(readers[index].place & 63)
        index += 1
      }
      append(PlanLink(word: word, outputs: allOutputs ? .max : outputs, bits: bits, isLast: index == readers.endIndex))
    }
    return start
  }
}
