// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// Expects code to take less than a minute, where a cost that grows with the wrong thing would take far longer.
///
/// `Trait.timeLimit(_:)` doesn't measure that: its clock also runs while a test that has started waits for a thread, and in a
/// parallel run of all tests that can take minutes.
package func expectWithinAMinute<Result>(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) rethrows -> Result {
  let start = ContinuousClock.now
  let result = try body()
  #expect(start.duration(to: .now) < .seconds(60), sourceLocation: sourceLocation)
  return result
}

extension Trait where Self == TimeLimitTrait {
  /// Ends a test that waits for an event that never happens. The limit is far above the time that a loaded machine takes, because
  /// its clock also runs while the test waits for a thread.
  package static var waitingIsLimited: Self { .timeLimit(.minutes(15)) }
}
