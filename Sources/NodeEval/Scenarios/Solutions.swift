// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The values of a variable for which an output has a target value, as far as a search has found them.
///
/// ```swift
/// let found = try evaluator.solve(for: price, in: 10...50, reading: total, equals: 100)
/// for solution in found.solutions { print(solution.value) }
/// if found.solutions.isEmpty, let near = found.closest { print("\(near.output) at \(near.value)") }
/// ```
///
/// A search first evaluates the output for hundreds of values, and then narrows intervals between them. Two solutions between
/// two neighbours of these values can be missed, unless the output comes near the target there.
public struct Solutions: Hashable, Sendable {
  /// A value for which the output has the target value, or all values from one to another.
  public struct Solution: Hashable, Sendable {
    /// The value, or the least of them.
    public internal(set) var value: Double
    /// The greatest of them; equal to ``value`` if there is only one.
    public internal(set) var through: Double
    /// The output there, which may differ from the target by rounding.
    public internal(set) var output: Double
    /// Whether the output only touches the target, and is on the same side of it before and after.
    public internal(set) var touches: Bool
  }

  /// Two neighbouring values between which the output skips the target.
  public struct Jump: Hashable, Sendable {
    /// The lower value.
    public let below: Double
    /// The greater value, next to it.
    public let above: Double
    /// The output for the lower value.
    public let from: Double
    /// The output for the greater value.
    public let to: Double
  }

  /// A value, and the output there.
  public struct Trial: Hashable, Sendable {
    /// The value of the variable.
    public let value: Double
    /// The output.
    public let output: Double
  }

  /// The target value of the output.
  public let target: Double
  /// The least and the greatest value that were tried at first.
  public internal(set) var range: ClosedRange<Double> = 0...0
  /// The solutions, in ascending order.
  public internal(set) var solutions: [Solution] = []
  /// The places where the output skips the target, in ascending order.
  public internal(set) var jumps: [Jump] = []
  /// The trial whose output is nearest to the target; `nil` if the output never had a value.
  public internal(set) var closest: Trial?
  /// The trial with the least output; `nil` if the output never had a value.
  public internal(set) var least: Trial?
  /// The trial with the greatest output; `nil` if the output never had a value.
  public internal(set) var greatest: Trial?
  /// How many values were tried for which the output has no value.
  public internal(set) var failureCount = 0
  /// Whether all intervals of interest were narrowed; false if the output crosses the target more than 64 times.
  public internal(set) var isComplete = true

  init(target: Double) { self.target = target }

  /// The solution that is nearest to a value; `nil` if there is none.
  ///
  /// - Complexity: O(solutions)
  public func nearest(to value: Double) -> Solution? {
    func distance(_ solution: Solution) -> Double {
      max(solution.value - value, value - solution.through, 0)
    }
    return solutions.min { distance($0) < distance($1) }
  }

  /// Searches for the numbers for which a function has a target value.
  ///
  /// - Parameters:
  ///   - target: The target value.
  ///   - number: The number around which to search without a range.
  ///   - range: The range in which to search.
  ///   - isWhole: Whether only whole numbers count.
  ///   - function: Evaluates many numbers at once; returns `nil` for numbers without a value.
  /// - Returns: The solutions.
  /// - Throws: The errors of `function`.
  package static func search<Failure>(
    for target: Double, around number: Double, in range: ClosedRange<Double>?, isWhole: Bool = false,
    _ function: @escaping (_ numbers: [Double]) throws(Failure) -> [Double?]
  ) throws(Failure) -> Solutions {
    func search(_ start: [Double]) throws(Failure) -> Solutions {
      var search = RootSearch<Failure>(for: target, around: number, isWhole: isWhole, of: function)
      return try search.search(from: start)
    }
    if let range { return try search(RootSearch<Failure>.start(in: range)) }
    let near = try search(RootSearch<Failure>.start(around: number, through: 20))
    return near.solutions.isEmpty ? try search(RootSearch<Failure>.start(around: number, through: 60)) : near
  }

  // MARK: While a search runs

  mutating func note(_ value: Double, _ output: Double) {
    let trial = Trial(value: value, output: output)
    let distance = (output - target).magnitude
    let former = closest.map { ($0.output - target).magnitude } ?? .infinity
    // Compared with a far greater target, many outputs are equally near.
    let isNearer = closest.map { target > output ? output > $0.output : output < $0.output } ?? true
    if distance < former || distance == former && isNearer { closest = trial }
    if output < least?.output ?? .infinity { least = trial }
    if output > greatest?.output ?? -.infinity { greatest = trial }
  }

  mutating func add(_ values: ClosedRange<Double>, touches: Bool) {
    solutions.append(
      Solution(value: values.lowerBound, through: values.upperBound, output: target, touches: touches))
  }

  /// Sorts solutions and jumps, and joins solutions that were found twice or that differ only by rounding.
  mutating func sort() {
    var sorted: [Solution] = []
    for solution in solutions.sorted(by: { $0.value < $1.value }) {
      if let last = sorted.last, solution.value - last.through <= 1e-9 * solution.value.magnitude {
        sorted[sorted.count - 1].through = max(last.through, solution.through)
        continue
      }
      sorted.append(solution)
    }
    solutions = sorted
    jumps.sort { $0.below < $1.below }
  }
}

extension Evaluator {
  /// Searches for the values of a variable for which an output has a target value: the goal seek of spreadsheets. Leaves the
  /// graph unchanged.
  ///
  /// ```swift
  /// let found = try evaluator.solve(for: price, reading: total, equals: 100)
  /// if let solution = found.nearest(to: 20) { evaluator.set(price, to: solution.value) }
  /// ```
  ///
  /// - Parameters:
  ///   - variable: The variable to vary.
  ///   - range: The range in which to search. `nil` searches around the present value up to a million, and if that finds no
  ///     solution, at all magnitudes up to 2⁶⁰.
  ///   - output: The output that is to have the target value.
  ///   - target: The target value; not NaN.
  /// - Returns: The solutions, or the values that come near.
  /// - Throws: A ``ScenarioError`` for a node that can't be evaluated for many scenarios.
  /// - Precondition: No edit is under way, and the ends of `range` are finite.
  /// - Complexity: O(nodes between variable and output) for each of some thousand evaluations.
  public func solve<Source: Readable>(
    for variable: Variable<Double>, in range: ClosedRange<Double>? = nil, reading output: Source, equals target: Double
  ) throws(ScenarioError) -> Solutions where Source.Value == Double {
    let run = ScenarioRun(of: try ScenarioProgram(self, varying: variable, reading: output))
    return Solutions.search(for: target, around: self[variable], in: range) { run.numbers(for: [$0]) }
  }

  /// The derivatives of an output with respect to some variables, at their present values. Leaves the graph unchanged.
  ///
  /// They are computed in one pass from the output to the variables, however many there are. Where it ends at a node without a
  /// derivative, or at a value that is not a number, the output itself is evaluated around the values of the variables.
  ///
  /// - Parameters:
  ///   - output: The output.
  ///   - variables: The variables.
  /// - Returns: For each variable the derivative; `nil` where the output has none: at a jump, or at the end of the values for which it
  ///   has one.
  /// - Throws: A ``ScenarioError`` for a node that can't be evaluated for many scenarios, a ``NodeFailure`` if the output has no value.
  /// - Precondition: No edit is under way.
  /// - Complexity: O(nodes and connections between variables and output).
  public func slopes<Source: Readable>(
    of output: Source, by variables: [Variable<Double>]
  ) throws -> [Slope?] where Source.Value == Double {
    let program = try ScenarioProgram(self, varying: variables.map(\.port.node), reading: [output.port])
    return try ScenarioRun(of: program).slopes(at: variables.map { self[$0] })
  }
}
