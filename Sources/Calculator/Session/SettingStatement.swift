// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Session {
  /// A setting of the command line as one statement: of a node, or of a port as in `soft.multiplier=128`.
  ///
  /// - Parameters:
  ///   - name: The name of a node, of a port behind that of its node, or a new name.
  ///   - value: A value or a formula.
  /// - Returns: The statement; `nil` if the setting is none, or several.
  package func statement(setting name: String, to value: String) -> String? {
    let spelling = SourceName.spelling(name.contains("`") ? ScopedName.plain(name) : name)
    let line = "\(port(named: name) ?? spelling) = \(value)"
    guard let parsed = try? parse(line.utf8) else { return name.contains("`") ? nil : line }
    return parsed.statements.count == 1 ? line : nil
  }

  /// What to say of a setting that makes a new name, before it is run; `nil` unless another name is close, and no formula waits
  /// for this one.
  package func remark(settingNew name: String) -> String? {
    guard value(of: name) == nil, port(named: name) == nil, missing.formulas(waitingFor: name).isEmpty,
      let hint = formulas.hint(for: name)
    else { return nil }
    return "'\(name)' is a new name; \(hint)"
  }

  /// A port as statements have it, given its name behind that of its node.
  private func port(named name: String) -> String? {
    guard value(of: name) == nil, let dot = name.lastIndex(of: ".") else { return nil }
    let (node, port) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    // A group has inputs, and no value.
    guard value(of: node) != nil || formulas.names.group(titled: node) != nil else { return nil }
    return "\(SourceName.spelling(node)).\(SourceName.spelling(port))"
  }
}
