// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Nodes and connections of a graph as text, with indices of ports in place of their names: for data saved next to a document.
extension NodeID {
  /// The id of a node or an instance as written in documents: `12`, `12:3`, `#3`.
  package var memberText: String { DocumentText.text(self) }

  /// Reads the id of a node or an instance; `nil` for any other text.
  package init?(memberText: String) {
    guard let id = DocumentText.member(memberText) else { return nil }
    self = id
  }
}

extension Connection {
  /// The connection in the form of documents, with indices of its ports as their names: `3.0` and `4.1`.
  package var wire: DocumentLooks.Wire {
    DocumentLooks.Wire(
      from: DocumentDefinition.End(source.node, "\(source.index)"),
      to: DocumentDefinition.End(target.node, "\(target.index)"))
  }

  /// Creates a connection from a wire whose port names are indices; `nil` if one is not.
  package init?(_ wire: DocumentLooks.Wire) {
    guard let source = Int(wire.source.port), let target = Int(wire.target.port), source >= 0, target >= 0 else {
      return nil
    }
    self.init(from: wire.source.member.output(source), to: wire.target.member.input(target))
  }

  /// The ends as text: `3.0` and `4.1`.
  package var endTexts: (source: String, target: String) {
    (DocumentText.text(wire.source), DocumentText.text(wire.target))
  }

  /// Reads a connection from the texts of its ends; `nil` if one is not an end.
  package init?(source: String, target: String) {
    guard let source = DocumentText.end(source[...]), let target = DocumentText.end(target[...]) else { return nil }
    self.init(DocumentLooks.Wire(from: source, to: target))
  }
}
