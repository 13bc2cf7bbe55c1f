// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

// MARK: Notes: frames with a text on the canvas, and the notes of nodes

extension Window {
  /// The menu item for the note of a node or a group, and one for each node that the note links to.
  func noteItems(for node: NodeID) -> [Item] {
    let note = editor.groups.look(of: node).note
    return [Item(note == nil ? "Add a note …" : "Note …", "note-node")] + linkItems(in: note ?? "")
  }

  /// The menu of a frame.
  func items(forFrame id: FrameID) -> [Item] {
    guard let frame = view.frames[id] else { return [] }
    let isNote = frame.title.isEmpty && !frame.text.isEmpty
    let text = Item(frame.text.isEmpty ? "Add a text …" : "Edit the text …", "note-text")
    let title = Item(frame.title.isEmpty ? "Add a title" : "Rename", "title")
    let table = hasLists(in: id) ? [Item("Show as a table", "table")] : []
    return table + (isNote ? [text, title] : [title, text]) + linkItems(in: frame.text) + [
      Item("Select its contents", "select-frame"),
      Item(isNote ? "Duplicate the note" : "Duplicate the frame", "duplicate-frame"),
      Item(isNote ? "Delete the note" : "Remove the frame", "unframe"),
    ] + colorItems("color-frame", frame.color)
  }

  private func linkItems(in text: String) -> [Item] {
    GraphView.noteLinks(in: text).compactMap { name in node(linkedBy: name).map { (name, $0) } }.prefix(8).map {
      Item("Go to \($0)", "go", argument: "\(desk.number(of: $1))")
    }
  }

  private func node(linkedBy name: String) -> NodeID? { editor.node(linkedBy: name, in: path) }

  /// What the tip says about an element: its value or the reason of a failure, and the note of the node.
  func explanation(of target: HitTarget) -> String? {
    let text = Describing.explanation(of: target, editor)
    guard target.input == nil, let node = target.node, let note = editor.groups.look(of: node).note else { return text }
    let plain = GraphView.plainNote(note)
    let shown = plain.count > 600 ? plain.prefix(600) + "…" : plain[...]
    return (text.map { "\($0)\n\n" } ?? "") + shown
  }

  /// Executes a command about notes.
  ///
  /// - Returns: Whether the command exists.
  func runNotes(_ name: String, _ arguments: [String]) -> Bool {
    let target = menuTarget
    switch name {
    case "note":
      let place = chosen?.place ?? pointedPlace ?? middle
      attempt { () throws(Diagnostic) in
        guard let id = try editor.addNote("Note", near: place, in: path.scope) else { return }
        say("A note was added")
        revealNote(id)
        edit(.text(id, in: path.scope))
      }
    case "note-node": if let node = target?.node, editor.contains(node) { edit(.note(node)) }
    case "note-text": if let id = target?.frame { edit(.text(id, in: path.scope)) }
    case "duplicate-frame":
      guard let frame = target?.frame.flatMap({ view.frames[$0] }) else { break }
      editor.duplicate(frame, in: path.scope)
    case "go-note":
      guard let number = arguments.first.flatMap({ UInt32($0) }), view.frames[FrameID(number)] != nil else {
        say("The note is gone", isProblem: true)
        break
      }
      revealNote(FrameID(number))
      edit(.text(FrameID(number), in: path.scope))
    default: return false
    }
    return true
  }

  /// The palette's lines for the frames with a text.
  func noteChoices(for search: SearchText) -> [Choice] {
    editor.notes(for: search, in: path.scope).map { id, title, place in
      var choice = Choice(
        .node, name: title, detail: "note", help: "Shows the note and edits it", run: "go-note",
        argument: "\(id.number)")
      choice.rank = place.rawValue
      return choice
    }
  }

  // MARK: Text fields

  func isNote(_ field: SessionEditor.Field) -> Bool {
    switch field {
    case .note, .text: true
    default: false
    }
  }

  /// Edits the text of a note, or the title of a frame.
  func editFrame(_ id: FrameID) {
    guard let frame = view.frames[id] else { return }
    edit(frame.title.isEmpty && !frame.text.isEmpty ? .text(id, in: path.scope) : .frame(id, in: path.scope))
  }

  /// Shows a field of several lines for a note.
  ///
  /// - Returns: The number of the field; `nil` if there is nothing to edit.
  func editNote(_ field: SessionEditor.Field) -> Int? {
    guard let text = editor.text(of: field) else { return nil }
    let (rect, label): (GraphRect, String)
    switch field {
    case .text(let id, _):
      guard let frame = view.frames[id] else { return nil }
      rect = frame.rect
      label = frame.title.isEmpty ? "note" : "text of frame \(frame.title)"
    case .note(let node):
      guard let card = view.frame(of: node)?.rect else { return nil }
      rect = GraphRect(x: card.minX, y: card.maxY + 8, width: max(card.width, 260), height: 110)
      label = "note of \(editor.summary(of: node).title)"
    default: return nil
    }
    let number = fields.add(field)
    openNotes[number] = text
    send(.note(field: number, rect, text: text, label: label, limit: SessionEditor.noteLimit))
    return number
  }

  /// Says in the fields of this window that a note was changed elsewhere: the text that is entered last replaces the other.
  func checkOpenNotes() {
    for (number, known) in openNotes {
      guard let field = fields[number] else {
        openNotes[number] = nil
        continue
      }
      let text = editor.text(of: field)
      if text == known { continue }
      openNotes[number] = text
      guard text != nil else {
        send(.refuse(field: number, "The note was deleted meanwhile"))
        continue
      }
      send(.refuse(field: number, "It has changed meanwhile: Ctrl Enter replaces that, Escape keeps it"))
    }
  }

  /// A click on a name that a note links to selects and shows the node.
  ///
  /// - Parameter start: The point at which the pointer went down.
  func follow(from start: GraphPoint) {
    guard start.distance(to: pointer) < 4, let name = view.noteLink(at: pointer), let node = node(linkedBy: name) else {
      return
    }
    go(toNumber: desk.number(of: node))
  }

  private func revealNote(_ id: FrameID) {
    editor.reloadViews()
    guard let rect = view.frames[id]?.rect else { return }
    reveal(rect)
  }
}
