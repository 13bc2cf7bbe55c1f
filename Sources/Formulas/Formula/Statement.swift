// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A statement of a line.
public struct Statement: Sendable {
  /// The form of a statement.
  public enum Form: Sendable {
    /// A command: `.list a*`, or at the prompt `list a*`.
    case command(Command)
    /// A definition: `total = sub + tax`.
    case definition(SourceName, Formula)
    /// A function: `vat(x) = x * 20%`, or `split(x) = (net: x / 1.2, tax: x - x / 1.2)`.
    case function(SourceName, parameters: [SourceName], [FunctionResult])
    /// An assignment to a port: `soft.multiplier = 128`.
    case assignment(PortReference, Formula)
    /// A change of one element in a list of constants: `prices[2] = 7`.
    case elementAssignment(SourceName, place: Formula, Formula)
    /// A node of a kind: `soft = ColorAdjust(color: brand, multiplier: 128)`.
    case construction(SourceName, Construction)
    /// A connection: `brand -> soft.color`.
    case connection(source: SourceName, target: PortReference)
    /// An expression: `total / 2`.
    case expression(Formula)
  }

  /// The form of the statement.
  public var form: Form
  /// The bytes of the statement in the line, without blanks around them.
  public var range: Range<Int>
  /// The distribution that a definition gives in addition to its formula: `price = 20 ± 1` defines `price` as 20,
  /// with a deviation.
  public var uncertainty: Uncertainty?

  package init(form: Form, range: Range<Int>, uncertainty: Uncertainty? = nil) {
    self.form = form
    self.range = range
    self.uncertainty = uncertainty
  }
}

/// The statements of a line.
public struct StatementLine: Sendable {
  /// The statements in order; none for a blank line or a comment.
  public var statements: [Statement]
  /// Whether the line ends in `;`, so that no result is printed.
  public var isQuiet: Bool
}

/// A port of a node, as `node.port` names it.
public struct PortReference: Hashable, Sendable {
  /// The node.
  public var node: SourceName
  /// The port.
  public var port: SourceName
  package init(node: SourceName, port: SourceName) {
    self.node = node
    self.port = port
  }

  /// The bytes of both names and the dot.
  public var range: Range<Int> { node.range.lowerBound..<port.range.upperBound }

  /// The reference as a statement writes it.
  package var spelling: String { "\(node.spelling).\(port.spelling)" }
}

/// A construction, `Kind(port: formula, …)`, which makes a node of that kind.
public struct Construction: Sendable {
  /// A port and the formula for it.
  public struct Argument: Sendable {
    /// The port; no other argument of the construction has it.
    public var port: SourceName
    /// The formula.
    public var formula: Formula
  }

  /// The name of an existing kind.
  public var kind: SourceName
  /// The arguments in order.
  public var arguments: [Argument]

  package init(kind: SourceName, arguments: [Argument]) {
    self.kind = kind
    self.arguments = arguments
  }
}

/// A command and its words, whose meaning depends on the command.
public struct Command: Hashable, Sendable {
  /// The name without its dot. For a command without a dot this is the whole name, even if only a prefix was written.
  public var name: SourceName
  /// Everything after the name, without blanks around it.
  public var arguments: SourceName
  /// The arguments divided at blanks outside of back-ticks and double quotes.
  ///
  /// Double quotes around a whole word are removed; back-ticks stay.
  public var words: [SourceName]

  package init(name: SourceName, arguments: SourceName, words: [SourceName]) {
    self.name = name
    self.arguments = arguments
    self.words = words
  }
}

extension Statement {
  /// The statement as text: formulas as they were written, names in back-ticks where they need them.
  public var text: String {
    switch form {
    case .command(let command): "." + command.name.text + (command.words.isEmpty ? "" : " " + command.arguments.text)
    case .definition(let name, let formula):
      uncertainty?.statement(naming: name.text) ?? "\(name.spelling) = \(formula.text)"
    case .function(let name, let parameters, let results):
      OwnFunction(
        name: name.text, parameters: parameters.map(\.text),
        bodies: results.map { OwnFunction.Body(name: $0.name?.text, $0.formula) }
      ).text
    case .assignment(let target, let formula): "\(target.spelling) = \(formula.text)"
    case .elementAssignment(let name, let place, let formula): "\(name.spelling)[\(place.text)] = \(formula.text)"
    case .construction(let name, let construction): "\(name.spelling) = \(construction.text)"
    case .connection(let source, let target): "\(source.spelling) -> \(target.spelling)"
    case .expression(let formula): formula.text
    }
  }
}

extension Construction {
  fileprivate var text: String {
    let arguments = arguments.map { "\(SourceName.spelling($0.port.text)): \($0.formula.text)" }
    return "\(kind.text)(\(arguments.joined(separator: ", ")))"
  }
}
