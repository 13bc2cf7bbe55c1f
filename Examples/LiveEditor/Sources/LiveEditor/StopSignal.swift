// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The windows that ask to stop the current evaluation. Sockets set it while the desk is evaluating on another thread.
final class StopSignal: @unchecked Sendable {
  private let lock = NSLock()
  private var admitted: Set<Int> = []
  private var asking: Set<Int> = []

  /// Whether any window asks.
  var isRaised: Bool { lock.withLock { !asking.isEmpty } }

  /// Lets a window ask, after its page has authenticated itself.
  func admit(_ window: Int) { lock.withLock { _ = admitted.insert(window) } }

  /// A window asks; without effect unless it was admitted.
  func raise(by window: Int) { lock.withLock { if admitted.contains(window) { asking.insert(window) } } }

  /// The desk has handled all messages before the question of a window.
  func lower(for window: Int) { lock.withLock { _ = asking.remove(window) } }

  /// A window is closed, and can't ask any more.
  func close(_ window: Int) {
    lock.withLock {
      admitted.remove(window)
      asking.remove(window)
    }
  }
}
