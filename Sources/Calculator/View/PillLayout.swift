// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// Where the parts of a pill are: the name, the value behind it, and the track along which that can be dragged.
struct PillLayout {
  let name: GraphRect
  let value: GraphRect
  /// Behind the name, so that a pill can be moved by that, up to where the port answers a press.
  let track: GraphRect

  init(title: String, forms: [String], hasSwatch: Bool, size: GraphSize) {
    // Seen from further away there is less room.
    let margin = size.width < 120 ? 10.0 : 16
    let (left, right) = (margin, size.width - margin)
    let wished = CardMetrics.width(title, CardMetrics.titleSize, isBold: true) + 1
    // The value comes first: a long name is cut.
    let least = forms.map { CardMetrics.width($0, CardMetrics.givenSizes[2], isBold: true) }.min() ?? 0
    let width = max(min(wished, right - left - least - (hasSwatch ? 30 : 0) - 6), 0)
    name = GraphRect(x: left, y: 0, width: width, height: size.height)
    let start = left + width + 6
    value = GraphRect(x: start, y: 0, width: max(right - start, 0), height: size.height)
    track = GraphRect(x: start, y: 1, width: max(size.width - 14 - start, 0), height: size.height - 2)
  }
}
