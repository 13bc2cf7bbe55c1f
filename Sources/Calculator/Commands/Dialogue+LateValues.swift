// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Values that come later than the line that asks for them.
extension Dialogue {
  /// Takes the values that have come, and prints what they change; prints nothing if none has.
  ///
  /// A prompt calls it between two lines.
  package func land() {
    timer.begin(at: host.seconds)
    let result = session.land()
    if result.evaluatedCount == 0 { return }
    show(landed: result)
  }

  /// Waits until no value is pending, or ^C is pressed.
  ///
  /// - Returns: What has changed, each node once, in evaluation order.
  package func settle() -> Session.Result {
    var landings = Landings()
    while true {
      landings.add(session.land())
      guard session.hasPending, !host.isInterrupted, host.waitForArrival() else { break }
    }
    return landings.result(in: session)
  }
}
