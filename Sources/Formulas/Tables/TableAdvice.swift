// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Advice to set an option for a file of rows. Messages write it as formulas do: `csv(…, ragged: pad)`.
package enum TableAdvice {
  /// Rewrites advice for the command line: `--read ragged=pad`.
  package static func forCommandLine(_ text: String) -> String {
    var result = ""
    var rest = text[...]
    let call = "csv(…, "
    while let start = rest.firstRange(of: call) {
      result += rest[..<start.lowerBound]
      rest = rest[start.upperBound...]
      let end = firstUnquoted(")", in: rest)
      result += options(in: rest[..<end], before: "--read ").joined(separator: " ")
      rest = rest[end...].dropFirst()
      // The rest of the sentence may name further options.
      let next = rest.firstRange(of: call)?.lowerBound ?? rest.endIndex
      result += further(in: rest[..<next])
      rest = rest[next...]
    }
    return result + rest
  }

  /// Leaves out advice at the end of a sentence, for a file that no formula reads.
  static func withoutAdvice(_ text: String) -> String {
    let end = ["; csv(…", "; inspect \""].compactMap { text.firstRange(of: $0)?.lowerBound }.min()
    return String(text[..<(end ?? text.endIndex)])
  }

  /// Converts `decimal: ",", thousands: "."` to words of the command line.
  private static func options(in text: Substring, before prefix: String) -> [String] {
    var words: [String] = []
    var rest = text
    while !rest.isEmpty {
      guard let colon = rest.firstRange(of: ": ") else { return words + ["\(prefix)type=\(plain(rest))"] }
      let name = rest[..<colon.lowerBound]
      rest = rest[colon.upperBound...]
      let end = firstUnquoted(",", in: rest)
      words.append("\(prefix)\(name)=\(plain(rest[..<end]))")
      rest = rest[end...].dropFirst()
      while rest.first == " " { rest.removeFirst() }
    }
    return words
  }

  /// The position of the first occurrence of a character outside of quoted values; the end if there is none.
  private static func firstUnquoted(_ character: Character, in text: Substring) -> Substring.Index {
    var isQuoted = false
    return text.indices.first { index in
      if text[index] == "\"" { isQuoted.toggle() }
      return text[index] == character && !isQuoted
    } ?? text.endIndex
  }

  /// A value as a shell accepts it: without its quotes if it is a plain word.
  private static func plain(_ value: Substring) -> String {
    let inner = value.count > 2 && value.hasPrefix("\"") && value.hasSuffix("\"") ? value.dropFirst().dropLast() : value
    let isPlain = inner.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || "0123456789._,/:-".utf8.contains(byte)
    }
    return isPlain ? String(inner) : "'\(inner)'"
  }

  /// Options that a sentence names after the call: `and ragged: skip leaves such rows out`.
  private static func further(in text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).reduce(into: (words: [String](), name: "")) {
      (result, word) in
      if !result.name.isEmpty {
        result.words.append("--read \(result.name)=\(plain(word))")
        result.name = ""
      } else if word.hasSuffix(":"), TableOptions.names.contains(String(word.dropLast())) {
        result.name = String(word.dropLast())
      } else {
        result.words.append(String(word))
      }
    }.words.joined(separator: " ")
  }
}
