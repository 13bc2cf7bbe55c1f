// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A flow with the positions of its steps and the step where it begins: what a ``FlowHost`` shows, to be saved.
///
/// ```swift
/// let data = try JSONEncoder().encode(host.saved)
/// try host.load(JSONDecoder().decode(SavedFlow<Screen, Action>.self, from: data))
/// ```
///
/// Positions and a beginning of steps that the flow doesn't have are left out. The steps of undo, the selection and the
/// viewport are not part of it.
public struct SavedFlow<Step: Hashable & Sendable, Event: Hashable & Sendable>: Equatable, Sendable {
  /// The flow, with its steps in order.
  public let flow: FlowGraph<Step, Event>
  /// The positions of steps, in canvas points; `nil` is the key of the node of all steps. Steps without one are put
  /// below the others when it is loaded.
  public let positions: [Step?: GraphPoint]
  /// The step where the flow begins; `nil` if that is not known, and then no step is drawn as cut off.
  public let start: Step?

  /// Combines a flow with positions and a beginning, to be saved. Positions and a beginning of unknown steps are left
  /// out without an error.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - positions: The positions of steps, in canvas points.
  ///   - start: The step where the flow begins.
  /// - Complexity: O(steps).
  public init(_ flow: FlowGraph<Step, Event>, positions: [Step?: GraphPoint] = [:], start: Step? = nil) {
    let steps = Set(flow.steps)
    self.flow = flow
    self.positions = positions.filter { $0.key.map(steps.contains) ?? true }
    self.start = start.flatMap { steps.contains($0) ? $0 : nil }
  }
}

extension FlowHost {
  /// What the host shows, to be saved, and loaded again by ``load(_:)``. It has the positions of a drag in progress.
  ///
  /// - Complexity: O(rules + steps).
  public var saved: SavedFlow<Step, Event> { SavedFlow(flow, positions: positions, start: start) }

  /// Shows what was saved from the beginning, as ``load(_:positions:start:)`` does: the events offered stay, and the
  /// steps of undo are forgotten.
  ///
  /// - Parameter saved: What was saved, here or elsewhere.
  /// - Complexity: As ``load(_:positions:start:)``.
  public func load(_ saved: SavedFlow<Step, Event>) {
    load(saved.flow, positions: saved.positions, start: saved.start)
  }
}

// MARK: Coding

private enum SavedKey: String, CodingKey { case flow, positions, start }
private enum PlaceKey: String, CodingKey { case step, x, y }

extension SavedFlow: Encodable where Step: Encodable, Event: Encodable {
  /// Writes `{ "flow": …, "positions": [{ "step": "cart", "x": 20, "y": 40 }], "start": "cart" }`: positions in the
  /// order of the steps, the one of all steps first and without `step`.
  ///
  /// - Parameter encoder: Where to write to.
  /// - Throws: The error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: SavedKey.self)
    try fields.encode(flow, forKey: .flow)
    try fields.encodeIfPresent(start, forKey: .start)
    var list = fields.nestedUnkeyedContainer(forKey: .positions)
    for step in [nil] + flow.steps.map(Optional.some) {
      guard let position = positions[step] else { continue }
      var place = list.nestedContainer(keyedBy: PlaceKey.self)
      try place.encodeIfPresent(step, forKey: .step)
      try place.encode(position.x, forKey: .x)
      try place.encode(position.y, forKey: .y)
    }
  }
}

extension SavedFlow: Decodable where Step: Decodable, Event: Decodable {
  /// Reads what was saved. A field `start` or `positions` may be missing.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: The errors of the decoder and the flow, and `dataCorrupted` for a position or a beginning of a step that
  ///   the flow doesn't have, for a step with two positions, and for a position that is not finite.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: SavedKey.self)
    let flow = try fields.decode(FlowGraph<Step, Event>.self, forKey: .flow)
    let steps = Set(flow.steps)
    let start = try fields.decodeIfPresent(Step.self, forKey: .start)
    if let start, !steps.contains(start) {
      throw DecodingError.dataCorruptedError(
        forKey: .start, in: fields, debugDescription: "'\(start)' is not a step of the flow")
    }
    var positions: [Step?: GraphPoint] = [:]
    if fields.contains(.positions) {
      var list = try fields.nestedUnkeyedContainer(forKey: .positions)
      while !list.isAtEnd {
        let place = try list.nestedContainer(keyedBy: PlaceKey.self)
        let step = try place.decodeIfPresent(Step.self, forKey: .step)
        let position = GraphPoint(try place.decode(Double.self, forKey: .x), try place.decode(Double.self, forKey: .y))
        let refused = { (reason: String) in
          DecodingError.dataCorruptedError(forKey: PlaceKey.step, in: place, debugDescription: reason)
        }
        let name = step.map { "'\($0)'" } ?? "the node of all steps"
        if let step, !steps.contains(step) { throw refused("\(name) is not a step of the flow") }
        guard position.isFinite else { throw refused("\(name) has a position that is not finite") }
        guard positions.updateValue(position, forKey: step) == nil else { throw refused("\(name) has two positions") }
      }
    }
    self.init(flow, positions: positions, start: start)
  }
}
