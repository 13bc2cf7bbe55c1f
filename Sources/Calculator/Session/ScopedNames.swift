// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A name with a path, by which a member of a group is printed: `Tax › rate`. Inside a group, `› total` is a name of the root. Such
/// a name is accepted wherever names are: a statement or command about it does what it would do inside that group.
struct ScopedName {
  /// The mark between the parts.
  static let mark = "›"
  static let separator = " › "

  /// The titles of the groups, the outermost first; empty if only a mark precedes the name.
  let titles: [String]
  /// The name, followed by a port if there is one.
  let name: String
  /// A name with a path as it is printed, without the back-ticks of its parts; other names unchanged.
  static func plain(_ text: String) -> String {
    guard let scoped = ScopedName(text) else { return text }
    let parts = scoped.titles + [SourceName(naming: scoped.name).withoutBackticks.text]
    return (scoped.isFromRoot ? "› " : "") + parts.joined(separator: separator)
  }

  /// Whether the path begins in the root, which a leading mark says.
  let isFromRoot: Bool

  /// Parses a name with a path, whose parts or whole may be in back-ticks; `nil` if it has no path.
  init?(_ text: String) {
    guard text.utf8.contains(0xe2), text.contains(Self.mark) else { return nil }
    var text = text
    var port = ""
    // `Tax › rate`.x
    if text.first == "`", let end = text.dropFirst().firstIndex(of: "`"), text[..<end].contains(Self.separator) {
      port = String(text[text.index(after: end)...])
      text = String(text[text.index(after: text.startIndex)..<end])
    }
    isFromRoot = text.hasPrefix("› ")
    if isFromRoot { text = String(text.dropFirst(2)) }
    var parts: [String] = []
    for part in text.components(separatedBy: Self.separator) { parts.append(part) }
    guard let last = parts.popLast(), isFromRoot || !parts.isEmpty, !last.isEmpty else { return nil }
    titles = parts.map { SourceName($0, range: 0..<0).withoutBackticks.text }
    name = port.isEmpty ? last : SourceName.spelling(last) + port
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [String] {
    var (parts, rest): ([String], Substring) = ([], self[...])
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }
}

extension FormulaTable {
  /// The group that a name with a path leads to, and the name there.
  ///
  /// - Returns: `nil` if the name has no path, or the current scope has a node of that name.
  /// - Throws: A ``Formulas/Diagnostic`` if the group does not exist.
  func scoped(_ name: SourceName) throws(Diagnostic) -> (path: GraphPath, name: SourceName)? {
    guard let scoped = ScopedName(name.text), node(named: name.withoutBackticks.text) == nil else { return nil }
    let bases = scoped.isFromRoot || path.isRoot ? [GraphPath()] : [GraphPath(), path]
    for base in bases {
      if let path = path(along: scoped.titles, from: base) {
        return (path, SourceName(scoped.name, range: name.range))
      }
    }
    let groups = evaluator.subgraphs
    let titles = groups.instances(in: nil).map { groups.title(of: $0) }
    let unknown = scoped.titles.first { !titles.contains($0) } ?? scoped.titles.last ?? ""
    throw Diagnostic(
      .name, "unknown group '\(unknown)'", name.range,
      hint: titles.isEmpty
        ? "'\(ScopedName.mark)' separates a group from a name in it" : Suggestion.hint(for: unknown, among: titles))
  }

  private func path(along titles: [String], from base: GraphPath) -> GraphPath? {
    var path = base
    for title in titles {
      guard let group = names(in: path).group(titled: title) else { return nil }
      path.enter(group)
    }
    return path
  }

  /// The diagnostic for a name that a group doesn't have.
  package func unknown(_ name: SourceName, in path: GraphPath) -> Diagnostic {
    let title = evaluator.subgraphs.titles(along: path).joined(separator: " › ")
    return Diagnostic(
      .name, "unknown name '\(name.text)' \(title.isEmpty ? "outside of groups" : "in \(title)")", name.range,
      hint: Suggestion.hint(for: name.text, among: names(in: path).all))
  }
}

extension Session {
  // MARK: Statements

  /// Rewrites a statement as it would be typed in the group of the name that it is about, and returns it with the path of that
  /// group; `nil` if no name in it has a path.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown group, and for a name that can't be read in that group.
  package func relocated(_ statement: Statement) throws(Diagnostic) -> (path: GraphPath, statement: Statement)? {
    var result = statement
    var path: GraphPath?
    func moved(_ name: SourceName) throws(Diagnostic) -> SourceName {
      guard let found = try formulas.scoped(name) else { return name }
      path = found.path
      return found.name
    }
    switch statement.form {
    case .command, .expression: return nil
    case .definition(let name, let formula): result.form = .definition(try moved(name), formula)
    case .construction(let name, let construction): result.form = .construction(try moved(name), construction)
    case .elementAssignment(let name, let place, let formula):
      result.form = .elementAssignment(try moved(name), place: place, formula)
    case .function(let name, let parameters, let results):
      // Functions belong to the whole document.
      result.form = .function(try formulas.scoped(name)?.name ?? name, parameters: parameters, results)
    case .assignment(var target, let formula):
      target.node = try moved(target.node)
      result.form = .assignment(target, formula)
    case .connection(let source, var target):
      target.node = try moved(target.node)
      let spelled = try readName(source, in: path ?? formulas.path)
      if spelled == nil, path == nil { return nil }
      result.form = .connection(source: SourceName(spelled ?? source.text, range: source.range), target: target)
      return (path ?? formulas.path, result)
    }
    let read = try replacingFormulas(of: result) { (formula) throws(Diagnostic) in
      try self.withoutPaths(formula, in: path ?? self.formulas.path)
    }
    if path == nil, read == nil { return nil }
    return (path ?? formulas.path, read ?? result)
  }

  /// The formula with the names of a group in place of names with a path; `nil` if it has no name with a path.
  private func withoutPaths(_ formula: Formula, in path: GraphPath) throws(Diagnostic) -> Formula? {
    var names: [String: String] = [:]
    for name in formula.names {
      if let read = try readName(name, in: path) { names[name.text] = SourceName.readSpelling(read) }
    }
    return names.isEmpty ? nil : try Formula(formula.text(replacing: names))
  }

  /// The name by which formulas of a group read what a path names; `nil` if the name has no path.
  private func readName(_ name: SourceName, in path: GraphPath) throws(Diagnostic) -> String? {
    guard ScopedName(name.text) != nil, node(named: name.text) == nil else { return nil }
    _ = try formulas.scoped(name)
    let node = try formulas.scopedNode(name)
    let names = formulas.names(in: path)
    if let known = names.name(of: node) { return known }
    let groups = evaluator.subgraphs
    guard let group = groups.scope(of: node) else {
      // A node of the root becomes an input, as if its name were written.
      let outer = evaluator.graph.name(of: node) ?? name.text
      if names.meaning(of: outer) == nil { return outer }
      throw Diagnostic(
        .name, "'\(outer)' has another meaning in \(groups.titles(along: path).last ?? "the group")", name.range,
        hint: "rename one of them")
    }
    let title = groups.scopedName(of: group.node)
    let inner = groups.name(of: node) ?? name.text
    let isAround = path.instances.contains(group)
    throw Diagnostic(
      .name, "'\(name.text)' can't be read here: it is in \(title)\(isAround ? "" : ", which doesn't expose it")",
      name.range,
      hint: isAround
        ? "write \(SourceName.spelling(inner))"
        : "enter \(SourceName.spelling(title)), and expose \(SourceName.spelling(inner))")
  }

  /// Runs a statement in the group of the name that it is about, and reports it for the current scope.
  func run(_ statement: Statement, typedAs typed: Statement, in path: GraphPath) throws(Diagnostic) -> Result {
    do throws(Diagnostic) {
      return reported(try within(path) { () throws(Diagnostic) in try run(statement) }, from: path)
    } catch {
      // The range refers to a text without paths.
      var diagnostic = error
      if statement.text != typed.text, !typed.range.contains(diagnostic.range.lowerBound) || !statement.formulas.isEmpty
      {
        diagnostic.range = typed.formulas.first?.range ?? typed.range
      }
      throw diagnostic
    }
  }

  /// A result whose changes are named as in the current scope, and not as in the group at a path.
  package func reported(_ result: Result, from path: GraphPath) -> Result {
    if path == formulas.path { return result }
    var result = result
    for index in result.changes.indices {
      let inner = SourceName(naming: result.changes[index].name)
      let node = try? within(path) { () throws(Diagnostic) in try formulas.scopedNode(inner) }
      if let name = node.flatMap({ formulas.reportedName(of: $0) ?? evaluator.shownName(of: $0) }) {
        result.changes[index].name = name
      }
    }
    return result
  }

  // MARK: Commands

  /// Moves a command into the group to which the paths of its names lead.
  ///
  /// - Parameters:
  ///   - command: The command.
  ///   - places: The positions of words that are names, and whether something has such a name already.
  /// - Returns: The command as typed in that group, and the group; `nil` if no name has a path.
  /// - Throws: A ``Formulas/Diagnostic`` for an unknown group, and if names are in different groups.
  package func relocated(_ command: Command, _ places: [Int: Bool]) throws(Diagnostic) -> (
    path: GraphPath, command: Command
  )? {
    var words = command.words
    var found: (path: GraphPath, word: SourceName)?
    for place in places.keys.sorted() where !LookSettings.isSetting(words[place]) {
      guard let scoped = try formulas.scoped(words[place]) else { continue }
      if let found, found.path != scoped.path {
        throw Diagnostic(
          .command, "'\(words[place].text)' and '\(found.word.text)' are in different groups", words[place].range,
          hint: "write a command for each")
      }
      found = (scoped.path, words[place])
      words[place] = scoped.name
    }
    guard let found else { return nil }
    for (other, exists) in places where exists && words[other] == command.words[other] && found.path != formulas.path {
      let name = words[other].withoutBackticks.text
      let known = try within(found.path) { () throws(Diagnostic) in isTaken(name) }
      if !known, isTaken(name) {
        throw Diagnostic(
          .command, "'\(words[other].text)' is not in the group of '\(found.word.text)'", words[other].range,
          hint: "write a command for each, or enter the group first")
      }
    }
    let text = words.map(\.text).joined(separator: " ")
    return (
      found.path,
      Command(name: command.name, arguments: SourceName(text, range: command.arguments.range), words: words)
    )
  }
}
