// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// A chart of lists of numbers, or of a number over an input: as a drawing, in words and as a table.
///
/// ```swift
/// let picture = try editor.chart(of: [prices], as: .bars, labels: names)
/// picture.draw(in: canvas, size: GraphSize(640, 360), palette: .light)
/// picture.summary  // Bar chart of prices: 3 numbers from 4.5 to 9
/// ```
public struct ChartPicture: Hashable, Sendable {
  /// How the numbers are drawn.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// Lines from each number to the next.
    case line
    /// A bar for each number, from zero.
    case bars
    /// A dot for each number, over the numbers of another list.
    case scatter
    /// A bar for each range of numbers, as high as there are numbers in it.
    case histogram

    fileprivate var title: String {
      switch self {
      case .line: "Line chart"
      case .bars: "Bar chart"
      case .scatter: "Scatter chart"
      case .histogram: "Histogram"
      }
    }
  }

  /// The present value of an input, and of the number that is drawn over it.
  struct Mark: Hashable, Sendable {
    let x: Double
    let y: Double
  }

  /// How the numbers are drawn.
  public let form: Form
  /// The lists, which have a common unit unless they are drawn as histograms.
  let lists: [ChartList]
  /// The numbers that the lists are drawn over; `nil` for their places, from 1.
  var across: ChartList?
  /// The texts below bars; `nil` for the places of the numbers.
  var labels: [String]?
  /// The present values; `nil` for charts of lists.
  var mark: Mark?
  /// What was left out, with the reason; empty if the chart is complete.
  public internal(set) var remark = ""

  /// Creates a chart of at least one list.
  package init(_ form: Form, of lists: [ChartList]) { (self.form, self.lists) = (form, lists) }

  /// The names of what is drawn.
  public var title: String {
    let names = lists.map(\.name).joined(separator: ", ")
    return mark == nil ? names : "\(names) by \(across?.name ?? "")"
  }

  /// The size of pictures in files.
  private static let fileSize = GraphSize(640, 360)

  /// The chart as an SVG document, on white.
  public var svg: String {
    let canvas = SVGCanvas(size: Self.fileSize, background: .white, title: title)
    draw(in: canvas, size: Self.fileSize, palette: .print)
    return canvas.text
  }

  // MARK: Words

  /// The chart in a few sentences, for screen readers.
  ///
  /// - Complexity: O(numbers).
  public var summary: String {
    let chart = "\(form.title) of \(title)"
    if mark != nil, let across { return chart + curveSummary(across) }
    if form == .histogram, let histogram = Histogram(lists.flatMap(\.numbers)), let list = lists.first {
      let most = histogram.counts.indices.max { histogram.counts[$0] < histogram.counts[$1] } ?? 0
      let ranges = MessageText.counted(histogram.counts.count, "range")
      return "\(chart): \(MessageText.counted(histogram.counts.reduce(0, +), "number")) in \(ranges); most, "
        + "\(histogram.counts[most]), are in \(histogram.labels(list.shown)[most])"
    }
    let over = form == .scatter ? across.map { " over \($0.name)" } ?? "" : ""
    let parts = lists.map { list in
      let count = MessageText.counted(list.numbers.count, "number")
      let extent = ChartScale.extent([list.numbers]).map { least, greatest in
        least == greatest ? ", all \(list.shown(least))" : " from \(list.shown(least)) to \(list.shown(greatest))"
      }
      return (lists.count > 1 ? "\(list.name), " : "") + count + (extent ?? "")
    }
    return "\(chart)\(over): \(parts.joined(separator: "; "))"
  }

  private func curveSummary(_ across: ChartList) -> String {
    var text = ""
    if let first = across.numbers.first, let last = across.numbers.last {
      text += " from \(across.shown(first)) to \(across.shown(last))"
    }
    for list in lists {
      let known = list.numbers.indices.filter { list.numbers[$0].isFinite }
      guard let low = known.min(by: { list.numbers[$0] < list.numbers[$1] }),
        let high = known.max(by: { list.numbers[$0] < list.numbers[$1] })
      else { continue }
      func place(_ index: Int) -> String {
        "\(list.shown(list.numbers[index])) at \(across.shown(across.numbers[index]))"
      }
      text += ": lowest \(place(low)), highest \(place(high))"
    }
    if let mark, mark.x.isFinite, let list = lists.first {
      text += "; now \(list.shown(mark.y)) at \(across.shown(mark.x))"
    }
    return text
  }

  /// The numbers of the chart as a table, below a row of names. A curve is shown at some of its points.
  ///
  /// - Parameter limit: The greatest number of rows below the names.
  /// - Returns: The rows, all with the same number of texts.
  /// - Complexity: O(rows), and O(numbers) for histograms.
  public func rows(atMost limit: Int) -> [[String]] {
    if form == .histogram, let first = lists.first, let histogram = Histogram(lists.flatMap(\.numbers)) {
      let counts = lists.map { histogram.counts(of: $0.numbers) }
      let rows = zip(histogram.labels(first.shown), histogram.counts.indices).map { label, place in
        [label] + counts.map { "\($0[place])" }
      }
      return [["range"] + lists.map(\.name)] + rows.prefix(limit)
    }
    let count = lists.map(\.numbers.count).max() ?? 0
    let isSampled = mark != nil && count > 21
    let places = isSampled ? (0...20).map { $0 * (count - 1) / 20 } : Array(0..<min(count, limit))
    let rows = places.prefix(limit).map { place in
      let head = across.map { place < $0.numbers.count ? $0.shown($0.numbers[place]) : "" }
      let label = labels.flatMap { place < $0.count ? $0[place] : nil } ?? "\(place + 1)"
      return [head ?? label] + lists.map { place < $0.numbers.count ? $0.shown($0.numbers[place]) : "" }
    }
    return [[across?.name ?? (labels == nil ? "place" : "label")] + lists.map(\.name)] + rows
  }
}
