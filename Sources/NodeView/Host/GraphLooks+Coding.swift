// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension GraphLooks: Codable {
  /// Reads looks in the form of documents (``/NodeGraph/DocumentLooks``), but with the positions of ports instead of
  /// their names: `{ "from": "3.0", "to": "4.1", "label": "net" }`.
  ///
  /// Ids are those of documents: ``GraphHost/load(_:looks:)`` translates them to the ids of a graph.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: The error of the decoder, and `dataCorrupted` with a reason for what can't be read. Whether nodes and
  ///   connections exist isn't checked.
  public init(from decoder: any Decoder) throws {
    let refused = { (reason: String) in
      DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: reason))
    }
    let value = try DocumentValue(from: decoder)
    let read: DocumentLooks
    do { read = try DocumentLooks(value) } catch { throw refused(error.description) }
    self.init()
    (nodes, frames) = (read.nodes, read.frames)
    for (wire, look) in read.connections {
      guard let connection = Connection(wire) else {
        throw refused("a connection must name its ports by position, as in '3.0'")
      }
      connections[connection] = look
    }
  }

  /// Writes the looks, without reroutes, widths and dashes that can't be drawn.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var written = DocumentLooks()
    (written.nodes, written.frames) = (nodes, frames)
    for (connection, look) in connections { written.connections[connection.wire] = look.usable }
    try written.encode(to: encoder)
  }
}
