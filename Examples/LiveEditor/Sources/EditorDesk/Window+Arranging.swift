// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

// MARK: Aligning, reaching other nodes, muting and bypassing

extension Window {
  private static let alignments: [(command: String, alignment: NodeAlignment)] = [
    ("align-left", .left), ("align-center", .center), ("align-right", .right), ("align-top", .top),
    ("align-middle", .middle), ("align-bottom", .bottom), ("distribute-across", .across), ("distribute-down", .down),
  ]

  /// The menu items for the selection with a node.
  func arrangingItems(for node: NodeID) -> [Item] {
    let mode = session.evaluator.mode(of: node)
    var mute = EditorCommand.item("mute")
    var bypass = EditorCommand.item("bypass")
    if mode == .muted { mute.title = "Unmute" }
    if mode == .bypassed { bypass.title = "Stop bypassing" }
    let count = selectedMembers.count
    let alignments = Self.alignments.filter { count >= $0.alignment.leastCount }.map {
      var item = EditorCommand.item($0.command)
      item.face = .icon
      return item
    }
    return [mute, bypass] + ["select-upstream", "select-downstream"].map(EditorCommand.item) + alignments
  }

  /// Executes a command that arranges the selected nodes, selects others from them, or changes their modes.
  ///
  /// - Returns: Whether the command exists.
  func runArranging(_ name: String) -> Bool {
    if let alignment = Self.alignments.first(where: { $0.command == name })?.alignment {
      desk.move()
      attempt { () throws(Diagnostic) in try editor.align(selectedNodes, alignment) }
      return true
    }
    switch name {
    case "select-upstream": reach(editor.upstream, "Nothing is upstream of the selection")
    case "select-downstream": reach(editor.downstream, "Nothing is downstream of the selection")
    case "mute": toggle(.muted, "muted")
    case "bypass": toggle(.bypassed, "bypassed")
    default: return false
    }
    return true
  }

  /// Adds nodes that can be reached from the selected ones to the selection.
  private func reach(_ reached: ([NodeID]) -> Set<NodeID>, _ nothing: String) {
    let nodes = selectedNodes
    guard !nodes.isEmpty else { return say("Nothing is selected", isProblem: true) }
    let found = reached(nodes)
    if found.isEmpty { return say(nothing) }
    let all = nodes + view.nodes.filter(found.contains)
    view.select(GraphSelection(nodes: all))
    say("\(all.count) nodes are selected")
  }

  /// Gives the selected nodes a mode, or makes them active if all have it.
  private func toggle(_ mode: NodeMode, _ word: String) {
    let nodes = selectedNodes
    guard !nodes.isEmpty else { return say("Nothing is selected", isProblem: true) }
    let isOn = nodes.allSatisfy { session.evaluator.mode(of: $0) == mode }
    attempt { () throws(Diagnostic) in
      try editor.setMode(isOn ? .active : mode, of: nodes)
      let what = nodes.count == 1 ? "\(editor.summary(of: nodes[0]).title) is" : "\(nodes.count) nodes are"
      say("\(what) \(isOn ? "active" : word)", action: "undo")
    }
  }
}
