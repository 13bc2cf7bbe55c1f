// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// Draws its name, and says when it is reloaded.
final class PartRenderer: ItemRenderer, InputRowRenderer, OutputRowRenderer {
  let name: String
  var size: GraphSize
  var isFailed = false
  /// Called when the size is asked for.
  var didMeasure: (() -> Void)?
  /// Says at which edge the port of the row is.
  var whichSide: (() -> NodeSide?)?
  private let didReload: (String) -> Void

  init(_ name: String, _ size: GraphSize, didReload: @escaping (String) -> Void) {
    self.name = name
    self.size = size
    self.didReload = didReload
  }

  var intrinsicContentSize: GraphSize {
    didMeasure?()
    return size
  }

  var side: NodeSide? { whichSide?() }

  func reload() { didReload(name) }

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {
    canvas.draw(name, in: GraphRect(.zero, size), style: TextStyle())
  }
}
