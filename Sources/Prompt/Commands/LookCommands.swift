// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Commands that set how nodes, connections and frames are shown in pictures with positions.
enum LookCommands {
  static let all = [format, frame, look, note, reroute, unframe, unroute]

  private static let port = CommandParameter("NODE.PORT", .port)

  static let format = CommandDefinition(
    "format", .build, [CommandParameter("NODE", .node), CommandParameter("FORMAT|none", .rest, .optional)],
    "sets how the numbers of a node are shown, as in spreadsheets: 0.00, #,##0.00, 0.0%, $0.00, 0.0 km/h; values don't change; "
      + "what is computed from amounts with a currency is shown as money, with two decimals, unless it has a format of its own: "
      + "plain shows the number alone, none removes the format",
    examples: [
      CommandExample("format total #,##0.00", after: "price = 1234.567", "total = price * 3"),
      CommandExample("format rate 0.0%", after: "rate = 0.125"),
      CommandExample("format rate", after: "rate = 0.125", "format rate 0%"),
      CommandExample("format total plain", after: "price = 20", "total = price * 3", "format price $0.00"),
    ]
  ) { call throws(Diagnostic) in
    let node = call.words[0]
    // An output of a group has the format of the node that gives it.
    let giver = call.session.giver(of: call.name(0))
    guard call.words.count > 1 else {
      let member = if let giver { giver.node } else { try call.session.shownMember(call.name(0)) }
      if let format = call.session.evaluator.subgraphs.look(of: member).format { return call.print(format) }
      guard let money = call.session.inheritedFormat(of: member) else {
        return call.print("\(node.text) has no format")
      }
      return call.print("\(money), inherited; 'format \(node.text) plain' shows the number alone")
    }
    // A format with blanks needs no quotes.
    let format = call.words.count == 2 ? call.words[1] : call.command.rest(from: 1)
    let setting = format.text == "none" ? "none" : LookSettings.quoted(format.text)
    let name = giver?.name ?? node
    try call.session.within(giver?.path ?? call.session.path) { () throws(Diagnostic) in
      _ = try call.session.look(
        [name, SourceName("format=\(setting)", range: format.range)], titled: "format \(name.text) \(format.text)")
    }
  }

  static let frame = CommandDefinition(
    "frame", .build,
    [
      CommandParameter("TITLE", .newName, .optional),
      CommandParameter("NODE|color=#RRGGBB|text=TEXT", .node, .any),
    ],
    "puts a frame around nodes and groups, or at a place, X Y WIDTH HEIGHT; text=\"one line\\nanother\" is shown below the title, "
      + "and with the title \"\" the frame is a note on the canvas; alone, lists the frames with their contents",
    examples: [
      CommandExample("frame Inputs price qty", after: "price = 20", "qty = 3", "total = price * qty"),
      CommandExample(
        "frame", after: "price = 20", "total = price * 3", "frame \"All of it\" price total color=#7e9bd0"),
    ]
  ) { call throws(Diagnostic) in
    call.lines += try call.session.frame(call.words)
  }

  static let look = CommandDefinition(
    "look", .build,
    [
      CommandParameter("NODE|NODE.PORT", .node, .any),
      CommandParameter("KEY=VALUE", .option(LookSettings.keys.map { $0 + "=" }), .any),
    ],
    "sets how nodes are shown: color=#7e9bd0 size=200x120 depth=1 form=full|compact|dot flow=right|down|left|up locked=on format=0.00 note=TEXT; for "
      + "NODE.PORT the wire: color, label=\"net\" through=10,20/30,40 course=curve|straight|orthogonal|rounded|lanes width=3 dash=8,4; none for a "
      + "value removes it; alone, lists what differs from the default",
    examples: [
      CommandExample("look price color=#7e9bd0 flow=down", after: "price = 20"),
      CommandExample("look", after: "price = 20", "total = price * 3", "look total.price label=\"net price\""),
    ]
  ) { call throws(Diagnostic) in
    call.lines += try call.session.look(call.words)
  }

  static let note = CommandDefinition(
    "note", .build, [CommandParameter("NODE", .node), CommandParameter("TEXT|none", .rest, .optional)],
    "writes a note about a node, in quotes with \\n for a new line; alone, prints it. In scripts, a comment above a definition is "
      + "the note of its node when the script is opened",
    examples: [
      CommandExample("note rate of the year 2026", after: "rate = 0.125"),
      CommandExample("note rate \"**per year**\\n- see [[total]]\"", after: "rate = 0.125", "total = 3 * rate"),
      CommandExample("note rate", after: "rate = 0.125", "note rate of the year 2026"),
    ]
  ) { call throws(Diagnostic) in
    let node = call.words[0]
    guard call.words.count > 1 else {
      let note = call.session.evaluator.subgraphs.look(of: try call.session.shownMember(call.name(0))).note
      guard let note else { return call.print("\(node.text) has no note") }
      for line in note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
        call.print(VisibleText.standIns(String(line)))
      }
      return
    }
    let rest = call.command.rest(from: 1)
    let text = try NoteRules.text(rest.text, rest.range) ?? rest.text
    let setting = text == "none" ? "none" : NoteRules.spelling(text)
    try call.session.look(
      [node, SourceName("note=\(setting)", range: rest.range)],
      titled: "note \(node.text) \(VisibleText.beginning(of: text))")
  }

  static let reroute = CommandDefinition(
    "reroute", .build, [port, CommandParameter("X", .number), CommandParameter("Y", .number)],
    "routes the wire to a port through a point; look NODE.PORT lists its points",
    examples: [
      CommandExample("reroute total.price 120 40", after: "price = 20", "total = price * 3"),
      CommandExample("reroute sum1.x 120 40", after: "a = 3", "sum1 = Add(x: a)"),
    ]
  ) { call throws(Diagnostic) in
    let point = GraphPoint(try call.number(1), try call.number(2))
    guard point.isFinite else { throw Diagnostic(.number, "a point is two numbers", call.words[1].range) }
    try call.session.reroute(call.port(0), through: point)
  }

  static let unframe = CommandDefinition(
    "unframe", .build, [CommandParameter("TITLE|NUMBER", .newName)], "removes a frame; its contents stay",
    examples: [
      CommandExample("unframe Inputs", after: "price = 20", "frame Inputs price"),
      CommandExample("unframe 1", after: "price = 20", "frame Inputs price"),
    ]
  ) { call throws(Diagnostic) in
    try call.session.unframe(call.words[0])
  }

  static let unroute = CommandDefinition(
    "unroute", .build, [port, CommandParameter("NUMBER", .number, .optional)],
    "removes a point from the wire to a port, counted from 1; without a number, all points",
    examples: [
      CommandExample(
        "unroute total.price", after: "price = 20", "total = price * 3", "reroute total.price 120 40"),
      CommandExample(
        "unroute sum1.x 1", after: "a = 3", "sum1 = Add(x: a)", "reroute sum1.x 120 40"),
    ]
  ) { call throws(Diagnostic) in
    try call.session.unroute(call.port(0), call.words.count > 1 ? call.words[1] : nil)
  }
}
