// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension StatementParser {
  /// The comments of a script, each once, and its first line if that names the program that runs it.
  ///
  /// - Complexity: O(bytes)
  package func comments(of script: [UInt8]) -> Set<String> {
    var comments: Set<String> = []
    for line in SourceLines(script) {
      if line.isForSystem { comments.insert(String(decoding: SourceLines.systemMark, as: UTF8.self)) }
      let bytes = Array(line.bytes)
      // A hash within a statement may be part of a text or a name.
      let end = (try? parse(bytes))?.statements.last?.range.upperBound ?? 0
      let lexer = Lexer(bytes)
      guard let start = bytes.indices.dropFirst(end).first(where: lexer.isCommentStart) else { continue }
      comments.insert(String(decoding: bytes[start...], as: UTF8.self))
    }
    return comments
  }
}
