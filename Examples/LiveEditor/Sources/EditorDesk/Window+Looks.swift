// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import EditorProtocol
import NodeGraph
import NodeView

// MARK: Frames, reroutes and how nodes are shown

extension HitTarget {
  /// The connection that was hit, at its line or at a reroute point.
  var wire: Connection? {
    switch self {
    case .connection(let connection), .reroute(let connection, _): connection
    default: nil
    }
  }
}

extension Window {
  /// The menu items for the look of a node.
  func lookItems(for node: NodeID) -> [Item] {
    let look = editor.groups.look(of: node)
    return noteItems(for: node) + [
      Item(look.form == .compact ? "Show in full" : "Show in one row", "compact"),
      Item("Turn the ports", "turn"), Item(look.isLocked ? "Unlock" : "Lock", "lock"),
      Item("Frame the selection", "frame"),
    ] + colorItems("color", look.color)
  }

  /// The colours of frames, wires and title bars, and none, as a row of a menu.
  func colorItems(_ command: String, _ chosen: GraphColor?) -> [Item] {
    let none = (name: "No colour", color: GraphColor?.none)
    return (Self.colors.map { (name: $0.name, color: GraphColor?.some($0.color)) } + [none]).map { name, color in
      var item = Item(name, command)
      (item.face, item.argument, item.isChosen) = (.swatch, color?.description ?? "", color == chosen)
      return item
    }
  }

  /// Executes a command that changes a look.
  ///
  /// - Returns: Whether the command exists.
  func runLooks(_ name: String, _ arguments: [String]) -> Bool {
    let (target, scope) = (menuTarget, path.scope)
    let color = arguments.first.flatMap { GraphColor($0) }
    switch name {
    case "compact": changeLooks(\.form) { $0 == .compact ? .full : .compact }
    case "turn": changeLooks(\.flow) { next(after: $0, of: NodeLook.Flow.allCases) ?? .right }
    case "lock": changeLooks(\.isLocked) { !$0 }
    case "color": changeLooks(\.color) { _ in color }
    case "frame": addFrame()
    case "title": if let id = target?.frame { edit(.frame(id, in: scope)) }
    case "color-frame":
      guard let id = target?.frame else { return true }
      editor.changeFrame(id, in: scope) { $0.color = color }
      editor.endMoving()
    case "select-frame":
      guard let rect = target?.frame.flatMap({ view.frames[$0]?.rect }) else { return true }
      select(view.nodes.filter { node in view.frame(of: node).map { rect.contains($0.origin) } ?? false })
    case "unframe": if let id = target?.frame { editor.removeFrame(id, in: scope) }
    case "label": if let wire = target?.wire { edit(.label(wire, in: scope)) }
    case "color-wire":
      guard let wire = target?.wire else { return true }
      editor.changeLook(of: wire, in: scope) { $0.color = color }
      editor.endMoving()
    case "course-wire":
      guard let wire = target?.wire else { return true }
      editor.changeLook(of: wire, in: scope) { $0.course = next(after: $0.course, of: ConnectionLook.Course.allCases) }
      editor.endMoving()
    case "reroute":
      guard let wire = target?.wire, let place = chosen?.place else { return true }
      controller?.graphView(view, did: .requestedReroute(wire, view.rerouteIndex(on: wire, at: place), place))
      editor.endMoving()
    case "straighten":
      guard case .reroute(let wire, let index)? = target else { return true }
      controller?.graphView(view, did: .requestedRerouteRemoval(wire, index))
    default: return false
    }
    return true
  }

  /// Changes one property of the looks of all selected nodes: to the successor of the first node's value.
  private func changeLooks<Choice>(_ path: WritableKeyPath<NodeLook, Choice>, to next: (Choice) -> Choice) {
    guard let first = selectedNodes.first else { return say("Nothing is selected", isProblem: true) }
    let choice = next(editor.groups.look(of: first)[keyPath: path])
    editor.changeLooks(of: selectedNodes) { $0[keyPath: path] = choice }
  }

  /// The colours of frames, wires and title bars.
  private static let colors = [
    (name: "Blue", color: GraphColor(0x7e9bd0)), (name: "Green", color: GraphColor(0x62a698)),
    (name: "Orange", color: GraphColor(0xc99670)), (name: "Violet", color: GraphColor(0xb58abf)),
    (name: "Grey", color: GraphColor(0x8d99aa)),
  ]

  /// The choice after a choice: `nil` after the last, and the first after `nil`.
  private func next<Choice: Equatable>(after choice: Choice?, of all: [Choice]) -> Choice? {
    guard let choice else { return all.first }
    guard let place = all.firstIndex(of: choice), place + 1 < all.count else { return nil }
    return all[place + 1]
  }

  /// Adds a frame around the selected nodes, or at the position of the menu, and shows a text field for its title.
  private func addFrame() {
    let nodes = selectedNodes
    var rect = SessionEditor.frameRect(around: nodes, in: view)
    if nodes.isEmpty, let place = chosen?.place { rect = GraphRect(place, GraphSize(320, 200)) }
    guard let rect else { return say("Nothing is selected", isProblem: true) }
    guard let id = editor.addFrame("Frame", rect, in: path.scope) else { return }
    say("A frame was added")
    edit(.frame(id, in: path.scope))
  }

  // MARK: Text fields

  func placeOfTitle(of id: FrameID) -> (GraphRect, String)? {
    guard let frame = view.frames[id] else { return nil }
    let width = min(max(frame.rect.width - 16, 96), 320)
    return (
      GraphRect(x: frame.rect.minX + 8, y: frame.rect.minY + 6, width: width, height: 26),
      "title of frame \(frame.title)"
    )
  }

  func placeOfLabel(of connection: Connection) -> (GraphRect, String)? {
    guard let place = view.path(of: connection)?.labelPoint else { return nil }
    let (source, target) = (
      editor.summary(of: connection.source.node).title, editor.summary(of: connection.target.node).title
    )
    return (
      GraphRect(x: place.x - 60, y: place.y - 32, width: 120, height: 26),
      "label of the wire from \(source) to \(target)"
    )
  }
}
