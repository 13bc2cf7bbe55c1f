// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Hints for words that are not units, or that are units where none is allowed.
extension UnitReader {
  /// A hint at the unit that was probably meant by a word; `nil` if none is likely.
  static func hint(for word: String) -> String? {
    // The word is a unit, but it is not allowed here: a temperature in a product, or a power that is too great.
    if factor(named: word) != nil { return "help units" }
    if let hint = dataHint(for: word) ?? foreign[word.lowercased()] { return hint }
    // Units of one letter resemble every short word.
    guard word.utf8.count > 1 else { return nil }
    // Units that differ only by case are as different as mW and MW, so all of them are named.
    let same = spellings(like: word)
    if !same.isEmpty { return "did you mean \(same.prefix(3).map { "'\($0)'" }.joined(separator: " or "))?" }
    if let digit = word.firstIndex(where: \.isNumber), factor(named: String(word[..<digit])) != nil,
      word[digit...].allSatisfy(\.isNumber), word[digit...].count == 1
    {
      return Suggestion.hint("\(word[..<digit])^\(word[digit...])")
    }
    if word.hasSuffix("s"), factor(named: String(word.dropLast())) != nil {
      return Suggestion.hint(String(word.dropLast()))
    }
    // Short symbols resemble many words, and the first letter is rarely wrong.
    guard word.utf8.count > 3 else { return nil }
    let first = word.lowercased().first
    return Suggestion.hint(for: word, among: longNames.filter { $0.first == first })
  }

  /// A hint for a unit where a formula needs a name, in a product or quotient such as `1 kg*m` and `20 km / h`; `nil`
  /// for a name in another place.
  package static func hint(forUnitAt name: Range<Int>, in line: [UInt8]) -> String? {
    guard let unit = unit(line, at: name.lowerBound, isTarget: false) else { return nil }
    let text = String(decoding: line[name.lowerBound..<unit.end], as: UTF8.self)
    let operation = lastByte(line, before: name.lowerBound)
    guard let operation, line[operation] == UInt8(ascii: "/") || line[operation] == UInt8(ascii: "*"),
      let last = lastByte(line, before: operation)
    else { return nil }
    var first = last + 1
    while first > 0,
      line[first - 1].isASCIILetterOrUnderscore || line[first - 1] >= 0x80
        || [UInt8(ascii: "^"), UInt8(ascii: "/")].contains(line[first - 1]) || line[first - 1].isDigit
    { first -= 1 }
    while first <= last, line[first].isDigit { first += 1 }
    guard first <= last else { return nil }
    let before = String(decoding: line[first...last], as: UTF8.self)
    guard UnitOfMeasure(before) != nil else { return nil }
    if line[operation] == UInt8(ascii: "/") { return "units are written without blanks: write \(before)/\(text)" }
    return "a unit follows a number: write \(before) * 1 \(text)"
  }

  /// The temperature that was meant by degrees before a letter, `20°` before `C`; `nil` if there is none.
  static func temperature(_ value: String, _ unit: String) -> String? {
    let scales = ["c": "°C", "celsius": "°C", "f": "°F", "fahrenheit": "°F", "k": "K", "kelvin": "K"]
    let degrees = ["degrees", "degree", "deg", "°", "º", "˚"]
    guard let scale = scales[unit.lowercased()], let word = degrees.first(where: value.hasSuffix) else { return nil }
    let number = String(value.dropLast(word.count)).trimmingBlanks
    return (try? Formula(number)) == nil ? nil : "\(number) \(scale)"
  }

  /// The index of the last byte before another byte that is not a blank.
  private static func lastByte(_ line: [UInt8], before end: Int) -> Int? {
    line[..<end].lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
  }

  /// A hint for bits and bytes, which are often written with one letter of any case: `Mb`, `kbps`, `GIB`.
  private static func dataHint(for word: String) -> String? {
    var stem = word.lowercased()
    let isRate = stem.hasSuffix("ps") || stem.hasSuffix("/s")
    if isRate { stem = String(stem.dropLast(2)) }
    guard stem.last == "b", word.utf8.count < 6 else { return nil }
    let prefixes = [
      "": "", "k": "k", "m": "M", "g": "G", "t": "T", "p": "P", "ki": "Ki", "mi": "Mi", "gi": "Gi", "ti": "Ti",
    ]
    guard let prefix = prefixes[String(stem.dropLast())] else { return nil }
    let rate = isRate ? "/s" : ""
    return "write \(prefix)bit\(rate) for bits, or \(prefix)B\(rate) for bytes"
  }

  /// Hints for units that are written differently elsewhere.
  private static let foreign: [String: String] = [
    "kmh": "write km/h", "kph": "write km/h", "kmph": "write km/h", "mps": "write m/s", "sqm": "write m^2",
    "qm": "write m^2", "sqft": "write ft^2", "sqkm": "write km^2", "cc": "write cm^3", "ccm": "write cm^3",
    "mcg": "write ug", "kilo": "write kg", "kilos": "write kg", "lbf-ft": "write lbf*ft", "f": "write degF",
    "fortnight": "write 2 weeks", "fortnights": "write 2 weeks", "decade": "write 10 years", "stone": "write 14 lb",
    "decades": "write 10 years", "century": "write 100 years", "dollars": "write USD", "dollar": "write USD",
    "bucks": "write USD", "yen": "write JPY", "rupees": "write INR", "bitcoin": "write BTC", "quid": "write GBP",
    "percent": "write %",
  ]

  /// All units that differ from a word only in the case of letters.
  private static func spellings(like word: String) -> [String] {
    let wanted = word.lowercased()
    var found: [String] = []
    for row in UnitSymbol.table where !row.isCalendar {
      for prefix in UnitPrefix.table where prefix.fits(row.prefixes) {
        let names =
          ([row.name] + row.others).map { prefix.symbol + $0 }
          + row.words.flatMap { [prefix.word + $0, prefix.word + $0 + "s"] }
        found += names.filter { $0.lowercased() == wanted && !found.contains($0) }
      }
    }
    return found
  }

  /// Names of units of more than three letters.
  private static let longNames: [String] = {
    var names: [String] = []
    for row in UnitSymbol.table where !row.isCalendar {
      for prefix in UnitPrefix.table where prefix.fits(row.prefixes) { names += row.words.map { prefix.word + $0 } }
      names += ([row.name] + row.others).filter { $0.utf8.count > 3 }
    }
    return names
  }()
}
