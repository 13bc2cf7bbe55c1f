// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension SessionEditor {
  /// The completions of a text by which a node is added: names, functions, kinds and ports, as at the prompt of `nodecalc`.
  ///
  /// - Parameters:
  ///   - text: The text so far, with or without `=` before it.
  ///   - cursor: The number of bytes before the cursor; the rest of the text is ignored.
  ///   - path: The groups that lead to the scope.
  ///   - limit: The greatest number of nodes to return.
  /// - Returns: The completions; none for a text that is not a formula.
  /// - Complexity: O(nodes + length of the text).
  public func completions(of text: String, cursor: Int, in path: GraphPath, limit: Int) -> [Completion] {
    var bytes = Array(text.utf8.prefix(max(0, cursor)))
    // As when it is added, what is typed may begin with a sign of equality.
    if bytes.first == UInt8(ascii: "=") { bytes[0] = UInt8(ascii: " ") }
    guard let first = bytes.first(where: { $0 != UInt8(ascii: " ") }), first != UInt8(ascii: ".") else { return [] }
    let scope = CompletionScope(session: session, limit: limit) { _ in [] }
    return (try? session.within(groups.living(path)) { () throws(Diagnostic) in scope.completions(of: bytes) }) ?? []
  }
}
