// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code of a document's node, and where it comes from. The same rule applies to nodes of the root, of definitions and of
/// fragments.
struct NodeCode {
  /// Where the code comes from.
  enum Source {
    /// A registered kind.
    case registered
    /// Missing; all nodes of the kind share their ports.
    case unknown
    /// The node's own definition, or a node's own ports without code.
    case single
    /// Made by an application from the document's node.
    case reading
  }

  let definition: NodeDefinition
  let source: Source

  /// Finds the code of a node.
  ///
  /// - Parameters:
  ///   - node: The node, with the connections that name its ports.
  ///   - definition: The definition of which it is a member, and its place in the document; `nil` for the root.
  ///   - unknown: The kinds without code.
  ///   - reading: How nodes with their own ports are read.
  ///   - evaluator: The evaluator, whose registered kinds are used.
  ///   - path: The path of the node.
  ///   - make: Calls the closure with which an application makes definitions.
  /// - Throws: The reason why the application doesn't make it.
  init(
    of node: DocumentNode, in definition: (index: Int, entry: DocumentDefinition)? = nil, _ unknown: UnknownKinds,
    _ reading: DocumentReading, _ evaluator: Evaluator, at path: @autoclosure () -> DocumentPath,
    make: (DocumentReading.Definition) throws -> NodeDefinition
  ) throws(DocumentError) {
    if let own = reading.ownDefinition(of: node, in: definition?.entry) {
      self.init(definition: own, source: .single)
    } else if let maker = reading.definitions[node.kind] {
      do {
        self.init(definition: try make(maker), source: .reading)
      } catch let error as DocumentError {
        throw DocumentError(error.code, at: DocumentPath(path().steps + error.path.steps), error.reason)
      } catch {
        throw DocumentError(.kind, at: path(), "\(error)")
      }
    } else if let missing = unknown.definition(of: node, in: definition?.index) {
      self.init(definition: missing.definition, source: missing.isShared ? .unknown : .single)
    } else if let known = evaluator.state.kernels.definitions[node.kind] {
      self.init(definition: known, source: .registered)
    } else {
      preconditionFailure("a kind without code is unknown")
    }
  }

  private init(definition: NodeDefinition, source: Source) {
    self.definition = definition
    self.source = source
  }
}
