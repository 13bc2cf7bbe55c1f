// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Commands that show changes.
enum LiveCommands {
  static let all = [sweep, unwatch, watch]

  static let sweep = CommandDefinition(
    "sweep", .live, [CommandParameter("NODE", .node), CommandParameter("a..b [step s] : NODE…", .rest)],
    "evaluates nodes for each value of a number, which is unchanged",
    examples: [
      CommandExample("sweep price 10..50 step 10 : total", after: "price = 25", "total = price * 3"),
      CommandExample("sweep x 0..1 step 0.25 : y z", after: "x = 1", "y = x ^ 2", "z = 1 - x"),
    ]
  ) { call throws(Diagnostic) in
    let (range, outputs) = try call.sweepWords()
    let (host, input) = (call.dialogue.host, call.name(0))
    defer { host.showProgress(nil, "sweeping", input.text) }
    let sweep = try call.session.sweep(input, over: try SweepRange(range), outputs) { fraction in
      host.showProgress(fraction, "sweeping", input.text)
    }
    call.lines += sweep.lines(width: call.width)
  }

  static let unwatch = CommandDefinition(
    "unwatch", .live, [CommandParameter("NODE", .node, .any)], "stops watching nodes; alone, all of them",
    examples: [CommandExample("unwatch a", after: "a = 3", "watch a"), CommandExample("unwatch")]
  ) { call throws(Diagnostic) in
    if call.words.isEmpty { call.session.watches.removeAll() }
    for position in call.words.indices {
      guard call.session.watches.contains(try call.node(position)) else {
        throw Diagnostic(.name, "'\(call.name(position).text)' is not watched", call.words[position].range)
      }
    }
    for position in call.words.indices { call.session.watches.remove(try call.node(position)) }
  }

  static let watch = CommandDefinition(
    "watch", .live, [CommandParameter("NODE", .node, .any)],
    "prints nodes whenever they change, in long reports, quiet lines and scripts as well; alone, lists them",
    examples: [
      CommandExample("watch total", after: "price = 20", "total = price * 3"),
      CommandExample("watch", after: "a = 3", "watch a"),
    ]
  ) { call throws(Diagnostic) in
    for position in call.words.indices { _ = try call.node(position) }
    for position in call.words.indices {
      let node = try call.node(position)
      if call.session.watches.add(node) { call.show(call.name(position).text) }
    }
    guard call.words.isEmpty else { return }
    for name in call.session.watches.names { call.show(name) }
    if call.lines.isEmpty { call.print("nothing is watched") }
  }
}

extension Invocation {
  /// The range of a sweep and what is evaluated, on both sides of the colon.
  fileprivate func sweepWords() throws(Diagnostic) -> (range: SourceName, outputs: [SourceName]) {
    let text = Array(command.arguments.text.utf8)
    let start = command.arguments.range.lowerBound
    let first = words[0].range.upperBound - start
    guard let colon = text[first...].firstIndex(of: UInt8(ascii: ":")) else {
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
    return (
      range,
      names.map {
        SourceName($0.text, range: $0.range.lowerBound + start..<$0.range.upperBound + start).withoutBackticks
      }
    )
  }
}
