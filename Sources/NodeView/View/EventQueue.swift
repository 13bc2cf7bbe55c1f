// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a view still has to do: effects first, then events.
///
/// A host may send more while the view calls it. Effects and events are queued then. Calls are kept apart while the
/// host answers a question, because the event that asks works on a copy of the interaction, which would overwrite what
/// they change; they are carried out after that event.
///
/// Invariant (see `checkInvariants`): the host answers only while the queue is drained, and the queue is empty
/// otherwise.
package struct EventQueue {
  /// A change of the interaction that is not caused by an event, such as a selection by the host.
  typealias Call = (inout Interaction, inout Interaction.Reaction) -> Void

  /// What is to be done next.
  enum Work {
    case effects([GraphViewEffect])
    case event(InputEvent)
  }

  private var events: [InputEvent] = []
  private var effects: [GraphViewEffect] = []
  private var calls: [Call] = []
  /// Whether a caller is taking what is queued.
  package private(set) var isDraining = false
  private(set) var isAsking = false

  package init() {}

  mutating func add(_ more: [GraphViewEffect]) { effects += more }

  /// Defers a call until the event during which the host is being asked has been handled.
  mutating func add(_ call: @escaping Call) { calls.append(call) }

  /// Begins to take what is queued, for a caller that handles the event itself before the rest. Queues the event and
  /// returns `false` if another caller is already draining.
  package mutating func beginDraining(orAdding event: InputEvent) -> Bool {
    if isDraining { events.append(event) }
    return beginDraining()
  }

  /// Queues effects, and begins to take what is queued; `false` if another caller is already draining.
  mutating func beginDraining(with more: [GraphViewEffect]) -> Bool {
    effects += more
    return beginDraining()
  }

  private mutating func beginDraining() -> Bool {
    if isDraining { return false }
    isDraining = true
    return true
  }

  /// Stops taking what is queued, whether or not all of it is done.
  package mutating func endDraining() { isDraining = false }

  /// Returns what is to be done next; `nil` when the queue is empty, which ends the draining.
  mutating func next() -> Work? {
    if !effects.isEmpty {
      defer { effects = [] }
      return .effects(effects)
    }
    if !events.isEmpty { return .event(events.removeFirst()) }
    endDraining()
    return nil
  }

  mutating func beginAsking() { isAsking = true }

  /// Queues what resulted from the event that asked the host.
  ///
  /// - Returns: The calls that were made while the host answered.
  mutating func endAsking(_ told: [GraphViewEffect]) -> [Call] {
    isAsking = false
    effects += told
    defer { calls = [] }
    return calls
  }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() {
    precondition(isDraining || events.isEmpty && effects.isEmpty, "what is queued is being taken")
    precondition(isDraining || !isAsking, "the host is called only while an event is handled")
    precondition(isAsking || calls.isEmpty, "calls wait only during a call of the host")
  }
}
