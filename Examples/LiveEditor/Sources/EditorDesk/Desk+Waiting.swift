// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol
import NodeEval
import NodeGraph

/// Marks the nodes that wait while a long evaluation runs. The evaluation itself asks often whether to stop, so pages are sent what
/// waits from within it, without another thread.
extension Desk {
  /// Whether the evaluation under way is to stop.
  func isToStop() -> Bool {
    if !marksWaiting, host.isSlow?() == true { markWaiting() }
    return host.isInterrupted?() ?? false
  }

  /// Marks in all windows what the evaluation under way has yet to run. The evaluation of a copy, for a chart, marks nothing.
  private func markWaiting() {
    let evaluator = editor.session.evaluator
    let nodes = evaluator.hasUnfinished ? [] : evaluator.unfinished
    if nodes.isEmpty { return }
    marksWaiting = true
    for window in openWindows { window.mark(waiting: nodes) }
  }

  /// Removes the marks, after the new values were sent.
  func unmarkWaiting() {
    guard marksWaiting else { return }
    marksWaiting = false
    for window in openWindows { window.sendBytes(EditorMessage.bytes([.waiting([])])) }
  }
}

extension Window {
  /// Marks nodes that wait, and says once how many there are. Frames are not affected.
  func mark(waiting nodes: [NodeID]) {
    let (groups, scope) = (editor.groups, path.scope)
    var seen: Set<NodeID> = []
    let drawn = nodes.compactMap { node -> Int? in
      guard let shown = groups.member(showing: node, in: scope), seen.insert(shown).inserted else { return nil }
      return drawings.number(of: shown)
    }
    if drawn.isEmpty { return }
    let words = drawn.count == 1 ? "1 node waits for its new value" : "\(drawn.count) nodes wait for their new values"
    sendBytes(EditorMessage.bytes([.waiting(drawn), .announce(words)]))
  }
}
