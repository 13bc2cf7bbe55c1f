// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// Writes drawings as bytes, in 64ths of a point and relative to an origin, so that the drawing of a node is
/// independent of its position.
///
/// A path that is filled and stroked, or stroked twice, is written once.
package final class BytesCanvas: DrawingCanvas {
  private var writer = ByteWriter()
  /// The origins that are subtracted from points in the innermost group, and in those around it.
  private var origins: [GraphPoint]
  private var paths: [DrawingPath: Int] = [:]

  /// Creates an empty canvas.
  package init(origin: GraphPoint = .zero) { origins = [origin] }

  /// The bytes of the drawing.
  package var bytes: [UInt8] { writer.bytes }

  private var origin: GraphPoint { origins[origins.count - 1] }

  package func fill(_ path: DrawingPath, with paint: Paint) {
    guard paint.opacity > 0, !path.elements.isEmpty else { return }
    write(path)
    writer.byte(3)
    write(paint)
  }

  package func stroke(_ path: DrawingPath, with stroke: Stroke) {
    guard stroke.width > 0, stroke.paint.opacity > 0, !path.elements.isEmpty else { return }
    write(path)
    writer.byte(4)
    write(stroke.paint)
    writer.points(stroke.width)
    writer.byte((stroke.isRound ? 1 : 0) | (stroke.isAnimated ? 2 : 0))
    writer.count(stroke.dash.count)
    for length in stroke.dash { writer.points(length) }
  }

  package func draw(_ text: String, in frame: GraphRect, style: TextStyle) {
    guard !text.isEmpty, frame.width > 0, style.size > 0 else { return }
    writer.byte(5)
    writer.text(text)
    write(frame)
    writer.points(style.size)
    write(style.paint)
    let alignment: UInt8 =
      switch style.alignment {
      case .leading: 0
      case .center: 1
      case .trailing: 2
      }
    writer.byte(
      alignment | (style.isBold ? 4 : 0) | (style.truncation == .middle ? 8 : 0) | (style.isItalic ? 16 : 0)
        | (style.isMonospaced ? 32 : 0))
  }

  package func beginGroup(_ group: CanvasGroup) {
    // Points in a coordinate system of their own are already relative to it.
    let isShared = group.offset == .zero && group.scale == 1
    writer.byte(6)
    let hasClip = group.clip != nil
    writer.byte((isShared ? 0 : 1) | (hasClip ? 2 : 0) | (group.opacity < 1 ? 4 : 0))
    if !isShared {
      writePoint(group.offset)
      writer.count(Int((max(0, min(group.scale, 256)) * 65_536).rounded()))
    }
    origins.append(isShared ? origin : .zero)
    paths = [:]
    if let clip = group.clip {
      write(clip)
      writer.points(group.clipRadius)
    }
    if group.opacity < 1 { writer.byte(Self.byte(group.opacity)) }
  }

  package func endGroup() {
    guard origins.count > 1 else { return }
    origins.removeLast()
    paths = [:]
    writer.byte(7)
  }

  /// Writes a path that is filled or stroked next: a new one, or a reference to an earlier one in the same group.
  private func write(_ path: DrawingPath) {
    if let known = paths[path] {
      writer.byte(2)
      // Counted from the last path, so that numbers are small.
      writer.count(paths.count - 1 - known)
      return
    }
    paths[path] = paths.count
    writer.byte(1)
    if let (rect, radius) = path.rectangle {
      writer.count(0)
      write(rect)
      writer.points(radius)
      return
    }
    writer.count(path.elements.count)
    var last = (x: 0, y: 0)
    func add(_ point: GraphPoint) {
      let place = (x: ByteWriter.steps(point.x - origin.x), y: ByteWriter.steps(point.y - origin.y))
      writer.whole(place.x - last.x)
      writer.whole(place.y - last.y)
      last = place
    }
    for element in path.elements {
      switch element {
      case .move(let point):
        writer.byte(0)
        add(point)
      case .line(let point):
        writer.byte(1)
        add(point)
      case .curve(let first, let second, let end):
        writer.byte(2)
        for point in [first, second, end] { add(point) }
      case .close: writer.byte(3)
      }
    }
  }

  private func write(_ rect: GraphRect) {
    writePoint(rect.origin)
    writer.points(rect.width)
    writer.points(rect.height)
  }

  private func writePoint(_ point: GraphPoint) {
    writer.points(point.x - origin.x)
    writer.points(point.y - origin.y)
  }

  private func write(_ paint: Paint) {
    for part in [paint.red, paint.green, paint.blue, Self.byte(paint.opacity)] { writer.byte(part) }
  }

  private static func byte(_ share: Double) -> UInt8 { UInt8(max(0, min(255, (share * 255).rounded()))) }
}

extension DrawingPath {
  /// The rectangle with this outline, as made by ``init(_:cornerRadius:)``; `nil` for other paths.
  fileprivate var rectangle: (rect: GraphRect, radius: Double)? {
    guard elements.count == 5 || elements.count == 10, case .move(let first) = elements[0],
      case .line(let second) = elements[1], first.y == second.y
    else { return nil }
    var (left, right, bottom, radius) = (first.x, second.x, first.y, 0.0)
    if elements.count == 5, case .line(let corner) = elements[2] {
      bottom = corner.y
    } else if elements.count == 10, case .curve(_, _, let corner) = elements[2], case .line(let end) = elements[3] {
      radius = corner.x - second.x
      (left, right, bottom) = (first.x - radius, corner.x, end.y + radius)
    }
    guard right > left, bottom > first.y, radius >= 0 else { return nil }
    let rect = GraphRect(x: left, y: first.y, width: right - left, height: bottom - first.y)
    let other = DrawingPath(rect, cornerRadius: radius)
    guard other.elements.count == elements.count else { return nil }
    for (one, two) in zip(elements, other.elements) where !one.isClose(to: two) { return nil }
    return (rect, radius)
  }
}

extension DrawingPath.Element {
  fileprivate func isClose(to other: Self) -> Bool {
    func isClose(_ one: GraphPoint, _ two: GraphPoint) -> Bool {
      abs(one.x - two.x) < 0.001 && abs(one.y - two.y) < 0.001
    }
    switch (self, other) {
    case (.move(let one), .move(let two)), (.line(let one), .line(let two)): return isClose(one, two)
    case (.curve(let a, let b, let c), .curve(let d, let e, let f)):
      return isClose(a, d) && isClose(b, e) && isClose(c, f)
    case (.close, .close): return true
    default: return false
    }
  }
}
