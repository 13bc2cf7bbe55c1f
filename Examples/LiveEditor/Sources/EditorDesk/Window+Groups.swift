// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph

// MARK: Groups

extension Window {
  /// Shows the members of a group.
  ///
  /// - Returns: Whether the node is a group.
  @discardableResult
  func enter(_ node: NodeID) -> Bool {
    guard let controller, let inside = editor.groups.path(entering: node, from: controller.path) else { return false }
    go(to: inside)
    return true
  }

  /// Shows the scope around the current group, with the focus on the group.
  ///
  /// - Returns: Whether the current scope is a group.
  @discardableResult
  func leaveGroup(to depth: Int? = nil) -> Bool {
    guard let controller, !controller.path.isRoot else { return false }
    let instances = controller.path.instances
    let depth = min(max(depth ?? instances.count - 1, 0), instances.count - 1)
    go(to: GraphPath(Array(instances.prefix(depth))))
    setFocus(.node(instances[depth].node))
    return true
  }

  /// Refuses to copy groups, because copied text is a script.
  ///
  /// - Returns: Whether the command is refused.
  func refusesGroups(_ name: String) -> Bool {
    guard name == "copy" || name == "cut", view.selection.nodes.contains(where: { InstanceID($0) != nil }) else {
      return false
    }
    say("Groups can't be copied: a copy is a script, which can't contain them", isProblem: true)
    return true
  }

  /// The selected nodes, without the cards at the edges of a group.
  var selectedMembers: [NodeID] { view.selection.nodes.filter { GroupEdge($0) == nil } }

  /// The selected nodes; if nothing is selected, the node with the keyboard focus.
  var selectedNodes: [NodeID] {
    let nodes = view.selection.nodes.isEmpty ? keyboard.node.map { [$0] } ?? [] : view.selection.nodes
    return nodes.filter { GroupEdge($0) == nil }
  }

  /// Shows the scope of an edit that is undone or redone, so that its effect is visible. Only groups that exist
  /// before and after it are entered: the user sees a restored group, not its members.
  func follow(_ path: GraphPath?) {
    guard let path, let controller else { return }
    let living = editor.groups.living(path)
    if living != controller.path { go(to: living) }
  }
}
