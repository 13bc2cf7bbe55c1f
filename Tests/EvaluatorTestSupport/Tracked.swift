// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts how many tracked objects are alive, and that none is released twice.
package final class Census: Sendable {
  private let living = Atomic<Int>(0)

  package init() {}

  package var count: Int { living.load(ordering: .relaxed) }

  package func enter() { living.add(1, ordering: .relaxed) }

  package func leave() { living.subtract(1, ordering: .relaxed) }
}

/// An object whose life is counted. A memory checker would find a second release, so does the mark it leaves.
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
