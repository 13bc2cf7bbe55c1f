// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Nodes and connections of a graph as text, with the positions of ports in place of their names: for what is saved beside a document.
extension NodeID {
  /// The id of a node or an instance as documents hold it: `12`, `12:3`, `#3`.
  package var memberText: String { DocumentText.text(self) }

  /// The id of a node or an instance that a text is, if it is one.
  package init?(memberText: String) {
    guard let id = DocumentText.member(memberText) else { return nil }
    self = id
  }
}

extension Connection {
  /// The connection as documents hold one, with the positions of its ports: `3.0` and `4.1`.
  package var wire: DocumentLooks.Wire {
    DocumentLooks.Wire(
      from: DocumentDefinition.End(source.node, "\(source.index)"),
      to: DocumentDefinition.End(target.node, "\(target.index)"))
  }

  /// The connection of two ports by their positions; `nil` where a port has no position.
  package init?(_ wire: DocumentLooks.Wire) {
    guard let source = Int(wire.source.port), let target = Int(wire.target.port), source >= 0, target >= 0 else {
      return nil
    }
    self.init(from: wire.source.member.output(source), to: wire.target.member.input(target))
  }

  /// Its ends as text: `3.0` and `4.1`.
  package var endTexts: (source: String, target: String) {
    (DocumentText.text(wire.source), DocumentText.text(wire.target))
  }

  /// The connection whose ends two texts are, if they are ends.
  package init?(source: String, target: String) {
    guard let source = DocumentText.end(source[...]), let target = DocumentText.end(target[...]) else { return nil }
    self.init(DocumentLooks.Wire(from: source, to: target))
  }
}

extension DocumentLooks {
  /// The looks as one value of a document.
  package var documentValue: DocumentValue { value }

  /// Reads looks from a value of a document.
  ///
  /// - Throws: The first fault.
  package init(_ value: DocumentValue) throws(DocumentError) {
    var faults = DocumentFaults(isRepairing: false)
    self = try DocumentLooks(value, at: DocumentPath(), &faults)
  }
}
