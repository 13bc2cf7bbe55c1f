// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The question whether to stop, which an evaluation asks between nodes, and code asks while it runs.
///
/// Code knows neither its node nor its evaluator, so the question is found by the thread that runs the code. An evaluator keeps
/// one question as long as `isInterrupted` is set, so an evaluation only enters it.
final class StopQuestion {
  private unowned let box: StateBox<EvaluatorState>
  let isInterrupted: () -> Bool

  init(_ box: StateBox<EvaluatorState>, _ isInterrupted: @escaping () -> Bool) {
    self.box = box
    self.isInterrupted = isInterrupted
  }

  /// Asks. Until the answer, the evaluator must not be changed.
  func ask() -> Bool {
    let phase = box.value.activity.phase
    box.value.activity.phase = .asking
    defer { box.value.activity.phase = phase }
    return isInterrupted()
  }

  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private static let key: pthread_key_t? = {
      var key = pthread_key_t()
      return unsafe pthread_key_create(&key, nil) == 0 ? key : nil
    }()

    /// The question of the code that runs on this thread; `nil` if it can't be stopped. Whoever sets a question resets it, and
    /// keeps the question meanwhile.
    static var current: StopQuestion? {
      get {
        guard let key, let question = unsafe pthread_getspecific(key) else { return nil }
        return unsafe Unmanaged<StopQuestion>.fromOpaque(question).takeUnretainedValue()
      }
      set {
        guard let key else { return }
        _ = unsafe pthread_setspecific(key, newValue.map { unsafe Unmanaged.passUnretained($0).toOpaque() })
      }
    }
  #else
    static var current: StopQuestion? {
      get { nil }
      set {}
    }
  #endif
}

/// The error of code that ends early because its evaluation is to stop.
///
/// ``Evaluator/checkInterruption()`` throws it. A node whose code throws it while its evaluation is to stop doesn't fail: it is
/// ``Evaluator/unfinished``, as if its code had not run.
public struct InterruptionError: Error, Hashable {
  package init() {}
}

extension Evaluator {
  /// Throws if the evaluation that runs the calling code is to stop, by ``isInterrupted``.
  ///
  /// Code of a node that takes long calls it from time to time. The evaluation then stops in this node, and ``resume()`` runs its
  /// code again, from its beginning.
  ///
  /// ```swift
  /// let total = evaluator.node("total", numbers) { numbers in
  ///   var total = 0.0
  ///   for (index, number) in numbers.enumerated() {
  ///     if index % 10_000 == 0 { try Evaluator.checkInterruption() }
  ///     total += slow(number)
  ///   }
  ///   return total
  /// }
  /// ```
  ///
  /// It concerns code on the thread of the evaluation; on other threads, as with ``workers`` or in asynchronous code, it never
  /// throws. The budget of an evaluation does not end code that has begun, so that each attempt gets further.
  ///
  /// If the code of a node uses another evaluator, set ``isInterrupted`` of that one too. Without it, a node of the other evaluator
  /// whose code throws this error fails.
  ///
  /// - Throws: ``InterruptionError``, which the code must pass on.
  /// - Complexity: O(1), some 10 ns and the time of the closure.
  public static func checkInterruption() throws(InterruptionError) {
    if let question = StopQuestion.current, question.ask() { throw InterruptionError() }
  }

  /// Runs code that ``checkInterruption()`` can end early by the question of this evaluator, and by no other: not by that of an
  /// evaluator whose node uses this one.
  package func interruptibly<Value, Failure: Error>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let (outer, question) = (StopQuestion.current, state.settings.question)
    if outer === question { return try body() }
    StopQuestion.current = question
    defer { withExtendedLifetime(question) { StopQuestion.current = outer } }
    return try body()
  }

  /// Takes over the error that a node's code threw: the node fails, or its code was ended early and the node has to run again.
  func takeOn(_ error: any Error, _ node: UInt32) -> RunResult {
    if state.settings.mayStop, error is InterruptionError, let question = StopQuestion.current,
      question === state.settings.question
    {
      state.activity.interrupted.append(node)
      return .later
    }
    return takeOn(failure(of: node, throwing: error), node)
  }
}

/// The nodes that an evaluation has yet to run while `isInterrupted` is called.
struct EvaluationFront {
  /// The nodes of the current word, which are not in the pending set.
  let word: PendingSet.Word
  /// The node whose code runs, or that runs next.
  let node: UInt32?
}

extension EvaluatorState {
  /// The nodes that would be unfinished if the evaluation that asks stopped now, by rank; `nil` if no evaluation asks.
  ///
  /// - Complexity: O(nodes + connections downstream of pending nodes).
  func unfinishedNow() -> [UInt32]? {
    guard activity.phase == .asking, let front = activity.front else { return nil }
    var slots = front.node.map { [$0] } ?? []
    pending.forEachRank { slots.append(topology.nodeAtRank[$0]) }
    var bits = front.word.bits
    while bits != 0 {
      slots.append(topology.nodeAtRank[front.word.word << 6 | bits.trailingZeroBitCount])
      bits &= bits &- 1
    }
    var reached = Unfinished()
    let storage = graph.storage
    reached.mark(pending: slots.filter { topology.isAlive($0) }, in: storage.value)
    return reached.markedSlots.sorted { topology.records[$0].rank < topology.records[$1].rank }
  }
}
