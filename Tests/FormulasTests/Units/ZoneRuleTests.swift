// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import FoundationEssentials
import Testing

/// The table of zones, compared with the time zone database of the system (RFC 8536).
@Suite struct ZoneRuleTests {
  private static let folder = "/usr/share/zoneinfo"
  private static let isThere = FileManager.default.fileExists(atPath: "\(folder)/Europe/Berlin")
  private static let parts = [
    "Europe", "America", "Asia", "Africa", "Australia", "Pacific", "Atlantic", "America/Argentina",
  ]
  /// Cities whose zones have other names in the database.
  private static let others = ["Hanoi": "Ho_Chi_Minh", "Calgary": "Edmonton", "Doha": "Qatar"]

  /// The transitions of a zone: moments, and the offset from UTC in seconds that applies from each.
  private struct Transitions {
    var all: [(moment: Double, offset: Double)] = []
    /// The moment up to which the list is complete.
    var end = Double.infinity

    /// Reads the 64-bit part of a file; `nil` if it is not a zone file.
    init?(_ bytes: [UInt8]) {
      func number(_ start: Int, _ count: Int) -> Int {
        let value = bytes[start..<start + count].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        return count == 8 ? Int(bitPattern: UInt(value)) : Int(Int32(truncatingIfNeeded: value))
      }
      func counts(_ start: Int) -> [Int] { (0..<6).map { number(start + 20 + 4 * $0, 4) } }
      guard bytes.starts(with: "TZif".utf8), bytes.count > 88, bytes[4] >= UInt8(ascii: "2") else { return nil }
      // The counts of UTC and standard indicators, leap seconds, transitions, types, and characters of names.
      let first = counts(0)
      let second = 44 + first[0] + first[1] + first[2] * 8 + first[3] * 5 + first[4] * 6 + first[5]
      let header = counts(second)
      let (times, types, names) = (header[3], header[4], header[5])
      let start = second + 44
      let kinds = start + times * 9
      func offset(_ kind: Int) -> Double { Double(number(kinds + kind * 6, 4)) }
      all = [(-.infinity, offset(0))]
      for index in 0..<times {
        all.append((Double(number(start + index * 8, 8)), offset(Int(bytes[start + times * 8 + index]))))
      }
      // The footer states the rule for later moments; it has a comma if clocks still change.
      let footer = bytes[(kinds + types * 6 + names + header[2] * 12 + header[0] + header[1])...]
      if footer.contains(UInt8(ascii: ",")), let last = all.last { end = last.moment }
    }

    func offset(at moment: Double) -> Double { all.last { $0.moment <= moment }?.offset ?? .nan }
  }

  private static func transitions(of city: String) -> Transitions? {
    let name = (others[city] ?? city).replacing(" ", with: "_")
    for part in parts {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(part)/\(name)") else { continue }
      return Transitions(Array(data))
    }
    return nil
  }

  @Test(.enabled(if: isThere, "the system has no time zone database in /usr/share/zoneinfo: zones are NOT checked"))
  func zonesAreThoseOfTheSystem() throws {
    let (month, end) = (30.4 * 86_400, 2_114_380_800.0)
    var (checked, compared) = (0, 0)
    for zone in ZoneName.table {
      for city in [zone.name] + zone.others {
        guard let transitions = Self.transitions(of: city) else {
          #expect(city != zone.name, "\(city) is not in the database")
          continue
        }
        checked += 1
        let first = Double(zone.since - 1970) * 365.2425 * 86_400 + 86_400 * 2
        var moments = transitions.all.flatMap { [$0.moment - 1, $0.moment] }
        moments += stride(from: first, to: end, by: month)
        for moment in moments where moment >= first && moment < min(end, transitions.end) {
          compared += 1
          let offset = zone.offset(at: moment)
          #expect(offset == transitions.offset(at: moment), "\(city) at \(moment)")
          if offset != transitions.offset(at: moment) { break }
        }
      }
    }
    #expect(checked >= 85 && compared > 20_000, "\(checked) \(compared)")
  }
}
