// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeView
import Testing

@Suite struct EventQueueTests {
  private static let tick = InputEvent(.tick, time: 0)

  @Test func onlyOneDrainsAtATime() {
    var queue = EventQueue()
    queue.checkInvariants()
    let (first, second) = (queue.beginDraining(orAdding: Self.tick), queue.beginDraining(orAdding: Self.tick))
    #expect(first && !second && queue.isDraining)
    queue.checkInvariants()
  }

  @Test func anEventThatNobodyTakesIsReported() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue()
      _ = queue.beginDraining(orAdding: Self.tick)
      _ = queue.beginDraining(orAdding: Self.tick)
      queue.endDraining()
      queue.checkInvariants()
    }
  }
}
