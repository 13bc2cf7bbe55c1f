// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Session {
  /// A setting of the command line as one statement: it sets a node, or a port as in `soft.multiplier=128`.
  ///
  /// - Parameters:
  ///   - name: The name of a node, a port as `node.port`, or a new name.
  ///   - value: A value or a formula.
  /// - Returns: The statement; `nil` if the setting is not a statement, or is several.
  package func statement(setting name: String, to value: String) -> String? {
    let spelling = SourceName.spelling(name.contains("`") ? ScopedName.plain(name) : name)
    let line = "\(port(named: name) ?? spelling) = \(value)"
    guard let parsed = try? parse(line.utf8) else { return name.contains("`") ? nil : line }
    return parsed.statements.count == 1 ? line : nil
  }

  /// The remark on a setting that makes a new name, before it is run; `nil` unless the name is close to another and no formula
  /// waits for it.
  package func remark(settingNew name: String) -> String? {
    guard value(of: name) == nil, port(named: name) == nil, missing.formulas(waitingFor: name).isEmpty,
      let hint = formulas.hint(for: name)
    else { return nil }
    return "'\(name)' is a new name; \(hint)"
  }

  /// A port in the form of statements, given as `node.port`; `nil` if it is not one.
  private func port(named name: String) -> String? {
    guard value(of: name) == nil, let dot = name.lastIndex(of: ".") else { return nil }
    let (node, port) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    // A group has inputs, and no value.
    guard value(of: node) != nil || formulas.names.group(titled: node) != nil else { return nil }
    return "\(SourceName.spelling(node)).\(SourceName.spelling(port))"
  }
}
