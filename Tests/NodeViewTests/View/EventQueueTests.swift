// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeView
import Testing

@Suite struct EventQueueTests {
  @Test func onlyOneDrainsAtATime() {
    var queue = EventQueue()
    queue.checkInvariants()
    #expect(queue.beginDraining() && !queue.beginDraining() && queue.isDraining)
    queue.add(InputEvent(.tick, time: 0))
    queue.checkInvariants()
  }

  @Test func anEventThatNobodyTakesIsReported() async {
    await #expect(processExitsWith: .failure) {
      var queue = EventQueue()
      queue.add(InputEvent(.tick, time: 0))
      queue.checkInvariants()
    }
  }
}
