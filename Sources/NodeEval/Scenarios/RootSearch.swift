// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the numbers for which a function has a target value.
///
/// The function is evaluated for many numbers at once, so a step that bisection would take divides all intervals of interest
/// into dozens of parts: each round costs as much as one number. Intervals in which the value changes sides are narrowed until
/// there is no number inside. Intervals in which the value comes near the target without changing sides, as (x − 3)² near 0,
/// are narrowed to the nearest point. Values are compared with the target, and no difference is computed, so no rounding hides
/// a side.
struct RootSearch<Failure: Error> {
  typealias Function = (_ numbers: [Double]) throws(Failure) -> [Double?]

  private struct Point {
    let x: Double
    /// `nil` where the function has no value.
    let y: Double?
  }

  /// Two neighbouring numbers on different sides, and how far apart the values were at wider distances, widest first.
  private struct Bracket {
    var low: Point
    var high: Point
    var history: [(width: Double, gap: Double)] = []
  }

  /// A number that is nearer to the target than those around it.
  private struct Valley {
    var best: Point
    var low: Double
    var high: Double
    /// How far from the target the surrounding values are, as long as they are not too near.
    var extent: Double
    /// Whether the function has no value next to the number.
    var isEdge = false
  }

  private let target: Double
  /// The number whose surroundings are searched first if there is too much to narrow.
  private let center: Double
  /// Whether only whole numbers are tried.
  private let isWhole: Bool
  private let function: Function
  private var result: Solutions

  init(for target: Double, around center: Double, isWhole: Bool = false, of function: @escaping Function) {
    (self.target, self.center, self.isWhole, self.function) = (target, center, isWhole, function)
    result = Solutions(target: target)
  }

  // MARK: Numbers to begin with

  /// The number of values of the first round at most, and of each further round.
  private static var roundSize: Int { 512 }

  /// Numbers of a range: at equal distances, and at equal ratios from its ends and from 0.
  static func start(in range: ClosedRange<Double>) -> [Double] {
    let (low, high) = (range.lowerBound, range.upperBound)
    var numbers = (0...256).map { low + (high / 256 - low / 256) * Double($0) }
    numbers += [low, high]
    for end in [low, high, 0] { numbers += powers(around: end, from: -40, through: 60) }
    return numbers.filter { range.contains($0) }
  }

  /// Numbers around one: at equal distances, and at equal ratios from it and from 0.
  ///
  /// - Parameters:
  ///   - number: The number.
  ///   - exponent: The powers of two that the distances end with.
  /// - Returns: The numbers, in any order.
  static func start(around number: Double, through exponent: Int) -> [Double] {
    let scale = max(number.magnitude, 1)
    let numbers = (-128...128).map { number + scale * Double($0) / 32 }
    return numbers + powers(around: number, from: -20, through: exponent)
      + powers(around: 0, from: -20, through: exponent)
  }

  private static func powers(around number: Double, from first: Int, through last: Int) -> [Double] {
    var numbers = [number]
    var power = 1.0
    for exponent in 0...max(-first, last) {
      for size in [exponent <= last ? power : nil, exponent <= -first ? 1 / power : nil] {
        if let size { numbers += [number - size, number + size] }
      }
      power *= 2
    }
    return numbers
  }

  // MARK: Search

  /// Searches around and between some numbers.
  ///
  /// - Complexity: O(numbers + 512 × rounds) evaluations; a dozen rounds narrow an interval down to two neighbouring numbers.
  mutating func search(from numbers: [Double]) throws(Failure) -> Solutions {
    let points = try evaluate(numbers)
    result.range = points.first.flatMap { first in points.last.map { first.x...$0.x } } ?? 0...0
    var brackets = Self.brackets(in: points, target)
    try addRuns(in: points)
    var valleys = self.valleys(in: points)
    while !valleys.isEmpty { try narrow(&valleys, &brackets) }
    while !brackets.isEmpty { try narrow(&brackets) }
    result.sort()
    try roundSolutions()
    return result
  }

  /// The values of numbers, in their order, each once.
  private mutating func evaluate(_ numbers: [Double]) throws(Failure) -> [Point] {
    let rounded = isWhole ? numbers.map { $0.rounded() } : numbers
    var known: Set<Double> = []
    let distinct = rounded.filter { $0.isFinite && known.insert($0).inserted }.sorted()
    let values = try function(distinct)
    let points = zip(distinct, values).map { Point(x: $0, y: $1.flatMap { $0.isFinite ? $0 : nil }) }
    for point in points {
      guard let y = point.y else {
        result.failureCount += 1
        continue
      }
      result.note(point.x, y)
    }
    return points
  }

  /// −1, 0 or 1 for a value below, at or above the target; `nil` without a value.
  private static func side(_ point: Point, _ target: Double) -> Int? {
    point.y.map { $0 < target ? -1 : $0 > target ? 1 : 0 }
  }

  private func distance(_ point: Point) -> Double { point.y.map { ($0 - target).magnitude } ?? .infinity }

  private static func brackets(in points: [Point], _ target: Double) -> [Bracket] {
    zip(points, points.dropFirst()).compactMap { low, high in
      guard let first = side(low, target), let second = side(high, target), first * second < 0 else { return nil }
      return Bracket(low: low, high: high)
    }
  }

  // MARK: Numbers that have the value

  /// Adds the numbers that have the target value, extended by those around them that have it as well.
  private mutating func addRuns(in points: [Point]) throws(Failure) {
    for run in try runs(in: points) {
      let (first, last) = (run.lowerBound, run.upperBound)
      let low = try end(from: points[first].x, to: first > 0 ? points[first - 1].x : points[first].x)
      let high = try end(from: points[last].x, to: last + 1 < points.count ? points[last + 1].x : points[last].x)
      let before = first > 0 ? Self.side(points[first - 1], target) : nil
      let after = last + 1 < points.count ? Self.side(points[last + 1], target) : nil
      result.add(low...high, touches: before != nil && before == after)
    }
  }

  /// Neighbouring points that have the target value and between which it doesn't change: those nearest to the center, if there
  /// are too many.
  private mutating func runs(in points: [Point]) throws(Failure) -> [ClosedRange<Int>] {
    let equal = points.indices.filter { points[$0].y == target }
    let pairs = zip(equal, equal.dropFirst()).filter { $0 + 1 == $1 }
    // At irregular positions, so that a periodic function is noticed.
    let shares = [0.1732, 0.4142, 0.7071, 0.8541]
    let between = pairs.map { first, second in
      shares.map { points[first].x + (points[second].x / 2 - points[first].x / 2) * 2 * $0 }
    }
    var isBroken: Set<Int> = []
    if !pairs.isEmpty {
      let values = Dictionary(try evaluate(between.flatMap { $0 }).map { ($0.x, $0.y) }) { first, _ in first }
      for (pair, numbers) in zip(pairs, between) {
        let tried = isWhole ? numbers.map { $0.rounded() } : numbers
        if tried.contains(where: { values[$0] != .some(target) }) { isBroken.insert(pair.0) }
      }
    }
    var runs: [ClosedRange<Int>] = []
    for index in equal {
      if let last = runs.last, last.upperBound + 1 == index, !isBroken.contains(last.upperBound) {
        runs[runs.count - 1] = last.lowerBound...index
      } else {
        runs.append(index...index)
      }
    }
    guard runs.count > Self.maximumCount else { return runs }
    result.isComplete = false
    func distance(_ run: ClosedRange<Int>) -> Double { (points[run.lowerBound].x - center).magnitude }
    return Array(runs.sorted { distance($0) < distance($1) }.prefix(Self.maximumCount))
  }

  /// The last number that has the target value, on the way from one that has it to one that does not.
  private mutating func end(from inside: Double, to outside: Double) throws(Failure) -> Double {
    var (inside, outside) = (inside, outside)
    while true {
      let between = parts(min(inside, outside), max(inside, outside), count: 32)
      if between.isEmpty { return inside }
      let points = try evaluate(between)
      for point in inside < outside ? points : points.reversed() {
        if point.y != target {
          outside = point.x
          break
        }
        inside = point.x
      }
    }
  }

  // MARK: Numbers between

  /// Numbers strictly between two others: half of them at equal distances, the other half at equal distances of their bit
  /// patterns, which finds small numbers between −1 and 1, or between 1 and 10³⁰⁰.
  private func parts(_ low: Double, _ high: Double, count: Int) -> [Double] {
    if isWhole, high - low <= Double(count), max(low.magnitude, high.magnitude) < 0x1p53 {
      return Array(stride(from: low.rounded(.down) + 1, to: high, by: 1))
    }
    let (first, last) = (Self.position(low), Self.position(high))
    let distance = UInt64(bitPattern: last &- first)
    var numbers: [Double] = []
    if distance <= UInt64(count) {
      numbers = (0..<Int64(distance)).map { Self.number(first + $0) }
    } else {
      let half = UInt64(count / 2)
      for part in 1...half {
        let share = Double(part) / Double(half + 1)
        numbers.append(low + (high / 2 - low / 2) * 2 * share)
        numbers.append(Self.number(first &+ Int64(bitPattern: distance / (half + 1) * part)))
      }
    }
    if isWhole { numbers = numbers.map { $0.rounded() } }
    return numbers.filter { $0 > low && $0 < high }
  }

  /// The index of a number among all numbers in ascending order.
  private static func position(_ number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.bitPattern)
    return bits >= 0 ? bits : Int64.min &- bits
  }

  private static func number(_ position: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: position >= 0 ? position : Int64.min &- position))
  }

  // MARK: Narrowing

  /// Narrows all intervals in which values change sides, and drops those that are done.
  private mutating func narrow(_ brackets: inout [Bracket]) throws(Failure) {
    if brackets.count > Self.maximumCount {
      result.isComplete = false
      brackets.sort { ($0.low.x - center).magnitude < ($1.low.x - center).magnitude }
      brackets.removeLast(brackets.count - Self.maximumCount)
    }
    let count = max(8, Self.roundSize / brackets.count)
    var open: [Bracket] = []
    var trials: [Double] = []
    for bracket in brackets {
      let between = parts(bracket.low.x, bracket.high.x, count: count)
      if between.isEmpty { end(bracket) } else { open.append(bracket) }
      trials += between
    }
    let points = trials.isEmpty ? [] : try evaluate(trials)
    brackets = []
    for bracket in open {
      var inside = [bracket.low]
      inside += points.filter { $0.x > bracket.low.x && $0.x < bracket.high.x }
      inside.append(bracket.high)
      try addRuns(in: inside)
      let gap = (bracket.high.y ?? 0) - (bracket.low.y ?? 0)
      let entry = (bracket.high.x - bracket.low.x, gap.magnitude)
      for var part in Self.brackets(in: inside, target) {
        part.history = bracket.history + [entry]
        brackets.append(part)
      }
    }
  }

  private static var maximumCount: Int { 64 }

  /// Adds the result of two neighbouring numbers on different sides: a solution, as near as numbers come, or a jump.
  private mutating func end(_ bracket: Bracket) {
    guard let low = bracket.low.y, let high = bracket.high.y else { return }
    let (gap, width) = ((high - low).magnitude, bracket.high.x - bracket.low.x)
    let wider = bracket.history.last { $0.width >= 4096 * width }
    let scale = max(target.magnitude, low.magnitude, high.magnitude)
    let isSmall = gap <= 1e-9 * max(scale, .leastNonzeroMagnitude)
    let isContinuous = isSmall || wider.map { gap <= $0.gap / 4 } ?? false
    if isWhole || !isContinuous {
      result.jumps.append(.init(below: bracket.low.x, above: bracket.high.x, from: low, to: high))
    } else if isSmall || gap <= 1e-6 * (bracket.history.first?.gap ?? 0) {
      let nearest = distance(bracket.low) <= distance(bracket.high) ? bracket.low.x : bracket.high.x
      result.add(nearest...nearest, touches: false)
    }
    // Otherwise numbers are too far apart there for a solution, as for the sine of 10¹⁷.
  }

  private func valleys(in points: [Point]) -> [Valley] {
    var valleys: [Valley] = []
    for (index, point) in points.enumerated() {
      let before = index > 0 ? points[index - 1] : point
      let after = index + 1 < points.count ? points[index + 1] : point
      let side = Self.side(point, target)
      guard let side, side != 0, [before, after].allSatisfy({ Self.side($0, target) ?? side == side }) else { continue }
      let (here, around) = (distance(point), [before, after].map(distance))
      guard around.allSatisfy({ here <= $0 }), around.contains(where: { here < $0 }) else { continue }
      let extent = around.filter(\.isFinite).max() ?? here
      valleys.append(
        Valley(
          best: point, low: before.x, high: after.x, extent: extent, isEdge: before.y == nil || after.y == nil))
    }
    return Array(valleys.sorted { distance($0.best) < distance($1.best) }.prefix(16))
  }

  /// Narrows intervals in which values come near the target, and drops those that are done. If values do change sides, the
  /// interval is added to the brackets.
  private mutating func narrow(_ valleys: inout [Valley], _ brackets: inout [Bracket]) throws(Failure) {
    let count = max(8, Self.roundSize / valleys.count)
    var open: [Valley] = []
    var trials: [Double] = []
    for valley in valleys {
      let between = parts(valley.low, valley.high, count: count)
      // Near its lowest point, a parabola is flat within the precision of its values.
      let isDone =
        !valley.isEdge && valley.high - valley.low <= 0x1p-40 * max(valley.low.magnitude, valley.high.magnitude)
      if between.isEmpty || isDone {
        end(valley)
        continue
      }
      open.append(valley)
      trials += between + [valley.best.x, valley.low, valley.high]
    }
    valleys = []
    let points = trials.isEmpty ? [] : try evaluate(trials)
    for var valley in open {
      let inside = points.filter { $0.x >= valley.low && $0.x <= valley.high }
      let crossings = Self.brackets(in: inside, target)
      if !crossings.isEmpty || inside.contains(where: { $0.y == target }) {
        brackets += crossings
        try addRuns(in: inside)
        continue
      }
      guard let best = inside.indices.min(by: { distance(inside[$0]) < distance(inside[$1]) }) else { continue }
      let (before, after) = (inside[max(best - 1, 0)], inside[min(best + 1, inside.count - 1)])
      let (low, high) = (before.x, after.x)
      valley.best = inside[best]
      valley.isEdge = before.y == nil || after.y == nil
      if high - low >= 0x1p-20 * max(low.magnitude, high.magnitude) {
        valley.extent = [before, after].map(distance).filter(\.isFinite).max() ?? valley.extent
      }
      // Of three neighbouring numbers, the middle one may be the best.
      if low == valley.low, high == valley.high {
        end(valley)
        continue
      }
      (valley.low, valley.high) = (low, high)
      valleys.append(valley)
    }
  }

  /// Adds the number nearest to the target, if its value equals the target except for rounding.
  private mutating func end(_ valley: Valley) {
    guard distance(valley.best) <= 1e-12 * max(valley.extent, target.magnitude) else { return }
    result.add(valley.best.x...valley.best.x, touches: !valley.isEdge)
  }

  // MARK: Rounding

  /// Replaces solutions by numbers of fewer digits that are as near to the target: 25 for 24.999999999999996.
  private mutating func roundSolutions() throws(Failure) {
    for index in result.solutions.indices {
      let solution = result.solutions[index]
      // Around its lowest point, a parabola has the same value for half of the digits.
      let width = solution.touches ? 1e-6 : 1e-12
      guard solution.through - solution.value <= width * solution.value.magnitude else { continue }
      let middle = solution.value + (solution.through - solution.value) / 2
      var candidates: [Double] = []
      var scale = 1.0
      while scale <= 1e22 {
        candidates.append((middle * scale).rounded() / scale)
        scale *= 10
      }
      // For whole numbers, also those that end with zeros.
      scale = 10
      while scale <= middle.magnitude {
        candidates.insert((middle / scale).rounded() * scale, at: 0)
        scale *= 10
      }
      candidates += [middle, solution.value]
      let values = Dictionary(try evaluate(candidates).map { ($0.x, $0) }) { first, _ in first }
      let limit = [middle, solution.value].compactMap { values[$0].map(distance) }.min() ?? 0
      let nearest = candidates.first { candidate in
        values[candidate].map { distance($0) <= limit } ?? false
          && (candidate - middle).magnitude <= 1e-6 * middle.magnitude
      }
      let value = nearest ?? solution.value
      result.solutions[index].value = value
      result.solutions[index].through = value
      result.solutions[index].output = values[value]?.y ?? target
    }
  }
}
