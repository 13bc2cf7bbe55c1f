// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// The sizes and colours of the calculator's nodes, with which all its pictures are drawn.
public struct CalculatorLook: Hashable, Sendable {
  /// The colours of cards with the result at the bottom, which fit views with a themed style; `nil` for coloured items in
  /// the colours below, as in ShinpuruNodeUI. The sizes of cards depend on their contents.
  public var palette: GraphPalette?

  /// The size of an item, in canvas points.
  public var itemSize: GraphSize
  /// The height of a port's row, in canvas points.
  public var rowHeight: Double
  /// The font size of values, in canvas points.
  public var valueSize: Double
  /// The font size of all other text, in canvas points.
  public var textSize: Double

  /// The fill of nodes without inputs; red.
  public var numberFill = Paint(0xc0392b)
  /// The fill of nodes that compute numbers and booleans; blue.
  public var operatorFill = Paint(0x2d62b3)
  /// The fill of nodes that give colours; purple.
  public var colorFill = Paint(0x7d3c98)
  /// The fill of nodes that have failed.
  public var failureFill = Paint(0x8a5a00)
  /// The paint of text on these fills.
  public var valuePaint = Paint.white
  /// The paint of text in rows.
  public var textPaint = Paint(0x1d1f23)
  /// The paint of less important text in rows.
  public var quietPaint = Paint(0x6b7280)
  /// The line between rows.
  public var lineStroke = Stroke(Paint(0xd5d7dc))

  /// Creates a look of these sizes in the default colours.
  ///
  /// - Parameters:
  ///   - itemSize: The size of an item, in canvas points.
  ///   - rowHeight: The height of a port's row, in canvas points.
  ///   - valueSize: The font size of values, in canvas points.
  ///   - textSize: The font size of all other text, in canvas points.
  public init(itemSize: GraphSize, rowHeight: Double, valueSize: Double, textSize: Double) {
    self.itemSize = itemSize
    self.rowHeight = rowHeight
    self.valueSize = valueSize
    self.textSize = textSize
  }

  /// Sizes for touch: items of 200 × 200 and rows of 44 points.
  public static let touch = CalculatorLook(itemSize: GraphSize(200, 200), rowHeight: 44, valueSize: 40, textSize: 16)

  /// Returns the look that fits a view's style: cards in its palette, or ``touch`` without one.
  ///
  /// - Parameter style: The style of the view.
  /// - Returns: The look.
  public static func fitting(_ style: GraphViewStyle) -> CalculatorLook {
    guard let palette = style.palette else { return .touch }
    // The size of a pill with a short name.
    var look = CalculatorLook(itemSize: GraphSize(126, 0), rowHeight: 36, valueSize: 18, textSize: 12)
    look.palette = palette
    return look
  }
}
