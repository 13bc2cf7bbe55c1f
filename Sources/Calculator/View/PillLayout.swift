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
  /// Whether it is seen from further away, where there is less room: the name then steps back behind the value.
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
