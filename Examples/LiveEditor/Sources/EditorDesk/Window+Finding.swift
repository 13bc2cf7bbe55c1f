// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

// MARK: The palette: what can be added, and what can be found

extension Window {
  typealias Choice = EditorMessage.Choice

  /// The greatest number of lines in the palette, and of nodes where something is to be added.
  private static let (limit, nodeLimit) = (50, 12)
  /// The characters that make a text a formula.
  private static let signs = Set("=+*/^().<>#-&\"")

  /// Opens the palette for adding a node.
  func openPalette(_ title: String, for addition: Addition) {
    chosen = addition
    let foot = addition.isPlain ? "Enter adds" : "Enter adds and connects"
    send(.palette(at: addition.place, title: title, foot: foot, choices(for: "", cursor: 0)))
  }

  /// Opens the palette for finding: below the tools, so that it covers no node that is looked at.
  func openFinder() {
    let middle = GraphPoint(view.viewport.size.width / 2, view.viewport.size.height / 2)
    chosen = Addition(place: view.viewport.canvasPoint(middle), isFinding: true)
    let top = view.viewport.canvasPoint(margin + GraphPoint(surface.size.width / 2 - 180, 72))
    send(.palette(at: top, title: "Find", foot: "Enter adds", choices(for: "", cursor: 0)))
  }

  /// Answers the text that is typed in the palette.
  ///
  /// - Parameters:
  ///   - query: The number of the question.
  ///   - text: The text of the palette.
  ///   - cursor: The number of UTF-16 units before the cursor.
  func find(_ query: Int, _ text: String, cursor: Int) {
    send(.choices(query: query, choices(for: text, cursor: cursor)))
  }

  private func choices(for text: String, cursor: Int) -> [Choice] {
    guard let chosen else { return [] }
    let words = text.trimming(" ")
    let isFormula = words.contains { Self.signs.contains($0) } || words.first?.isNumber == true
    if isFormula { return [formula(words)] + completions(of: text, cursor) }
    let search = SearchText(words)
    let additions = editor.additions(for: search, in: path).compactMap { choice(adding: $0, chosen) }
    if words.isEmpty, let lead = chosen.lead {
      // Most functions don't take what is connected: they are found by their names.
      return additions.filter { $0.category == .kind } + [
        Choice(name: "\(lead)…", detail: "formula", run: "write", argument: lead)
      ]
    }
    var found = Array(additions.prefix(Self.limit))
    if chosen.isPlain {
      // All that exists can be found where nothing is to be connected.
      let commands =
        (words.isEmpty ? [] : noteChoices(for: search) + functionChoices(for: search)) + commands(for: search)
      if chosen.isFinding {
        let nodes = nodes(for: search, limit: Self.limit - 10)
        found = nodes + (words.isEmpty ? [] : merged(found, commands))
      } else if !words.isEmpty {
        found = merged(merged(found, nodes(for: search, limit: Self.nodeLimit)), commands)
      }
    }
    return found.isEmpty && !words.isEmpty ? [formula(words)] : Array(found.prefix(Self.limit))
  }

  /// Joins lists that are sorted by the places where the text was found.
  private func merged(_ one: [Choice], _ other: [Choice]) -> [Choice] {
    (one + other).enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  private func formula(_ text: String) -> Choice {
    Choice(name: text, detail: "formula", help: "Adds a node with this formula", run: "add", argument: text)
  }

  /// What is added by choosing something found; `nil` if it doesn't fit the connections.
  private func choice(adding found: SessionEditor.Found, _ chosen: Addition) -> Choice? {
    var choice = Choice(name: found.title, detail: found.detail, help: found.help, type: found.type)
    choice.rank = found.place.rawValue
    switch found.subject {
    case .kind(let name):
      if let kinds = chosen.kinds, !kinds.contains(name) { return nil }
      (choice.category, choice.run, choice.argument) = (.kind, "add", name)
    case .function(let name):
      (choice.category, choice.run) = (.function, "write")
      let lead = (chosen.lead ?? "= ").dropFirst(2).trimming(" ")
      choice.argument = "= \(name)(\(lead)"
      choice.caret = choice.argument.utf16.count
    case .group(let group):
      guard chosen.isPlain else { return nil }
      (choice.category, choice.run, choice.argument) = (.group, "place", "\(desk.number(of: group.node))")
    case .node: return nil
    }
    return choice
  }

  private func nodes(for search: SearchText, limit: Int) -> [Choice] {
    editor.nodes(for: search, limit: limit).compactMap { found in
      guard case .node(let node) = found.subject else { return nil }
      var choice = Choice(
        .node, name: found.title, detail: found.detail, help: found.help, type: found.type, run: "go",
        argument: "\(desk.number(of: node))")
      choice.rank = found.place.rawValue
      return choice
    }
  }

  private func commands(for search: SearchText) -> [Choice] {
    EditorCommand.sections.flatMap(\.commands).compactMap { command in
      guard !command.name.isEmpty, let place = search.place(in: command.title) else { return nil }
      var choice = Choice(.command, name: command.title, detail: command.keys, run: command.name)
      choice.rank = place.rawValue
      return choice
    }
  }

  /// The texts that the completions of a formula make of it.
  func completions(of text: String, _ cursor: Int) -> [Choice] {
    let end = text.utf16.index(text.startIndex, offsetBy: min(max(cursor, 0), text.utf16.count))
    let (before, after) = (text[..<end], text[end...])
    let found = editor.completions(of: text, cursor: before.utf8.count, in: path, limit: Self.nodeLimit)
    return found.prefix(Self.limit).map { completion in
      let lead = String(decoding: before.utf8.prefix(completion.range.lowerBound), as: UTF8.self) + completion.text
      return Choice(
        .completion, name: completion.text, detail: completion.help, run: "write", argument: lead + after,
        caret: lead.utf16.count)
    }
  }

  // MARK: What is done with what was found

  /// Adds another instance of a group.
  func place(number: Int) {
    guard let chosen, let group = desk.node(numbered: number), editor.contains(group) else {
      return send(.endEdit(field: EditorMessage.paletteField))
    }
    do throws(Diagnostic) {
      didAdd(try editor.duplicate([group], near: chosen.place, in: path))
    } catch {
      refuse("", of: EditorMessage.paletteField, error)
    }
  }

  /// Closes the palette, and selects what was added.
  func didAdd(_ nodes: [NodeID]) {
    chosen = nil
    send(.endEdit(field: EditorMessage.paletteField))
    select(nodes)
    keyboard.end()
    setFocus(nodes.first.map { .node($0) })
  }

  /// Selects a node and shows it, after entering the groups that it is in.
  func go(toNumber number: Int) {
    guard let node = desk.node(numbered: number), editor.contains(node) else {
      return say("It is gone", isProblem: true)
    }
    let there = editor.groups.path(of: node)
    if there != path { go(to: there) }
    select([node])
    keyboard.end()
    setFocus(.node(node))
    guard camera.zoom < 0.5, let rect = view.frame(of: node)?.rect else { return }
    // What was found can be read.
    let half = GraphPoint(surface.size.width / 2, surface.size.height / 2)
    show(PageMessage.Camera(origin: rect.center - half, zoom: 1))
  }
}

extension StringProtocol {
  /// The text without a character at its beginning and end.
  fileprivate func trimming(_ character: Character) -> String {
    var text = self[...]
    while text.first == character { text.removeFirst() }
    while text.last == character { text.removeLast() }
    return String(text)
  }
}
