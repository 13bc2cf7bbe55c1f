// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Values of an evaluator at one moment, for reading on any thread. `Evaluator.snapshot(of:)` returns it.
///
/// ```swift
/// let snapshot = evaluator.snapshot(of: total, label)
/// Task.detached { print(snapshot[total], snapshot[label]) }
/// ```
public struct EvaluatorSnapshot: Sendable {
  /// The number of the last edit before the snapshot, as ``Receipt/edit`` counts them. Snapshots with the same number have the same
  /// values, except those made inside ``Fork/read(_:)``: they have the number of the last edit before the fork, and the fork's
  /// values.
  public let edit: Int
  private var results: [OutputPort: Result<any Sendable, NodeFailure>] = [:]

  fileprivate init(edit: Int) { self.edit = edit }

  fileprivate mutating func add<Source: Readable>(
    _ source: Source, _ result: Result<Source.Value, NodeFailure>
  ) where Source.Value: Sendable {
    results[source.port] = result.map { $0 }
  }

  /// The number of variables and outputs in the snapshot.
  public var count: Int { results.count }

  /// Whether the snapshot contains a variable or an output.
  public func contains(_ source: some Readable) -> Bool { results[source.port] != nil }

  /// The value of a variable or an output.
  ///
  /// - Precondition: The snapshot contains the source, and it had a value; if it may have failed, use ``value(of:)`` instead.
  /// - Complexity: O(1).
  public subscript<Source: Readable>(source: Source) -> Source.Value where Source.Value: Sendable {
    do { return try value(of: source) } catch { stop("\(source.port.node) has no value in the snapshot: \(error)") }
  }

  /// The value of a variable or an output.
  ///
  /// - Throws: The ``NodeFailure`` of the node if it had no value.
  /// - Precondition: The snapshot contains the source.
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
  /// All belong to one state. Inside ``edit(_:)`` that is the state from before the edit, except for variables; make snapshots
  /// outside. Inside ``Fork/read(_:)`` it is the state of the fork, with the ``EvaluatorSnapshot/edit`` number of the evaluator.
  ///
  /// - Parameter sources: The variables and outputs to copy, of several types.
  /// - Returns: The copy. Edits don't change it.
  /// - Precondition: Each source exists in this evaluator and was evaluated.
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
  /// - Parameter sources: The variables or outputs to copy.
  /// - Returns: The copy. Edits don't change it.
  /// - Precondition: Each source exists in this evaluator and was evaluated.
  /// - Complexity: O(sources), whatever the size of the graph.
  public func snapshot<Source: Readable>(
    of sources: some Sequence<Source>
  ) -> EvaluatorSnapshot where Source.Value: Sendable {
    var snapshot = EvaluatorSnapshot(edit: state.log.number)
    for source in sources { snapshot.add(source, result(of: source)) }
    return snapshot
  }
}
