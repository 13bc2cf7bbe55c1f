// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
  /// A word that several threads change at a time. `Atomic` of the standard library needs macOS 15.
  final class SharedWord: Sendable {
    private let word = Lock<UInt64>(0)

    func load() -> UInt64 { word.withLock { $0 } }

    func store(_ value: UInt64) { word.withLock { $0 = value } }

    /// Adds to the word, and returns the sum.
    @discardableResult
    func add(_ value: UInt64) -> UInt64 {
      word.withLock { word in
        word &+= value
        return word
      }
    }

    /// Replaces a value by another, if it is still stored. Returns whether it was.
    func exchange(_ expected: UInt64, for value: UInt64) -> Bool {
      word.withLock { word in
        if word != expected { return false }
        word = value
        return true
      }
    }
  }
#else
  import Synchronization

  /// A word that several threads change at a time.
  final class SharedWord: Sendable {
    private let word = Atomic<UInt64>(0)

    func load() -> UInt64 { word.load(ordering: .sequentiallyConsistent) }

    func store(_ value: UInt64) { word.store(value, ordering: .sequentiallyConsistent) }

    /// Adds to the word, and returns the sum.
    @discardableResult
    func add(_ value: UInt64) -> UInt64 {
      word.wrappingAdd(value, ordering: .sequentiallyConsistent).newValue
    }

    /// Replaces a value by another, if it is still stored. Returns whether it was.
    func exchange(_ expected: UInt64, for value: UInt64) -> Bool {
      word.compareExchange(expected: expected, desired: value, ordering: .sequentiallyConsistent).exchanged
    }
  }
#endif
