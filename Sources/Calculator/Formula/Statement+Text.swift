// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Statement {
  /// The statement as text: formulas as they were written, names in back-ticks where they need them.
  public var text: String {
    switch form {
    case .command(let command): "." + command.name.text + (command.words.isEmpty ? "" : " " + command.arguments.text)
    case .definition(let name, let formula): "\(SourceName.spelling(name.text)) = \(formula.text)"
    case .assignment(let target, let formula): "\(target.text) = \(formula.text)"
    case .construction(let name, let construction): "\(SourceName.spelling(name.text)) = \(construction.text)"
    case .connection(let source, let target): "\(SourceName.spelling(source.text)) -> \(target.text)"
    case .expression(let formula): formula.text
    }
  }
}

extension PortReference {
  fileprivate var text: String { "\(SourceName.spelling(node.text)).\(SourceName.spelling(port.text))" }
}

extension Construction {
  fileprivate var text: String {
    let arguments = arguments.map { "\(SourceName.spelling($0.port.text)): \($0.formula.text)" }
    return "\(kind.text)(\(arguments.joined(separator: ", ")))"
  }
}
