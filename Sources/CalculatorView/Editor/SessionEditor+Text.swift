// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

extension SessionEditor {
  /// Nodes and groups as statements with their positions, each after those that it reads, in the form that ``paste(_:by:in:)``
  /// takes, in this session or another. Nodes of a group are written with the names of their scope. The members of a copied group
  /// are written as statements like the others, and a line `.group` groups them.
  ///
  /// - Parameter nodes: Nodes and groups of one scope.
  /// - Returns: The lines, each with its end.
  public func text(of nodes: [NodeID]) -> String {
    CopiedText(nodes, of: session).lines.map { $0 + "\n" }.joined()
  }

  /// Adds the nodes and groups of a text of ``text(of:)-([NodeID])``, in one step. If a name is taken, the node gets another, which
  /// the other nodes of the text read.
  ///
  /// - Parameters:
  ///   - text: Statements. The commands `.move`, `.look` and `.group` are run; any other command is refused. A function replaces one of the
  ///     same name.
  ///   - offset: The offset of the nodes from their positions in the text.
  ///   - path: The groups to add the nodes to, in all instances; by default the root. A name that only the scope around
  ///     has becomes an input.
  /// - Returns: The nodes that were added, then the groups, without their members.
  /// - Throws: A ``Formulas/Diagnostic`` for the first line that can't be read or run, and if the group doesn't exist.
  @discardableResult
  public func paste(
    _ text: String, by offset: GraphPoint = GraphPoint(24, 24), in path: GraphPath = GraphPath()
  ) throws(Diagnostic) -> [NodeID] {
    try step("paste", in: path) { () throws(Diagnostic) in try run(pasted: text, by: offset) }
  }

  /// Adds the nodes and groups of a text as ``paste(_:by:in:)`` does, together at the free place that is nearest to a point.
  ///
  /// - Parameters:
  ///   - text: Statements, as ``paste(_:by:in:)`` takes them. Nodes to which the text gives no position are placed one by one.
  ///   - point: The wanted middle of what is added, in canvas points; `nil` for the position that the text gives.
  ///   - path: The groups to add the nodes to, in all instances; by default the root.
  /// - Returns: The nodes that were added, then the groups, without their members.
  /// - Throws: As ``paste(_:by:in:)``.
  @discardableResult
  public func paste(
    _ text: String, near point: GraphPoint?, in path: GraphPath = GraphPath()
  ) throws(Diagnostic) -> [NodeID] {
    try step("paste", in: path) { () throws(Diagnostic) in
      let made = try run(pasted: text, by: .zero)
      try placeFreely(made, near: point)
      return made
    }
  }

  /// Copies nodes and groups of a scope, in one step: nodes by their text, as ``paste(_:by:in:)`` does, and groups as other
  /// instances that have the same sources. The copies are put at the free place that is nearest to the originals.
  ///
  /// - Parameters:
  ///   - nodes: The nodes and groups.
  ///   - point: The wanted middle of the copies, in canvas points, instead of the position of the originals.
  ///   - path: The groups that contain them; by default the root.
  /// - Returns: The copies: nodes, then groups.
  /// - Throws: A ``Formulas/Diagnostic`` for a node without code, and if the group doesn't exist.
  @discardableResult
  public func duplicate(
    _ nodes: [NodeID], near point: GraphPoint? = nil, in path: GraphPath = GraphPath()
  ) throws(Diagnostic) -> [NodeID] {
    try step("duplicate", in: path) { () throws(Diagnostic) in
      let plain = nodes.filter { InstanceID($0) == nil }
      // Copies of groups are moved by as much, so that all keep their positions relative to each other.
      var copies = try run(pasted: text(of: plain), by: GraphPoint(20, 20))
      for group in nodes.compactMap({ InstanceID($0) }) where groups.contains(group) {
        let copy = try session.duplicate([SourceName(groups.title(of: group), range: 0..<0)]).copies[0].copy
        if let made = session.formulas.names.group(titled: copy) { copies.append(made.node) }
      }
      try placeFreely(copies, near: point)
      return copies
    }
  }

  private func step(
    _ title: String, in path: GraphPath, _ body: () throws(Diagnostic) -> [NodeID]
  ) throws(Diagnostic) -> [NodeID] {
    guard groups.isValid(path) else { throw refuse(.name, "the group no longer exists") }
    return try step((groups.titles(along: path) + [title]).joined(separator: " › ")) { () throws(Diagnostic) in
      try session.within(path, body)
    }
  }

  /// Runs the statements of a pasted text in the current scope.
  private func run(pasted text: String, by offset: GraphPoint) throws(Diagnostic) -> [NodeID] {
    var statements: [Statement] = []
    for line in text.split(whereSeparator: \.isNewline) { statements += try session.parse(line.utf8).statements }
    var names: [String: String] = [:]
    var taken: Set<String> = []
    for name in statements.compactMap(\.definedName) where names[name] == nil {
      var new = name
      while session.isTaken(new) || !taken.insert(new).inserted { new = Self.next(after: new) }
      names[name] = new
    }
    var grouped: Set<String> = []
    var groups: [String] = []
    for statement in statements {
      guard case .command(let command) = statement.form else {
        _ = try session.run(statement.text(renaming: names))
        continue
      }
      if command.name.text == "look", let first = command.words.first {
        let name = SourceName(names[Self.plain(first)] ?? first.text, range: first.range)
        _ = try session.look([name] + command.words.dropFirst())
        continue
      }
      guard command.name.text == "group" else {
        try move(command, names, by: offset)
        continue
      }
      let (title, members) = try group(command, names)
      if let old = command.words.first.map(Self.plain) { names[old] = title }
      grouped.formUnion(members)
      groups.append(title)
    }
    let made = statements.compactMap(\.definedName).compactMap { names[$0] }.filter { !grouped.contains($0) }
    return made.compactMap(session.node)
      + groups.filter { !grouped.contains($0) }.compactMap { session.formulas.names.group(titled: $0)?.node }
  }

  /// Makes a group of nodes and groups of the text; returns the title of the group, and the names of its members.
  private func group(
    _ command: Command, _ names: [String: String]
  ) throws(Diagnostic) -> (title: String, members: [String]) {
    let words = command.words.map(Self.plain)
    guard words.count > 2, words[1] == "=" else {
      throw refuse(.command, "a group is pasted as .group NAME = NODE…")
    }
    let members = try words.dropFirst(2).map { word throws(Diagnostic) in
      guard let name = names[word] else {
        throw refuse(.name, "'\(word)' is not in the pasted text, so it can't be grouped")
      }
      return name
    }
    var title = words[0]
    while session.isTaken(title) || session.formulas.names.group(titled: title) != nil {
      title = Self.next(after: title)
    }
    try session.group(members.map { SourceName($0, range: 0..<0) }, as: SourceName(title, range: 0..<0))
    return (title, members)
  }

  private static func plain(_ word: SourceName) -> String { String(word.text.filter { $0 != "`" }) }

  private func move(_ command: Command, _ names: [String: String], by offset: GraphPoint) throws(Diagnostic) {
    guard command.name.text == "move", command.words.count == 3, let x = Double(command.words[1].text),
      let y = Double(command.words[2].text), x.isFinite, y.isFinite
    else { throw refuse(.command, "'.\(command.name.text)' can't be pasted") }
    // Nodes that are not in the text are not moved.
    guard let new = names[Self.plain(command.words[0])] else { return }
    try session.move(SourceName(new, range: 0..<0), to: GraphPoint(x, y) + offset)
  }

  /// The next name like another: `total2` after `total`, `total3` after `total2`.
  static func next(after name: String) -> String {
    let digits = name.utf8.reversed().prefix { $0.isDigit }.count
    guard digits > 0, digits < min(name.utf8.count, 10), let number = Int(name.suffix(digits)) else {
      return name + "2"
    }
    return String(name.dropLast(digits)) + String(number + 1)
  }
}

extension Statement {
  /// The statement as text, with other names for nodes.
  func text(renaming names: [String: String]) -> String {
    func spelled(_ name: SourceName) -> String { SourceName.spelling(names[name.text] ?? name.text) }
    switch form {
    // Functions keep their names.
    case .command, .expression, .function: return text
    case .definition(let name, let formula):
      return uncertainty?.statement(naming: names[name.text] ?? name.text)
        ?? "\(spelled(name)) = \(formula.text(renaming: names))"
    case .assignment(let target, let formula):
      return "\(spelled(target.node)).\(target.port.spelling) = \(formula.text(renaming: names))"
    case .elementAssignment(let name, let place, let formula):
      return "\(spelled(name))[\(place.text(renaming: names))] = \(formula.text(renaming: names))"
    case .connection(let source, let target):
      return "\(spelled(source)) -> \(spelled(target.node)).\(target.port.spelling)"
    case .construction(let name, let construction):
      let arguments = construction.arguments.map {
        "\(SourceName.spelling($0.port.text)): \($0.formula.text(renaming: names))"
      }
      return "\(spelled(name)) = \(construction.kind.text)(\(arguments.joined(separator: ", ")))"
    }
  }
}
