// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EditorProtocol

/// A command with its title and keys. Menus, tools and keys of pages use this table, the palette finds the commands, and `?`
/// shows the keys.
struct EditorCommand {
  let title: String
  /// The name of the command; empty for keys whose effect depends on the focus.
  let name: String
  /// The keys, as texts for people, separated by commas; empty for a command without any.
  let keys: String

  private init(_ title: String, _ name: String = "", keys: String = "") {
    (self.title, self.name, self.keys) = (title, name, keys)
  }

  /// All commands, below headings.
  static let sections: [(title: String, commands: [EditorCommand])] = [
    (
      "Find and add",
      [
        EditorCommand("Add a node, a formula or a value", "palette", keys: "N, Ctrl K"),
        EditorCommand("Find a node, or what else there is", "find", keys: "/, Ctrl F"),
        EditorCommand("Add a note", "note"),
        EditorCommand("Show the keys", "keys", keys: "?"),
        EditorCommand("Take the tour", "tour"),
      ]
    ),
    (
      "Edit",
      [
        EditorCommand("Undo", "undo", keys: "Ctrl Z"), EditorCommand("Redo", "redo", keys: "Ctrl Shift Z, Ctrl Y"),
        EditorCommand("Select all", "all", keys: "Ctrl A"), EditorCommand("Copy", "copy", keys: "Ctrl C"),
        EditorCommand("Cut", "cut", keys: "Ctrl X"), EditorCommand("Paste", "ask-paste", keys: "Ctrl V"),
        EditorCommand("Duplicate", "duplicate", keys: "Ctrl D"), EditorCommand("Delete", "delete", keys: "Delete"),
        EditorCommand("Group", "group", keys: "Ctrl G"), EditorCommand("Ungroup", "ungroup", keys: "Ctrl Shift G"),
        EditorCommand("History", "history", keys: "H"),
        EditorCommand("Edit the formula or value", keys: "="), EditorCommand("Rename", keys: "F2"),
        EditorCommand("Number down or up, with Shift finer", keys: "[, ]"),
      ]
    ),
    (
      "Arrange",
      [
        EditorCommand("Align left edges", "align-left"), EditorCommand("Align centres", "align-center"),
        EditorCommand("Align right edges", "align-right"), EditorCommand("Align top edges", "align-top"),
        EditorCommand("Align middles", "align-middle"), EditorCommand("Align bottom edges", "align-bottom"),
        EditorCommand("Equal gaps across", "distribute-across"), EditorCommand("Equal gaps down", "distribute-down"),
        EditorCommand("Select upstream", "select-upstream"), EditorCommand("Select downstream", "select-downstream"),
        EditorCommand("Mute", "mute", keys: "M"), EditorCommand("Bypass", "bypass", keys: "B"),
      ]
    ),
    (
      "View",
      [
        EditorCommand("Inspector", "inspect", keys: "I"),
        EditorCommand("Between the canvas and the inspector", keys: "F6"),
        EditorCommand("Fit", "fit", keys: "1"), EditorCommand("Tidy", "layout", keys: "L"),
        EditorCommand("Zoom in", "zoom-in", keys: "+"), EditorCommand("Zoom out", "zoom-out", keys: "−"),
        EditorCommand("Values on all wires", "values", keys: "V"),
        EditorCommand("Chart of the selection", "chart", keys: "C"),
        EditorCommand("Show the selected lists as a table", "table-selected"),
        EditorCommand("Scenarios: what if, side by side", "scenarios", keys: "S"),
        EditorCommand("Runs and times on nodes", "runs", keys: "R"), EditorCommand("Light or dark", "theme"),
      ]
    ),
    (
      "Document",
      [
        EditorCommand("Save", "save", keys: "Ctrl S"), EditorCommand("Open a document", "open"),
        EditorCommand("Export a drawing (SVG)", "svg"), EditorCommand("Export a picture (PNG)", "png"),
        EditorCommand("Export a page without a server (HTML)", "page"),
        EditorCommand("Export for Graphviz (DOT)", "dot"),
        EditorCommand("Copy a link that holds it all", "share"),
      ]
    ),
    (
      "Without a mouse",
      [
        EditorCommand("From node to node", keys: "Arrows"), EditorCommand("Move what is selected", keys: "Alt Arrows"),
        EditorCommand("Select the node, or not", keys: "Space"),
        EditorCommand("Into the ports of a node, or into a group", keys: "Enter"),
        EditorCommand("Into the ports of a group", keys: "Shift Enter"),
        EditorCommand("Back, or out of the group", keys: "Escape"), EditorCommand("Menu", keys: "Menu"),
      ]
    ),
  ]

  /// The commands by their names.
  private static let named = Dictionary(
    sections.flatMap(\.commands).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })

  /// The lines of the table for a page.
  static var lines: [EditorMessage.CommandLine] {
    sections.flatMap { section in
      section.commands.map {
        EditorMessage.CommandLine(section: section.title, title: $0.title, command: $0.name, keys: $0.keys)
      }
    }
  }

  /// The line of a menu for a command of the table.
  static func item(_ name: String) -> EditorMessage.MenuItem {
    let command = named[name]
    let key = command.flatMap { $0.keys.split(separator: ",").first.map(String.init) } ?? ""
    return EditorMessage.MenuItem(command?.title ?? name, name, key: key)
  }
}
