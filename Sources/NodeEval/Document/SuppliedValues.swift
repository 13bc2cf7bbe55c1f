// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What a document says of the values of a node without code, read as the code that it gets has them.
struct SuppliedValues {
  /// In the order of inputs.
  private(set) var literals: [SubgraphDefinition.Literal] = []
  /// What a source holds: what it begins with if the document has nothing that fits.
  private(set) var initial: ErasedDefault?
  private(set) var state: (any Sendable)?

  /// Reads what is kept of a node.
  ///
  /// - Parameters:
  ///   - kept: What the document says.
  ///   - declared: What the definition says of the node, if it lies in an instance: of what is the same there was complained
  ///     before.
  ///   - definition: The code.
  ///   - coding: How values are read.
  ///   - path: What the node is called.
  ///   - faults: Gets what doesn't fit.
  init(
    _ kept: DocumentState.Kept, beside declared: DocumentState.Kept?, of definition: NodeDefinition,
    _ coding: LiteralCoding, at path: DocumentPath, _ faults: inout DocumentFaults
  ) {
    initial = definition.initial
    if let value = kept.value {
      do throws(DocumentError) {
        try readValue(value, of: definition, coding, at: path.appending("value"))
      } catch {
        if value != declared?.value { try? faults.note(error) }
      }
    }
    for (name, value) in kept.literals.sorted(by: { $0.key < $1.key }) {
      do throws(DocumentError) {
        try readLiteral(name, value, of: definition.kind, coding, at: path)
      } catch {
        if value != declared?.literals[name] { try? faults.note(error) }
      }
    }
    literals.sort { $0.input < $1.input }
  }

  private mutating func readValue(
    _ value: DocumentValue, of definition: NodeDefinition, _ coding: LiteralCoding, at path: DocumentPath
  ) throws(DocumentError) {
    guard let initial else {
      state = try coding.state(value, of: definition.kernel, definition.kind.name, at: path)
      return
    }
    let codec = try coding.codec(of: initial.type.port, at: path)
    do {
      self.initial = ErasedDefault(type: initial.type, value: try codec.decode(value))
    } catch {
      throw DocumentError(coding: error, at: path)
    }
  }

  private mutating func readLiteral(
    _ name: String, _ value: DocumentValue, of kind: NodeKind, _ coding: LiteralCoding, at node: DocumentPath
  ) throws(DocumentError) {
    let path = node.appending("literals").appending(name)
    guard let input = kind.position(ofInput: name) else {
      throw DocumentError(.port, at: path, "\(kind.name) has no input '\(name)'")
    }
    guard kind.inputs[input].arity == .one else {
      throw DocumentError(.port, at: path, "\(node).\(name) takes many connections, and so no literal")
    }
    literals.append(.init(input: UInt32(input), value: try coding.decode(value, kind.inputs[input].type, at: path)))
  }
}
