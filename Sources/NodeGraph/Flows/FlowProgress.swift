// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The progress of a user in a flow: the visited steps with the context at each of them. An application saves it.
///
/// ```swift
/// let saved = try JSONEncoder().encode(state.progress)
/// // Later, perhaps in another process:
/// var state = FlowState<Screen, Happening, Order>(in: checkout, reducing: OrderReducer())
/// navigator.navigate(state.resume(try JSONDecoder().decode(FlowProgress<Screen, Order>.self, from: saved)))
/// ```
///
/// It doesn't contain the flow or its reducer. If the flow was edited in the meantime, a state continues from the saved steps,
/// whether or not the flow still names them: at a step that the flow doesn't have, only rules for all steps apply.
///
/// It is `Codable`, `Sendable` and `Hashable` if its steps and context are. The context is stored once for each visit, so keep it
/// small or share its storage.
public struct FlowProgress<Step: Hashable & Sendable, Context> {
  /// A step on the path, with the context there.
  ///
  /// Going back to a visit restores its context.
  public struct Visit {
    /// The step.
    public let step: Step
    /// The context with which the step was entered, or with which an event has last returned to it.
    ///
    /// Going back without an event restores it.
    public internal(set) var context: Context

    /// Creates a visit.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - context: The context with which the step is entered.
    public init(_ step: Step, with context: Context) {
      self.step = step
      self.context = context
    }
  }

  /// The visits from the first step to the present one; empty before the start.
  ///
  /// ```swift
  /// let amounts = state.progress.visits.map(\.context.amount)  // how the order has grown
  /// ```
  public internal(set) var visits: [Visit]
  /// Whether the reducer has finished the flow; see ``AsyncFlowReducer/isFinished(_:at:on:)``.
  ///
  /// A finished flow refuses events with ``FlowError/finished(_:)``. Going back continues it.
  public internal(set) var isFinished = false

  /// Creates progress that has not started.
  ///
  /// Resuming it resets a state: ``FlowState/resume(_:)`` then returns `nil`.
  public init() { visits = [] }

  /// Creates progress along a path, for instance for a deep link. All of its steps can be gone back to.
  ///
  /// ```swift
  /// state.resume(FlowProgress(along: [.home, .cart], with: order))
  /// ```
  ///
  /// - Parameters:
  ///   - path: The steps, with the present one last. Whether rules lead along them isn't checked.
  ///   - context: The context, the same at each step.
  public init(along path: some Sequence<Step>, with context: Context) {
    visits = path.map { Visit($0, with: context) }
  }

  /// The present step; `nil` before the start.
  public var step: Step? { visits.last?.step }
  /// The context at the present step; `nil` before the start.
  public var context: Context? { visits.last?.context }
  /// The steps from the first to the present one, as a stack of views shows them. A step may occur several times.
  ///
  /// - Complexity: O(path) at each access.
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
  /// Makes a move with a context.
  ///
  /// - Throws: ``FlowError/nothingBefore(_:)`` or ``FlowError/notOnTheWay(_:to:)``. The progress is then unchanged.
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

  /// Finishes the flow at its present step. It must have started.
  mutating func finish(with context: Context) {
    visits[visits.count - 1].context = context
    isFinished = true
  }

  /// Removes the last `count` visits. A finished flow is then no longer finished.
  mutating func goBack<Event>(_ count: Int, on _: Event.Type) throws(FlowError<Step, Event>) {
    guard let step else { throw .notStarted }
    guard count < visits.count else { throw .nothingBefore(step) }
    visits.removeLast(count)
    isFinished = false
  }

  /// Removes the visits after the last visit of a step before the present one.
  mutating func goBack<Event>(to target: Step, on _: Event.Type) throws(FlowError<Step, Event>) {
    guard let step else { throw .notStarted }
    guard let place = visits.dropLast().lastIndex(where: { $0.step == target }) else {
      throw .notOnTheWay(target, to: step)
    }
    try goBack(visits.count - 1 - place, on: Event.self)
  }

  /// Returns the transition from a step to the present one. The flow must have started.
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
  /// Reads a visit. Throws an error of the decoder if a field is missing or can't be read.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: VisitKey.self)
    self.init(try fields.decode(Step.self, forKey: .step), with: try fields.decode(Context.self, forKey: .context))
  }
}

private enum ProgressKey: String, CodingKey { case visits, finished }

extension FlowProgress: Encodable where Step: Encodable, Context: Encodable {
  /// Writes the progress: `{ "visits": […] }`, with `"finished": true` if the flow is finished.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: ProgressKey.self)
    try fields.encode(visits, forKey: .visits)
    if isFinished { try fields.encode(true, forKey: .finished) }
  }
}

extension FlowProgress: Decodable where Step: Decodable, Context: Decodable {
  /// Reads progress. Steps aren't compared with a flow.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: An error of the decoder, or `DecodingError.dataCorrupted` for progress that is finished without visits.
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
