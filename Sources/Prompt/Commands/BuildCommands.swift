// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Commands that make and change nodes.
enum BuildCommands {
  static let all = [
    activate, add, bypass, connect, delete, disconnect, duplicate, expand, kind, move, mute, rename, toggle,
  ]

  private static let nodes = CommandParameter("NODE", .node)
  private static let port = CommandParameter("NODE.PORT", .port)

  static let activate = CommandDefinition(
    "activate", .build, [CommandParameter("NODE", .node, .many)], "evaluates muted or bypassed nodes again",
    examples: [
      CommandExample("activate b", after: "a = 3", "b = a + 1", "mute b"),
      CommandExample("activate a b", after: "a = 3", "b = a + 1", "mute a", "bypass b"),
    ]
  ) { call throws(Diagnostic) in try call.setMode(.active) }

  static let add = CommandDefinition(
    "add", .build, [CommandParameter("KIND", .kind), CommandParameter("NAME", .newName, .optional)],
    "makes a node of a kind, with a new name unless one is given",
    examples: [CommandExample("add Add"), CommandExample("add ColorAdjust soft")]
  ) { call throws(Diagnostic) in
    let kind = SourceName(try call.kind(0).name, range: call.words[0].range)
    let name = call.words.count > 1 ? try call.newName(1) : call.freeName(kind)
    try call.run(.construction(name, Construction(kind: kind, arguments: [])))
  }

  static let bypass = CommandDefinition(
    "bypass", .build, [CommandParameter("NODE", .node, .many)],
    "bypasses nodes: each passes on the value of its first input that has the type of its output",
    examples: [
      CommandExample("bypass reduced", after: "price = 20", "reduced = price * 90%", "total = reduced + 5"),
      CommandExample("bypass b c", after: "a = 3", "b = a + 1", "c = b * 2"),
    ]
  ) { call throws(Diagnostic) in try call.setMode(.bypassed) }

  static let connect = CommandDefinition(
    "connect", .build, [nodes, port], "connects a node to a port, replacing what is connected there",
    examples: [
      CommandExample("connect brand soft.color", after: "brand = #3366cc", "soft = ColorAdjust(multiplier: 128)"),
      CommandExample("connect a sum1.x", after: "a = 3", "add Add sum1"),
    ]
  ) { call throws(Diagnostic) in
    try call.run(.connection(source: call.name(0), target: try call.port(1)))
  }

  static let delete = CommandDefinition(
    "delete", .build, [CommandParameter("NODE", .node, .many)],
    "removes nodes, and unused groups and functions; formulas that use a node fail until its name is defined again",
    examples: [CommandExample("delete a", after: "a = 3"), CommandExample("delete a b", after: "a = 3", "b = a + 1")]
  ) { call throws(Diagnostic) in
    // Deletes all of the nodes or none of them.
    let session = call.session
    let names = call.words.indices.map { call.name($0) }
    for name in names
    where !session.isFunction(name) && session.namedResults(name.text) == nil && !session.isGroup(name) {
      _ = try session.formulas.node(name)
    }
    var deleted: Set<String> = []
    var changes = ChangeLog()
    var count = 0
    try session.groupedWhole(session.stepTitle("delete \(call.command.arguments.text)")) { () throws(Diagnostic) in
      for name in names where deleted.insert(name.text).inserted {
        let result = try session.delete(name)
        changes.add(result.changes)
        count += result.evaluatedCount
      }
    }
    call.result.changes = NodeChanges(changes.changes { session.node(named: $0) != nil })
    call.result.evaluatedCount = count
  }

  static let disconnect = CommandDefinition(
    "disconnect", .build, [port], "disconnects a port",
    examples: [
      CommandExample("disconnect sum1.x", after: "a = 3", "sum1 = Add(x: a)"),
      CommandExample("disconnect soft.color", after: "b = #fff", "soft = ColorAdjust(color: b, multiplier: 9)"),
    ]
  ) { call throws(Diagnostic) in
    call.add(try call.session.disconnect(try call.port(0)))
  }

  static let duplicate = CommandDefinition(
    "duplicate", .build, [CommandParameter("NODE", .node, .many)],
    "copies nodes under new names, with the connections between them; for a group, makes another instance",
    examples: [
      CommandExample("duplicate total", after: "price = 20", "total = price * 3"),
      CommandExample("duplicate price total", after: "price = 20", "total = price * 3"),
    ]
  ) { call throws(Diagnostic) in
    let (copies, result) = try call.session.duplicate(call.words.indices.map { call.name($0) })
    for (name, copy) in copies {
      let isGroup = call.session.node(named: copy) == nil
      let relation = isGroup ? "another instance of" : "a copy of"
      call.print("\(SourceName.spelling(copy)) is \(relation) \(SourceName.spelling(name))")
    }
    call.add(result)
  }

  static let expand = CommandDefinition(
    "expand", .build, [nodes],
    "splits a formula into nodes such as Add and Multiply; takes a group apart, with new names for names in use",
    examples: [
      CommandExample("expand total", after: "price = 20", "total = price * 3 + 1"),
      CommandExample("expand b", after: "a = 3", "b = (a - 1) / 2"),
    ]
  ) { call throws(Diagnostic) in
    if call.session.node(named: call.name(0).text) == nil, call.session.isGroup(call.name(0)) {
      return call.print(try call.session.expandGroup(call.name(0)))
    }
    call.print(try call.session.expand(call.name(0)).text)
  }

  static let kind = CommandDefinition(
    "kind", .build, [nodes, CommandParameter("KIND", .kind)],
    "changes the kind of a node; connections to ports of the same name and type stay, and a new Number keeps the value",
    examples: [
      CommandExample("kind n Multiply", after: "a = 3", "n = Add(x: a, y: 4)"),
      CommandExample("kind n Number", after: "n = 3"),
    ]
  ) { call throws(Diagnostic) in
    _ = try call.node(0)
    let kind = SourceName(try call.kind(1).name, range: call.words[1].range)
    call.add(try call.session.setKind(of: call.name(0), to: kind))
  }

  static let move = CommandDefinition(
    "move", .build,
    [CommandParameter("NODE", .node, .many), CommandParameter("X Y|into GROUP|out", .option(["into", "out"]))],
    "moves a node or a group in pictures, nodes into a group of the same scope, or nodes out of their group",
    examples: [
      CommandExample("move a 210 10", after: "a = 3"), CommandExample("move a -10.5 0", after: "a = 3"),
      CommandExample("move b into G", after: "a = 3", "b = a + 1", "group G = a"),
      CommandExample("move G › b out", after: "a = 3", "b = a + 1", "c = b * 2", "group G = b c"),
    ]
  ) { call throws(Diagnostic) in
    let (last, names) = (call.words.count - 1, call.words.indices.map { call.name($0) })
    if names[last].text == "out" {
      return call.print(try call.session.moveOut(Array(names.dropLast())))
    }
    if last > 1, names[last - 1].text == "into" {
      return call.print(try call.session.move(Array(names.dropLast(2)), into: names[last]))
    }
    guard last == 2 else {
      throw Diagnostic(
        .command, "move needs a destination", call.command.arguments.range,
        hint: "write move NODE X Y, move NODE… into GROUP, or move NODE… out")
    }
    try call.session.move(names[0], to: GraphPoint(try call.number(1), try call.number(2)))
  }

  static let mute = CommandDefinition(
    "mute", .build, [CommandParameter("NODE", .node, .many)],
    "mutes nodes: they and the nodes that depend on them have no value",
    examples: [
      CommandExample("mute rate", after: "rate = 20%", "tax = 100 * rate"),
      CommandExample("mute a b", after: "a = 3", "b = a + 1"),
    ]
  ) { call throws(Diagnostic) in try call.setMode(.muted) }

  static let rename = CommandDefinition(
    "rename", .build, [nodes, CommandParameter("NAME", .newName)],
    "renames a node or a group, and rewrites the formulas that use it",
    examples: [
      CommandExample("rename avg mean", after: "avg = 45", "margin = avg * 2"),
      CommandExample("rename a `net price`", after: "a = 3"),
    ]
  ) { call throws(Diagnostic) in
    let renaming = try call.session.rename(call.name(0), to: call.name(1))
    call.print(renaming.text)
    call.result.changes += renaming.changes
  }

  static let toggle = CommandDefinition(
    "toggle", .build, [nodes, port], "connects a node to a port, or disconnects them if they are connected",
    examples: [
      CommandExample("toggle a sum1.x", after: "a = 3", "sum1 = Add()"),
      CommandExample("toggle a sum1.x", after: "a = 3", "sum1 = Add(x: a)"),
    ]
  ) { call throws(Diagnostic) in
    call.add(try call.session.toggle(call.name(0), try call.port(1)))
  }
}

extension Invocation {
  /// Runs a statement of the same effect as the command.
  fileprivate mutating func run(_ form: Statement.Form) throws(Diagnostic) {
    add(try session.run(Statement(form: form, range: command.name.range)))
  }

  /// Mutes, bypasses or activates the nodes that are named.
  fileprivate mutating func setMode(_ mode: NodeMode) throws(Diagnostic) {
    add(try session.setMode(mode, of: words.indices.map { name($0) }))
  }

  /// Reads a word as the name of a new node.
  func newName(_ position: Int) throws(Diagnostic) -> SourceName {
    let name = name(position)
    var lexer = Lexer(Array(words[position].text.utf8))
    guard let token = try? lexer.next(), token.kind == .name || token.kind == .quotedName,
      token.end == lexer.bytes.count
    else {
      throw Diagnostic(
        .name, "'\(name.text)' is not a name", name.range, hint: "as a name, it needs back-ticks: `\(name.text)`")
    }
    if !session.isTaken(name.text) { return name }
    throw Diagnostic(.name, "'\(name.text)' already exists", name.range)
  }

  /// A free name for a node of a kind: `add1`, or the next free number.
  func freeName(_ kind: SourceName) -> SourceName {
    var number = 1
    while session.isTaken("\(kind.text.lowercased())\(number)") { number += 1 }
    return SourceName("\(kind.text.lowercased())\(number)", range: kind.range)
  }
}
