// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The values of a node in a document, read as the types of its code.
///
/// This is the only reader of values: it reads those of nodes in the root and in definitions, those of instances that replace the
/// definition's, those of pasted nodes, and those of nodes that get their code after the document was read.
struct DocumentedValues {
  /// The part of a node that a value belongs to.
  enum NodePart {
    /// A source, or a node with a state.
    case value
    /// An input.
    case literal(String)
  }

  /// The value of a source, if the document has one.
  private(set) var value: ErasedDefault?
  /// The state of a node that has one, if the document has one.
  private(set) var state: (any Sendable)?
  /// The literals, in the order of inputs.
  private(set) var literals: [(input: UInt32, value: ErasedDefault)] = []

  /// Reads the values of a node.
  ///
  /// - Parameters:
  ///   - value: Its value or state.
  ///   - literals: Its literals, by input.
  ///   - definition: Its code.
  ///   - coding: How values are read.
  ///   - path: Where the node is.
  ///   - refused: Receives each part that doesn't fit, and the reason. An error that it throws ends the reading.
  /// - Throws: What `refused` throws.
  init(
    _ value: DocumentValue?, _ literals: [String: DocumentValue], of definition: NodeDefinition,
    by coding: LiteralCoding, at path: @autoclosure () -> DocumentPath,
    _ refused: (NodePart, DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) {
    if let value {
      do throws(DocumentError) {
        try read(value, of: definition, coding, at: path().appending("value"))
      } catch {
        try refused(.value, error)
      }
    }
    if literals.isEmpty { return }
    for (name, literal) in literals.sorted(by: { $0.key < $1.key }) {
      do throws(DocumentError) {
        try read(literal, name, of: definition.kind, coding, at: path().appending("literals").appending(name))
      } catch {
        try refused(.literal(name), error)
      }
    }
    self.literals.sort { $0.input < $1.input }
  }

  private mutating func read(
    _ value: DocumentValue, of definition: NodeDefinition, _ coding: LiteralCoding, at path: DocumentPath
  ) throws(DocumentError) {
    if let initial = definition.initial {
      self.value = ErasedDefault(type: initial.type, value: try coding.decode(value, initial.type.port, at: path).value)
    } else if let state = definition.kernel.memory?.state {
      self.state = try coding.decode(value, state.type.port, at: path).value
    } else {
      throw DocumentError(.value, at: path, "the value of \(definition.kind.name) is computed and can't be set")
    }
  }

  private mutating func read(
    _ literal: DocumentValue, _ name: String, of kind: NodeKind, _ coding: LiteralCoding, at path: DocumentPath
  ) throws(DocumentError) {
    guard let input = kind.position(ofInput: name) else {
      throw .noInput(name, of: kind.name, at: path)
    }
    guard kind.inputs[input].arity == .one else {
      throw DocumentError(.port, at: path, "'\(name)' takes many connections, so it can't have a literal")
    }
    literals.append((UInt32(input), try coding.decode(literal, kind.inputs[input].type, at: path)))
  }
}

extension DocumentedValues {
  /// The literals in the form that definitions have.
  var declaredLiterals: [SubgraphDefinition.Literal] {
    literals.map { .init(input: $0.input, value: $0.value.declared) }
  }

  /// The fields that are kept for a node that has code.
  func kept(beside others: [String: DocumentValue]) -> DocumentState.KeptFields {
    DocumentState.KeptFields(others: others, state: state)
  }
}

extension ErasedDefault {
  /// The value in the form that definitions have.
  var declared: SubgraphDefinition.MemberValue { .init(type: type, value: type.keep(value)) }
}

extension LiteralCoding {
  /// Reads a value of a type.
  func decode(
    _ value: DocumentValue, _ type: PortType, at path: @autoclosure () -> DocumentPath
  ) throws(DocumentError) -> ErasedDefault {
    let codec = try codec(of: type, at: path())
    do {
      return ErasedDefault(type: codec.type, value: try codec.decode(value))
    } catch {
      throw DocumentError(coding: error, at: path())
    }
  }
}
