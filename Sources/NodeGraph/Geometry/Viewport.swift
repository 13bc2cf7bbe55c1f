// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The visible part of the canvas, and its magnification.
///
/// *View points* are the unit of the screen, in which events arrive; *canvas points* are the unit of node positions. One canvas
/// point takes ``zoom`` view points.
///
/// ```swift
/// var viewport = Viewport(size: GraphSize(800, 600))
/// viewport.fit(contentRect)
/// let position = viewport.canvasPoint(mouse)  // where a click on the view is on the canvas
/// ```
///
/// It is a value: a view draws what its viewport shows, and scrolls and zooms by changing it. Save it with a document
/// (``GraphViewState/viewport``).
public struct Viewport: Hashable, Sendable, Codable {
  /// The canvas point at the view's top left corner.
  ///
  /// Assigning it scrolls the view. Any point is allowed; ``stay(within:)`` limits it.
  public var origin: GraphPoint
  /// The number of view points for one canvas point; always within ``zoomRange``.
  ///
  /// Change it with ``setZoom(_:about:)`` or ``fit(_:margin:upTo:extendingRange:)``.
  public private(set) var zoom: Double
  /// The size of the view, in view points.
  ///
  /// Assign it when the view is resized; the top left corner and the zoom stay.
  public var size: GraphSize
  /// The least and the greatest zoom.
  ///
  /// Assigning it limits ``zoom`` to the new range; the top left corner stays.
  ///
  /// - Precondition: The lower bound is above zero; the program traps otherwise.
  public var zoomRange: ClosedRange<Double> {
    didSet {
      require(zoomRange.lowerBound > 0, "zoom is above zero, unlike \(zoomRange)")
      zoom = Self.limited(zoom, to: zoomRange)
    }
  }

  /// Creates a viewport.
  ///
  /// - Parameters:
  ///   - size: The size of the view, in view points.
  ///   - origin: The canvas point at its top left corner.
  ///   - zoom: The number of view points for one canvas point, limited to the range. A value that is not a number counts as 1.
  ///   - zoomRange: The least and the greatest zoom.
  /// - Precondition: The lower bound of the range is above zero; the program traps otherwise.
  public init(
    size: GraphSize, origin: GraphPoint = .zero, zoom: Double = 1, zoomRange: ClosedRange<Double> = 0.5...2
  ) {
    require(zoomRange.lowerBound > 0, "zoom is above zero, unlike \(zoomRange)")
    self.size = size
    self.origin = origin
    self.zoom = Self.limited(zoom, to: zoomRange)
    self.zoomRange = zoomRange
  }

  /// Returns the nearest zoom in a range. A value that is not a number counts as 1.
  private static func limited(_ zoom: Double, to range: ClosedRange<Double>) -> Double {
    min(max(zoom.isNaN ? 1 : zoom, range.lowerBound), range.upperBound)
  }

  private enum CodingKeys: String, CodingKey { case origin, zoom, size, zoomRange }

  /// Reads a viewport. A zoom outside its range is limited to the range.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: An error of the decoder, or `DecodingError.dataCorrupted` if the range of zooms is not above zero.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let range = try container.decode(ClosedRange<Double>.self, forKey: .zoomRange)
    guard range.lowerBound > 0 else {
      throw DecodingError.dataCorruptedError(
        forKey: .zoomRange, in: container, debugDescription: "zoom is above zero")
    }
    self.init(
      size: try container.decode(GraphSize.self, forKey: .size),
      origin: try container.decode(GraphPoint.self, forKey: .origin),
      zoom: try container.decode(Double.self, forKey: .zoom), zoomRange: range)
  }

  /// Returns the canvas point at a point of the view.
  ///
  /// - Parameter point: A position relative to the view's top left corner, in view points.
  /// - Returns: The position on the canvas, in canvas points.
  public func canvasPoint(_ point: GraphPoint) -> GraphPoint { origin + point * (1 / zoom) }

  /// Returns the point of the view at which a canvas point is shown.
  ///
  /// - Parameter point: A position on the canvas, in canvas points.
  /// - Returns: The position in view points, which is outside the view if the canvas point isn't visible.
  public func viewPoint(_ point: GraphPoint) -> GraphPoint { (point - origin) * zoom }

  /// Returns the rectangle of the view in which a part of the canvas is shown.
  ///
  /// ```swift
  /// let frame = viewport.viewRect(GraphRect(graph.position(of: node), GraphSize(200, 80)))
  /// ```
  ///
  /// - Parameter rect: A part of the canvas, in canvas points.
  /// - Returns: The rectangle in view points, which may extend beyond the view.
  public func viewRect(_ rect: GraphRect) -> GraphRect {
    GraphRect(viewPoint(rect.origin), GraphSize(rect.width * zoom, rect.height * zoom))
  }

  /// The visible part of the canvas, in canvas points.
  ///
  /// ```swift
  /// let isVisible = viewport.visible.intersects(rect)
  /// ```
  public var visible: GraphRect { GraphRect(origin, GraphSize(size.width / zoom, size.height / zoom)) }

  /// Changes the zoom so that the canvas point under `anchor` stays where it is in the view.
  ///
  /// Use the position of the mouse or the centre of a pinch gesture as the anchor. A zoom that is not a number, or an anchor that
  /// is not finite, is ignored.
  ///
  /// ```swift
  /// viewport.setZoom(viewport.zoom * 1.25, about: mouse)
  /// ```
  ///
  /// - Parameters:
  ///   - zoom: The new number of view points for one canvas point, limited to ``zoomRange``.
  ///   - anchor: The fixed position, in view points.
  public mutating func setZoom(_ zoom: Double, about anchor: GraphPoint) {
    guard !zoom.isNaN, anchor.isFinite else { return }
    let still = canvasPoint(anchor)
    self.zoom = Self.limited(zoom, to: zoomRange)
    origin = still - anchor * (1 / self.zoom)
  }

  /// Moves the canvas under the view, as dragging it does.
  ///
  /// ```swift
  /// viewport.pan(by: mouse - lastMouse)
  /// ```
  ///
  /// - Parameter offset: The distance in view points. Moving it right and down reveals what is on the left and above. An
  ///   offset that is not finite is ignored.
  public mutating func pan(by offset: GraphPoint) {
    if offset.isFinite { origin = origin - offset * (1 / zoom) }
  }

  /// Moves the viewport so that a canvas point is in the centre of the view, at the same zoom.
  ///
  /// - Parameter point: The canvas point; one that is not finite is ignored.
  public mutating func center(on point: GraphPoint) {
    if point.isFinite { origin = point - GraphPoint(size.width, size.height) * (0.5 / zoom) }
  }

  /// Limits the origin to positions that nodes can have.
  package mutating func limitOrigin() { origin = origin.limited }

  /// Shows a part of the canvas in the centre of the view, as large as possible.
  ///
  /// ```swift
  /// viewport.fit(contentRect, upTo: 1)  // all of it, without enlarging
  /// ```
  ///
  /// - Parameters:
  ///   - content: The part of the canvas, in canvas points.
  ///   - margin: The space to leave on each side, in view points.
  ///   - largest: The greatest zoom to use; ``zoomRange`` limits it too.
  ///   - extendsRange: Whether ``zoomRange`` is extended downward if the part is too large for the least zoom. Otherwise only the
  ///     middle of such a part is visible.
  public mutating func fit(
    _ content: GraphRect, margin: Double = 20, upTo largest: Double = .infinity,
    extendingRange extendsRange: Bool = false
  ) {
    let room = GraphSize(max(size.width - 2 * margin, 1), max(size.height - 2 * margin, 1))
    let fitting = min(room.width / max(content.width, 1), room.height / max(content.height, 1))
    if extendsRange, fitting > 0, fitting < zoomRange.lowerBound { zoomRange = fitting...zoomRange.upperBound }
    zoom = Self.limited(min(fitting, largest), to: zoomRange)
    center(on: content.center)
  }

  /// Moves the viewport as little as possible so that only a part of the canvas is visible, at the same zoom.
  ///
  /// ```swift
  /// viewport.pan(by: offset)
  /// viewport.stay(within: contentRect.expanded(by: 200))  // scrolling ends there
  /// ```
  ///
  /// - Parameter bounds: A part of the canvas, in canvas points. In a dimension in which it is smaller than the visible part, it is
  ///   centred.
  public mutating func stay(within bounds: GraphRect) {
    func clamped(_ value: Double, _ low: Double, _ high: Double, _ extent: Double) -> Double {
      high - low <= extent ? (low + high - extent) / 2 : min(max(value, low), high - extent)
    }
    let shown = visible
    origin = GraphPoint(
      clamped(origin.x, bounds.minX, bounds.maxX, shown.width),
      clamped(origin.y, bounds.minY, bounds.maxY, shown.height))
  }
}
