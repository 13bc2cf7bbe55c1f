// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphSelection: Codable {
  private enum Key: String, CodingKey { case nodes, connections }
  private enum EndKey: String, CodingKey { case from, to }

  /// Reads a selection: `{ "nodes": ["12", "#3"], "connections": [{ "from": "12.0", "to": "13.1" }] }`, with the
  /// positions of ports.
  ///
  /// Ids are those of documents: ``GraphView/select(_:)`` translates them to the nodes that are shown. A missing field
  /// counts as empty.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: The error of the decoder, and `dataCorrupted` for a text that is not a node or not a port. Whether they
  ///   exist isn't checked.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    var nodes: [NodeID] = []
    for text in try fields.decodeIfPresent([String].self, forKey: .nodes) ?? [] {
      guard let node = NodeID(memberText: text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .nodes, in: fields,
          debugDescription: "'\(VisibleText.standIns(text))' is not a node; write it like '12'")
      }
      nodes.append(node)
    }
    var connections: [Connection] = []
    if fields.contains(.connections) {
      var list = try fields.nestedUnkeyedContainer(forKey: .connections)
      while !list.isAtEnd {
        let ends = try list.nestedContainer(keyedBy: EndKey.self)
        let (source, target) = (try ends.decode(String.self, forKey: .from), try ends.decode(String.self, forKey: .to))
        guard let connection = Connection(source: source, target: target) else {
          let text = VisibleText.standIns("\(source) to \(target)")
          throw DecodingError.dataCorruptedError(
            in: list, debugDescription: "'\(text)' is not a connection; write it like '12.0 to 13.1'")
        }
        connections.append(connection)
      }
    }
    self.init(nodes: nodes, connections: connections)
  }

  /// Writes the selection, in the order in which its things were selected.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encode(nodes.map(\.memberText), forKey: .nodes)
    var list = fields.nestedUnkeyedContainer(forKey: .connections)
    for connection in connections {
      var ends = list.nestedContainer(keyedBy: EndKey.self)
      try ends.encode(connection.endTexts.source, forKey: .from)
      try ends.encode(connection.endTexts.target, forKey: .to)
    }
  }
}
