// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// What an inspector shows about nodes in addition to their summaries.
extension SessionEditor {
  /// A node or group that another one depends on.
  public struct Cause: Hashable, Sendable {
    /// The node or group.
    public let member: NodeID
    /// 1 for what is read directly, 2 for what that reads, and so on.
    public let depth: Int
  }

  /// The nodes and groups of its scope that a member depends on, as a tree: each is followed by what it reads, and listed where it
  /// is read first.
  ///
  /// - Parameters:
  ///   - member: A node or group.
  ///   - depth: The greatest depth.
  ///   - limit: The greatest number of nodes and groups.
  /// - Returns: The nodes and groups, and whether there are more at these depths.
  /// - Complexity: O(limit, and the inputs of what is listed).
  public func causes(of member: NodeID, depth: Int, limit: Int) -> (causes: [Cause], isComplete: Bool) {
    var causes: [Cause] = []
    var seen: Set<NodeID> = [member]
    var open = sources(of: member).reversed().map { Cause(member: $0, depth: 1) }
    while let next = open.popLast() {
      guard seen.insert(next.member).inserted else { continue }
      if causes.count == limit { return (causes, false) }
      causes.append(next)
      guard next.depth < depth else { continue }
      open += sources(of: next.member).reversed().map { Cause(member: $0, depth: next.depth + 1) }
    }
    return (causes, true)
  }

  /// The node whose failure is the reason why a member has no value, in any scope; `nil` if the member has a value.
  ///
  /// - Parameter member: A node, or a group for its first output.
  /// - Returns: The node, which may be the member itself.
  public func failureOrigin(of member: NodeID) -> NodeID? {
    session.evaluator.failure(of: source(of: member.output))?.origin
  }

  /// The value of a node with all its digits; `nil` if it has none.
  ///
  /// - Parameters:
  ///   - member: A node, or a group for its first output.
  ///   - limit: The greatest number of characters; longer texts end with `…`.
  /// - Returns: The text, which a formula reads as the same value unless it is shortened.
  public func exactText(of member: NodeID, atMost limit: Int) -> String? {
    guard kind(of: member)?.outputs.isEmpty == false, case .value(let value) = value(of: member.output) else {
      return nil
    }
    let text = value.exactText
    return text.utf8.count > limit ? "\(text.prefix(limit))…" : text
  }

  /// How often a node has run since runs are counted, and how long the last run took; `nil` if they are not counted.
  public func runsText(of member: NodeID) -> String? {
    guard measuresRuns, InstanceID(member) == nil else { return nil }
    guard let runs = session.evaluator.runs(of: member), runs.count > 0 else { return "none" }
    return "\(runs.count), the last took \(NumberText.duration(seconds: runs.lastDuration.seconds))"
  }

  /// Whether a node is a formula, and not one of a kind.
  public func isFormula(_ member: NodeID) -> Bool { readsByFormula(member) }

  /// Whether a value is a number, or a quantity other than a date.
  public func isNumber(_ value: NodeValue) -> Bool {
    if case .value(.quantity(_, let unit)) = value { return !unit.isCalendar }
    return value.number != nil
  }

  // MARK: Several nodes

  /// The sum, mean, least and greatest of some numbers, as texts.
  public struct Totals: Hashable, Sendable {
    /// How many of the members are numbers.
    public let count: Int
    /// The sum; `nil` for a scale with an offset, such as °C, where it has no meaning.
    public let sum: String?
    /// The mean.
    public let mean: String
    /// The least number.
    public let least: String
    /// The greatest number.
    public let greatest: String
  }

  /// Summarizes the numbers among some nodes, as the foot line of a spreadsheet does.
  ///
  /// - Parameter members: Nodes, and groups for their first outputs. Members without a number are ignored.
  /// - Returns: The totals, in the unit of the first number, and in the format of all if it is the same; `nil` if fewer than two are
  ///   numbers, and if their units measure different quantities or are dates.
  /// - Complexity: O(members).
  public func totals(of members: [NodeID]) -> Totals? {
    var numbers: [Double] = []
    var unit: UnitOfMeasure?
    var formats: Set<ValueFormat?> = []
    for member in members where kind(of: member)?.outputs.isEmpty == false {
      let (number, own): (Double, UnitOfMeasure?)
      switch value(of: member.output) {
      case .value(.number(let given)): (number, own) = (given, nil)
      case .value(.quantity(let given, let givenUnit)): (number, own) = (given, givenUnit)
      default: continue
      }
      if own?.isCalendar == true { return nil }
      if numbers.isEmpty { unit = own }
      guard own?.dimension == unit?.dimension else { return nil }
      numbers.append(own.flatMap { own in unit.map { own.converted(number, to: $0) } } ?? number)
      formats.insert(format(of: member.output))
    }
    guard numbers.count > 1, let least = numbers.min(), let greatest = numbers.max() else { return nil }
    let format = formats.count == 1 ? formats.first ?? nil : nil
    func text(_ number: Double) -> String {
      NodeValue.value(unit.map { .quantity(number, $0) } ?? .number(number)).text(in: format)
    }
    let sum = ExactSum.sum(numbers)
    let hasOffset = unit?.zero != nil
    return Totals(
      count: numbers.count, sum: hasOffset ? nil : text(sum), mean: text(sum / Double(numbers.count)),
      least: text(least), greatest: text(greatest))
  }

  // MARK: What if

  /// The names of the numbers that a node depends on and that can be changed, as ``makeEqual(_:to:changing:)`` reads them.
  ///
  /// - Parameter member: A node that is a number.
  /// - Returns: The names, in evaluation order; empty for other nodes.
  /// - Complexity: O(nodes that it depends on).
  public func inputNames(of member: NodeID) -> [String] {
    guard let name = modelName(of: member), let inputs = try? session.numberInputs(of: name) else { return [] }
    return inputs.map(\.text)
  }

  /// Changes a number so that a node that depends on it gets a certain value, in one step.
  ///
  /// ```swift
  /// try editor.makeEqual(total, to: "100", changing: "price")  // "price = 27.77…"
  /// ```
  ///
  /// - Parameters:
  ///   - member: The node.
  ///   - target: The value that it is to have, with its unit.
  ///   - input: One of ``inputNames(of:)``.
  /// - Returns: The input and its new value.
  /// - Throws: A ``Formulas/Diagnostic`` with the reason if the input can't bring that about; the session is unchanged.
  /// - Complexity: As ``Calculator/Session/solve(_:equals:for:in:)``.
  @discardableResult
  public func makeEqual(_ member: NodeID, to target: String, changing input: String) throws(Diagnostic) -> String {
    guard let name = modelName(of: member) else { throw refuse(.name, "the node no longer exists") }
    let lead = "\(name.text) = "
    let node = try session.formulas.scopedNode(SourceName(naming: input))
    let report: SolveReport
    do throws(Diagnostic) {
      let line = SourceName("\(lead)\(target) for \(input)", range: 0..<0)
      report = try session.report(on: SolveRequest(line, usage: "a value"))
    } catch {
      // Places in the line become places in the text.
      var error = error
      let offset = lead.utf8.count
      let end = target.utf8.count
      func place(_ byte: Int) -> Int { min(max(0, byte - offset), end) }
      error.range = place(error.range.lowerBound)..<place(error.range.upperBound)
      throw error
    }
    guard let value = report.nearestValue else {
      throw refuse(.domain, report.rows.map(\.0).joined(separator: "; "))
    }
    try commit(value, to: .definition(node))
    return "\(input) = \(value)"
  }

  /// How much a node changes when one of the numbers that it depends on changes by one percent.
  public struct Influence: Hashable, Sendable {
    /// The number.
    public let member: NodeID
    /// Its name.
    public let title: String
    /// Its values at both ends.
    public let range: String
    /// The value of the node at the lower end; a sign if it has none.
    public let low: String
    /// The value of the node at the upper end; a sign if it has none.
    public let high: String
    /// The distance of the value at the lower end from the present one, as a fraction of the greatest distance: −1 to 1; 0 without
    /// a value.
    public let lowOffset: Double
    /// The distance of the value at the upper end, likewise.
    public let highOffset: Double
  }

  /// Lists the numbers that a node depends on, those that change it most first.
  ///
  /// - Parameters:
  ///   - member: The node.
  ///   - limit: The greatest number of inputs to list.
  /// - Returns: The inputs.
  /// - Throws: A ``Formulas/Diagnostic`` as ``Calculator/Session/sensitivity(of:within:ranges:)``.
  /// - Complexity: As ``Calculator/Session/sensitivity(of:within:ranges:)``.
  public func influences(on member: NodeID, atMost limit: Int) throws(Diagnostic) -> [Influence] {
    guard let name = modelName(of: member) else { throw refuse(.name, "the node no longer exists") }
    let found = try session.sensitivity(of: name, within: 0.01, ranges: [:])
    return found.inputs.prefix(limit).compactMap { input in
      guard let node = try? session.formulas.scopedNode(SourceName(naming: input.name)) else { return nil }
      return Influence(
        member: node, title: input.name, range: found.range(of: input, dots: "…"), low: found.result(input.low),
        high: found.result(input.high), lowOffset: input.low.map(found.offset) ?? 0,
        highOffset: input.high.map(found.offset) ?? 0)
    }
  }

  /// The name of a node by which commands find it; `nil` for a group, and a node without a name.
  private func modelName(of member: NodeID) -> SourceName? {
    guard InstanceID(member) == nil, contains(member) else { return nil }
    return session.modelName(of: member)
  }
}
