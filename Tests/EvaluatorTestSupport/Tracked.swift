// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts the tracked objects that are alive.
package final class Census: Sendable {
  private let living = Atomic<Int>(0)

  package init() {}

  package var count: Int { living.load(ordering: .relaxed) }

  package func enter() { living.add(1, ordering: .relaxed) }

  package func leave() { living.subtract(1, ordering: .relaxed) }
}

/// An object whose lifetime is counted. The mark that it leaves detects a second release, as a memory checker would.
package final class Tracked: Sendable, Equatable {
  package let number: Int
  private let census: Census
  private let isAlive = Atomic<Bool>(true)

  package init(_ number: Int, _ census: Census) {
    self.number = number
    self.census = census
    census.enter()
  }

  deinit {
    precondition(isAlive.exchange(false, ordering: .relaxed), "an object is released once")
    census.leave()
  }

  package static func == (left: Tracked, right: Tracked) -> Bool { left.number == right.number }
}
