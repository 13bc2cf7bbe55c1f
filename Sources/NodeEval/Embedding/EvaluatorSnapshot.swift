// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Values of an evaluator at one moment, to be read on any thread: what `Evaluator.snapshot(of:)` returns.
///
/// ```swift
/// let snapshot = evaluator.snapshot(of: total, label)
/// Task.detached { print(snapshot[total], snapshot[label]) }
/// ```
public struct EvaluatorSnapshot: Sendable {
  /// The number of the last edit before it, as ``Receipt/edit`` counts them: the same number, the same values. Of one that was
  /// made inside ``Fork/read(_:)`` it is the number of the last edit before the fork, with the values of the fork.
  public let edit: Int
  private var results: [OutputPort: Result<any Sendable, NodeFailure>] = [:]

  fileprivate init(edit: Int) { self.edit = edit }

  fileprivate mutating func add<Source: Readable>(
    _ source: Source, _ result: Result<Source.Value, NodeFailure>
  ) where Source.Value: Sendable {
    results[source.port] = result.map { $0 }
  }

  /// How many variables and outputs it has.
  public var count: Int { results.count }

  /// Whether it has a variable or an output.
  public func contains(_ source: some Readable) -> Bool { results[source.port] != nil }

  /// The value of a variable or an output.
  ///
  /// - Precondition: The snapshot was made of it and it had a value; where it may have failed, ask ``value(of:)`` instead.
  /// - Complexity: O(1).
  public subscript<Source: Readable>(source: Source) -> Source.Value where Source.Value: Sendable {
    do { return try value(of: source) } catch { stop("\(source.port.node) has no value in the snapshot: \(error)") }
  }

  /// The value of a variable or an output, or why it had none.
  ///
  /// - Throws: The ``NodeFailure`` of the node.
  /// - Precondition: The snapshot was made of it.
  /// - Complexity: O(1).
  public func value<Source: Readable>(of source: Source) throws(NodeFailure) -> Source.Value
  where Source.Value: Sendable {
    guard let result = results[source.port] else { stop("the snapshot was not made of \(source.port.node)") }
    guard let value = try result.get() as? Source.Value else { stop("\(source.port.node) is read as another type") }
    return value
  }
}

extension Evaluator {
  /// Copies the values, or failures, of variables and outputs, so that other threads can read them.
  ///
  /// All belong to one state. Inside ``edit(_:)`` that is the one from before the edit, but for variables; make it outside.
  /// Inside ``Fork/read(_:)`` it is that of the fork, though ``EvaluatorSnapshot/edit`` is as outside.
  ///
  /// - Parameter sources: What to copy, of several types.
  /// - Returns: The copy. Edits don't change it.
  /// - Precondition: Each exists in this evaluator and was evaluated.
  /// - Complexity: O(sources), whatever the size of the graph.
  public func snapshot<each Source: Readable>(
    of sources: repeat each Source
  ) -> EvaluatorSnapshot where repeat (each Source).Value: Sendable {
    var snapshot = EvaluatorSnapshot(edit: state.log.number)
    for source in repeat each sources { snapshot.add(source, result(of: source)) }
    return snapshot
  }

  /// Copies the values, or failures, of any number of variables or outputs of one type, so that other threads can read them.
  ///
  /// - Parameter sources: What to copy.
  /// - Returns: The copy. Edits don't change it.
  /// - Precondition: Each exists in this evaluator and was evaluated.
  /// - Complexity: O(sources), whatever the size of the graph.
  public func snapshot<Source: Readable>(
    of sources: some Sequence<Source>
  ) -> EvaluatorSnapshot where Source.Value: Sendable {
    var snapshot = EvaluatorSnapshot(edit: state.log.number)
    for source in sources { snapshot.add(source, result(of: source)) }
    return snapshot
  }
}
