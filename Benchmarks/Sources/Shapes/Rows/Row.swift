// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// A line of the comparison: one shape of one size, and everyone who can do it.
public struct Row {
  /// What it is called.
  public let shape: String
  /// How large it is: nodes, layers, what it reaches.
  public let size: Int
  /// What a figure means.
  public let unit: String
  /// What the figure of ``headline`` is meant to stay under, if anything.
  public let goal: Double?
  /// The engine that the goal is for.
  public let headline: String
  /// Whether each update prepares what it needs, so that one is measured at a time.
  public let isSingle: Bool
  /// Those who are measured, made when it is their turn, and nothing if they can't.
  public let entrants: [Entrant]

  /// One who may be measured.
  public typealias Entrant = (name: String, make: () throws -> Subject?)

  init(
    _ shape: String, _ size: Int, _ unit: String, goal: Double? = nil, headline: String = Declared.name,
    isSingle: Bool = false, _ entrants: [Entrant]
  ) {
    self.shape = shape
    self.size = size
    self.unit = unit
    self.goal = goal
    self.headline = headline
    self.isSingle = isSingle
    self.entrants = entrants
  }
}

extension Row {
  /// How many updates are worth timing together: one of many nodes is enough by itself.
  public var updatesTogether: Int { isSingle || size >= 10_000 ? 1 : 1000 }

  /// A name without spaces, for lists and files.
  public var name: String { "\(shape) \(size)".split(separator: " ").joined(separator: "-") }

  /// The engine that the goal is for, checked and ready.
  ///
  /// - Throws: ``Mismatch`` if it computes something wrong, or too often.
  public func subject() throws -> Subject { try subject(headline) }

  /// One of those who are measured, checked and ready.
  ///
  /// - Throws: ``Mismatch`` if it computes something wrong, or too often, or there is none of that name.
  public func subject(_ engine: String) throws -> Subject {
    guard let entrant = entrants.first(where: { $0.name == engine }), let subject = try entrant.make() else {
      throw Mismatch("\(name): \(engine) is not among those who are measured")
    }
    return subject
  }
}

/// One who is measured in a row, checked and ready.
public struct Subject {
  /// What it is called.
  public let engine: String
  /// How many nodes an update evaluates, if that is known.
  public let evaluations: Double?
  /// What the time of an update is divided by.
  public let divisor: Double
  /// How many times an update is carried out for one figure.
  public let repetitions: Int
  /// Carries out so many updates and returns how many nanoseconds this thread has worked on them.
  public let time: (_ updates: Int) throws -> Double

  /// Something that is done over and over.
  init(
    _ engine: String, evaluations: Double? = nil, divisor: Double = 1, run: @escaping (_ updates: Int) throws -> Void
  ) {
    self.engine = engine
    self.evaluations = evaluations
    self.divisor = divisor
    repetitions = 1
    time = { updates in try timed { try run(updates) } }
  }

  /// Something that is prepared each time; `measure` returns how long the part that counts has taken, which it does so many
  /// times.
  init(
    _ engine: String, evaluations: Double? = nil, divisor: Double = 1, repetitions: Int = 1,
    measure: @escaping () throws -> Double
  ) {
    self.engine = engine
    self.evaluations = evaluations
    self.divisor = divisor
    self.repetitions = repetitions
    time = { _ in try measure() }
  }
}

extension Row {
  /// What an update of a plan is divided by.
  public enum Share {
    /// By the number of nodes it evaluates.
    case evaluation
    /// By nothing.
    case update
    /// By a number, and what that is called.
    case each(Double, String)
  }

  /// A row in which contenders carry out a plan.
  ///
  /// - Parameters:
  ///   - shape: What it is called.
  ///   - size: How large it is.
  ///   - share: What is told of an update.
  ///   - goal: What it is meant to stay under.
  ///   - formula: The loop without a graph, where there is a formula.
  ///   - contenders: Those who are measured beside the loop.
  ///   - plan: Makes the plan.
  /// - Returns: The row.
  static func plan(
    _ shape: String, _ size: Int, per share: Share = .evaluation, goal: Double? = nil,
    loop formula: Loop.Formula? = nil,
    _ contenders: [any Contender.Type] = everyone, _ plan: @escaping () throws -> Plan
  ) -> Row {
    // The plan and its course are made when the row's turn comes, once for all.
    let shared = Shared(plan)
    var entrants: [Entrant] = contenders.map { contender in
      (contender.name, { try subject(contender.name, shared, share) { try contender.init($0) } })
    }
    entrants.append((Loop.name, { try subject(Loop.name, shared, share) { Loop($0, formula) } }))
    let unit =
      switch share {
      case .evaluation: "ns/node"
      case .update: "ns/update"
      case .each(_, let name): "ns/\(name)"
      }
    return Row(shape, size, unit, goal: goal, entrants)
  }

  /// All who can carry out any plan.
  static var everyone: [any Contender.Type] {
    [Declared.self, Unplanned.self, CodeFirst.self, BuiltIn.self, FullRecomputation.self, Seed.self, Subjects.self]
  }

  private static func subject(
    _ name: String, _ shared: Shared, _ share: Share, _ make: (Plan) throws -> (any Contender)?
  ) throws -> Subject? {
    let (plan, course) = try shared.get()
    guard let contender = try make(plan) else { return nil }
    // Those who count are cheap; the others may take a second for each of thousands of updates.
    try contender.check(plan, course, limit: contender is Engine ? .max : 4)
    warmUp(contender, updates: plan.updates.count)
    let divisor =
      switch share {
      case .evaluation: course.evaluations
      case .update: 1.0
      case .each(let divisor, _): divisor
      }
    let counted =
      contender is Engine ? course.evaluations : (contender as? Seed).map { Double($0.recalculations(of: 0)) }
    return Subject(name, evaluations: counted, divisor: divisor) { contender.run($0) }
  }

  /// Carries out each update a few times, or for half a second: what is timed is the steady state, in which what comes again
  /// and again has come before.
  private static func warmUp(_ contender: any Contender, updates: Int) {
    let end = threadTime() + 0.5e9
    for _ in 0..<4 * max(updates, 1) where threadTime() < end { contender.run(1) }
  }

  private final class Shared {
    private let make: () throws -> Plan
    private var made: (plan: Plan, course: Course)?

    init(_ make: @escaping () throws -> Plan) { self.make = make }

    func get() throws -> (plan: Plan, course: Course) {
      if let made { return made }
      let plan = try make()
      let result = (plan, try Course(plan, Oracle(plan)))
      made = result
      return result
    }
  }
}
