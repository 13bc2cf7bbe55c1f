// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The part of the canvas that shows, and how large.
///
/// *View points* are what a person sees and touches; *canvas points* are where nodes are.
public struct Viewport: Hashable, Sendable, Codable {
  /// The canvas point at the view's top left corner.
  public var origin: GraphPoint
  /// How many view points a canvas point takes.
  public private(set) var zoom: Double
  /// How big the view is, in view points.
  public var size: GraphSize
  /// The least and the most zoom, both above zero.
  public var zoomRange: ClosedRange<Double> {
    didSet {
      require(zoomRange.lowerBound > 0, "zoom is above zero, unlike \(zoomRange)")
      zoom = Self.limited(zoom, to: zoomRange)
    }
  }

  /// A view of this size on the canvas.
  ///
  /// - Parameters:
  ///   - size: How big the view is, in view points.
  ///   - origin: The canvas point at its top left corner.
  ///   - zoom: How many view points a canvas point takes; kept within the range.
  ///   - zoomRange: The least and the most zoom.
  /// - Precondition: The range is above zero.
  public init(
    size: GraphSize, origin: GraphPoint = .zero, zoom: Double = 1, zoomRange: ClosedRange<Double> = 0.5...2
  ) {
    require(zoomRange.lowerBound > 0, "zoom is above zero, unlike \(zoomRange)")
    self.size = size
    self.origin = origin
    self.zoom = Self.limited(zoom, to: zoomRange)
    self.zoomRange = zoomRange
  }

  /// The nearest zoom in a range; what is no number counts as 1.
  private static func limited(_ zoom: Double, to range: ClosedRange<Double>) -> Double {
    min(max(zoom.isNaN ? 1 : zoom, range.lowerBound), range.upperBound)
  }

  private enum CodingKeys: String, CodingKey { case origin, zoom, size, zoomRange }

  /// Reads a viewport.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: What the decoder does, and `dataCorrupted` where a zoom is not above zero.
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

  /// The canvas point under a view point.
  public func canvasPoint(_ point: GraphPoint) -> GraphPoint { origin + point * (1 / zoom) }

  /// The view point over a canvas point.
  public func viewPoint(_ point: GraphPoint) -> GraphPoint { (point - origin) * zoom }

  /// Where a part of the canvas is in the view.
  public func viewRect(_ rect: GraphRect) -> GraphRect {
    GraphRect(viewPoint(rect.origin), GraphSize(rect.width * zoom, rect.height * zoom))
  }

  /// The part of the canvas that shows, in canvas points.
  public var visible: GraphRect { GraphRect(origin, GraphSize(size.width / zoom, size.height / zoom)) }

  /// Zooms; the canvas point under `anchor` stays there.
  ///
  /// - Parameters:
  ///   - zoom: The new zoom, kept within the range.
  ///   - anchor: A view point.
  public mutating func setZoom(_ zoom: Double, about anchor: GraphPoint) {
    guard !zoom.isNaN, anchor.isFinite else { return }
    let still = canvasPoint(anchor)
    self.zoom = Self.limited(zoom, to: zoomRange)
    origin = still - anchor * (1 / self.zoom)
  }

  /// Moves the canvas under the view.
  ///
  /// - Parameter offset: How far, in view points: to the right and down shows what is on the left and above.
  public mutating func pan(by offset: GraphPoint) {
    if offset.isFinite { origin = origin - offset * (1 / zoom) }
  }

  /// Shows a canvas point in the middle, at the same zoom.
  ///
  /// - Parameter point: The canvas point; one that is not finite is ignored.
  public mutating func center(on point: GraphPoint) {
    if point.isFinite { origin = point - GraphPoint(size.width, size.height) * (0.5 / zoom) }
  }

  /// Keeps the origin where nodes can be.
  package mutating func limitOrigin() { origin = origin.limited }

  /// Shows all of a part of the canvas, in the middle, as large as the range allows.
  ///
  /// - Parameters:
  ///   - content: The part.
  ///   - margin: How many view points to leave on each side.
  ///   - largest: The greatest zoom.
  ///   - extendsRange: Whether a part that is too large for the least zoom lowers ``zoomRange`` so that all of it shows; else as
  ///     much of its middle shows as the range allows.
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

  /// Moves as little as needed to show nothing beyond `bounds`; what is smaller than the view is centred in it.
  ///
  /// - Parameter bounds: A part of the canvas.
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
