// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeEval
import NodeGraph
import NodeView

// MARK: Nodes that are dropped on a group, or on a part of the path

extension Window {
  /// Handles that the pointer has entered the part of the path after `depth` groups, or with `nil` has left the path.
  func carry(over depth: Int?) {
    let scope = depth.flatMap { 0..<path.instances.count ~= $0 ? GraphPath(Array(path.instances.prefix($0))) : nil }
    receiver = scope.flatMap { controller?.canDrop(into: $0) == true ? $0 : nil }
  }

  /// Moves the dragged nodes to the part of the path below the pointer, if it accepts them.
  func dropOnPath() {
    guard let scope = receiver else { return }
    receiver = nil
    controller?.drop(into: scope)
  }

  /// Reports the result of a drag into a group, or out of one.
  func didDrop(_ nodes: [NodeID], into group: InstanceID?) {
    let names = nodes.filter(editor.contains).map { editor.summary(of: $0).title }
    let what = names.count == 1 ? "\(names[0]) is" : "\(names.count) nodes are"
    say("\(what) in \(group.map { editor.groups.title(of: $0) } ?? desk.title)", action: "undo")
    // In the visible scope, the group stands for its members.
    if let group, view.frame(of: group.node) != nil { select([group.node]) }
  }

  /// Highlights the part of the path that accepts the dragged nodes, during the drag.
  func showReceiver() {
    if let scope = receiver, controller?.canDrop(into: scope) != true { receiver = nil }
    if receiver == shownReceiver { return }
    shownReceiver = receiver
    send(.receiver(depth: receiver?.instances.count))
  }

  /// The effect of releasing the dragged nodes at the pointer; `nil` if they are only moved.
  var droppingTip: String? {
    if let scope = receiver { return "Out to \(scope.scope.map { editor.groups.title(of: $0) } ?? desk.title)" }
    return view.nodeTarget.map { "Into \(editor.summary(of: $0).title)" }
  }
}
