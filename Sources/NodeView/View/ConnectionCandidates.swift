// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The delegate's answers to which inputs an output may be connected to, while a connection from it is made.
///
/// Rows are drawn many times meanwhile, and a verdict may search the graph. An answer holds for the same output until a
/// node is reloaded or another object becomes the delegate.
///
/// It is an object because the delegate may call the view while it answers, and the view may then forget the answers.
final class ConnectionCandidates {
  private var source: OutputPort?
  private var isRefused: [InputPort: Bool] = [:]
  /// The delegate's words for the reasons.
  private var words: [InputPort: String] = [:]
  /// Changes when the answers no longer hold, even while the delegate answers.
  private var version = 0

  /// Forgets the answers.
  func forget() {
    version += 1
    source = nil
    (isRefused, words) = ([:], [:])
  }

  /// Whether the delegate refuses a connection.
  func isRefused(
    _ source: OutputPort, _ target: InputPort, by delegate: any GraphViewDelegate, of view: GraphView
  ) -> Bool {
    // A known answer costs one lookup: rows ask for each of thousands in each frame.
    if self.source == source, let known = isRefused[target] { return known }
    ask(source, [target], delegate, view)
    if self.source == source, let known = isRefused[target] { return known }
    // The delegate's own calls made the view forget the answer.
    return delegate.graphView(view, candidatesFor: source, among: [target]).isEmpty
  }

  /// Asks the delegate about those of some inputs whose answer isn't known, all together.
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
    let refused = unknown.filter { !candidates.contains($0) }
    guard view.style.palette != nil, !refused.isEmpty else { return }
    let reasons = delegate.graphView(view, wordsForRefusing: source, at: refused)
    if asked == version { words.merge(reasons) { $1 } }
  }

  /// The delegate's word for why it refuses a connection; `nil` if it has none for it.
  func word(for target: InputPort) -> String? { words[target] }
}

extension GraphView {
  /// Whether the row of an input is drawn dimmed: an output waits for an input or a wire is pulled from it, and the
  /// delegate refuses this input. For hosts that draw rows themselves, over the view or in place of it.
  ///
  /// The answer changes with ``connectionSource`` and ``gesture``; when it does, everything is marked for drawing.
  ///
  /// - Parameter input: The input.
  /// - Returns: Whether it is dimmed; `false` while no connection is made.
  /// - Complexity: That of the delegate's answer the first time, then O(1) until a node is reloaded.
  public func isDimmed(_ input: InputPort) -> Bool {
    guard let source = interaction.pulledSource else { return false }
    if connectionSource == nil, interaction.activity.wire?.taken?.target == input { return false }
    return isRefused(source, input)
  }

  /// Whether the delegate refuses a connection; while a connection from the same output is made, the delegate is called
  /// once for each input.
  func isRefused(_ source: OutputPort, _ target: InputPort) -> Bool {
    isRefused(source, target, pulled: interaction.pulledSource)
  }

  /// Whether the delegate refuses a connection, for a caller that knows which output is being connected.
  func isRefused(_ source: OutputPort, _ target: InputPort, pulled: OutputPort?) -> Bool {
    guard let delegate else { return true }
    if source == pulled { return candidates.isRefused(source, target, by: delegate, of: self) }
    return delegate.graphView(self, candidatesFor: source, among: [target]).isEmpty
  }

  /// Asks the delegate which rows of some nodes are dimmed, all together, if an output waits for an input.
  func askForDimming(of nodes: [NodeID]) {
    guard let source = interaction.pulledSource, let delegate else { return }
    let scene = scene
    var inputs: [InputPort] = []
    for id in nodes { for index in 0..<(scene.nodes[id]?.sources.count ?? 0) { inputs.append(id.input(index)) } }
    candidates.ask(source, inputs, delegate, self)
  }
}
