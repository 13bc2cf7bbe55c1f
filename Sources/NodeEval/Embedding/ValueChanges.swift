// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The changes of a value, one after the other. ``Evaluator/changes(of:limit:)`` returns it.
///
/// It is for one reader, on any thread.
public struct ValueChanges<Value: Sendable>: AsyncSequence, Sendable {
  /// A change.
  public typealias Element = ValueChange<Value>
  /// Reading does not fail; failures of nodes are part of changes.
  public typealias Failure = Never

  private let queue: ChangeQueue<Value>
  private let signals: AsyncStream<Void>

  fileprivate init(_ queue: ChangeQueue<Value>, _ signals: AsyncStream<Void>) {
    self.queue = queue
    self.signals = signals
  }

  /// Begins to read.
  public func makeAsyncIterator() -> Iterator {
    Iterator(queue: queue, signals: signals.makeAsyncIterator())
  }

  /// Reads changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let queue: ChangeQueue<Value>
    fileprivate var signals: AsyncStream<Void>.Iterator

    /// The next change, as soon as there is one; `nil` after the last, or if the task was cancelled.
    public mutating func next() async -> ValueChange<Value>? {
      while true {
        if Task.isCancelled { return nil }
        if let change = queue.takeFirst() { return change }
        // A change that was added after `takeFirst()` has left a signal.
        if await signals.next() == nil { return Task.isCancelled ? nil : queue.takeFirst() }
      }
    }

    /// The next change, awaited on the actor of the caller; `nil` after the last, or if the task was cancelled.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ValueChange<Value>? {
      while true {
        if Task.isCancelled { return nil }
        if let change = queue.takeFirst() { return change }
        if await signals.next(isolation: actor) == nil { return Task.isCancelled ? nil : queue.takeFirst() }
      }
    }
  }
}

/// The changes that a reader has not taken yet. When the limit is reached, the next change is merged into the last one.
private final class ChangeQueue<Value: Sendable>: Sendable {
  private let changes = Lock<[ValueChange<Value>]>([])
  private let limit: Int
  private let signal: AsyncStream<Void>.Continuation

  init(limit: Int, signal: AsyncStream<Void>.Continuation) {
    self.limit = limit
    self.signal = signal
  }

  func add(_ change: ValueChange<Value>) {
    changes.withLock { [limit] changes in
      if changes.count < limit { changes.append(change) } else { changes[limit - 1].goOn(to: change) }
    }
    signal.yield()
  }

  func takeFirst() -> ValueChange<Value>? {
    changes.withLock { $0.isEmpty ? nil : $0.removeFirst() }
  }
}

/// Writes changes of an observer into the queue. It is released with the observer, and then the sequence ends.
private final class ChangeWriter<Value: Sendable> {
  private weak var queue: ChangeQueue<Value>?
  private let link: EvaluatorLink
  weak var observer: Observer?
  private let finish: () -> Void

  init(_ queue: ChangeQueue<Value>, _ signal: AsyncStream<Void>.Continuation, of evaluator: Evaluator) {
    self.queue = queue
    link = evaluator.link
    finish = { signal.finish() }
  }

  deinit { finish() }

  /// Adds a change; if it has no reader any more, the observer ends.
  func add(_ change: ValueChange<Value>) {
    if let queue { return queue.add(change) }
    guard let evaluator = link.evaluator, let observer else { return }
    observer.isCancelled = true
    evaluator.remove(observer)
  }
}

extension Evaluator {
  /// The changes of a value from now on, for reading in a task of any actor.
  ///
  /// ```swift
  /// for await change in evaluator.changes(of: total) { show(change.new) }
  /// ```
  ///
  /// A reader that is slower than the edits misses no value that lasts: at most `limit` changes wait, and when there are that many,
  /// newer values are merged into the last of them. The `old` of a change is therefore always the `new` of the one before, and the
  /// last change has the current value.
  ///
  /// The sequence ends when the node is permanently gone, and when the evaluator is. A node that was removed but can be restored by
  /// ``undo()`` is not gone. After the sequence is released, observing ends with the next change; until then the node counts as
  /// observed.
  ///
  /// - Parameters:
  ///   - source: The variable or output.
  ///   - limit: The maximum number of changes that wait, 1 or more.
  /// - Returns: The changes. Call this where the evaluator is used; the result can be sent elsewhere.
  /// - Precondition: The source exists in this evaluator and was evaluated.
  /// - Complexity: As ``observe(_:initial:_:)``, and O(changes that wait) to read one.
  public func changes<Source: Readable>(
    of source: Source, limit: Int = 16
  ) -> ValueChanges<Source.Value> where Source.Value: Sendable {
    require(limit > 0, "at least one change waits for its reader")
    let port = source.port
    prepareToObserve(port.node)
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let queue = ChangeQueue<Source.Value>(limit: limit, signal: signal)
    let writer = ChangeWriter(queue, signal, of: self)
    let observer = TypedObserver(port, present: result(of: source)) { writer.add($0) }
    writer.observer = observer
    add(observer)
    return ValueChanges(queue, signals)
  }
}
