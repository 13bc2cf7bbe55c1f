// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

// MARK: Hints and the shape of the pointer

extension Window {
  /// Shows the effect of the connection that is being made, or an explanation of the element below the pointer.
  func showTip() {
    var shown: EditorMessage?
    if case .wiring(let source, let end, let target)? = view.gesture {
      let below = view.hitTest(pointer).input
      if let target {
        shown = .tip(end, Describing.effect(of: source, on: target, editor), .plain)
      } else if let below,
        case .refused(let error) = editor.verdict(onConnecting: source, to: below)
      {
        shown = .tip(end, Describing.reason(error, editor), .problem)
      }
    } else if case .feeding(let target, let end, let source)? = view.gesture {
      if let source {
        shown = .tip(end, Describing.effect(of: source, on: target, editor), .plain)
      } else if let below = view.hitTest(pointer).output,
        case .refused(let error) = editor.verdict(onConnecting: below, to: target)
      {
        shown = .tip(end, Describing.reason(error, editor), .problem)
      }
    } else if let text = droppingTip {
      shown = .tip(view.viewport.canvasPoint(pointer), text, .plain)
    } else if let target = view.hovered, view.gesture == nil, sliding == nil,
      let text = explanation(of: target)
    {
      // The hint stays where it was when the pointer arrived.
      if hinted?.target != target { hinted = (target, view.viewport.canvasPoint(pointer)) }
      if let place = hinted?.place { shown = .tip(place, text, .patient) }
    }
    if case .tip(_, _, .patient)? = shown {} else { hinted = nil }
    if shown == tip { return }
    tip = shown
    send(shown ?? .tip(.zero, "", .plain))
  }

  /// Whether a corner is dragged, or is below the pointer.
  private var isAtCorner: Bool {
    switch view.gesture {
    case .sizing?, .resizing?: return true
    case nil: break
    default: return false
    }
    switch view.hovered {
    case .nodeCorner?, .frameCorner?: return true
    default: return false
    }
  }

  func showCursor() {
    var shown = EditorMessage.Cursor.arrow
    if sliding?.isMeant == true {
      shown = .sideways
    } else if view.gesture == nil, case .outputRow(let port)? = view.hovered, isOnTrack(of: port.node) {
      shown = .sideways
    } else if isAtCorner {
      shown = .corner
    }
    if shown == cursor { return }
    cursor = shown
    send(.cursor(shown))
  }
}
