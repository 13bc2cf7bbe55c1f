// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// Draws its name, and reports when it is reloaded.
final class PartRenderer: ItemRenderer, InputRowRenderer, OutputRowRenderer {
  let name: String
  var size: GraphSize
  var isFailed = false
  /// Called whenever the size is read.
  var didMeasure: (() -> Void)?
  /// Returns the edge at which the row's port is.
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
