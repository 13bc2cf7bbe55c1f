// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring

/// A row of the comparison: one shape of one size, and all entrants that can execute it.
public struct Row {
  /// The name of the shape.
  public let shape: String
  /// The size: a number of nodes or layers, or the reach of an update.
  public let size: Int
  /// The unit of the figures.
  public let unit: String
  /// The limit for the figure of ``headline``, if there is one.
  public let goal: Double?
  /// The engine that the goal is for.
  public let headline: String
  /// Whether each update prepares what it needs, so that one is measured at a time.
  public let isSingle: Bool
  /// The entrants; each makes its subject when it is measured, or `nil` if it can't execute the row.
  public let entrants: [Entrant]

  /// An engine or program that may be measured.
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
  /// The number of updates that are timed together; one update of many nodes is sufficient.
  public var updatesTogether: Int { isSingle || size >= 10_000 ? 1 : 1000 }

  /// A name without blanks, for lists and files.
  public var name: String { "\(shape) \(size)".split(separator: " ").joined(separator: "-") }

  /// The subject of the engine that the goal is for, checked and ready.
  ///
  /// - Throws: ``Mismatch`` if it computes a wrong value, or evaluates too many nodes.
  public func subject() throws -> Subject { try subject(headline) }

  /// The subject of an engine, checked and ready.
  ///
  /// - Throws: ``Mismatch`` if it computes a wrong value or evaluates too many nodes, or if there is no entrant with this name.
  public func subject(_ engine: String) throws -> Subject {
    guard let entrant = entrants.first(where: { $0.name == engine }), let subject = try entrant.make() else {
      throw Mismatch("\(name): \(engine) is not among those who are measured")
    }
    return subject
  }
}

/// An entrant of a row, checked and ready to be measured.
public struct Subject {
  /// The name of the engine.
  public let engine: String
  /// The number of nodes that an update evaluates, if it is known.
  public let evaluations: Double?
  /// The divisor of an update's time.
  public let divisor: Double
  /// The number of times that an update is executed for one figure.
  public let repetitions: Int
  /// Executes a number of updates and returns the nanoseconds of processor time that this thread has used for them, or those that
  /// have passed if other threads help.
  public let time: (_ updates: Int) throws -> Double

  /// Creates a subject whose updates are repeated without preparation.
  init(
    _ engine: String, evaluations: Double? = nil, divisor: Double = 1, clock: @escaping () -> Double = threadTime,
    run: @escaping (_ updates: Int) throws -> Void
  ) {
    self.engine = engine
    self.evaluations = evaluations
    self.divisor = divisor
    repetitions = 1
    time = { updates in try timed(by: clock) { try run(updates) } }
  }

  /// Creates a subject that prepares each update; `measure` returns the time of the measured part, which it executes
  /// `repetitions` times.
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
  /// The divisor of an update's time.
  public enum Share {
    /// The number of nodes that the update evaluates.
    case evaluation
    /// None: the time of the whole update.
    case update
    /// A number, with the name of the unit.
    case each(Double, String)
  }

  /// A row in which contenders carry out a plan.
  ///
  /// - Parameters:
  ///   - shape: The name of the shape.
  ///   - size: The size of the shape.
  ///   - share: The divisor of an update's time.
  ///   - goal: The limit for the figure.
  ///   - formula: The formula of the loop without a graph, if there is one.
  ///   - contenders: The contenders, in addition to the loop.
  ///   - plan: Makes the plan.
  /// - Returns: The row.
  static func plan(
    _ shape: String, _ size: Int, per share: Share = .evaluation, goal: Double? = nil,
    loop formula: Loop.Formula? = nil,
    _ contenders: [any Contender.Type] = everyone, _ plan: @escaping () throws -> Plan
  ) -> Row {
    // The plan and its course are made when the row is measured, once for all contenders.
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

  /// All contenders that can execute any plan.
  static var everyone: [any Contender.Type] {
    [Declared.self, Unplanned.self, CodeFirst.self, BuiltIn.self, FullRecomputation.self, Seed.self, Subjects.self]
  }

  private static func subject(
    _ name: String, _ shared: Shared, _ share: Share, _ make: (Plan) throws -> (any Contender)?
  ) throws -> Subject? {
    let (plan, course) = try shared.get()
    guard let contender = try make(plan) else { return nil }
    // Engines are fast; other contenders may take a second for each of thousands of updates.
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
    let clock = type(of: contender).usesThreads ? wallTime : threadTime
    return Subject(name, evaluations: counted, divisor: divisor, clock: clock) { contender.run($0) }
  }

  /// Executes each update a few times, or for a second, so that the steady state is timed, in which every update has been executed
  /// before and plans were made. A plan is made after up to 40 updates.
  private static func warmUp(_ contender: any Contender, updates: Int) {
    let end = threadTime() + 1e9
    for _ in 0..<4 * max(updates, 10) where threadTime() < end { contender.run(1) }
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
