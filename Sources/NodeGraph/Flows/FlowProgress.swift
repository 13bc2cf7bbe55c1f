// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How far someone has come in a flow: the steps on the way, and what was carried along at each. It is what an application saves.
///
/// ```swift
/// let saved = try JSONEncoder().encode(state.progress)
/// // Later, perhaps in another process:
/// var state = FlowState<Screen, Happening, Order>(in: checkout, reducing: OrderReducer())
/// navigator.navigate(state.resume(try JSONDecoder().decode(FlowProgress<Screen, Order>.self, from: saved)))
/// ```
///
/// The flow and its reducer are not part of it: they are code, which the application has anyway. A flow that was edited meanwhile is
/// gone through from the steps that were saved, whether it still names them or not.
public struct FlowProgress<Step: Hashable & Sendable, Context> {
  /// A step on the way.
  public struct Visit {
    /// The step.
    public let step: Step
    /// What was carried along when the step was entered, or has become of it by events that returned to the step.
    public internal(set) var context: Context

    /// A visit.
    public init(_ step: Step, with context: Context) {
      self.step = step
      self.context = context
    }
  }

  /// The steps from the beginning to the present one; empty before the start.
  public internal(set) var visits: [Visit]
  /// Whether the reducer has said that the flow is finished; see ``AsyncFlowReducer/isFinished(_:at:on:)``.
  public internal(set) var isFinished = false

  /// Progress that has not started.
  public init() { visits = [] }

  /// Progress along a way, as a deep link asks for it: one can go back through all of its steps.
  ///
  /// - Parameters:
  ///   - path: The steps, the present one last. Whether rules lead along them isn't checked.
  ///   - context: What is carried along, the same at each step.
  public init(along path: some Sequence<Step>, with context: Context) {
    visits = path.map { Visit($0, with: context) }
  }

  /// Where it is; `nil` before the start.
  public var step: Step? { visits.last?.step }
  /// What is carried along; `nil` before the start.
  public var context: Context? { visits.last?.context }
  /// The steps from the beginning to the present one.
  public var path: [Step] { visits.map(\.step) }
}

extension FlowProgress.Visit: Sendable where Context: Sendable {}
extension FlowProgress.Visit: Equatable where Context: Equatable {}
extension FlowProgress.Visit: Hashable where Context: Hashable {}
extension FlowProgress: Sendable where Context: Sendable {}
extension FlowProgress: Equatable where Context: Equatable {}
extension FlowProgress: Hashable where Context: Hashable {}

// MARK: Moving

extension FlowProgress {
  /// Moves, carrying something along.
  ///
  /// - Throws: ``FlowError/nothingBefore(_:)`` and ``FlowError/notOnTheWay(_:to:)``; nothing has changed then.
  mutating func take<Event>(
    _ move: FlowMove<Step>, carrying context: Context, on _: Event.Type
  ) throws(FlowError<Step, Event>) {
    switch move {
    case .next(let next): visits.append(Visit(next, with: context))
    case .restart(let next): visits = [Visit(next, with: context)]
    case .back:
      try goBack(1, on: Event.self)
      visits[visits.count - 1].context = context
    case .backTo(let target):
      try goBack(to: target, on: Event.self)
      visits[visits.count - 1].context = context
    }
  }

  /// Stays at the last step for good. It has started.
  mutating func finish(with context: Context) {
    visits[visits.count - 1].context = context
    isFinished = true
  }

  /// Leaves the last steps. A flow that was finished no longer is.
  mutating func goBack<Event>(_ count: Int, on _: Event.Type) throws(FlowError<Step, Event>) {
    guard let step else { throw .notStarted }
    guard count < visits.count else { throw .nothingBefore(step) }
    visits.removeLast(count)
    isFinished = false
  }

  /// Leaves what came after the last visit of a step, the present one left out.
  mutating func goBack<Event>(to target: Step, on _: Event.Type) throws(FlowError<Step, Event>) {
    guard let step else { throw .notStarted }
    guard let place = visits.dropLast().lastIndex(where: { $0.step == target }) else {
      throw .notOnTheWay(target, to: step)
    }
    try goBack(visits.count - 1 - place, on: Event.self)
  }

  /// What led here from a step. It has started.
  func transition(from: Step?) -> FlowTransition<Step> {
    FlowTransition(from: from, to: visits[visits.count - 1].step, path: path, isFinished: isFinished)
  }
}

// MARK: Coding

private enum VisitKey: String, CodingKey { case step, context }

extension FlowProgress.Visit: Encodable where Step: Encodable, Context: Encodable {
  /// Writes a visit: `{ "step": …, "context": … }`.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: VisitKey.self)
    try fields.encode(step, forKey: .step)
    try fields.encode(context, forKey: .context)
  }
}

extension FlowProgress.Visit: Decodable where Step: Decodable, Context: Decodable {
  /// Reads a visit.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: VisitKey.self)
    self.init(try fields.decode(Step.self, forKey: .step), with: try fields.decode(Context.self, forKey: .context))
  }
}

private enum ProgressKey: String, CodingKey { case visits, finished }

extension FlowProgress: Encodable where Step: Encodable, Context: Encodable {
  /// Writes the progress: `{ "visits": […] }`, and `"finished": true` where the flow is finished.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ProgressKey.self)
    try fields.encode(visits, forKey: .visits)
    if isFinished { try fields.encode(true, forKey: .finished) }
  }
}

extension FlowProgress: Decodable where Step: Decodable, Context: Decodable {
  /// Reads progress.
  ///
  /// - Throws: What the decoder does, and `dataCorrupted` where a flow is finished that has not started.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: ProgressKey.self)
    visits = try fields.decode([Visit].self, forKey: .visits)
    isFinished = try fields.decodeIfPresent(Bool.self, forKey: .finished) ?? false
    if isFinished, visits.isEmpty {
      throw DecodingError.dataCorruptedError(
        forKey: .finished, in: fields, debugDescription: "a flow that has not started is not finished")
    }
  }
}
