// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Options for reading a file of rows. A property that is `nil` is guessed.
///
/// Formulas write the options as named arguments, `csv("f.csv", header: no, skip: 3)`; `nodecalc sweep` has
/// `--read header=no`.
package struct TableOptions: Hashable, Sendable {
  /// The treatment of a row with fewer or more cells than there are columns.
  enum Ragged: String, CaseIterable {
    /// Missing cells become empty ones, and surplus cells are left out.
    case pad
    /// The row is left out.
    case skip
    /// The file can't be read.
    case refuse
  }

  /// The number of lines in the header; 0 for a file without a header.
  var header: Int?
  /// The number of lines before the header.
  var skip: Int?
  /// The number of rows at the end that are left out.
  var footer: Int?
  var separator: UInt8?
  /// The quote; 0 if there is none.
  var quote: UInt8?
  /// The byte that begins comment lines, which are left out; 0 if there is none.
  var comment: UInt8?
  var encoding: TableEncoding?
  /// A point or a comma.
  var decimal: UInt8?
  /// The character between groups of thousands; 0 if there is none.
  var thousands: UInt8?
  var dates: DateFormat?
  /// The zone of times that name none: an index into ``ZoneName/table``, or -1 for UTC.
  var zone: Int?
  var ragged: Ragged?
  /// The names of the columns, which replace the names of the header.
  package var names: [String]?

  package init() {}

  /// The names of all options, in the order in which help lists them.
  package static let names = [
    "header", "skip", "footer", "separator", "quote", "comment", "encoding", "decimal", "thousands", "dates", "zone",
    "ragged", "names", "type",
  ]

  /// Describes the values that an option accepts, as a sentence without a full stop.
  package static func expectation(_ name: String) -> String {
    switch name {
    case "header": "header takes yes, no, or the number of its lines"
    case "skip": "skip takes the number of lines before the header"
    case "footer": "footer takes the number of rows to leave out at the end"
    case "separator": "separator takes one character in quotes, such as \";\" or \"\\t\""
    case "quote": "quote takes \"\\\"\", \"'\" or no"
    case "comment": "comment takes one character in quotes, such as \"#\", or no"
    case "encoding": "encoding takes \"utf8\", \"latin1\", \"utf16le\" or \"utf16be\""
    case "decimal": "decimal takes \".\" or \",\""
    case "thousands": "thousands takes \",\", \".\", \" \", \"'\" or no"
    case "dates": "dates takes one of \(DateFormat.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))"
    case "zone": "zone takes \"UTC\" or a city, such as \"Berlin\""
    case "ragged": "ragged takes pad, skip or refuse"
    case "names": "names takes the names of the columns, separated by commas, such as \"day, price\""
    default: "type takes \(TableColumn.typeNames)"
    }
  }

  /// The words that an option accepts, without quotes; empty if it accepts any text or number.
  package static func words(_ name: String) -> [String] {
    switch name {
    case "header": ["yes", "no"]
    case "quote", "comment": ["no"]
    case "encoding": ["latin1", "utf16be", "utf16le", "utf8"]
    case "decimal": [",", "."]
    case "thousands": ["no", ",", ".", "'"]
    case "dates": DateFormat.allCases.map(\.rawValue)
    case "ragged": Ragged.allCases.map(\.rawValue)
    default: []
    }
  }

  /// Sets an option by name.
  ///
  /// - Parameters:
  ///   - name: The name, one of ``names`` but `type`.
  ///   - value: The value, without quotes.
  /// - Returns: Whether the option accepts the value; if not, the option keeps its value.
  package mutating func set(_ name: String, to value: String) -> Bool {
    func count(_ words: [String: Int] = [:]) -> Int? {
      words[value] ?? Int(value).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
    }
    func byte(_ allowed: String? = nil) -> UInt8? {
      let bytes = Array(value.utf8)
      guard bytes.count == 1, bytes[0] < 0x80, bytes[0] != 0x0a, bytes[0] != 0x0d, bytes[0] != 0 else { return nil }
      return allowed?.utf8.contains(bytes[0]) == false ? nil : bytes[0]
    }
    func byteOrNone(_ allowed: String? = nil) -> UInt8? { value == "no" ? 0 : byte(allowed) }
    switch name {
    case "header": header = count(["yes": 1, "true": 1, "no": 0, "false": 0]) ?? header
    case "skip": skip = count() ?? skip
    case "footer": footer = count() ?? footer
    case "separator": separator = value == "tab" || value == "\\t" ? 0x09 : byte() ?? separator
    case "quote": quote = byteOrNone() ?? quote
    case "comment": comment = byteOrNone() ?? comment
    case "encoding": encoding = TableEncoding(named: value) ?? encoding
    case "decimal": decimal = byte(".,") ?? decimal
    case "thousands": thousands = byteOrNone(",. '_") ?? thousands
    case "dates": dates = DateFormat(rawValue: value.lowercased()) ?? dates
    case "zone": zone = Self.zone(value) ?? zone
    case "ragged": ragged = Ragged(rawValue: value) ?? ragged
    default: names = Self.names(in: value) ?? names
    }
    // A refused value leaves the option as it was: `nil`, because each option is given once.
    return isSet(name)
  }

  /// Whether an option is given.
  func isSet(_ name: String) -> Bool {
    switch name {
    case "header": header != nil
    case "skip": skip != nil
    case "footer": footer != nil
    case "separator": separator != nil
    case "quote": quote != nil
    case "comment": comment != nil
    case "encoding": encoding != nil
    case "decimal": decimal != nil
    case "thousands": thousands != nil
    case "dates": dates != nil
    case "zone": zone != nil
    case "ragged": ragged != nil
    default: names != nil
    }
  }

  private static func zone(_ text: String) -> Int? {
    // "Europe/Berlin" means Berlin.
    let city = text.split(separator: "/").last.map { String($0).replacing("_", with: " ") } ?? text
    let bytes = Array(city.utf8)
    switch ZoneName.read(bytes, at: 0) {
    case .utc(let end)? where end == bytes.count: return -1
    case .zone(let place, let end)? where end == bytes.count: return place
    default: return nil
    }
  }

  private static func names(in text: String) -> [String]? {
    let names = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmingBlanks }
    return names.contains("") ? nil : names
  }
}

/// A character of a file's dialect, as options write it.
enum DialectByte {
  /// The character as options write it: `";"`, `"\t"`, or `no`.
  static func spelling(_ byte: UInt8) -> String {
    byte == 0 ? "no" : TextLiteral.spelling(String(UnicodeScalar(byte)))
  }

  /// The name of a separator in messages.
  static func phrase(_ byte: UInt8) -> String {
    switch byte {
    case UInt8(ascii: ","): "commas"
    case UInt8(ascii: ";"): "semicolons"
    case 0x09: "tabs"
    case UInt8(ascii: "|"): "bars"
    case 0x20: "blanks"
    default: "'\(UnicodeScalar(byte))'"
    }
  }
}
