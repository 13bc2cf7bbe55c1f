// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

/// The text fields over a page's nodes, by number: pages don't refer to nodes.
struct Fields {
  private var fields: [Int: SessionEditor.Field] = [:]
  private var last = 0

  mutating func add(_ field: SessionEditor.Field) -> Int {
    last += 1
    fields[last] = field
    return last
  }

  subscript(_ number: Int) -> SessionEditor.Field? { fields[number] }

  mutating func remove(_ number: Int) { fields[number] = nil }
}

/// The position of a node that is to be added, and its connections.
struct Addition {
  var place: GraphPoint
  var source: OutputPort?
  /// The connection into which the node is inserted.
  var connection: Connection?
  /// The input to which the node is connected.
  var target: InputPort?
  /// The names of the kinds that fit; `nil` for all.
  var kinds: Set<String>?
  /// The beginning of a formula that reads what is to be connected.
  var lead: String?
  /// Whether the palette is for finding rather than for adding.
  var isFinding = false

  /// Whether nothing is to be connected.
  var isPlain: Bool { source == nil && connection == nil && target == nil }
}

// MARK: What the view asks for

extension Window {
  func answer(_ request: SessionController.Request) {
    switch request {
    case .choose, .chooseSource, .chooseInsertion, .chooseJoin: choose(request)
    case .edit(let node): edit(node)
    case .editFrame(let id): editFrame(id)
    case .menu(let target, let place): openMenu(for: target, at: place)
    case .moved(let nodes, let group): didDrop(nodes, into: group)
    case .explain(let diagnostic): explain(diagnostic)
    }
  }

  private func choose(_ request: SessionController.Request) {
    switch request {
    case .choose(let place, let source): choose(at: place, from: source)
    case .chooseSource(let place, let target): choose(at: place, for: target)
    case .chooseInsertion(let place, let connection): choose(at: place, into: connection)
    case .chooseJoin(let place, let source, let connection): choose(at: place, into: connection, joining: source)
    case .edit, .editFrame, .menu, .moved, .explain: break
    }
  }

  /// Edits the element below the pointer: the value of an input that has one, or the value of the node.
  private func edit(_ node: NodeID) {
    if enter(node) || editPort(of: node) { return }
    // A node without a value leads to the node that failed.
    if view.hitTest(pointer).output != nil, goToOrigin(of: node) { return }
    if let input = view.hitTest(pointer).input, editor.text(of: .literal(input)) != nil {
      edit(.literal(input))
    } else {
      edit(.definition(node))
    }
  }

  /// Shows a text field over a node.
  ///
  /// - Returns: The number of the field; `nil` if there is nothing to edit.
  @discardableResult
  func edit(_ field: SessionEditor.Field) -> Int? {
    if isNote(field) { return editNote(field) }
    guard let text = editor.text(of: field), let (rect, label) = place(of: field) else { return nil }
    // A page sends the whole text back, and no one edits so much in one line.
    if text.utf8.count > Self.longestField {
      say("This \(label.prefix { $0 != " " }) is too long to be edited in a field", isProblem: true)
      return nil
    }
    let number = fields.add(field)
    send(.edit(field: number, rect, text: text, label: label))
    return number
  }

  /// The greatest length of a text in a field, in bytes.
  private static let longestField = 100_000

  private func sayMade(_ group: NodeID) { say("\(editor.summary(of: group).title) was created") }

  private func place(of field: SessionEditor.Field) -> (GraphRect, String)? {
    let node: NodeID
    switch field {
    case .definition(let owner), .name(let owner), .format(let owner): node = owner
    case .literal(let input): node = input.node
    case .frame(let id, _): return placeOfTitle(of: id)
    case .label(let connection, _): return placeOfLabel(of: connection)
    case .port(let edge, let index): return place(ofPort: index, at: edge)
    case .note, .text: return nil
    }
    guard let frame = view.frame(of: node) else { return placeOfFormat(of: node) }
    let title = editor.summary(of: node).title
    switch field {
    case .literal(let input):
      let row = frame.inputRow(input.index)
      let name = editor.summary(of: node).inputs[input.index]
      return (GraphRect(x: row.midX - 8, y: row.midY - 13, width: row.width / 2, height: 26), "\(title), input \(name)")
    case .name:
      return (
        GraphRect(x: frame.rect.minX + 6, y: frame.rect.minY + 2, width: frame.rect.width - 12, height: 26),
        "name of \(title)"
      )
    case .definition, .format:
      let isPill = frame.titleHeight == 0
      let height = isPill ? frame.rect.height : frame.titleHeight
      let left = isPill ? frame.rect.midX - 8 : frame.rect.minX + 6
      let rect = GraphRect(
        x: left, y: frame.rect.minY + height / 2 - 13, width: max(frame.rect.maxX - 6 - left, 72), height: 26)
      if case .format = field { return (rect, "format of \(title), such as 0.00 or #,##0") }
      return (rect, isPill ? "value of \(title)" : "formula of \(title)")
    case .frame, .label, .note, .text, .port: return nil
    }
  }

  func commit(_ text: String?, to number: Int) {
    guard let field = fields[number] else { return send(.endEdit(field: number)) }
    if let text {
      do throws(Diagnostic) {
        try editor.commit(text, to: field)
      } catch {
        return refuse(text, of: number, error)
      }
    }
    fields.remove(number)
    openNotes[number] = nil
    send(.endEdit(field: number))
    if let (field, group) = naming, field == number {
      naming = nil
      if editor.contains(group) { sayMade(group) }
    }
  }

  /// Shows the reason of a refusal at a field, and the part of its text that the reason is about.
  func refuse(_ text: String, of field: Int, _ error: Diagnostic) {
    let units = { (byte: Int) in String(decoding: text.utf8.prefix(byte), as: UTF8.self).utf16.count }
    let place = units(error.range.lowerBound)..<units(error.range.upperBound)
    send(.refuse(field: field, error.message + error.advice, place: place))
    send(.announce(error.message))
  }

  /// Lets the user choose a node to add; after dropping a connection, one that accepts the source.
  func choose(at place: GraphPoint, from source: OutputPort?) {
    let type = source.flatMap(type)
    guard let source else { return openPalette("Add a node", for: Addition(place: place)) }
    openPalette(
      "Takes the \(type?.name ?? "value") of \(editor.title(of: source))",
      for: Addition(
        place: place, source: source,
        kinds: kinds { kind in type.map { type in kind.inputs.contains { $0.type == type } } ?? true },
        lead: editor.spelling(of: source, in: path).map { "= \($0) " }))
  }

  /// Lets the user choose a node to insert into a connection; it may also read another output.
  func choose(at place: GraphPoint, into connection: Connection, joining other: OutputPort? = nil) {
    let source = editor.summary(of: connection.source.node).title
    let type = type(of: connection.source)
    let kinds = kinds { kind in
      kind.inputs.count { $0.type == type } > (other == nil ? 0 : 1) && kind.outputs.first?.type == type
    }
    let names = [connection.source, other].compactMap { $0.flatMap { editor.spelling(of: $0, in: path) } }
    let lead = names.isEmpty ? nil : "= \(names.joined(separator: " + ")) "
    let target = editor.summary(of: connection.target.node).title
    let joined = other.map { ", with \(editor.summary(of: $0.node).title)" } ?? ""
    openPalette(
      "Between \(source) and \(target)\(joined)",
      for: Addition(place: place, source: other, connection: connection, kinds: kinds, lead: lead))
  }

  /// Lets the user choose a node for an input to read.
  func choose(at place: GraphPoint, for target: InputPort) {
    let inputs = editor.kind(of: target.node)?.inputs ?? []
    guard inputs.indices.contains(target.index) else { return }
    if let edge = GroupEdge(target.node) {
      let title = "For another output of \(editor.groups.title(of: edge.group))"
      return openPalette(title, for: Addition(place: place, target: target))
    }
    let title = "For \(editor.summary(of: target.node).title).\(inputs[target.index].name)"
    let kinds = kinds { $0.outputs.first?.type == inputs[target.index].type }
    openPalette(title, for: Addition(place: place, target: target, kinds: kinds))
  }

  private func type(of output: OutputPort) -> PortType? {
    let outputs = editor.kind(of: output.node)?.outputs ?? []
    return outputs.indices.contains(output.index) ? outputs[output.index].type : nil
  }

  private func kinds(where fits: (NodeKind) -> Bool) -> Set<String> {
    Set((CalculatorKinds.all + [CalculatorKinds.later(by: nil)]).map(\.kind).filter(fits).map(\.name))
  }
}

// MARK: Commands

extension Window {
  func run(_ name: String, _ arguments: [String]) {
    if refusesGroups(name) { return }
    switch name {
    case "undo":
      // Only the drag is undone, not the step before it.
      if sliding?.isMeant == true { return cancelSliding() }
      desk.move()
      let place = session.evaluator.undoPath.map(editor.groups.living)
      travel(editor.undo(), "undone", "redo", at: place)
    case "redo":
      cancelSliding()
      desk.move()
      let place = session.evaluator.redoPath.map(editor.groups.living)
      travel(editor.redo(), "redone", "undo", at: place)
    case "delete": view.handle(InputEvent(.key(.delete), time: 0))
    case "all": view.handle(InputEvent(.key(.a), time: 0, modifiers: .command))
    case "none": view.handle(InputEvent(.key(.escape), time: 0))
    case "copy", "cut":
      let nodes = selectedMembers
      guard !nodes.isEmpty else { return say("Nothing is selected", isProblem: true) }
      send(.clip(editor.text(of: nodes)))
      guard name == "cut" else { return }
      let unlocked = nodes.filter { !editor.groups.look(of: $0).isLocked }
      if unlocked.isEmpty { return say("The selection is locked", isProblem: true) }
      attempt { () throws(Diagnostic) in try editor.delete(unlocked) }
    case "paste":
      guard let text = arguments.first else { return }
      attempt { () throws(Diagnostic) in select(try editor.paste(text, near: pointedPlace, in: path)) }
    case "duplicate":
      attempt { () throws(Diagnostic) in select(try editor.duplicate(selectedMembers, in: path)) }
    case "group":
      attempt { () throws(Diagnostic) in
        let group = try editor.group(selectedNodes, as: arguments.first)
        select([group])
        keyboard.end()
        setFocus(.node(group))
        // A group without a given name gets a text field for its name, and is announced with the name that it gets there.
        if arguments.isEmpty { naming = edit(.name(group)).map { ($0, group) } }
        if naming == nil { sayMade(group) }
      }
    case "ungroup":
      attempt { () throws(Diagnostic) in
        let members = try editor.ungroup(selectedNodes)
        keyboard.end()
        select(members)
        setFocus(members.first.map { .node($0) })
        say(
          members.count == 1
            ? "1 node was moved out of its group" : "\(members.count) nodes were moved out of their groups")
      }
    case "layout":
      desk.move()
      controller?.layOut()
      editor.endMoving()
      fit()
    case "fit": fit()
    case "over": carry(over: arguments.first.flatMap { Int($0) })
    case "leave": leaveGroup(to: arguments.first.flatMap { Int($0) })
    case "save": desk.save(for: self)
    case "resume": desk.resume()
    case "svg":
      let svg = SessionPicture(of: session).svg(title: desk.title)
      send(.file(name: "\(desk.title).svg", type: "image/svg+xml", svg))
    case "page":
      let page = SessionPage(of: session, title: desk.title).html
      send(.file(name: "\(desk.title).html", type: "text/html", page))
    case "dot":
      send(.file(name: "\(desk.title).dot", type: "text/vnd.graphviz", SessionPicture(of: session).dot))
    case "png": sendPicture()
    case "share": attempt { () throws(Diagnostic) in send(.share(try session.script())) }
    case "values":
      showsAllValues.toggle()
      controller?.valuesOnConnections = showsAllValues ? .all : .pointedAt
      say(showsAllValues ? "Values on all wires" : "Values on the wire under the pointer")
    case "runs":
      // All windows show the same information.
      editor.measuresRuns.toggle()
      desk.didChangeStatus()
      say(editor.measuresRuns ? "Runs are counted and measured" : "Runs are no longer counted")
    case "open": if arguments.count == 2 { desk.open(arguments[1], named: arguments[0], for: self) }
    case "offer": if arguments.count == 2 { desk.offer(arguments[1], named: arguments[0], for: self) }
    case "replace": desk.openOffered(for: self)
    case "palette":
      choose(at: middle, from: nil)
    case "find": openFinder()
    case "search":
      if arguments.count == 3, let query = Int(arguments[0]), let cursor = Int(arguments[2]) {
        find(query, arguments[1], cursor: cursor)
      }
    case "place": if let number = arguments.first.flatMap({ Int($0) }) { place(number: number) }
    case "go": if let number = arguments.first.flatMap({ Int($0) }) { go(toNumber: number) }
    case "example": if let name = arguments.first { desk.openExample(name, for: self) }
    case "add": if let text = arguments.first { add(text) }
    case "focus": if let number = arguments.first.flatMap({ Int($0) }) { focus(number: number) }
    case "report":
      // For tests: reports that all previous messages were handled, and how often the contents of the page were not as expected.
      send(.announce("\(arguments.first ?? ""): \(mismatchCount) mismatches"))
    default:
      if panels.contains(where: { $0.run(name, arguments, in: self) }) { return }
      if runMenu(name) || runLooks(name, arguments) || runArranging(name) || runTables(name, arguments) { return }
      if runEdges(name) || runNotes(name, arguments) || runFunctions(name, arguments) { return }
      say("Unknown command '\(name)'", isProblem: true)
    }
  }

  private func add(_ text: String) {
    guard let chosen else { return send(.endEdit(field: EditorMessage.paletteField)) }
    let node: NodeID
    do throws(Diagnostic) {
      if try defineFunction(text) { return }
      node = try editor.add(
        text, near: chosen.place, in: path, from: chosen.source, into: chosen.connection, for: chosen.target)
    } catch {
      return refuse(text, of: EditorMessage.paletteField, error)
    }
    didAdd([node])
  }

  private func travel(_ title: String?, _ verb: String, _ other: String, at place: GraphPath?) {
    guard let title else { return say(verb == "undone" ? "Nothing to undo" : "Nothing to redo") }
    follow(place)
    selectRestored()
    say("\(title) \(verb)", action: other)
  }

  /// Selects the nodes that an undo or redo has restored, as they were selected when they were deleted.
  func selectRestored() {
    if !editor.newSelection.isEmpty {
      view.select(editor.newSelection)
    } else if !editor.newNodes.isEmpty {
      view.select(GraphSelection(nodes: editor.newNodes))
    }
  }

  func attempt(_ body: () throws(Diagnostic) -> Void) {
    do throws(Diagnostic) { try body() } catch { explain(error) }
  }

  func select(_ nodes: [NodeID]) {
    editor.reloadViews()
    view.select(GraphSelection(nodes: nodes))
  }
}
