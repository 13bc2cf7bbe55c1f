// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import EditorProtocol
import NodeEval
import NodeGraph
import NodeView

// MARK: Nodes that are dropped on a group, or on a part of the path

extension Window {
  /// The pointer has come over a part of the path, with so many groups before it, or has left all.
  func carry(over depth: Int?) {
    let scope = depth.flatMap { 0..<path.instances.count ~= $0 ? GraphPath(Array(path.instances.prefix($0))) : nil }
    receiver = scope.flatMap { controller?.canDrop(into: $0) == true ? $0 : nil }
  }

  /// Moves the nodes that are dragged to the part of the path below the pointer, if one takes them.
  func dropOnPath() {
    guard let scope = receiver else { return }
    receiver = nil
    controller?.drop(into: scope)
  }

  /// Says what has come of a drag into a group, or out of one.
  func didDrop(_ nodes: [NodeID], into group: InstanceID?) {
    let names = nodes.filter(editor.contains).map { editor.summary(of: $0).title }
    let what = names.count == 1 ? "\(names[0]) is" : "\(names.count) nodes are"
    say("\(what) in \(group.map { editor.groups.title(of: $0) } ?? desk.title)", action: "undo")
    // In the scope that shows the group has taken the place of what is in it.
    if let group, view.frame(of: group.node) != nil { select([group.node]) }
  }

  /// Highlights the part of the path that takes the nodes that are dragged, as long as they are.
  func showReceiver() {
    if let scope = receiver, controller?.canDrop(into: scope) != true { receiver = nil }
    if receiver == shownReceiver { return }
    shownReceiver = receiver
    send(.receiver(depth: receiver?.instances.count))
  }

  /// What letting go of the nodes that are dragged does where the pointer is; `nil` if they are only moved.
  var droppingTip: String? {
    if let scope = receiver { return "Out to \(scope.scope.map { editor.groups.title(of: $0) } ?? desk.title)" }
    return view.nodeTarget.map { "Into \(editor.summary(of: $0).title)" }
  }
}
