// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

/// Charts of lists, and of numbers over their inputs.
extension SessionEditor {
  /// What a chart can show of a node.
  public enum Chartable: Hashable, Sendable {
    /// A list of numbers.
    case numbers
    /// A list of texts, which can label bars.
    case texts
    /// A number that depends on others, which can be drawn over one of them.
    case number
  }

  /// What a chart can show of a node.
  ///
  /// - Parameter member: A node, or a group, of which the first output counts.
  /// - Returns: What can be shown; `nil` for other values, also for a number that depends on no number.
  /// - Complexity: O(1), for a number O(nodes that it depends on).
  public func chartable(_ member: NodeID) -> Chartable? {
    switch chartType(of: member) {
    case .numbers?, .quantities?: .numbers
    case .texts?: .texts
    case .number?, .quantity?: chartInputs(of: member).isEmpty ? nil : .number
    default: nil
    }
  }

  private func chartType(of member: NodeID) -> CalculatorType? {
    guard contains(member) else { return nil }
    return kind(of: member)?.outputs.first.flatMap { CalculatorType($0.type) }
  }

  /// The nodes of the whole session that are lists of numbers or of texts, in the order in which they are evaluated.
  ///
  /// - Parameter limit: The greatest number of nodes to return.
  /// - Returns: The nodes that have names, with what they contain.
  /// - Complexity: O(nodes).
  public func chartableLists(limit: Int) -> [(node: NodeID, content: Chartable)] {
    var found: [(node: NodeID, content: Chartable)] = []
    for node in session.evaluator.graph.nodes where found.count < limit && text(of: .name(node)) != nil {
      switch chartType(of: node) {
      case .numbers?, .quantities?: found.append((node, .numbers))
      case .texts?: found.append((node, .texts))
      default: break
      }
    }
    return found
  }

  /// The numbers that a node depends on and that are not computed, in the order in which they are evaluated.
  ///
  /// - Complexity: O(nodes that it depends on).
  public func chartInputs(of member: NodeID) -> [NodeID] {
    guard contains(member) else { return [] }
    let node = source(of: member.output)
    return session.numberInputs(of: node).map(\.node).filter { $0 != node }
  }

  /// The number furthest downstream that depends on a number; `nil` if none does.
  ///
  /// - Complexity: O(nodes that depend on it).
  public func chartOutput(of input: NodeID) -> NodeID? {
    let evaluator = session.evaluator
    guard evaluator.graph.contains(input), (try? evaluator.variable(input, as: Double.self)) != nil else { return nil }
    return evaluator.graph.downstream(of: input).last { node in
      guard text(of: .name(node)) != nil else { return false }
      switch chartType(of: node) {
      case .number?, .quantity?: return true
      default: return false
      }
    }
  }

  /// The name of a node, with those of the groups that it is in.
  public func chartName(of member: NodeID) -> String {
    (groups.titles(along: groups.path(of: member)) + [title(of: member)]).joined(separator: " › ")
  }

  // MARK: Lists

  /// Draws lists of numbers.
  ///
  /// - Parameters:
  ///   - nodes: The lists. Those that have no value, or measure another quantity than the first, are left out, and
  ///     ``ChartPicture/remark`` says why.
  ///   - form: How they are drawn.
  ///   - across: For dots and lines, a list of the same length to draw them over.
  ///   - labels: For bars, a list of texts of the same length.
  /// - Returns: The chart.
  /// - Throws: A ``Formulas/Diagnostic`` with the reason if it can't be drawn.
  /// - Complexity: O(numbers).
  public func chart(
    of nodes: [NodeID], as form: ChartPicture.Form, over across: NodeID? = nil, labels: NodeID? = nil
  ) throws(Diagnostic) -> ChartPicture {
    var lists: [ChartList] = []
    var remarks: [String] = []
    var first: Diagnostic?
    for node in nodes {
      do throws(Diagnostic) {
        let list = try chartList(of: node)
        guard let shown = list.converted(to: lists.first.map { $0.unit } ?? list.unit) else {
          throw refuse(.type, "\(list.name) and \(lists[0].name) measure different quantities")
        }
        lists.append(shown)
      } catch {
        first = first ?? error
        remarks.append(error.message)
      }
    }
    guard let main = lists.first else { throw first ?? refuse(.command, "choose a list of numbers") }
    var picture = ChartPicture(form, of: lists)
    if let across, form == .scatter {
      do throws(Diagnostic) {
        let list = try chartList(of: across)
        if let other = lists.first(where: { $0.numbers.count != list.numbers.count }) {
          throw refuse(.type, lengths(list.name, list.numbers.count, other))
        }
        picture.across = list
      } catch {
        remarks.append(error.message)
      }
    }
    if let labels, form == .bars {
      let name = chartName(of: labels)
      if contains(labels), case .value(.texts(let texts)) = value(of: labels.output) {
        if texts.count != main.numbers.count { remarks.append(lengths(name, texts.count, main)) }
        picture.labels = texts.count == main.numbers.count ? texts : nil
      } else {
        remarks.append("\(name) has no texts")
      }
    }
    picture.remark = remarks.joined(separator: "; ")
    return picture
  }

  private func lengths(_ name: String, _ count: Int, _ list: ChartList) -> String {
    "\(name) has \(MessageText.counted(count, "element")), and \(list.name) has \(list.numbers.count)"
  }

  private func chartList(of node: NodeID) throws(Diagnostic) -> ChartList {
    guard contains(node) else { throw refuse(.name, "the list is gone") }
    let name = chartName(of: node)
    switch value(of: node.output) {
    case .value(let value), .pending(let value?):
      guard let list = ChartList(name: name, value, in: format(of: node.output)) else {
        throw refuse(.type, "\(name) is \(value.type.phrase), not a list of numbers")
      }
      if list.numbers.isEmpty { throw refuse(.domain, "\(name) is empty") }
      return list
    case .failure(let message, let origin):
      throw refuse(.domain, "\(name) has no value: \(origin.map { "\($0): " } ?? "")\(message)")
    case .pending(nil): throw refuse(.domain, "\(name) has no value yet")
    }
  }

  // MARK: Curves

  /// Draws a number over an input, with a mark at their present values.
  ///
  /// - Parameter curve: The curve, which has to be up to date: refresh it first.
  /// - Returns: The chart.
  public func chart(of curve: ChartCurve) -> ChartPicture {
    var picture = ChartPicture(.line, of: [curve.list])
    picture.across = curve.across
    let x = curve.across.number(of: session.value(of: curve.input))
    let y = curve.list.number(of: value(of: curve.output.output))
    picture.mark = ChartPicture.Mark(x: x ?? .nan, y: y ?? .nan)
    let missing = curve.list.numbers.count { !$0.isFinite }
    if missing > 0 {
      picture.remark = "\(curve.list.name) has no value at \(missing) of \(curve.list.numbers.count) points"
    }
    return picture
  }

  /// Computes a number for some 200 values of an input. The session is unchanged.
  ///
  /// - Parameters:
  ///   - output: The number, or a group, of which the first output is drawn.
  ///   - input: A number that it depends on, and that is not computed.
  ///   - range: The values of the input, in its unit; `nil` for a range around its present value, within its slider.
  /// - Returns: The curve.
  /// - Throws: A ``Formulas/Diagnostic`` with the reason if it can't be drawn.
  /// - Complexity: O(nodes that the number depends on).
  public func curve(
    of output: NodeID, by input: NodeID, over range: ClosedRange<Double>? = nil
  ) throws(Diagnostic) -> ChartCurve {
    guard contains(output), contains(input) else {
      throw refuse(.name, contains(output) ? "the input is gone" : "the number is gone")
    }
    let node = source(of: output.output)
    guard let to = session.modelName(of: node), let from = session.modelName(of: input) else {
      throw refuse(.name, "\(chartName(of: output)) has no name by which it can be computed")
    }
    let function = try ModelFunction(of: session, from: [from], to: to)
    let given = function.inputs[0]
    guard given.value.isFinite else { throw refuse(.domain, "\(chartName(of: input)) has no value") }
    let slider = slider(of: input)
    let isWhole = given.isWhole || slider?.isWhole == true && slider?.isPercentage == false
    let shown = range ?? presentRange(around: given, slider)
    let numbers = ChartCurve.points(shown, isWhole: isWhole)
    let results = try function.numbers(for: [numbers]).map { $0 ?? .nan }
    let name = chartName(of: output)
    guard results.contains(where: \.isFinite) else {
      throw refuse(.domain, "\(name) has no value for any \(chartName(of: input)) in this range")
    }
    func list(_ name: String, _ numbers: [Double], _ unit: UnitOfMeasure?, _ format: ValueFormat?) -> ChartList {
      ChartList(name: name, numbers: numbers, unit: unit).formatted(format)
    }
    let percent = slider?.isPercentage == true ? ValueFormat("0.####%") : nil
    return ChartCurve(
      output: output, input: input, range: shown, isChosen: range != nil,
      across: list(chartName(of: input), numbers, given.unit, format(of: input.output) ?? percent),
      list: list(name, results, function.unit, format(of: output.output)),
      unit: given.unit, isPercentage: percent != nil,
      nodes: Set(session.evaluator.graph.upstream(of: node)).union([node, output]), editCount: editCount)
  }

  /// Computes a curve again if something has changed that it depends on. It does not depend on the value of its input,
  /// unless that has left the range.
  ///
  /// - Parameter curve: The curve. It is unchanged if it can't be computed.
  /// - Returns: Whether it was computed.
  /// - Throws: A ``Formulas/Diagnostic`` with the reason if it can't be drawn.
  @discardableResult
  public func refresh(_ curve: inout ChartCurve) throws(Diagnostic) -> Bool {
    guard curve.isStale else {
      curve.editCount = editCount
      return false
    }
    let isSlid = slid.map { $0.node == curve.input && $0.editCount == editCount } ?? false
    let present = session.value(of: curve.input).number
    let isInside = present.map(curve.range.contains) ?? false
    if isSlid, slidSince <= curve.editCount, curve.isChosen || isInside {
      (curve.isStale, curve.editCount) = (false, editCount)
      return false
    }
    curve = try self.curve(of: curve.output, by: curve.input, over: curve.isChosen || isInside ? curve.range : nil)
      .chosen(curve.isChosen)
    return true
  }

  /// The range of a curve around a value: from zero to a round number, but not beyond the slider.
  private func presentRange(around input: ModelFunction.ModelInput, _ slider: ValueSlider?) -> ClosedRange<Double> {
    let value = input.value
    if let unit = input.unit, unit.isCalendar || unit.zero != nil {
      let room = unit == .date ? 100.0 : unit.isCalendar ? 86_400 : 50
      let wished = value - room...value + room
      return unit.calendar.map(wished.clamped) ?? wished
    }
    if value == 0 { return slider?.bounds ?? 0...10 }
    let reach = min(Histogram.niceWidth(atLeast: min(value.magnitude * 2, .greatestFiniteMagnitude / 4)), 1e300)
    let wished = value < 0 ? -reach...reach : 0...max(reach, value)
    return slider.map { wished.clamped(to: $0.bounds) } ?? wished
  }

  /// Reads the range of a curve, as users type its ends.
  ///
  /// - Parameters:
  ///   - from: One end, such as `0`, `5%` or `2 km`. A number without a unit is in that of the input.
  ///   - to: The other end.
  ///   - curve: The curve.
  /// - Returns: The range, in the unit of the input.
  /// - Throws: A ``Formulas/Diagnostic`` if a text can't be read, or the ends are equal.
  public func chartRange(from: String, to: String, of curve: ChartCurve) throws(Diagnostic) -> ClosedRange<Double> {
    guard contains(curve.input), let name = session.modelName(of: curve.input) else {
      throw refuse(.name, "the input is gone")
    }
    let (low, high) = (Double(from), Double(to))
    if let low, let high, low.isFinite, high.isFinite {
      if low == high { throw refuse(.command, "the range has one value only") }
      return min(low, high)...max(low, high)
    }
    let bounds = try SweepSteps.bounds(
      SourceName(naming: "\(from)..\(to)"), for: name, in: session.evaluator.unit(of: curve.input))
    if bounds.lowerBound == bounds.upperBound { throw refuse(.command, "the range has one value only") }
    return bounds
  }
}

extension ChartList {
  /// The number of a value in the unit of the list; `nil` if it is not a number.
  func number(of value: NodeValue) -> Double? {
    guard case .value(let value) = value else { return nil }
    switch format?.converted(value) ?? value {
    case .number(let number), .quantity(let number, _): return number
    default: return nil
    }
  }
}

/// A number over an input: its values for some 200 values of the input, and what they depend on.
///
/// ```swift
/// var curve = try editor.curve(of: payment, by: rate)
/// curve.note(affected)          // of each edit
/// try editor.refresh(&curve)    // computes it again if necessary
/// let picture = editor.chart(of: curve)
/// ```
public struct ChartCurve: Sendable {
  /// The number that is drawn, or a group with such an output.
  public let output: NodeID
  /// The input that it is drawn over.
  public let input: NodeID
  /// The values of the input, in its unit.
  public let range: ClosedRange<Double>
  fileprivate private(set) var isChosen: Bool
  fileprivate let across: ChartList
  fileprivate let list: ChartList
  /// The unit of the input.
  private let unit: UnitOfMeasure?
  /// Whether the input is written as a percentage.
  private let isPercentage: Bool
  /// The nodes that the curve depends on.
  fileprivate let nodes: Set<NodeID>
  /// The number of edits when the curve was last known to be up to date.
  fileprivate var editCount: Int
  fileprivate var isStale = false

  fileprivate init(
    output: NodeID, input: NodeID, range: ClosedRange<Double>, isChosen: Bool, across: ChartList, list: ChartList,
    unit: UnitOfMeasure?, isPercentage: Bool, nodes: Set<NodeID>, editCount: Int
  ) {
    (self.output, self.input, self.range, self.isChosen) = (output, input, range, isChosen)
    (self.across, self.list, self.nodes, self.editCount) = (across, list, nodes, editCount)
    (self.unit, self.isPercentage) = (unit, isPercentage)
  }

  /// Notes the nodes that an edit has affected.
  ///
  /// - Returns: Whether the curve, or its mark, depends on one of them.
  /// - Complexity: O(nodes).
  @discardableResult
  public mutating func note(_ affected: [NodeID]) -> Bool {
    let depends = affected.contains { nodes.contains($0) }
    if depends { isStale = true }
    return depends
  }

  /// The ends of the range, as ``SessionEditor/chartRange(from:to:of:)`` reads them.
  public var ends: (from: String, to: String) {
    func text(_ number: Double) -> String {
      if isPercentage { return "\(NumberText.people(number * 100))%" }
      return unit.map { $0.text(number, NumberText.people) } ?? NumberText.people(number)
    }
    return (text(range.lowerBound), text(range.upperBound))
  }

  fileprivate func chosen(_ isChosen: Bool) -> ChartCurve {
    var curve = self
    curve.isChosen = isChosen
    return curve
  }

  /// At most 201 numbers from one end of a range to the other; whole ones if the input is whole and the range long enough.
  fileprivate static func points(_ range: ClosedRange<Double>, isWhole: Bool) -> [Double] {
    let (first, last) = (range.lowerBound, range.upperBound)
    if isWhole, last - first >= 10, last - first < 1e15 {
      let step = max(1, ((last - first) / 200).rounded(.up))
      let start = first.rounded(.up)
      let count = Int((last - start) / step) + 1
      return (0..<count).map { start + Double($0) * step }
    }
    return (0...200).map { place in
      let share = Double(place) / 200
      return first * (1 - share) + last * share
    }
  }
}
