// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import EditorProtocol
import NodeGraph

// MARK: Groups

extension Window {
  /// Shows what lies in a group.
  ///
  /// - Returns: Whether the node is a group.
  @discardableResult
  func enter(_ node: NodeID) -> Bool {
    guard let controller, let inside = editor.groups.path(entering: node, from: controller.path) else { return false }
    go(to: inside)
    return true
  }

  /// Shows what lies around the group that shows, with the focus on that.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func leaveGroup(to depth: Int? = nil) -> Bool {
    guard let controller, !controller.path.isRoot else { return false }
    let instances = controller.path.instances
    let depth = min(max(depth ?? instances.count - 1, 0), instances.count - 1)
    go(to: GraphPath(Array(instances.prefix(depth))))
    setFocus(.node(instances[depth].node))
    return true
  }

  /// Says that groups are not copied: what is copied is a script.
  ///
  /// - Returns: Whether the command is refused.
  func refusesGroups(_ name: String) -> Bool {
    guard name == "copy" || name == "cut", view.selection.nodes.contains(where: { InstanceID($0) != nil }) else {
      return false
    }
    say("What is copied is a script, and no script holds groups", isProblem: true)
    return true
  }

  /// What is selected; if nothing is, where the keyboard is.
  var selectedNodes: [NodeID] {
    view.selection.nodes.isEmpty ? keyboard.node.map { [$0] } ?? [] : view.selection.nodes
  }

  /// Goes where an edit took place, so that it is seen that it is undone: as far as there are groups before and afterwards, so that
  /// who makes a group once more sees it, and not what lies in it.
  func follow(_ path: GraphPath?) {
    guard let path, let controller else { return }
    let living = editor.groups.living(path)
    if living != controller.path { go(to: living) }
  }
}
