// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeView

/// The themes of pictures of sessions.
package enum PictureTheme: String, CaseIterable, Sendable {
  /// Dark on white paper.
  case light
  /// Light on a dark ground.
  case dark
  /// The colours of ShinpuruNodeUI.
  case classic

  /// The style of a picture's view.
  package var style: GraphViewStyle {
    switch self {
    case .light: return .picture
    case .dark:
      var style = GraphViewStyle.dark
      style.grid = nil
      style.palette?.shadowOpacities = []
      style.edgeStroke.width = GraphViewStyle.picture.edgeStroke.width
      return style
    case .classic:
      var style = GraphViewStyle.classic
      style.showsTrash = false
      return style
    }
  }
}
