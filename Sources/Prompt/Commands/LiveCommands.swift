// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Commands that show changes.
enum LiveCommands {
  static let all = [cancel, hist, plot, sweep, unwatch, wait, watch]

  static let cancel = CommandDefinition(
    "cancel", .live, [CommandParameter("NODE", .node, .any)],
    "cancels pending values; alone, all of them. A node without an earlier value fails",
    examples: [
      CommandExample("cancel slow", after: "slow = Later(x: 3, seconds: 60)"),
      CommandExample("cancel", after: "slow = Later(x: 3, seconds: 60)"),
    ]
  ) { call throws(Diagnostic) in
    let pending = call.session.evaluator.pendingNodes
    var nodes: [NodeID] = []
    for name in call.words.indices.map({ call.name($0) }) {
      let node = try call.session.formulas.scopedNode(name)
      nodes.append(node)
      guard !pending.contains(node) else { continue }
      let waits = call.session.evaluator.isPending(node)
      throw Diagnostic(
        .domain, "'\(name.text)' \(waits ? "only waits for other nodes" : "is not pending")", name.range,
        hint: waits ? Dialogue.pendingText(call.session.pendingNames) : nil)
    }
    call.result = call.session.cancel(nodes: call.words.isEmpty ? pending : nodes)
    if pending.isEmpty { call.print("nothing is pending") }
  }

  static let hist = CommandDefinition(
    "hist", .live, [CommandParameter("NODE", .node)], "draws a histogram of the numbers of a list",
    examples: [
      CommandExample("hist prices", after: "prices = [3, 4.5, 5, 5.2, 9]"),
      CommandExample("hist squares", after: "squares = (1..100)^2"),
    ]
  ) { call throws(Diagnostic) in
    let list = try call.list(0)
    guard let histogram = Histogram(list.numbers) else {
      throw Diagnostic(.domain, "'\(list.name)' is empty", call.words[0].range)
    }
    call.lines += histogram.lines(
      width: call.width, isASCII: !call.dialogue.host.usesUnicode, list.text)
  }

  static let plot = CommandDefinition(
    "plot", .live,
    [CommandParameter("NODE|FUNCTION", .node), CommandParameter("a..b [step s] [: NODE…]", .rest, .any)],
    "plots nodes over the values of a number, which stays unchanged, a user-defined function over its parameter, or lists",
    examples: [
      CommandExample("plot x 0..10 : y", after: "x = 1", "y = x ^ 2"),
      CommandExample("plot prices", after: "prices = [3, 4.5, 5, 2]"),
    ]
  ) { call throws(Diagnostic) in
    if !call.command.arguments.text.contains("..") { return try call.plotLists() }
    let isASCII = !call.dialogue.host.usesUnicode
    let width = TerminalPlot.width(inLinesOf: call.width)
    let sampleCount = TerminalPlot.sampleCount(width: width, isASCII: isASCII)
    let input = call.name(0)
    let curves: [(name: String, values: [NodeValue])]
    let texts: (String, String)
    if call.session.isFunction(input) {
      let start = call.words[0].range.upperBound
      let text = String(decoding: call.command.arguments.text.utf8.dropFirst(call.words[0].range.count), as: UTF8.self)
      let range = SourceName(text, range: start..<start + text.utf8.count)
      let steps = try SweepSteps(range, for: input, in: nil, sampleCount: sampleCount)
      texts = steps.ends
      curves = [
        (input.text, try steps.values.map { (x) throws(Diagnostic) in try call.session.value(of: input, at: x) })
      ]
    } else {
      let (range, outputs) = try call.sweepWords()
      let steps = try SweepSteps(range, for: input, in: try call.session.unit(of: input), sampleCount: sampleCount)
      texts = steps.ends
      let sweep = try call.session.sweep(input, over: steps, outputs)
      curves = sweep.columns.map { ($0.name, $0.values) }
    }
    for (name, values) in curves {
      let numbers = values.map { $0.number ?? Double.nan }
      var unit: UnitOfMeasure?
      for case .value(.quantity(_, let given)) in values { unit = given }
      let label = { (number: Double) in SweepSteps.text(number, unit) }
      guard let lines = TerminalPlot(values: numbers, ends: texts, isASCII: isASCII, label: label).lines else {
        throw Diagnostic(
          .domain, "'\(name)' is not a number for any value from \(texts.0) to \(texts.1)",
          call.command.arguments.range,
          hint: values.first?.text)
      }
      call.print(SourceName.readSpelling(name))
      call.lines += lines
      let missing = values.count { $0.isFailure }
      if missing > 0 { call.print("\(missing) of \(values.count) values are errors") }
    }
  }

  static let sweep = CommandDefinition(
    "sweep", .live, [CommandParameter("NODE", .node), CommandParameter("a..b [step s] : NODE…", .rest)],
    "evaluates nodes for each value of a number or a date, which stays unchanged",
    examples: [
      CommandExample("sweep price 10..50 step 10 : total", after: "price = 25", "total = price * 3"),
      CommandExample(
        "sweep start 2026-03-01..2026-04-01 step 7 d : end day", after: "start = 2026-03-01", "end = start + 30 d",
        "day = weekday(end)"),
    ]
  ) { call throws(Diagnostic) in
    let (range, outputs) = try call.sweepWords()
    let (host, input) = (call.dialogue.host, call.name(0))
    defer { host.showProgress(nil, "sweeping", input.text) }
    let steps = try SweepSteps(range, for: input, in: try call.session.unit(of: input))
    let sweep = try call.session.sweep(input, over: steps, outputs) { fraction in
      host.showProgress(fraction, "sweeping", input.text)
    }
    call.lines += sweep.lines(width: call.width, style: call.dialogue.style, in: call.session)
  }

  static let unwatch = CommandDefinition(
    "unwatch", .live, [CommandParameter("NODE", .node, .any)], "stops watching nodes; alone, all of them",
    examples: [CommandExample("unwatch a", after: "a = 3", "watch a"), CommandExample("unwatch")]
  ) { call throws(Diagnostic) in
    let watches = call.session.watches
    if call.words.isEmpty { watches.removeAll() }
    var nodes: [NodeID] = []
    for position in call.words.indices {
      let named = try call.watched(position)
      guard named.contains(where: { watches.contains($0.node) }) else {
        throw Diagnostic(.name, "'\(call.name(position).text)' is not watched", call.words[position].range)
      }
      nodes += named.map(\.node)
    }
    for node in nodes { watches.remove(node) }
  }

  static let wait = CommandDefinition(
    "wait", .live, [], "waits until no value is pending; ^C stops waiting. Scripts wait automatically",
    examples: [CommandExample("wait", after: "slow = Later(x: 3, seconds: 0.01)"), CommandExample("wait")]
  ) { call throws(Diagnostic) in
    let isPending = call.session.hasPending
    call.result = call.dialogue.settle()
    if call.session.hasPending {
      call.print(Dialogue.pendingText(call.session.pendingNames))
    } else if !isPending {
      call.print("nothing is pending")
    }
  }

  static let watch = CommandDefinition(
    "watch", .live, [CommandParameter("NODE", .node, .any)],
    "prints nodes, or the outputs of groups, whenever they change, also in long reports, quiet lines and scripts; alone, lists them",
    examples: [
      CommandExample("watch total", after: "price = 20", "total = price * 3"),
      CommandExample("watch", after: "a = 3", "watch a"),
    ]
  ) { call throws(Diagnostic) in
    var named: [(node: NodeID, name: String)] = []
    for position in call.words.indices { named += try call.watched(position) }
    for (node, name) in named where call.session.watches.add(node) { call.show(name) }
    guard call.words.isEmpty else { return }
    for name in call.session.watches.names { call.show(name) }
    if call.lines.isEmpty { call.print("nothing is watched") }
  }
}

extension Invocation {
  /// The nodes that a word names for watching; for a group, all nodes with its outputs.
  fileprivate func watched(_ position: Int) throws(Diagnostic) -> [(node: NodeID, name: String)] {
    let (name, formulas, groups) = (name(position), session.formulas, session.evaluator.subgraphs)
    guard session.node(named: name.text) == nil, let group = formulas.names.group(titled: name.text),
      let definition = groups.definition(of: group)
    else { return [(try formulas.scopedNode(name), name.text)] }
    let given = groups.outputs(of: definition).indices.compactMap { groups.source(of: group.node.output($0))?.node }
    if given.isEmpty { throw formulas.unknown(name) }
    return given.compactMap { node in formulas.names.name(of: node).map { (node, $0) } }
  }

  /// The list of numbers that a word names.
  func list(_ position: Int) throws(Diagnostic) -> ChartList {
    let word = name(position)
    switch session.value(of: try node(position)) {
    case .value(let value):
      if let list = ChartList(name: word.text, value) { return list }
      throw Diagnostic(
        .type, "'\(word.text)' is \(value.type.phrase), not a list of numbers", word.range,
        hint: value.type == .number ? "to plot it over another number, write plot x 0..10 : \(word.spelling)" : nil)
    case .failure(let message, _):
      throw Diagnostic(.domain, "'\(word.text)' has no value: \(message)", word.range)
    case .pending:
      throw Diagnostic(.domain, "'\(word.text)' is pending", word.range, hint: "'wait' waits for its value")
    }
  }

  /// Draws lists over the indices of their elements.
  fileprivate mutating func plotLists() throws(Diagnostic) {
    let isASCII = !dialogue.host.usesUnicode
    let width = TerminalPlot.width(inLinesOf: self.width)
    for position in words.indices {
      let list = try list(position)
      guard !list.numbers.isEmpty else { throw Diagnostic(.domain, "'\(list.name)' is empty", words[position].range) }
      let columns = ListCurve.columns(list.numbers, TerminalPlot.sampleCount(width: width, isASCII: isASCII))
      let plot = TerminalPlot(
        values: columns, ends: ("1", "\(list.numbers.count)"), isASCII: isASCII, label: list.text)
      print(SourceName.readSpelling(list.name))
      lines += plot.lines ?? []
    }
  }

  /// Whether a byte is a colon that is not part of a time of day: `T12:30`, `:30:15`, `+01:00`.
  private static func isColon(_ text: [UInt8], at index: Int) -> Bool {
    guard text[index] == UInt8(ascii: ":") else { return false }
    guard index >= 4, index + 1 < text.count, text[index - 1].isDigit, text[index - 2].isDigit, text[index + 1].isDigit
    else { return true }
    switch text[index - 3] {
    case UInt8(ascii: "T"), UInt8(ascii: ":"): return false
    case UInt8(ascii: " "):
      // 2026-03-01 12:30 Berlin
      return !(index >= 13 && text[index - 4].isDigit && text[index - 6] == UInt8(ascii: "-"))
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      // Seconds or minutes precede a difference to UTC.
      return !(index >= 6 && text[index - 4].isDigit && text[..<index].suffix(32).contains(UInt8(ascii: "T")))
    default: return true
    }
  }

  /// The range of a sweep and the nodes to evaluate, on both sides of the colon.
  fileprivate func sweepWords() throws(Diagnostic) -> (range: SourceName, outputs: [SourceName]) {
    let text = Array(command.arguments.text.utf8)
    let start = command.arguments.range.lowerBound
    let first = words[0].range.upperBound - start
    guard let colon = text.indices[first...].first(where: { Self.isColon(text, at: $0) }) else {
      throw Diagnostic(
        .command, "expected ':' and what to evaluate",
        command.arguments.range.upperBound..<command.arguments.range.upperBound,
        hint: "usage: \(definition.usage)")
    }
    var end = colon
    while end > first, text[end - 1] == UInt8(ascii: " ") || text[end - 1] == UInt8(ascii: "\t") { end -= 1 }
    let range = SourceName(
      String(decoding: text[first..<end], as: UTF8.self), range: start + first..<start + end)
    var reader = StatementReader(parser: session.parser, lexer: Lexer(text, at: colon))
    let names = reader.commandWords(SourceName("", range: colon..<colon + 1)).words
    if let step = names.first, step.text.utf8.first?.isDigit == true {
      throw Diagnostic(
        .command, "expected a node after ':'", step.range.lowerBound + start..<step.range.upperBound + start,
        hint: "write a step before ':', as in x 0..1 step 0.1 : y")
    }
    return (
      range,
      names.map {
        SourceName($0.text, range: $0.range.lowerBound + start..<$0.range.upperBound + start).withoutBackticks
      }
    )
  }
}
