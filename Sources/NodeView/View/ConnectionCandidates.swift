// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Which inputs an output may be connected to, as far as the delegate was asked while a connection from it is made.
///
/// Rows are drawn many times meanwhile, and a verdict may search the graph. What was answered holds for the same output
/// until a node is reloaded or somebody else is the delegate.
///
/// It is an object because the delegate is asked in the middle: it may call the view, which may forget what is kept.
final class ConnectionCandidates {
  private var source: OutputPort?
  private var isRefused: [InputPort: Bool] = [:]
  /// Changes when what was answered no longer holds, also while the delegate is asked.
  private var version = 0

  /// Forgets what was answered.
  func forget() {
    version += 1
    source = nil
    isRefused = [:]
  }

  /// Whether the delegate refuses a connection.
  func isRefused(
    _ source: OutputPort, _ target: InputPort, by delegate: any GraphViewDelegate, of view: GraphView
  ) -> Bool {
    ask(source, [target], delegate, view)
    if self.source == source, let known = isRefused[target] { return known }
    // The answer was forgotten while it was given.
    return delegate.graphView(view, candidatesFor: source, among: [target]).isEmpty
  }

  /// Asks for those of some inputs of which the answer isn't known, all together.
  func ask(_ source: OutputPort, _ inputs: [InputPort], _ delegate: any GraphViewDelegate, _ view: GraphView) {
    if self.source != source {
      forget()
      self.source = source
    }
    let unknown = inputs.filter { isRefused[$0] == nil }
    if unknown.isEmpty { return }
    let asked = version
    let candidates = Set(delegate.graphView(view, candidatesFor: source, among: unknown))
    guard asked == version else { return }
    for input in unknown { isRefused[input] = !candidates.contains(input) }
  }
}
