// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an observer is told: the value, or failure, before and after an edit.
public struct ValueChange<Value> {
  /// Before the edit.
  public let old: Result<Value, NodeFailure>
  /// After it.
  public let new: Result<Value, NodeFailure>

  @inlinable
  init(old: Result<Value, NodeFailure>, new: Result<Value, NodeFailure>) {
    self.old = old
    self.new = new
  }
}

extension ValueChange: CustomStringConvertible {
  /// Old and new with an arrow between them; a failure shows its message.
  public var description: String {
    func text(_ result: Result<Value, NodeFailure>) -> String {
      switch result {
      case .success(let value): "\(value)"
      case .failure(let failure): "⚠ \(failure)"
      }
    }
    return "\(text(old)) → \(text(new))"
  }
}

/// Keeps an observer going: it ends when this is released or cancelled, or the observed output is gone, be it that the
/// node is removed or that it has become one whose output is of another type.
public final class Observation {
  private weak var evaluator: Evaluator?
  private let observer: Observer

  init(_ observer: Observer, of evaluator: Evaluator) {
    self.observer = observer
    self.evaluator = evaluator
  }

  deinit { cancel() }

  /// Ends it at once; what is waiting to be delivered is not.
  public func cancel() {
    observer.isCancelled = true
    evaluator?.remove(observer)
  }
}

/// Who is told of the changes of one output.
@usableFromInline
final class Observer {
  let node: NodeID
  let output: Int
  let type: ObjectIdentifier
  @usableFromInline var isCancelled = false
  /// Takes note of the present value.
  @usableFromInline var prepare: (Evaluator) -> Void = { _ in }
  /// Tells of the change that was noted first, of those that are not told.
  @usableFromInline var tell: () -> Void = {}

  var slot: UInt32 { node.slot }

  @usableFromInline
  init(_ port: OutputPort, type: ObjectIdentifier) {
    node = port.node
    output = port.index
    self.type = type
  }
}

extension Evaluator {
  /// Tells of every change of a value.
  ///
  /// The observer is called once an edit in which the value, or failure, has changed, after everything is up to date;
  /// several in evaluation order of what they observe, those of one node in the order in which they came. It may set
  /// variables and make edits: these are carried out at once, and what they change is told after what is already
  /// waiting. Of an evaluation that was stopped, each is told once its own node has run; one that begins before that is
  /// not told if the node then has what it had.
  ///
  /// The evaluator keeps `body` as long as the observation goes on; if it refers to the evaluator, let it do so weakly.
  ///
  /// - Parameters:
  ///   - source: The variable or output.
  ///   - body: Is told the change.
  /// - Returns: What keeps the observer going.
  /// - Precondition: It exists in this evaluator and was evaluated.
  @inlinable
  public func observe<Source: Readable>(
    _ source: Source, _ body: @escaping (ValueChange<Source.Value>) -> Void
  ) -> Observation {
    let observer = Observer(source.port, type: ObjectIdentifier(Source.Value.self))
    var last = result(of: source)
    // The array's memory is used again, so that telling allocates nothing.
    var waiting: [ValueChange<Source.Value>] = []
    observer.prepare = { evaluator in
      let new = evaluator.result(of: source)
      waiting.append(ValueChange(old: last, new: new))
      last = new
    }
    observer.tell = { [unowned observer] in
      let change = waiting.removeFirst()
      if !observer.isCancelled { body(change) }
    }
    return begin(observer)
  }

  @usableFromInline
  func begin(_ observer: Observer) -> Observation {
    box.value.observers[observer.slot, default: []].append(observer)
    box.value.status[observer.slot] |= EvaluatorState.Status.observed
    return Observation(observer, of: self)
  }

  @inlinable
  func result<Source: Readable>(of source: Source) -> Result<Source.Value, NodeFailure> {
    do { return .success(try value(of: source)) } catch { return .failure(error) }
  }

  func remove(_ observer: Observer) {
    guard let index = box.value.observers[observer.slot]?.firstIndex(where: { $0 === observer }) else { return }
    box.value.observers[observer.slot]?.remove(at: index)
    if box.value.observers[observer.slot]?.isEmpty == true {
      box.value.observers[observer.slot] = nil
      box.value.status[observer.slot] &= ~EvaluatorState.Status.observed
    }
  }

  /// Whether what is observed still is there, and of the type that the observer takes.
  private func isThere(_ observer: Observer) -> Bool {
    // An edit that was taken back may have made the node that was observed.
    box.value.topology.isLive(observer.node)
      && box.value.topology.hasOutput(observer.output, of: observer.slot, type: observer.type)
  }

  /// Tells observers what the edit changed. One at work already goes on with it afterwards.
  @inline(__always)
  func deliver() {
    if !box.value.notices.isEmpty { deliverNotices() }
  }

  @inline(never)
  private func deliverNotices() {
    let notices = box.value.notices
    box.value.notices.removeAll()
    for notice in notices {
      for observer in box.value.observers[notice.slot] ?? [] where notice.outputs & 1 << UInt32(observer.output) != 0 {
        guard isThere(observer) else {
          observer.isCancelled = true
          remove(observer)
          continue
        }
        observer.prepare(self)
        box.value.deliveries.append(observer)
      }
    }
    guard !box.value.isDelivering else { return }
    box.value.isDelivering = true
    while !box.value.deliveries.isEmpty {
      let batch = box.value.deliveries
      box.value.deliveries.removeAll()
      for observer in batch { observer.tell() }
    }
    box.value.isDelivering = false
  }
}
