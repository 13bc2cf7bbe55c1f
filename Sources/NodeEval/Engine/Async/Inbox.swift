// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Accepts values for an evaluator from any thread, and keeps them until the evaluator's owner receives them.
///
/// ```swift
/// let inbox = evaluator.inbox()
/// evaluator.onArrival = { Task { @MainActor in model.receive() } }   // receive() calls evaluator.receive()
/// Thread.detachNewThread { inbox.set(cutoff, to: 900) }
/// ```
///
/// If a node is given several values, the last one counts. When its evaluator is gone, the inbox still accepts values, but no one
/// receives them.
public final class Inbox: Sendable {
  typealias Delivery = @Sendable (_ edit: Edit) throws(GraphError) -> Void

  private struct Content {
    /// The deliveries in the order in which their nodes were first given a value.
    var letters: [(node: NodeID, delivery: Delivery)] = []
    var places: [Key: Int] = [:]
  }

  /// Identifies a node, distinct from nodes of other graphs; a plain id is not.
  private struct Key: Hashable {
    let slot: UInt32
    let stamp: UInt32
  }

  private let content = Lock(Content())
  private let arrivals: Arrivals
  /// The tag of the graph. Ids from documents don't have it.
  private let tag: UInt32

  init(_ arrivals: Arrivals, tag: UInt32) { (self.arrivals, self.tag) = (arrivals, tag) }

  /// Sets a variable when the evaluator receives next.
  ///
  /// ``Evaluator/onArrival`` is called if the inbox was empty.
  ///
  /// - Complexity: O(1).
  public func set<Value: Sendable>(_ variable: Variable<Value>, to value: Value) { set(variable.node, to: value) }

  /// Sets a source when the evaluator receives next; the value is refused if the node is not a source of that type by then.
  ///
  /// - Complexity: O(1).
  public func set<Value: Sendable>(_ node: NodeID, to value: Value) {
    let key = Key(slot: node.slot, stamp: node.tag == 0 ? node.stamp | tag : node.stamp)
    let (isFirst, replaced) = content.withLock { content -> (Bool, Delivery?) in
      let isFirst = content.letters.isEmpty
      var delivery: Delivery = { edit throws(GraphError) in try edit.set(node, to: value) }
      guard let place = content.places[key] else {
        content.places[key] = content.letters.count
        content.letters.append((node, delivery))
        return (isFirst, nil)
      }
      swap(&content.letters[place].delivery, &delivery)
      return (isFirst, delivery)
    }
    withExtendedLifetime(replaced) {}
    if isFirst { arrivals.call() }
  }

  /// Whether the inbox has no values to receive. Another thread may add some at any time.
  public var isEmpty: Bool { content.withLock { $0.letters.isEmpty } }

  /// Removes and returns all values.
  func takeAll() -> [(node: NodeID, delivery: Delivery)] {
    content.withLock { content in
      let taken = content.letters
      content = Content()
      return taken
    }
  }
}

/// The result of ``Evaluator/receive(_:history:)``.
public struct Reception {
  /// What the values caused.
  public let receipt: Receipt
  /// The nodes whose values were dropped, with the reasons: ``NodeGraph/GraphError/stale(_:)`` if the node is gone,
  /// ``NodeGraph/GraphError/foreign(_:)`` if it belongs to another evaluator, ``NodeGraph/GraphError/notGivable(_:_:)`` if it is
  /// computed or of another type.
  public let refused: [(node: NodeID, reason: GraphError)]
}

extension Evaluator {
  /// The inbox in which other threads leave values for this evaluator. All calls return the same one.
  public func inbox() -> Inbox {
    if let inbox = state.reach.flights.inbox { return inbox }
    let inbox = Inbox(state.reach.flights.arrivals, tag: state.topology.tag)
    state.reach.flights.inbox = inbox
    return inbox
  }

  /// Sets sources to the values that wait in the ``inbox()``, in one edit.
  ///
  /// Values for nodes that can't take them are dropped and reported; the others are set.
  ///
  /// - Parameters:
  ///   - title: The title in ``undoTitles``; with `nil`, a description of the change and the node.
  ///   - history: Whether it can be undone.
  /// - Returns: What the edit caused, empty if no values were waiting, and what was dropped.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes that are given a value), and O(nodes that run).
  @discardableResult
  public func receive(_ title: String? = nil, history: EditRecording = .automatic) -> Reception {
    requireIdle()
    require(state.activity.editDepth == 0, "receive() must be called between edits")
    let letters = state.reach.flights.inbox?.takeAll() ?? []
    if letters.isEmpty { return Reception(receipt: Receipt(edit: 0, log: ReceiptLog()), refused: []) }
    var refused: [(node: NodeID, reason: GraphError)] = []
    func deliver(in edit: Edit) {
      for letter in letters {
        do throws(GraphError) { try letter.delivery(edit) } catch { refused.append((letter.node, error)) }
      }
    }
    let receipt = history == .none ? edit(history: .none, deliver) : edit(title, deliver)
    return Reception(receipt: receipt, refused: refused)
  }
}
