// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Observation

/// A value of an evaluator that notifies SwiftUI, and other code that tracks what it reads, of changes.
///
/// ```swift
/// let total = evaluator.observed(total)
/// withObservationTracking { show(total.value) } onChange: { redrawSoon() }
/// ```
///
/// A view that reads ``value`` in its body is updated when an edit, an undo or a late result changes it, and only then. It
/// belongs to the thread or actor of its evaluator, and follows the value as long as it exists.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class ObservedValue<Value>: Observable {
  private let registrar = ObservationRegistrar()
  private var present: Result<Value, NodeFailure>
  private var token: ObservationToken?

  fileprivate init(_ source: some Readable<Value>, of evaluator: Evaluator) {
    present = .failure(NodeFailure(origin: source.port.node, reason: .notEvaluated))
    token = evaluator.observe(source) { [weak self] change in self?.take(change.new) }
    present = evaluator.result(of: source)
  }

  private func take(_ new: Result<Value, NodeFailure>) {
    registrar.withMutation(of: self, keyPath: \.result) { present = new }
  }

  /// The value, or the failure. After the node or the evaluator is gone, it is the last one.
  public var result: Result<Value, NodeFailure> {
    registrar.access(self, keyPath: \.result)
    return present
  }

  /// The value; `nil` if the node has none.
  public var value: Value? { try? result.get() }

  /// The reason why there is no value; `nil` if there is one.
  public var failure: NodeFailure? { if case .failure(let failure) = result { failure } else { nil } }
}

@available(*, unavailable)
extension ObservedValue: Sendable {}

extension Evaluator {
  /// A value in a form that SwiftUI can follow: code that reads it where Observation tracks reads is notified of the next change.
  ///
  /// - Parameter source: The variable or output.
  /// - Returns: The value; it follows the source until it is released.
  /// - Precondition: The source exists in this evaluator and was evaluated.
  /// - Complexity: As ``observe(_:initial:_:)``.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public func observed<Source: Readable>(_ source: Source) -> ObservedValue<Source.Value> {
    ObservedValue(source, of: self)
  }
}
