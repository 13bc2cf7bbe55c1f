// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The seed's manner.
extension Interaction {
  /// A finger comes down: in creation mode on a candidate's row it toggles, on anything else it leaves the mode. On a
  /// node it also selects it and brings it to the front.
  mutating func touch(_ step: inout Step) {
    if let source = connectionSource {
      setConnectionSource(nil, &step)
      if let input = pressed.input, toggle(source, input, &step) {
        // The finger has done what it came for: it neither drags nor presses for long.
        ignorePointers()
        return
      }
      // The trash too: whoever touches it now means to leave the mode.
      if pressed == .background || pressed.isTrash {
        ignorePointers()
        return
      }
    }
    guard let node = pressed.node, !pressed.isTrash else { return }
    step.effects.append(.raised(node))
    select(GraphSelection(nodes: [node]), &step)
  }

  /// A finger or button came up where it had come down.
  mutating func tap(at point: Point, count: Int, _ step: inout Step) {
    // Two taps on different things are none: the trash may have taken away what was there.
    let isSame = tapped.node == pressed.node && (pressed.node != nil || tapped == pressed)
    let isDouble = count.isMultiple(of: 2) && isSame
    tapped = pressed
    switch pressed {
    case .trash(let node):
      guard target(at: point, step.scene) == pressed else { return }
      select(GraphSelection(), &step)
      step.effects.append(.requestedDeletion([node]))
    case .background where isDouble && profile.manner == .desktop: requestNode(at: point, &step)
    case .background where !step.modifiers.contains(.shift) && !step.modifiers.contains(.command):
      select(GraphSelection(), &step)
    case .background, .connection: break
    default:
      guard let node = pressed.node else { return }
      if isDouble {
        step.effects.append(.activated(node))
      } else if profile.manner == .desktop, step.modifiers.isEmpty {
        select(GraphSelection(nodes: [node]), &step)
      }
    }
  }

  /// A finger stayed down: on a node its output waits for an input, on the background a node is asked for.
  mutating func longPress(at point: Point, _ step: inout Step) {
    if let node = pressed.node {
      // The node under the finger, wherever on it: the seed took the one selected before if it was on an input row.
      let source = pressed.output ?? node.output
      if step.scene.contains(source) { setConnectionSource(source, &step) }
    } else {
      requestNode(at: point, &step)
    }
  }

  /// Asks for a node whose middle is at a view point.
  private func requestNode(at point: Point, _ step: inout Step) {
    let size = step.host.defaultNodeSize()
    let corner = place(under: point) - Point(size.width, size.height) * 0.5
    step.effects.append(.requestedNode(corner.limited))
  }
}
