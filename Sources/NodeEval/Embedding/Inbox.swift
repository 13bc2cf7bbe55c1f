// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Takes values for an evaluator from any thread, until its owner has it receive them.
///
/// ```swift
/// let inbox = evaluator.inbox()
/// evaluator.onArrival = { Task { @MainActor in model.receive() } }   // receive() calls evaluator.receive()
/// Thread.detachNewThread { inbox.set(cutoff, to: 900) }
/// ```
///
/// Of several values for one node the last counts. An evaluator that is gone receives nothing, and its inbox goes on taking
/// values that nobody reads.
public final class Inbox: Sendable {
  typealias Delivery = @Sendable (_ edit: Edit) throws(GraphError) -> Void

  private struct Content {
    /// In the order in which the nodes were given a value first.
    var letters: [(node: NodeID, delivery: Delivery)] = []
    var places: [Key: Int] = [:]
  }

  /// A node, told from those of other graphs, which ids are not.
  private struct Key: Hashable {
    let slot: UInt32
    let stamp: UInt32
  }

  private let content = Lock(Content())
  private let arrivals: Arrivals
  /// The tag of the graph, which ids from documents are without.
  private let tag: UInt32

  init(_ arrivals: Arrivals, tag: UInt32) { (self.arrivals, self.tag) = (arrivals, tag) }

  /// Gives a variable a value when the evaluator receives next.
  ///
  /// ``Evaluator/onArrival`` is called if nothing was waiting before.
  ///
  /// - Complexity: O(1).
  public func set<Value: Sendable>(_ variable: Variable<Value>, to value: Value) { set(variable.node, to: value) }

  /// Gives a source a value when the evaluator receives next; if it is no source of that type by then, that is refused.
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

  /// Whether values wait to be received. Another thread may add some at any time.
  public var isEmpty: Bool { content.withLock { $0.letters.isEmpty } }

  /// Takes out all that waits.
  func takeAll() -> [(node: NodeID, delivery: Delivery)] {
    content.withLock { content in
      let taken = content.letters
      content = Content()
      return taken
    }
  }
}

/// What ``Evaluator/receive(_:history:)`` did.
public struct Reception {
  /// What the values have caused.
  public let receipt: Receipt
  /// The nodes whose values were dropped, each with why: ``NodeGraph/GraphError/stale(_:)`` if it is gone,
  /// ``NodeGraph/GraphError/foreign(_:)`` if it belongs to another evaluator, ``NodeGraph/GraphError/notGivable(_:_:)`` if it
  /// is computed or of another type.
  public let refused: [(node: NodeID, reason: GraphError)]
}

extension Evaluator {
  /// Where other threads leave values for this evaluator. All calls return the same one.
  public func inbox() -> Inbox {
    if let inbox = state.inbox { return inbox }
    let inbox = Inbox(state.flights.arrivals, tag: state.topology.tag)
    state.inbox = inbox
    return inbox
  }

  /// Gives sources the values that wait in the ``inbox()``, in one edit.
  ///
  /// Values for nodes that can't take them are dropped and reported; the others are given.
  ///
  /// - Parameters:
  ///   - title: What ``undoTitles`` calls it; unless given, what it did to which node.
  ///   - history: Whether it can be undone.
  /// - Returns: What the edit caused, which is nothing if no values have waited, and what was dropped.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: O(nodes that are given a value), and O(nodes that run).
  @discardableResult
  public func receive(_ title: String? = nil, history: EditRecording = .automatic) -> Reception {
    requireIdle()
    require(state.activity.editDepth == 0, "receive() comes between edits")
    let letters = state.inbox?.takeAll() ?? []
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
