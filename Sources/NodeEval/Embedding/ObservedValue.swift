// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Observation

/// A value of an evaluator that SwiftUI, and whatever else tracks what it reads, is notified of.
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

  /// The value, or why there is none. When the node is gone, or the evaluator is, it is the last one.
  public var result: Result<Value, NodeFailure> {
    registrar.access(self, keyPath: \.result)
    return present
  }

  /// The value; `nil` if there is none.
  public var value: Value? { try? result.get() }

  /// Why there is no value; `nil` if there is one.
  public var failure: NodeFailure? { if case .failure(let failure) = result { failure } else { nil } }
}

@available(*, unavailable)
extension ObservedValue: Sendable {}

extension Evaluator {
  /// A value in a form that SwiftUI follows: reading it where Observation tracks what is read notifies of the next change.
  ///
  /// - Parameter source: The variable or output.
  /// - Returns: The value; it is followed until that is released.
  /// - Precondition: It exists in this evaluator and was evaluated.
  /// - Complexity: As ``observe(_:initial:_:)``.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
  public func observed<Source: Readable>(_ source: Source) -> ObservedValue<Source.Value> {
    ObservedValue(source, of: self)
  }
}
