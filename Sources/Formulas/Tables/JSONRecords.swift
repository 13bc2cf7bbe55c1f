// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Records of JSON as rows: `[{"a":1}, …]`, or one object per line. A nested member becomes a column of its own, `place.x`.
struct JSONRecords {
  /// The texts of all cells, one after the other.
  private(set) var bytes: [UInt8] = []
  private(set) var cells: [TableCell] = []
  private(set) var lines: [UInt32] = []
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  /// Reads records.
  ///
  /// - Throws: A ``FileFailure`` where the text is broken.
  /// - Returns: `nil` if the text does not begin as records do.
  /// - Complexity: O(bytes)
  init?(_ text: [UInt8], path: String) throws(FileFailure) {
    guard let records = try Self.records(text, path: path) else { return nil }
    var rows: [[(place: Int, cell: TableCell)]] = []
    for (record, line) in records {
      var row: [(place: Int, cell: TableCell)] = []
      add(record, "", to: &row)
      rows.append(row)
      lines.append(UInt32(line))
    }
    guard bytes.count < 1 << 31 else { throw FileFailure("'\(path)' is larger than 2 GiB") }
    guard !names.isEmpty else { throw FileFailure("'\(path)' has no records with names") }
    cells = Array(repeating: TableCell(start: 0, end: 0), count: rows.count * names.count)
    for (index, row) in rows.enumerated() {
      for (place, cell) in row { cells[index * names.count + place] = cell }
    }
  }

  /// The records with their lines; `nil` if the text has none.
  private static func records(_ text: [UInt8], path: String) throws(FileFailure) -> [(JSONTree, line: Int)]? {
    let blanks: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]
    guard let start = text.firstIndex(where: { !blanks.contains($0) }) else { return nil }
    let open = UInt8(ascii: "{")
    if text[start] == UInt8(ascii: "[") {
      guard let next = text[(start + 1)...].first(where: { !blanks.contains($0) }), next == open else { return nil }
      let elements: [JSONTree]
      do throws(JSONScanner.Fault) {
        elements = try JSONTree(text).elements ?? []
      } catch {
        throw failure(error, text, path, line: nil)
      }
      guard elements.allSatisfy({ $0.members != nil }) else {
        throw FileFailure("'\(path)' has records and other values in its list")
      }
      return elements.enumerated().map { ($1, $0 + 1) }
    }
    guard text[start] == open else { return nil }
    var records: [(JSONTree, line: Int)] = []
    for (index, line) in text.split(separator: 0x0a, omittingEmptySubsequences: false).enumerated() {
      if line.allSatisfy(blanks.contains) { continue }
      do throws(JSONScanner.Fault) {
        let tree = try JSONTree(Array(line))
        guard tree.members != nil else { throw JSONScanner.Fault(offset: 0, reason: "this is not a record") }
        records.append((tree, line: index + 1))
      } catch {
        throw failure(error, Array(line), path, line: index + 1)
      }
    }
    return records
  }

  private static func failure(
    _ fault: JSONScanner.Fault, _ text: [UInt8], _ path: String, line: Int?
  ) -> FileFailure {
    let place = JSONScanner.lineAndColumn(of: fault.offset, in: text)
    return FileFailure("\(path):\(line ?? place.line):\(place.column): \(fault.reason)")
  }

  /// Adds the members of a record. The recursion is at most ``JSONTree/depthLimit`` deep.
  private mutating func add(_ tree: JSONTree, _ name: String, to row: inout [(place: Int, cell: TableCell)]) {
    if let members = tree.members, name.isEmpty || !members.isEmpty {
      for (member, value) in members { add(value, name.isEmpty ? member : "\(name).\(member)", to: &row) }
      return
    }
    let place = places[name] ?? names.count
    if place == names.count {
      places[name] = place
      names.append(name)
    }
    let start = UInt32(bytes.count)
    switch tree {
    case .null: break
    case .string(let text): bytes.append(contentsOf: text.utf8)
    default: bytes.append(contentsOf: tree.text.utf8)
    }
    row.append((place, TableCell(start: start, end: UInt32(bytes.count), isText: tree.string != nil)))
  }
}
