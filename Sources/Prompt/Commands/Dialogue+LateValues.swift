// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Values that arrive later than the line that requests them.
extension Dialogue {
  /// Takes over the values that have arrived, and prints their changes, if there are any.
  ///
  /// A prompt calls this method between two lines.
  package func land() {
    timer.begin(at: host.seconds)
    let result = session.land()
    if result.evaluatedCount == 0 { return }
    show(landed: result)
  }

  /// Waits until no value is pending, or ^C is pressed.
  ///
  /// - Returns: The changes, one per node, in evaluation order.
  package func settle() -> Session.Result {
    var landings = Landings()
    while true {
      landings.add(session.land())
      guard session.hasPending, !host.isInterrupted, host.waitForArrival() else { break }
    }
    return landings.result(in: session)
  }
}
