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

  /// The width that a name keeps, at least: of a longer one, the beginning.
  private static let leastName = 16.0

  /// The room that a pill with a number needs at low zoom.
  static func farRoom(_ value: CardValue) -> Double { value.farRoom > 0 ? value.farRoom + leastName + 20 : 0 }

  /// Creates the layout; `lead` is the width before the text of the value, for a swatch or a curve.
  init(title: String, value: CardValue, lead: Double, size: GraphSize) {
    isFar = size.width < 120
    let (margin, gap) = isFar ? (8.0, 4.0) : (16, 6)
    let (left, right) = (margin, size.width - margin)
    let nameSize = isFar ? CardMetrics.textSize : CardMetrics.titleSize
    let wished = CardMetrics.width(title, nameSize, isBold: !isFar) + 1
    // A value that can be cut leaves room for the name; next to a number, a long name is cut, and some of it is left if the
    // number can be smaller.
    let room = right - left - lead - gap
    let sizes = value.sizes(CardMetrics.givenSizes)
    let (preferred, least) = (CardMetrics.givenSizes[2], sizes[sizes.count - 1])
    let remaining = max(
      room - value.least(preferred, isBold: true), min(Self.leastName, room - value.least(least, isBold: true)))
    let width = max(min(wished, remaining), 0)
    name = GraphRect(x: left, y: 0, width: width, height: size.height)
    let start = left + width + gap
    self.value = GraphRect(x: start, y: 0, width: max(right - start, 0), height: size.height)
    track = GraphRect(x: start, y: 1, width: max(size.width - 14 - start, 0), height: size.height - 2)
  }
}
