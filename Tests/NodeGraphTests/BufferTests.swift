// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

@Suite struct BufferTests {
  @Test func elementsStayWhatTheyAreWhileABufferGrows() {
    var buffer = Buffer<UInt64>()
    for index: UInt64 in 0..<1_000_000 { buffer.append(index) }
    var kept = 0
    for index in 0..<buffer.count where buffer[index] == UInt64(index) { kept += 1 }
    #expect(kept == 1_000_000)
  }

  @Test func smallBuffersGrowByHalfLargeOnesByAnEighth() {
    var buffer = Buffer<UInt32>()
    var capacities: [Int] = []
    for index: UInt32 in 0..<2_000_000 {
      buffer.append(index)
      if capacities.last != buffer.byteCount { capacities.append(buffer.byteCount) }
    }
    for (before, after) in zip(capacities, capacities.dropFirst()) {
      let step = before < 4 << 20 ? before / 2 : before / 8
      #expect(after <= before + step && after > before + step - 4)
    }
  }

  @Test func extendingFillsAllRoomThereIs() {
    var buffer = Buffer<UInt8>()
    buffer.append(1)
    buffer.extend(to: 20, repeating: 7)
    let (count, capacity) = (buffer.count, buffer.byteCount)
    #expect(count >= 20 && count == capacity)
    var elements: [UInt8] = []
    for index in 0..<count { elements.append(buffer[index]) }
    #expect(elements == [1] + Array(repeating: 7, count: count - 1))
    buffer.extend(to: 5, repeating: 9)
    let after = buffer.count
    #expect(after == count)
  }
}
