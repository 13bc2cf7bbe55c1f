// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Writes the document of a session some thousand nodes at a time: a coder needs about ten times the memory of the
/// text that it writes, and twice that for nodes.
///
/// The text is identical to the text that the coder would write in one call. The text of a batch of nodes is cut out
/// of a document with only these nodes; the text before, after and between nodes is taken from documents with one
/// node and with two.
package struct DocumentWriter {
  private let session: Session
  private let coder: any DocumentCoder
  private let partSize: Int

  /// Creates a writer for a session.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - coder: Writes JSON.
  ///   - partSize: How many nodes the coder gets at once.
  package init(_ session: Session, _ coder: any DocumentCoder, partSize: Int = 4096) {
    self.session = session
    self.coder = coder
    self.partSize = partSize
  }

  /// The text of the document.
  ///
  /// - Throws: A ``NodeGraph/DocumentError``, or what the coder throws.
  /// - Complexity: O(nodes + connections).
  package func text() throws -> String {
    if session.evaluator.graph.nodeCount > partSize, let text = try? textInParts() { return text }
    // The coder can name the place of a fault only in the whole document.
    return try coder.text(of: try session.document())
  }

  /// Writes the document in batches.
  ///
  /// - Returns: The text; `nil` if the text before the nodes depends on them.
  private func textInParts() throws -> String? {
    var (nodes, next) = try session.documentNodes(from: 0, atMost: partSize)
    guard let first = nodes.first, nodes.count > 1 else { return nil }
    let whole = try session.documentWithoutNodes()
    let frame = try Frame(of: whole, around: first, coder)
    let plain = try Frame(of: GraphDocument(), around: first, coder)
    let separator = try separator(first, nodes[1])
    var own: DocumentNode?
    var text = frame.before
    while true {
      guard let part = plain.inside(of: try coder.text(of: GraphDocument(nodes: nodes))) else { return nil }
      // Reserved memory that is not used takes no space; growing the text would need twice its size.
      if text.utf8.count == frame.before.utf8.count {
        text.reserveCapacity(2 * (part.utf8.count / nodes.count + 1) * session.evaluator.graph.nodeCount)
      }
      text += part
      own = own ?? nodes.first(where: \.isOwn)
      guard let slot = next else { break }
      text += separator
      (nodes, next) = try session.documentNodes(from: slot, atMost: partSize)
    }
    // A node with a definition of its own raises the version, which may be written after the nodes.
    let end = try own.map { try Frame(of: whole, around: $0, coder) } ?? frame
    return end.before == frame.before ? text + end.after : nil
  }

  /// The text that the coder writes between two nodes.
  private func separator(_ first: DocumentNode, _ second: DocumentNode) throws -> String {
    let bytes = Array(try coder.text(of: GraphDocument(nodes: [first, second])).utf8)
    let (start, end) = (JSONScanner.range(of: .node(0), in: bytes), JSONScanner.range(of: .node(1), in: bytes))
    return String(decoding: bytes[start.upperBound..<end.lowerBound], as: UTF8.self)
  }
}

/// The text that a coder writes before and after the nodes of a document.
private struct Frame {
  let before: String
  let after: String

  init(of document: GraphDocument, around node: DocumentNode, _ coder: any DocumentCoder) throws {
    var document = document
    document.nodes = [node]
    let bytes = Array(try coder.text(of: document).utf8)
    let range = JSONScanner.range(of: .node(0), in: bytes)
    before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self)
    after = String(decoding: bytes[range.upperBound...], as: UTF8.self)
  }

  /// The text of the nodes in the text of a document that differs only in its nodes; `nil` if the text begins
  /// differently. The version, which may be written after the nodes, always has the same number of digits.
  func inside(of text: String) -> Substring? {
    guard text.utf8.starts(with: before.utf8), text.utf8.count >= before.utf8.count + after.utf8.count
    else { return nil }
    let start = text.utf8.index(text.startIndex, offsetBy: before.utf8.count)
    return text[start..<text.utf8.index(text.endIndex, offsetBy: -after.utf8.count)]
  }
}
