// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension NodeDefinition {
  /// Declares a kind whose value arrives later: a look-up, a render, a file.
  ///
  /// ```swift
  /// NodeDefinition(
  ///   "Quote", inputs: ValuePort("symbol", default: "A"), output: ValuePort<Double>("price"),
  ///   whenInputsChange: .restart
  /// ) { _, symbol in try await fetch(symbol) }
  /// ```
  ///
  /// The code runs away from the evaluator, with copies of its arguments; see ``Evaluator/land()``.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - inputs: The inputs, as ``ValuePort`` or ``ManyPort``.
  ///   - output: The output.
  ///   - policy: What happens when inputs change while the code is running.
  ///   - debounce: How long inputs have to stay the same before the code runs, with ``InputChangePolicy/restart``. With the
  ///     other policies a run waits that long before its code begins. Changes during that time are for the following runs,
  ///     which don't wait.
  ///   - keepsLastValue: Whether nodes downstream use the last value while the code runs. They always wait for the first value.
  ///   - body: Computes the output. It receives the run, to report its progress and to learn whether it was cancelled; the task
  ///     that it runs in is cancelled as well.
  @inlinable
  public init<each Input: InputDeclaration, Value: Equatable & Sendable>(
    _ name: String, inputs: repeat each Input, output: ValuePort<Value>, whenInputsChange policy: InputChangePolicy,
    debounce: Duration? = nil, keepsLastValue: Bool = false,
    evaluate body: @escaping @Sendable (NodeRun, repeat (each Input).Value) async throws -> Value
  ) where repeat (each Input).Value: Sendable {
    var declared: [any InputDeclaration] = []
    repeat declared.append(each inputs)
    let code = AsyncCode(policy, debounce: debounce, keepsLastValue: keepsLastValue) { call in
      var call = call
      return AsyncCode.work(body, repeat (each Input)._read(&call))
    } store: { call, value in
      guard let value = value as? Value else { return 0 }
      return call.store(value)
    }
    self.init(name, declared, [output], Kernel(outputs: [output.valueType], code))
  }
}
