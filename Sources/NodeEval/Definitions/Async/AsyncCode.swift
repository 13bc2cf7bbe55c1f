// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What happens when inputs of a node change while its asynchronous code is running.
public enum InputChangePolicy: Hashable, Sendable {
  /// The run is cancelled, and another one starts with the new inputs.
  case restart
  /// The run ends and its result is landed. Then one more run starts with the latest inputs, however often they have changed.
  case finishThenLatest
  /// There is one run for each change, one after the other; each result is landed.
  case every
}

/// The code of a kind whose value arrives later than the edit that starts it.
@usableFromInline
final class AsyncCode {
  /// Runs away from the evaluator, with copies of the arguments.
  @usableFromInline typealias Work = @Sendable (_ run: NodeRun) async throws -> any Sendable

  let policy: InputChangePolicy
  /// How long a run waits before its code begins, unless it has waited for another run.
  let debounce: Duration?
  /// Whether nodes downstream use the last value while the code runs.
  let keepsLastValue: Bool
  /// Reads the arguments.
  let prepare: (_ call: KernelCall) -> Work
  /// Stores a result. Returns the output's bit if it changed.
  let store: (_ call: KernelCall, _ value: any Sendable) -> UInt32

  @usableFromInline
  init(
    _ policy: InputChangePolicy, debounce: Duration?, keepsLastValue: Bool,
    prepare: @escaping (_ call: KernelCall) -> Work,
    store: @escaping (_ call: KernelCall, _ value: any Sendable) -> UInt32
  ) {
    self.policy = policy
    self.debounce = debounce
    self.keepsLastValue = keepsLastValue
    self.prepare = prepare
    self.store = store
  }

  /// Binds arguments to code. Captures only the types of values, because those of ports need not be `Sendable`.
  @inlinable
  static func work<each Argument: Sendable, Value: Sendable>(
    _ body: @escaping @Sendable (NodeRun, repeat each Argument) async throws -> Value,
    _ arguments: repeat each Argument
  ) -> Work {
    { run in try await body(run, repeat each arguments) }
  }
}
