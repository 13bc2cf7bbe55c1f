// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The rule for when clocks are an hour ahead of a zone's standard time.
enum ZoneRule: Sendable {
  case never
  /// From the last Sunday of March to the last Sunday of October, at 01:00 in UTC everywhere; in the European Union since
  /// 1996.
  case europe
  /// From the second Sunday of March to the first Sunday of November, at 02:00 local time; in North America since
  /// 2007.
  case northAmerica
  /// From the first Sunday of October to the first Sunday of April, at 02:00 standard time; in south-eastern Australia
  /// since 2008.
  case australia
  /// From the last Sunday of September to the first Sunday of April, at 02:00 standard time; in New Zealand since 2008.
  case newZealand

  /// Whether clocks are ahead at a moment, in seconds of UTC, where standard time is that many seconds ahead of UTC.
  func isAhead(at moment: Double, standard: Double) -> Bool {
    let year = CivilDate.civil(((moment + standard) / 86_400).rounded(.down)).year
    /// The moment at which standard clocks show two on a Sunday: the `place`th of a month, or its last.
    func two(_ place: Int?, _ month: Int) -> Double { Self.sunday(place, month, year) * 86_400 + 7200 - standard }
    switch self {
    case .never: return false
    case .europe:
      let (begin, end) = (Self.sunday(nil, 3, year), Self.sunday(nil, 10, year))
      return moment >= begin * 86_400 + 3600 && moment < end * 86_400 + 3600
    case .northAmerica: return moment >= two(2, 3) && moment < two(1, 11) - 3600
    case .australia: return moment >= two(1, 10) || moment < two(1, 4)
    case .newZealand: return moment >= two(nil, 9) || moment < two(1, 4)
    }
  }

  /// The first, second … Sunday of a month as a day, or the last if `place` is `nil`.
  private static func sunday(_ place: Int?, _ month: Int, _ year: Int) -> Double {
    let first = CivilDate.days(year: year, month: place == nil ? month + 1 : month, day: 1) ?? 0
    let next = first + 7 - CivilDate.weekday(first)
    return next + Double((place ?? 0) - 1) * 7
  }
}
