// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Commands that lead from a value back to the inputs that it depends on.
enum WayBackCommands {
  static let all = [gradient, sensitivity, solve]

  static let gradient = CommandDefinition(
    "gradient", .explain, [CommandParameter("NODE", .node)],
    "lists the derivatives of a node: how much it changes for each number that it depends on",
    examples: [
      CommandExample("gradient total", after: "price = 20", "qty = 3", "total = price * qty"),
      CommandExample("gradient v", after: "d = 90 km", "t = 2 h", "v = d / t"),
    ]
  ) { call throws(Diagnostic) in
    let function = try call.session.modelFunction(of: call.name(0))
    let slopes = try function.slopes()
    call.print(
      rows: zip(function.inputs, slopes).map { input, slope in
        let name = SourceName.readSpelling(input.name.text)
        guard let slope else { return (name, "none: there is a corner, a jump or an error") }
        return (name, function.text(slope, of: input) + (slope.method == .exact ? "" : "  by differences"))
      })
  }

  static let sensitivity = CommandDefinition(
    "sensitivity", .explain,
    [CommandParameter("NODE", .node), CommandParameter("PART : INPUT a..b, …", .rest, .optional)],
    "shows how much a node changes when each number that it depends on changes by one percent, another part, or over a range",
    examples: [
      CommandExample("sensitivity total", after: "price = 20", "qty = 3", "fee = 5", "total = price * qty + fee"),
      CommandExample(
        "sensitivity total 10% : qty 1..5", after: "price = 20", "qty = 3", "fee = 5", "total = price * qty + fee"),
    ]
  ) { call throws(Diagnostic) in
    let (part, ranges) = try call.sensitivityWords()
    let sensitivity = try call.session.sensitivity(of: call.name(0), within: part, ranges: ranges)
    call.lines += sensitivity.lines(width: call.width, isASCII: !call.dialogue.host.usesUnicode)
  }

  static let solve = CommandDefinition(
    "solve", .explain, [CommandParameter("NODE", .node), CommandParameter("= VALUE for INPUT [in a..b]", .rest)],
    canInsist: true, trace: .edit,
    "finds the values of an input for which a node has a given value; solve! sets the input to the nearest one",
    examples: [
      CommandExample("solve total = 100 for price", after: "price = 20", "qty = 4", "total = price * qty"),
      CommandExample("solve area = 50 m^2 for r in 1 m..10 m", after: "r = 2 m", "area = pi * r^2"),
    ]
  ) { call throws(Diagnostic) in
    let request = try SolveRequest(call.command.arguments, usage: call.definition.usage)
    let (rows, statement) = try call.session.solve(request)
    guard call.insists else {
      call.print(rows: rows)
      if statement != nil { call.print("solve! applies \(rows.count > 1 ? "the nearest one" : "it")") }
      return
    }
    guard let statement else {
      throw Diagnostic(
        .domain, rows.first?.0 ?? "no solution was found", request.target.range, notes: rows.dropFirst().map(\.0))
    }
    for result in try call.session.run(statement) { call.add(result) }
  }
}

extension ModelFunction {
  /// A derivative in the unit of the node per unit of the input.
  func text(_ slope: Slope, of input: ModelInput) -> String {
    let (above, below) = (unit.map { $0.ofDifferences ?? $0 }, input.unit.map { $0.ofDifferences ?? $0 })
    // On a scale with an offset, differences have another unit: K for °F.
    let number = (unit?.number(ofDifference: slope.value) ?? slope.value) / (input.unit?.number(ofDifference: 1) ?? 1)
    return SweepSteps.text(number, above) + (below.map { " for 1 \($0)" } ?? "")
  }
}

extension Invocation {
  /// The requested change of numbers, and the ranges of some inputs.
  fileprivate func sensitivityWords() throws(Diagnostic) -> (part: Double, ranges: [String: ClosedRange<Double>]) {
    var part = 0.01
    let words = CommandWords(command.arguments)
    let colon = words.place(of: ":") ?? words.count
    if colon > 1 {
      let given = words[1..<colon]
      let bare = SourceName(given.text.hasPrefix("±") ? String(given.text.dropFirst()) : given.text, range: given.range)
      guard case .number(let number)? = (try? Formula(bare.text)).flatMap({ try? session.formulas.constant($0) }),
        number > 0, number.isFinite
      else {
        throw Diagnostic(
          .number, "'\(given.text)' is not a part such as 5%", given.range,
          hint: "usage: \(definition.usage)")
      }
      part = number
    }
    var ranges: [String: ClosedRange<Double>] = [:]
    var start = colon + 1
    while start < words.count {
      let end = (start..<words.count).first { words[$0..<$0 + 1].text == "," } ?? words.count
      let (name, range) = (words[start..<start + 1].withoutBackticks, words[start + 1..<max(end, start + 1)])
      let bounds = try SweepSteps.bounds(range, for: name, in: try session.unit(of: name))
      if ranges[name.text] != nil { throw Diagnostic(.command, "'\(name.text)' has two ranges", name.range) }
      ranges[name.text] = bounds
      start = end + 1
    }
    return (part, ranges)
  }
}
