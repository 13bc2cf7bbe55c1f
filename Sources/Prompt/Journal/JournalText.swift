// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The text of journals: one record per line, each preceded by the fingerprint of all records up to it.
///
/// ```
/// 5c0f…  journal 1 0 7ff6… -
/// 09ae…  file 27b1… /srv/bill.nc
/// 1bd2…  base # nodecalc 1\nprice = 20\n
/// e77a…  lines price = 25
/// ```
///
/// A record that was written in part is recognised; it and all records after it are ignored.
package struct JournalText {
  private var fingerprint = Fingerprint()

  /// Returns the records of a whole journal.
  package static func whole(_ journal: Journal) -> (bytes: [UInt8], next: JournalText) {
    var text = JournalText()
    var bytes = text.record("journal", "1 \(journal.countInBase) \(journal.saved.text)")
    if let file = journal.file { bytes += text.record("file", "\(file.contents.text) \(file.path)") }
    bytes += text.record("base", journal.base)
    for block in journal.blocks { bytes += text.lines(block) }
    return (bytes, text)
  }

  /// Returns the record of a line, or of several lines that were pasted together.
  package mutating func lines(_ block: [String]) -> [UInt8] { record("lines", block.joined(separator: "\n")) }

  private mutating func record(_ kind: String, _ payload: String) -> [UInt8] {
    let body = Array("\(kind) ".utf8) + Self.escaped(payload.utf8)
    fingerprint.add(body)
    return Array("\(fingerprint.text) ".utf8) + body + [UInt8(ascii: "\n")]
  }

  // MARK: Reading

  /// Reads a journal up to the first record that isn't whole.
  ///
  /// - Returns: The journal; `nil` if its beginning is damaged, or if another version has written it.
  package static func read(_ bytes: [UInt8]) -> Journal? {
    var journal = Journal()
    var fingerprint = Fingerprint()
    var seen: Set<String> = []
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      let body = line.dropFirst(17)
      fingerprint.add(body)
      guard line.starts(with: "\(fingerprint.text) ".utf8), let blank = body.firstIndex(of: UInt8(ascii: " "))
      else { break }
      let kind = String(decoding: body[..<blank], as: UTF8.self)
      let payload = String(decoding: unescaped(body[(blank + 1)...]), as: UTF8.self)
      guard journal.take(kind, payload, isFirst: seen.isEmpty) else { return nil }
      seen.insert(kind)
    }
    return seen.contains("base") ? journal : nil
  }

  private static func escaped(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\\"): result += [byte, byte]
      case UInt8(ascii: "\n"): result += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      default: result.append(byte)
      }
    }
    return result
  }

  private static func unescaped(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if isEscaped {
        result.append(byte == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return result
  }
}

extension Journal {
  /// Adds a record. Returns `false` if this version doesn't know its meaning.
  fileprivate mutating func take(_ kind: String, _ payload: String, isFirst: Bool) -> Bool {
    guard isFirst == (kind == "journal") else { return false }
    switch kind {
    case "journal":
      let fields = payload.split(separator: " ")
      guard fields.count == 3, fields[0] == "1", let count = Int(fields[1]),
        let saved = Fingerprint(text: fields[2])
      else { return false }
      (countInBase, self.saved) = (count, saved)
    case "file":
      guard let contents = Fingerprint(text: payload.prefix(16)) else { return false }
      file = File(path: String(payload.dropFirst(17)), contents: contents)
    case "base": base = payload
    case "lines": blocks.append(payload.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    default: return false
    }
    return true
  }
}
