// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeView

/// Commands that show nodes and their values.
enum SeeCommands {
  static let all = [bin, changes, functions, graph, hex, inspect, kinds, list, show, vars]

  private static let formula = CommandParameter("FORMULA", .rest, .many)

  static let bin = CommandDefinition(
    "bin", .see, [formula], "prints a whole number in base 2",
    examples: [CommandExample("bin 10"), CommandExample("bin a + 1", after: "a = 3")]
  ) { call throws(Diagnostic) in
    call.print(try call.wholeNumber(radix: 2, prefix: "0b"))
  }

  static let hex = CommandDefinition(
    "hex", .see, [formula], "prints a whole number in base 16",
    examples: [CommandExample("hex 255"), CommandExample("hex a * 2", after: "a = 0x7f")]
  ) { call throws(Diagnostic) in
    call.print(try call.wholeNumber(radix: 16, prefix: "0x"))
  }

  static let vars = CommandDefinition(
    "vars", .see, [CommandParameter("GLOB", .glob, .optional)], "lists names with their values, as list does",
    examples: [CommandExample("vars", after: "price = 20"), CommandExample("vars p*", after: "price = 20")]
  ) { call throws(Diagnostic) in
    try list.run(&call)
  }

  static let changes = CommandDefinition(
    "changes", .see, [], "prints everything that the last statement changed, with old and new values",
    examples: [CommandExample("changes", after: "a = 3", "b = a + 1", "a = 4"), CommandExample("changes")]
  ) { call throws(Diagnostic) in
    let report = ChangeReport(call.dialogue.lastChanges, limit: nil, style: call.dialogue.style)
    call.lines += report.lines.isEmpty ? ["nothing has changed yet"] : report.lines
  }

  static let functions = CommandDefinition(
    "functions", .see, [], "lists user-defined functions, then built-in functions",
    examples: [CommandExample("functions"), CommandExample("functions", after: "vat(x) = x * 20%")]
  ) { call throws(Diagnostic) in
    let own = call.session.functions
    call.lines += own + (own.isEmpty ? [] : [""]) + FormulaFunction.help
  }

  static let graph = CommandDefinition(
    "graph", .see, [CommandParameter("--box|--open|NODE", .node, .any)],
    "draws everything, or what nodes depend on: a line for each node; with --box boxes, if they are not too wide; with --open "
      + "also the contents of groups",
    examples: [
      CommandExample("graph", after: "price = 20", "total = price * 3"),
      CommandExample("graph total --box", after: "price = 20", "total = price * 3", "other = 1"),
    ]
  ) { call throws(Diagnostic) in
    let options = Set(call.words.map(\.text)).intersection(["--box", "--open"])
    let nodes = call.words.indices.filter { !options.contains(call.words[$0].text) }
    let picture = SessionPicture(
      of: call.session, upTo: nodes.isEmpty ? nil : nodes.map { call.name($0).text },
      openingGroups: options.contains("--open"))
    for position in nodes where call.name(position).text == picture.unshown {
      throw call.session.unshown(call.name(position))
    }
    let host = call.dialogue.host
    let width = host.isInteractive ? call.width : nil
    if options.contains("--box") {
      do throws(BoxPicture.Misfit) {
        call.lines.append(try picture.boxPicture(width: width), isASCII: !host.usesUnicode)
        return
      } catch {
        // On a terminal, the text says that the terminal is too narrow.
        if error == .cells { call.lines.append(SessionPicture.text(error)) }
      }
    }
    call.lines.append(picture.laneList, isASCII: !host.usesUnicode, width: width)
  }

  static let inspect = CommandDefinition(
    "inspect", .see, [CommandParameter("NODE|FILE", .node, .many)],
    "describes a node: its kind, its ports with their values, and what reads it; for a file in quotes, how csv reads it and why",
    examples: [
      CommandExample("inspect soft", after: "brand = #3366cc", "soft = ColorAdjust(color: brand, multiplier: 128)"),
      CommandExample("inspect b", after: "a = 3", "b = a + 1"),
    ]
  ) { call throws(Diagnostic) in
    if call.command.arguments.text.hasPrefix("\"") {
      call.lines += try call.session.inspection(ofFile: call.command)
      return
    }
    try call.requireOneWord()
    call.lines += try call.session.inspect(call.name(0), style: call.dialogue.style)
  }

  static let kinds = CommandDefinition(
    "kinds", .see, [], "lists the kinds of nodes with their ports",
    examples: [CommandExample("kinds"), CommandExample(".kinds")]
  ) { call throws(Diagnostic) in
    call.lines += CalculatorKinds.help
  }

  static let list = CommandDefinition(
    "list", .see, [CommandParameter("GLOB", .glob, .optional)],
    "lists user-defined functions, and names with their values, in evaluation order",
    examples: [
      CommandExample("list", after: "vat(x) = x * 20%", "price = 20", "total = price + vat(price)"),
      CommandExample("list t*", after: "price = 20", "total = price * 3"),
    ]
  ) { call throws(Diagnostic) in
    let pattern = call.words.first.map { NamePattern($0.withoutBackticks.text) }
    for function in call.session.formulas.functions.sorted where pattern?.matches(function.name) ?? true {
      call.print(function.text)
    }
    for name in call.session.shownNames where pattern?.matches(name) ?? true { call.show(name) }
    call.showGroups(pattern)
  }

  static let show = CommandDefinition(
    "show", .see, [CommandParameter("NODE", .node, .many)], "prints values with their formulas",
    examples: [
      CommandExample("show total", after: "price = 20", "total = price * 3"),
      CommandExample("show a b", after: "a = 1", "b = a / 0"),
    ]
  ) { call throws(Diagnostic) in
    let session = call.session
    for name in call.words.indices.map({ call.name($0) })
    where !session.isFunction(name) && session.namedResults(name.text) == nil && session.value(of: name.text) == nil {
      _ = try session.formulas.scopedNode(name)
    }
    for position in call.words.indices { call.show(call.name(position).text) }
  }
}

extension Invocation {
  /// The value of the formula in the words, in another base.
  fileprivate func wholeNumber(radix: Int, prefix: String) throws(Diagnostic) -> String {
    let range = command.arguments.range
    let statements = try session.parse(command.arguments.text.utf8).statements
    guard statements.count == 1, case .expression? = statements.first?.form else {
      throw Diagnostic(.command, "'\(command.arguments.text)' is not a formula", range)
    }
    let value: NodeValue?
    do throws(Diagnostic) {
      value = try session.run(statements[0]).value
    } catch {
      var diagnostic = error
      diagnostic.range = range
      throw diagnostic
    }
    guard case .value(.number(let number))? = value, number.magnitude <= 0x1p53, let whole = Int64(exactly: number)
    else {
      throw Diagnostic(.number, "\(definition.name) takes a whole number of at most 2^53", range)
    }
    return (whole < 0 ? "-" : "") + prefix + String(whole.magnitude, radix: radix)
  }

  /// Prints the groups of the scope with their inputs and outputs.
  fileprivate mutating func showGroups(_ pattern: NamePattern?) {
    let groups = session.evaluator.subgraphs
    for group in groups.instances(in: session.path.scope) where pattern?.matches(groups.title(of: group)) ?? true {
      print(session.summary(of: group))
    }
  }

  /// Prints the value of a node with its formula.
  mutating func show(_ name: String) {
    let node = session.node(named: name) ?? (try? session.formulas.scopedNode(SourceName(name, range: 0..<0)))
    guard let value = node.map({ session.value(of: $0) }) ?? session.value(of: name) else {
      if let function = session.formulas.functions[name] { print(function.text) }
      for part in session.namedResults(name)?.names ?? [] { show(part) }
      return
    }
    let text = node.flatMap { session.formulas.uncertainty(of: $0)?.text ?? session.formulas.text(of: $0) }
    let source = text.map { $0 == value.text ? "" : "    \($0)" } ?? ""
    let style = dialogue.style.formatted(session.format(of: name))
    print("\(SourceName.readSpelling(name)) = \(style.text(value))\(source)")
  }
}

/// A pattern of names: `*` stands for any text, `?` for any character.
struct NamePattern {
  private let pattern: [Character]

  init(_ pattern: String) { self.pattern = Array(pattern) }

  /// Whether a name matches. Complexity: O(pattern · name), without recursion.
  func matches(_ name: String) -> Bool {
    let name = Array(name)
    var (index, position) = (0, 0)
    var star: (index: Int, position: Int)?
    while position < name.count {
      if index < pattern.count, pattern[index] == "*" {
        star = (index, position)
        index += 1
      } else if index < pattern.count, pattern[index] == "?" || pattern[index] == name[position] {
        index += 1
        position += 1
      } else if let last = star {
        // The last star matches one more character.
        star = (last.index, last.position + 1)
        index = last.index + 1
        position = last.position + 1
      } else {
        return false
      }
    }
    return pattern[index...].allSatisfy { $0 == "*" }
  }
}
