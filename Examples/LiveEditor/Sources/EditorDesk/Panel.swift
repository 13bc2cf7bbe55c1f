// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// A part of a page beside or below the canvas: what it does when the document changes, and when its window sends a frame.
///
/// A panel is one file and one line of ``Window/panelTypes``.
protocol Panel: AnyObject {
  init()

  /// Forgets what it shows, because another document is shown.
  func begin(in window: Window)
  /// Makes it send everything again.
  func forgetShown()
  /// Notes the nodes that an edit has affected; after each edit, also of other windows.
  func didEdit(_ nodes: [NodeID], in window: Window)
  /// Notes that something else may have changed: the selection, the current group, counts of runs.
  func didChangeStatus()
  /// Notes that the colours have changed.
  func didChangeStyle()
  /// Executes a command.
  ///
  /// - Returns: Whether the panel has the command.
  func run(_ name: String, _ arguments: [String], in window: Window) -> Bool
  /// Sends what has changed.
  func show(in window: Window)
  /// How much of the page it covers: at the right, or at the foot.
  func cover(in window: Window) -> GraphSize
  /// Whether it is open at the foot, where there is one panel at a time, which Escape closes.
  var isAtFoot: Bool { get }
  /// Closes it.
  func close(in window: Window)
}

extension Panel {
  func begin(in window: Window) { close(in: window) }
  func forgetShown() {}
  func didEdit(_ nodes: [NodeID], in window: Window) {}
  func didChangeStatus() {}
  func didChangeStyle() {}
  func cover(in window: Window) -> GraphSize { .zero }
  var isAtFoot: Bool { false }
}

extension Window {
  /// The panels, in the order in which they send.
  static var panelTypes: [any Panel.Type] {
    [InspectorPanel.self, TablePanel.self, ChartPanel.self, ScenariosPanel.self, HistoryPanel.self]
  }

  /// The panel of a type.
  func panel<Kind: Panel>(_ kind: Kind.Type) -> Kind {
    for case let panel as Kind in panels { return panel }
    preconditionFailure("\(kind) is one of the panels")
  }

  /// Closes the panel at the foot.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func closeFoot() -> Bool {
    guard let open = panels.first(where: { $0.isAtFoot }) else { return false }
    open.close(in: self)
    return true
  }

  /// The height of a panel at the foot; the page has the same lengths in its styles.
  var footHeight: Double {
    surface.size.width > 720 ? min(surface.size.height * 0.44, 420) : surface.size.height / 2
  }

  /// How much of the page panels cover at the right and at the foot.
  var covered: GraphSize {
    panels.map { $0.cover(in: self) }.reduce(.zero) { GraphSize(max($0.width, $1.width), max($0.height, $1.height)) }
  }
}
