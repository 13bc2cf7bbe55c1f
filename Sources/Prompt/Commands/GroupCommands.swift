// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Commands of groups.
enum GroupCommands {
  static let all = [enter, expose, group, leave, ungroup]

  private static let title = CommandParameter("GROUP", .group)

  static let enter = CommandDefinition(
    "enter", .build, [title],
    "enters a group: names are those of the group, and definitions change all of its instances",
    examples: [
      CommandExample("enter Tax", after: "price = 20", "rate = 20%", "tax = price * rate", "group Tax = rate tax"),
      CommandExample("enter G", after: "a = 3", "b = a + 1", "group G = b"),
    ]
  ) { call throws(Diagnostic) in
    try call.session.enter(call.name(0))
  }

  static let expose = CommandDefinition(
    "expose", .build, [CommandParameter("NAME", .node, .many)],
    "in a group, makes nodes outputs, which formulas outside can use",
    examples: [
      CommandExample("expose rate", after: "rate = 20%", "tax = 5 * rate", "group Tax = rate tax", "enter Tax"),
      CommandExample("expose b c", after: "b = 3", "c = b + 1", "group G = b c", "enter G"),
    ]
  ) { call throws(Diagnostic) in
    let (session, names) = (call.session, call.words.indices.map { call.name($0) })
    for name in names { _ = try session.formulas.node(name) }
    try session.groupedWhole(session.stepTitle("expose \(call.command.arguments.text)")) { () throws(Diagnostic) in
      for name in names { try session.expose(name) }
    }
    if let group = session.path.scope { call.print(session.summary(of: group)) }
  }

  static let group = CommandDefinition(
    "group", .build,
    [
      CommandParameter("NAME", .newName), CommandParameter("=", .option(["="])), CommandParameter("NODE", .node, .many),
    ],
    "makes a group of nodes; its inputs are the nodes that it reads, its outputs those that others read",
    examples: [
      CommandExample(
        "group Tax = rate tax", after: "price = 20", "rate = 20%", "tax = price * rate", "total = price + tax"),
      CommandExample("group G = b", after: "a = 3", "b = a + 1"),
    ]
  ) { call throws(Diagnostic) in
    _ = try call.option(1)
    call.print(try call.session.group(call.words.indices.dropFirst(2).map { call.name($0) }, as: call.newName(0)))
  }

  static let leave = CommandDefinition(
    "leave", .build, [], "leaves the group that was entered last",
    examples: [
      CommandExample("leave", after: "a = 3", "b = a + 1", "group G = b", "enter G"),
      CommandExample("leave", after: "a = 3", "group G = a", "group H = G", "enter H", "enter G"),
    ]
  ) { call throws(Diagnostic) in
    do throws(Diagnostic) {
      try call.session.leave()
    } catch {
      var diagnostic = error
      diagnostic.range = call.command.name.range
      throw diagnostic
    }
  }

  static let ungroup = CommandDefinition(
    "ungroup", .build, [title], "takes a group apart: its nodes replace it",
    examples: [
      CommandExample("ungroup Tax", after: "price = 20", "rate = 20%", "tax = price * rate", "group Tax = rate tax"),
      CommandExample("ungroup G", after: "a = 3", "b = a + 1", "group G = b"),
    ]
  ) { call throws(Diagnostic) in
    call.print(try call.session.ungroup(call.name(0)))
  }
}
