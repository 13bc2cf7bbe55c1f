// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// The layout of a pill: the name, the value after it, and the track along which the value can be dragged.
struct PillLayout {
  let name: GraphRect
  let value: GraphRect
  /// The track starts after the name, by which a pill can be moved, and ends where the port reacts to presses.
  let track: GraphRect
  /// Whether the pill is shown at low zoom, with less room: the value is then more prominent than the name.
  let isFar: Bool

  init(title: String, forms: [String], hasSwatch: Bool, size: GraphSize) {
    isFar = size.width < 120
    let (margin, gap) = isFar ? (8.0, 4.0) : (16, 6)
    let (left, right) = (margin, size.width - margin)
    let nameSize = isFar ? CardMetrics.textSize : CardMetrics.titleSize
    let wished = CardMetrics.width(title, nameSize, isBold: !isFar) + 1
    // The value comes first: a long name is cut.
    let least = forms.map { CardMetrics.width($0, CardMetrics.givenSizes[2], isBold: true) }.min() ?? 0
    let width = max(min(wished, right - left - least - (hasSwatch ? 30 : 0) - gap), 0)
    name = GraphRect(x: left, y: 0, width: width, height: size.height)
    let start = left + width + gap
    value = GraphRect(x: start, y: 0, width: max(right - start, 0), height: size.height)
    track = GraphRect(x: start, y: 1, width: max(size.width - 14 - start, 0), height: size.height - 2)
  }
}
