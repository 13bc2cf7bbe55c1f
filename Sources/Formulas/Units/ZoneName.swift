// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A time zone with the name of a city, as people write it: `2026-11-22 14:00 Berlin`, `now in Tokyo`.
///
/// The table has zones whose clocks have followed one rule since some year. It is part of the program, so a formula
/// has the same value on all machines; if the rule of a zone changes, the zone needs a new row. Moments before that
/// year are shown in UTC.
package struct ZoneName: Sendable {
  /// The name that is printed.
  package let name: String
  /// Other names that are read.
  package let others: [String]
  /// The number of seconds by which its standard time is ahead of UTC.
  let standard: Double
  let rule: ZoneRule
  /// The first year for which the rule is valid.
  package let since: Int

  private init(_ name: String, _ hours: Double, _ rule: ZoneRule = .never, since: Int, or others: [String] = []) {
    self.name = name
    self.others = others
    standard = hours * 3600
    self.rule = rule
    self.since = since
  }

  /// All zones. To add one, add its row. The order is used by help: from west to east in each part of the world.
  package static let table: [ZoneName] = europe + americas + asia + others

  private static let europe =
    [
      ("London", ["UK", "Edinburgh", "Manchester", "Glasgow", "Belfast"]), ("Dublin", ["Ireland"]),
      ("Lisbon", ["Portugal", "Porto"]),
    ].map { zone, others in
      ZoneName(zone, 0, .europe, since: 1997, or: others)
    }
    + [
      ("Berlin", ["Germany", "Munich", "München", "Hamburg", "Frankfurt", "Cologne", "Köln", "Stuttgart"]),
      ("Paris", ["France", "Lyon"]), ("Madrid", ["Spain", "Barcelona"]),
      ("Rome", ["Italy", "Milan"]), ("Vienna", ["Austria", "Wien"]),
      ("Zurich", ["Switzerland", "Zürich", "Geneva", "Bern"]),
      ("Amsterdam", ["Netherlands"]), ("Brussels", ["Belgium"]), ("Copenhagen", ["Denmark"]), ("Oslo", ["Norway"]),
      ("Stockholm", ["Sweden"]), ("Prague", []), ("Warsaw", ["Poland", "Krakow"]), ("Budapest", ["Hungary"]),
      ("Belgrade", ["Serbia"]), ("Zagreb", ["Croatia"]), ("Ljubljana", ["Slovenia"]),
      ("Bratislava", ["Slovakia"]), ("Luxembourg", []),
    ].map { zone, others in ZoneName(zone, 1, .europe, since: 1997, or: others) }
    + [
      ("Athens", ["Greece"]), ("Helsinki", ["Finland"]), ("Bucharest", ["Romania"]), ("Sofia", ["Bulgaria"]),
      ("Kyiv", ["Ukraine", "Kiev"]),
    ]
    .map { zone, others in ZoneName(zone, 2, .europe, since: 1998, or: others) }
    + [
      ZoneName("Reykjavik", 0, since: 1970, or: ["Iceland"]), ZoneName("Istanbul", 3, since: 2017, or: ["Turkey"]),
      ZoneName("Moscow", 3, since: 2015),
    ]

  private static let americas = [
    ZoneName("Honolulu", -10, since: 1970, or: ["Hawaii"]), ZoneName("Anchorage", -9, .northAmerica, since: 2007),
    ZoneName(
      "Los Angeles", -8, .northAmerica, since: 2007,
      or: [
        "LA", "San Francisco", "San Diego", "Seattle",
        "Las Vegas",
      ]),
    ZoneName("Phoenix", -7, since: 1970), ZoneName("Denver", -7, .northAmerica, since: 2007),
    ZoneName("Chicago", -6, .northAmerica, since: 2007, or: ["Houston", "Dallas", "Austin"]),
    ZoneName(
      "New York", -5, .northAmerica, since: 2007,
      or: [
        "NYC", "Boston", "Washington", "Miami", "Atlanta",
        "Detroit", "Philadelphia",
      ]),
    ZoneName("Toronto", -5, .northAmerica, since: 2007, or: ["Montreal", "Montréal", "Ottawa"]),
    ZoneName("Winnipeg", -6, .northAmerica, since: 2007),
    ZoneName("Calgary", -7, .northAmerica, since: 2007, or: ["Edmonton"]),
    ZoneName("Halifax", -4, .northAmerica, since: 2007), ZoneName("Mexico City", -6, since: 2023),
    ZoneName("Bogota", -5, since: 1994, or: ["Colombia", "Bogotá"]), ZoneName("Lima", -5, since: 1995, or: ["Peru"]),
    ZoneName("Caracas", -4, since: 2017, or: ["Venezuela"]), ZoneName("Panama", -5, since: 1970),
    ZoneName("Sao Paulo", -3, since: 2020, or: ["São Paulo", "Rio de Janeiro"]),
    ZoneName("Buenos Aires", -3, since: 2010, or: ["Argentina"]),
    ZoneName("Montevideo", -3, since: 2016, or: ["Uruguay"]),
  ]

  private static let asia = [
    ZoneName("Riyadh", 3, since: 1970), ZoneName("Tehran", 3.5, since: 2023, or: ["Iran"]),
    ZoneName("Doha", 3, since: 1973, or: ["Qatar"]), ZoneName("Kuwait", 3, since: 1970),
    ZoneName("Baghdad", 3, since: 2008, or: ["Iraq"]), ZoneName("Dubai", 4, since: 1970, or: ["Abu Dhabi"]),
    ZoneName("Kabul", 4.5, since: 1970, or: ["Afghanistan"]),
    ZoneName("Karachi", 5, since: 2010, or: ["Pakistan", "Lahore"]),
    ZoneName("Tashkent", 5, since: 1993, or: ["Uzbekistan"]),
    ZoneName("Colombo", 5.5, since: 2007, or: ["Sri Lanka"]), ZoneName("Yangon", 6.5, since: 1970, or: ["Myanmar"]),
    ZoneName(
      "Kolkata", 5.5, since: 1970,
      or: [
        "India", "Delhi", "New Delhi", "Mumbai", "Bangalore", "Calcutta",
        "Chennai", "Hyderabad",
      ]),
    ZoneName("Kathmandu", 5.75, since: 1987, or: ["Nepal"]), ZoneName("Dhaka", 6, since: 2010, or: ["Bangladesh"]),
    ZoneName("Bangkok", 7, since: 1970, or: ["Thailand"]),
    ZoneName("Hanoi", 7, since: 1976, or: ["Vietnam", "Saigon", "Ho Chi Minh", "Ho Chi Minh City"]),
    ZoneName("Jakarta", 7, since: 1970),
    ZoneName("Singapore", 8, since: 1983), ZoneName("Kuala Lumpur", 8, since: 1983, or: ["Malaysia"]),
    ZoneName("Shanghai", 8, since: 1992, or: ["China", "Beijing"]),
    ZoneName("Hong Kong", 8, since: 1980), ZoneName("Taipei", 8, since: 1980, or: ["Taiwan"]),
    ZoneName("Manila", 8, since: 1991, or: ["Philippines"]),
    ZoneName("Tokyo", 9, since: 1970, or: ["Japan", "Osaka", "Kyoto"]),
    ZoneName("Seoul", 9, since: 1989, or: ["South Korea"]),
  ]

  private static let others = [
    ZoneName("Accra", 0, since: 1970, or: ["Ghana"]), ZoneName("Dakar", 0, since: 1970, or: ["Senegal"]),
    ZoneName("Algiers", 1, since: 1982, or: ["Algeria"]),
    ZoneName("Lagos", 1, since: 1970, or: ["Nigeria"]),
    ZoneName("Johannesburg", 2, since: 1970, or: ["South Africa", "Cape Town"]),
    ZoneName("Addis Ababa", 3, since: 1970, or: ["Ethiopia"]),
    ZoneName("Nairobi", 3, since: 1970, or: ["Kenya"]), ZoneName("Perth", 8, since: 2010),
    ZoneName("Darwin", 9.5, since: 1970),
    ZoneName("Brisbane", 10, since: 1993), ZoneName("Adelaide", 9.5, .australia, since: 2009),
    ZoneName("Melbourne", 10, .australia, since: 2009),
    ZoneName("Sydney", 10, .australia, since: 2009, or: ["Canberra", "Hobart"]),
    ZoneName("Auckland", 12, .newZealand, since: 2008, or: ["New Zealand", "Wellington", "Christchurch"]),
  ]

  /// Names that stand for several zones, with some of these zones.
  private static let ambiguous: [String: String] = [
    "cst": "Chicago or Shanghai", "ist": "Kolkata or Dublin", "bst": "London or Dhaka", "est": "New York or Brisbane",
    "edt": "New York or Sydney", "pst": "Los Angeles or Manila", "mst": "Denver or Phoenix", "ast": "Halifax or Riyadh",
    "cdt": "Chicago", "pdt": "Los Angeles", "mdt": "Denver", "cet": "Berlin or Paris", "cest": "Berlin or Paris",
    "eet": "Athens or Helsinki", "eest": "Athens or Helsinki", "wet": "Lisbon", "west": "Lisbon", "mez": "Berlin",
    "mesz": "Berlin", "jst": "Tokyo", "kst": "Seoul", "sgt": "Singapore", "hkt": "Hong Kong", "msk": "Moscow",
    "usa": "New York or Los Angeles", "us": "New York or Los Angeles", "america": "New York or Los Angeles",
    "canada": "Toronto or Halifax", "mexico": "Mexico City", "brazil": "Sao Paulo", "russia": "Moscow",
    "australia": "Sydney or Perth", "europe": "London, Berlin or Athens", "asia": "Tokyo or Kolkata",
    "africa": "Lagos or Nairobi", "pacific": "Honolulu or Auckland", "indonesia": "Jakarta",
  ]
}

// MARK: - Clocks

extension ZoneName {
  /// The number of seconds by which clocks are ahead of UTC at a moment; `nil` before the rule is valid.
  package func offset(at moment: Double) -> Double? {
    let offset = rule.isAhead(at: moment, standard: standard) ? standard + 3600 : standard
    guard let first = CivilDate.days(year: since, month: 1, day: 1) else { return nil }
    return moment + offset >= first * 86_400 ? offset : nil
  }

  /// The moments at which clocks show a time: two in the hour that is repeated, none in the hour that is left out,
  /// and none before the rule is valid. Times are counted as moments are.
  func moments(showing time: Double) -> [Double] {
    [standard + 3600, standard].map { time - $0 }.filter { moment in offset(at: moment).map { moment + $0 } == time }
  }
}

// MARK: - Reading

extension ZoneName {
  /// The zone found in a line.
  enum Reading {
    case utc(end: Int)
    /// An index into the table, and the end of the name.
    case zone(Int, end: Int)
    /// Letters that name no zone or several zones, with a hint if one is known.
    case refused(word: Range<Int>, hint: String?)
  }

  /// Reads the name of a zone: `Berlin`, `new york`, `Europe/Berlin`, `UTC`; `nil` if the position has no word.
  ///
  /// - Complexity: O(names)
  static func read(_ bytes: [UInt8], at start: Int) -> Reading? {
    var next = SourceText.endOfWord(bytes, from: start)
    guard next > start, bytes[start].isASCIILetterOrUnderscore else { return nil }
    // America/Argentina/Buenos_Aires means the city.
    var city = start
    while next + 1 < bytes.count, bytes[next] == UInt8(ascii: "/"), bytes[next + 1].isASCIILetterOrUnderscore {
      city = next + 1
      next = SourceText.endOfWord(bytes, from: city)
    }
    let word = city..<next
    if let long = longer(bytes, word) { return .zone(long.zone, end: long.end) }
    if let zone = names[folded(bytes[word])] { return .zone(zone, end: word.upperBound) }
    let text = folded(bytes[word])
    if text == "utc" || text == "gmt" && city == start { return .utc(end: word.upperBound) }
    let place = city..<end(ofPlace: word, bytes)
    let hint =
      ambiguous[text].map { "zones are named by cities, as in \($0)" }
      ?? Suggestion.hint(for: folded(bytes[place]), among: table.map(\.name))
      ?? Suggestion.hint(for: folded(bytes[word]), among: table.map(\.name))
    return .refused(word: start..<(ambiguous[text] == nil ? place.upperBound : word.upperBound), hint: hint)
  }

  /// The end of a name of several words; if the first word begins with a capital letter, further words must do so too.
  private static func end(ofPlace word: Range<Int>, _ bytes: [UInt8]) -> Int {
    let isCapital = bytes[word.lowerBound] & 0x20 == 0
    var end = word.upperBound
    while true {
      let next = UnitReader.blanks(bytes, at: end)
      let last = SourceText.endOfWord(bytes, from: next)
      guard next > end, last > next, bytes[next].isASCIILetterOrUnderscore, bytes[next] & 0x20 == 0 || !isCapital,
        !words.contains(String(decoding: bytes[next..<last], as: UTF8.self))
      else { return end }
      end = last
    }
  }

  /// Words of formulas that may follow a zone.
  private static let words = ["in", "to", "and", "or", "where", "step", "not"]

  /// A hint for a zone that is not in the table.
  static let unknownHint = "help dates lists the zones; for others write the difference to UTC, as in 14:00±HH:MM"

  /// Reads a zone whose name has two or more words, `Ho Chi Minh City`.
  private static func longer(_ bytes: [UInt8], _ word: Range<Int>) -> (zone: Int, end: Int)? {
    var text = folded(bytes[word])
    var (end, found): (Int, (zone: Int, end: Int)?) = (word.upperBound, nil)
    for _ in 1..<longestName {
      let next = UnitReader.blanks(bytes, at: end)
      let last = SourceText.endOfWord(bytes, from: next)
      guard next > end, last > next else { break }
      text += " " + folded(bytes[next..<last])
      end = last
      if let zone = names[text] { found = (zone, end) }
    }
    return found
  }

  /// The greatest number of words in a name.
  private static let longestName = names.keys.map { $0.split(separator: " ").count }.max() ?? 1

  private static func folded(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self).lowercased()
  }

  private static let names: [String: Int] = {
    var names: [String: Int] = [:]
    for (index, row) in table.enumerated() { for name in [row.name] + row.others { names[name.lowercased()] = index } }
    return names
  }()
}
