// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The looks of nodes, groups and wires of the current scope, and its frames. In a group, they are the same in all its instances.
/// Nothing is evaluated, and each change is a step that can be undone.
extension Session {
  /// Runs a `look` command: sets the looks of members and wires, or describes them.
  ///
  /// - Parameters:
  ///   - words: Names, ports for the wires that are connected to them, and settings; empty to list all looks that are not the default.
  ///   - title: The title of the undo step; the command with its words unless given.
  /// - Returns: The lines to print.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name, for an input that is not connected, and for a setting
  ///   that doesn't apply; the session is unchanged.
  @discardableResult
  package func look(_ words: [SourceName], titled title: String? = nil) throws(Diagnostic) -> [String] {
    let settings = try LookSettings(words.filter(LookSettings.isSetting))
    var targets: [LookTarget] = []
    for word in words where !LookSettings.isSetting(word) { targets.append(try lookTarget(word)) }
    if settings.isEmpty { return targets.isEmpty ? lookLines : targets.map { line(about: $0) } }
    guard let first = words.first, !targets.isEmpty else {
      throw Diagnostic(
        .command, "look needs a node or a wire", words.first?.range ?? 0..<0,
        hint: "name a node, or NODE.PORT, before the settings")
    }
    let (groups, scope) = (evaluator.subgraphs, path.scope)
    var nodes: [(member: NodeID, look: NodeLook)] = []
    var wires: [(wire: Connection, look: ConnectionLook)] = []
    for target in targets {
      switch target.shown {
      case .member(let member):
        let before = groups.look(of: member)
        var look = before
        try settings.apply(to: &look)
        if look != before { nodes.append((member, look)) }
      case .wire(let wire):
        let before = groups.look(of: wire, in: scope)
        var look = before
        try settings.apply(to: &look)
        if look != before { wires.append((wire, look)) }
      }
    }
    if nodes.isEmpty, wires.isEmpty { return [] }
    try changeLooks(title ?? "look \(Self.text(of: words))", first.range) { inner in
      for (member, look) in nodes { try inner.setLook(look, of: member) }
      for (wire, look) in wires { try inner.setLook(look, of: wire) }
    }
    return []
  }

  /// Changes looks or frames of the current scope, in one step.
  func changeLooks(
    _ title: String, _ range: Range<Int>, _ body: (Edit) throws -> Void
  ) throws(Diagnostic) {
    _ = try timeline.recorded(stepTitle(title)) { () throws(Diagnostic) in
      try edit(range) { edit in try edit.graph.change(in: formulas.path.scope, body) }
    }
  }

  private static func text(of words: [SourceName]) -> String {
    words.map { word in
      if LookSettings.isSetting(word) {
        let isNote = word.text.hasPrefix("note=") || word.text.hasPrefix("text=")
        return isNote ? VisibleText.beginning(of: word.text) : word.text
      }
      return word.text.isEmpty || word.text.utf8.contains(UInt8(ascii: " ")) ? "\"\(word.text)\"" : word.text
    }.joined(separator: " ")
  }

  // MARK: Targets

  /// A node, a group or a wire that has a look, with its name.
  struct LookTarget {
    enum Shown {
      case member(NodeID)
      case wire(Connection)
    }

    let shown: Shown
    let name: String
  }

  /// The node or group of a name in the current scope. Throws for members of other groups, and for inputs of the entered group.
  package func shownMember(_ name: SourceName) throws(Diagnostic) -> NodeID {
    let isGroup = formulas.names.meaning(of: name.text) == nil && isGroup(name)
    return isGroup ? try group(name).node : try ownNode(name)
  }

  /// The node that gives an output of a group in the current scope, with its name and the path of its group; `nil` for other names.
  package func giver(of name: SourceName) -> (node: NodeID, name: SourceName, path: GraphPath)? {
    let groups = evaluator.subgraphs
    guard case .output(_, let node)? = formulas.names.meaning(of: name.withoutBackticks.text),
      let inner = groups.name(of: node)
    else { return nil }
    return (node, SourceName(SourceName.spelling(inner), range: name.range), groups.path(of: node))
  }

  private func lookTarget(_ word: SourceName) throws(Diagnostic) -> LookTarget {
    let name = word.withoutBackticks
    let isKnown = formulas.names.meaning(of: name.text) != nil || isGroup(name)
    if !isKnown, let port = try? word.portReference() {
      return LookTarget(shown: .wire(try shownWire(port)), name: port.spelling)
    }
    return LookTarget(shown: .member(try shownMember(name)), name: name.spelling)
  }

  /// The wire that is connected to an input of a node or a group. The inputs of a formula have the names in it.
  func shownWire(_ target: PortReference) throws(Diagnostic) -> Connection {
    let member = try shownMember(target.node)
    let names =
      InstanceID(member) == nil ? formulas.formula(of: member)?.names : nil
    let input: InputPort
    if let index = names?.firstIndex(where: { $0.text == target.port.text }) {
      input = member.input(index)
    } else {
      input = try formulas.input(target.port, of: member, in: evaluator.graph)
    }
    let wires = evaluator.subgraphs.connections(in: formulas.path.scope)
    if let wire = wires.first(where: { $0.target == input }) { return wire }
    throw Diagnostic(.port, "no wire leads to \(target.spelling)", target.range)
  }

  // MARK: Lines

  private func line(about target: LookTarget) -> String {
    let settings =
      switch target.shown {
      case .member(let member): evaluator.subgraphs.look(of: member).settings
      case .wire(let wire): evaluator.subgraphs.look(of: wire, in: path.scope).settings
      }
    return "\(target.name)  \(settings.isEmpty ? "as by default" : settings)"
  }

  private var lookLines: [String] {
    let looks = ShownLooks(of: self, in: path.scope)
    let lines = looks.members.map { "\($0.name)  \($0.settings)" } + looks.wires.map { "\($0.name)  \($0.settings)" }
    return lines.isEmpty ? ["everything is shown as by default"] : lines
  }

  // MARK: Reroutes

  /// Routes the wire that is connected to an input through a point.
  package func reroute(_ target: PortReference, through point: GraphPoint) throws(Diagnostic) {
    let wire = try shownWire(target)
    let place = "\(NumberText.exact(point.x)) \(NumberText.exact(point.y))"
    try changeLooks("reroute \(target.spelling) \(place)", target.range) { inner in
      try inner.addReroute(on: wire, at: point)
    }
  }

  /// Removes points from the wire that is connected to an input: one by its number from 1, or all.
  package func unroute(_ target: PortReference, _ number: SourceName?) throws(Diagnostic) {
    let wire = try shownWire(target)
    var look = evaluator.subgraphs.look(of: wire, in: path.scope)
    if look.reroutes.isEmpty {
      throw Diagnostic(.port, "the wire to \(target.spelling) has no points", target.range)
    }
    if let number {
      guard let place = Int(number.text), look.reroutes.indices.contains(place - 1) else {
        throw Diagnostic(.number, "the wire has points 1 to \(look.reroutes.count)", number.range)
      }
      look.reroutes.remove(at: place - 1)
    } else {
      look.reroutes = []
    }
    let title = "unroute \(target.spelling)\(number.map { " \($0.text)" } ?? "")"
    try changeLooks(title, target.range) { inner in try inner.setLook(look, of: wire) }
  }

  // MARK: Frames

  /// Runs a `frame` command: adds a frame around members or at a position, or lists the frames.
  ///
  /// If no member of the scope has a position, all are laid out first, so that the frame has no other members.
  ///
  /// - Parameter words: A title, then names or four numbers, and settings; empty to list the frames.
  /// - Returns: The lines to print: the members in a frame around nodes, or the list.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown name; the session is unchanged.
  package func frame(_ words: [SourceName]) throws(Diagnostic) -> [String] {
    guard let title = words.first else { return frameLines }
    let settings = try LookSettings(words.dropFirst().filter(LookSettings.isSetting))
    var others = words.dropFirst().filter { !LookSettings.isSetting($0) && $0.text != "=" }
    let name = title.withoutBackticks.text
    guard !name.utf8.contains(UInt8(ascii: "\"")) else {
      throw Diagnostic(.name, "a title can't contain quotes", title.range)
    }
    let numbers = others.compactMap { Double($0.text) }
    var frame = GraphFrame(name, GraphRect(.zero, .zero))
    try settings.apply(to: &frame)
    if settings.takesComment, !looseComments.isEmpty { frame.text = looseComments.removeFirst() }
    if numbers.count == 4, others.count == 4 {
      frame.rect = GraphRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
      guard numbers.allSatisfy(\.isFinite), numbers[2] >= 0, numbers[3] >= 0 else {
        throw Diagnostic(.number, "a frame needs a position and a size", title.range)
      }
      others = []
    } else if others.isEmpty {
      throw Diagnostic(
        .command, "a frame needs the nodes that it encloses", title.range,
        hint: "write frame \(LookSettings.quoted(name)) NODE…")
    }
    var members: [NodeID] = []
    for other in others { members.append(try shownMember(other.withoutBackticks)) }
    var id: FrameID?
    try changeLooks("frame \(Self.text(of: words))", title.range) { inner in
      if members.isEmpty {
        id = try inner.addFrame(frame)
        return
      }
      let placing = ScopePlacing(of: members, in: self)
      for (member, position) in placing.positions { try inner.move(member, to: position) }
      if var rect = placing.frame {
        rect.size = GraphSize(max(rect.width, 0), max(rect.height, 0))
        id = try inner.addFrame(GraphFrame(name, rect, color: frame.color, text: frame.text))
      } else {
        id = try inner.addFrame(name, around: members, color: frame.color, text: frame.text)
      }
    }
    // A frame at a position prints no lines, because scripts of sessions add frames this way.
    if members.isEmpty { return [] }
    return frameLines.enumerated().filter { evaluator.subgraphs.frames(in: path.scope)[$0.offset].id == id }.map(
      \.element)
  }

  /// A line for each frame: `1  Inputs: price, rate`
  private var frameLines: [String] {
    let (groups, scope) = (evaluator.subgraphs, path.scope)
    let frames = groups.frames(in: scope)
    if frames.isEmpty { return ["there are no frames"] }
    let members = groups.members(of: scope).compactMap { member in
      nameWhereOneIs(of: member).map { (name: $0, place: groups.position(of: member)) }
    }
    return frames.enumerated().map { index, entry in
      let names = members.filter { entry.frame.rect.contains($0.place) }.map { SourceName.spelling($0.name) }
      let color = entry.frame.color.map { " \($0)" } ?? ""
      let list = names.isEmpty ? "nothing" : MessageText.list(names.prefix(12), of: names.count)
      let text = entry.frame.text.isEmpty ? [] : ["\"\(VisibleText.beginning(of: entry.frame.text))\""]
      let title = (entry.frame.title.isEmpty ? [] : [VisibleText.standIns(entry.frame.title)]) + text
      return "\(index + 1)  \(title.joined(separator: " "))\(color): \(list)"
    }
  }

  /// The name of a node, or the title of a group; `nil` for a formula that feeds a port.
  func nameWhereOneIs(of member: NodeID) -> String? {
    let groups = evaluator.subgraphs
    if let group = InstanceID(member) { return groups.title(of: group) }
    return evaluator.graph.name(of: member) ?? groups.name(of: member)
  }

  /// Removes a frame by its title, or by its number in the list. Its members stay.
  package func unframe(_ word: SourceName) throws(Diagnostic) {
    let frames = evaluator.subgraphs.frames(in: path.scope)
    let title = word.withoutBackticks.text
    let titled = frames.filter { $0.frame.title == title }
    if titled.count > 1 {
      let numbers = frames.indices.filter { frames[$0].frame.title == title }.map { "\($0 + 1)" }
      throw Diagnostic(
        .name, "\(titled.count) frames have the title '\(title)'", word.range,
        hint: "use their numbers: \(numbers.joined(separator: ", "))")
    }
    let numbered = Int(word.text).flatMap { frames.indices.contains($0 - 1) ? frames[$0 - 1] : nil }
    guard let found = titled.first ?? numbered else {
      let hint =
        frames.isEmpty
        ? "there are no frames" : Suggestion.hint(for: title, among: frames.map(\.frame.title)) ?? "frame lists them"
      throw Diagnostic(.name, "unknown frame '\(title)'", word.range, hint: hint)
    }
    try changeLooks("unframe \(Self.text(of: [word]))", word.range) { inner in try inner.removeFrame(found.id) }
  }
}
