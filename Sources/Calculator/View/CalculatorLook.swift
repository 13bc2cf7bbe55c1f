// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// Sizes and colours of the calculator's nodes.
public struct CalculatorLook: Hashable, Sendable {
  /// How big an item is, in canvas points.
  public var itemSize: Size
  /// How high the row of a port is.
  public var rowHeight: Double
  /// The size of the type that shows values.
  public var valueSize: Double
  /// The size of all other type.
  public var textSize: Double

  /// The colour of numbers that are given; red, as in the seed.
  public var numberFill = Paint(0xc0392b)
  /// The colour of what computes numbers and booleans; blue, as in the seed.
  public var operatorFill = Paint(0x2d62b3)
  /// The colour of what gives colours; purple, as in the seed.
  public var colorFill = Paint(0x7d3c98)
  /// The colour of what has failed.
  public var failureFill = Paint(0x8a5a00)
  /// Text on any of these.
  public var valuePaint = Paint.white
  /// Text in rows.
  public var textPaint = Paint(0x1d1f23)
  /// Text in rows that matters less.
  public var quietPaint = Paint(0x6b7280)
  /// The line between rows.
  public var lineStroke = Stroke(Paint(0xd5d7dc))

  /// Sizes of these, in the seed's colours.
  ///
  /// - Parameters:
  ///   - itemSize: How big an item is, in canvas points.
  ///   - rowHeight: How high the row of a port is.
  ///   - valueSize: The size of the type that shows values.
  ///   - textSize: The size of all other type.
  public init(itemSize: Size, rowHeight: Double, valueSize: Double, textSize: Double) {
    self.itemSize = itemSize
    self.rowHeight = rowHeight
    self.valueSize = valueSize
    self.textSize = textSize
  }

  /// The seed's sizes, made for fingers: items of 200 × 200 and rows of 44 points.
  public static let touch = CalculatorLook(itemSize: Size(200, 200), rowHeight: 44, valueSize: 40, textSize: 16)

  /// Sizes for pictures of formulas.
  public static let picture = CalculatorLook(itemSize: Size(190, 52), rowHeight: 24, valueSize: 18, textSize: 12)
}
