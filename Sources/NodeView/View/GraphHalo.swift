// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A soft edge around something, as a shadow or a glow: layers that reach farther and are fainter outwards.
///
/// ```swift
/// var style = GraphViewStyle.classic
/// style.selectionGlow = GraphHalo(Paint(0x66ccff), radius: 14)
/// view.style = style
/// ```
///
/// Canvases have no blur: it is drawn as two to five fills or strokes, so a large radius costs no more than a small
/// one. It is drawn only in styles without a palette.
public struct GraphHalo: Hashable, Sendable {
  /// The colour of the halo. Its opacity makes all layers fainter; each layer has at most half of it, and they add up
  /// near the shape.
  public var paint: Paint
  /// How far the halo reaches beyond the shape it surrounds, in canvas points. A radius of 0 or less, or one that is
  /// not finite, draws none.
  public var radius: Double

  /// Makes a halo of a colour and a radius.
  ///
  /// - Parameters:
  ///   - paint: The colour.
  ///   - radius: How far it reaches, in canvas points; 0 or less for none.
  public init(_ paint: Paint, radius: Double) {
    self.paint = paint
    self.radius = radius
  }

  /// How far each layer reaches, from the outermost inwards, and their colour: two points apart, but not more than five.
  private var layers: (reaches: [Double], paint: Paint) {
    guard radius > 0, radius.isFinite else { return ([], paint) }
    let count = radius > 8 ? 5 : radius > 4 ? 3 : 2
    var faint = paint
    faint.opacity *= min(0.5, 1.5 / Double(count))
    return ((1...count).reversed().map { radius * Double($0) / Double(count) }, faint)
  }

  /// Draws the halo around a rectangle, which is drawn over it afterwards.
  func draw(around rect: GraphRect, cornerRadius: Double, on canvas: any DrawingCanvas) {
    let (reaches, paint) = layers
    for reach in reaches {
      canvas.fill(DrawingPath(rect.expanded(by: reach), cornerRadius: cornerRadius + reach), with: paint)
    }
  }

  /// Draws the halo along a line of a width, which is drawn over it afterwards.
  func draw(along path: DrawingPath, width: Double, on canvas: any DrawingCanvas) {
    let (reaches, paint) = layers
    for reach in reaches { canvas.stroke(path, with: Stroke(paint, width: width + 2 * reach)) }
  }
}
