// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Values of several types in sequence: the inputs or the outputs of code.
@usableFromInline
package struct MemoValues {
  private var boxes: [MemoBox] = []

  package init() {}

  package mutating func append<Value>(_ value: Value) { boxes.append(TypedMemoBox(value)) }

  /// The value at an index, whose type the kernel knows.
  func value<Value>(_ type: Value.Type, at index: Int) -> Value {
    guard let box = boxes[index] as? TypedMemoBox<Value> else { preconditionFailure("a result of the kernel's types") }
    return box.value
  }

  /// Whether all values are the same as others of the same types. Values that take long to compare are compared last.
  func areSame(as others: MemoValues) -> Bool {
    for (box, other) in zip(boxes, others.boxes) where box.isTrivial && !box.isSame(as: other) { return false }
    for (box, other) in zip(boxes, others.boxes) where !box.isTrivial && !box.isSame(as: other) { return false }
    return true
  }

  /// Counts the bytes of the values, and those that they hold elsewhere.
  func count(in tally: inout ByteTally) { for box in boxes { box.count(in: &tally) } }
}

/// A value whose type only its creator knows.
private class MemoBox {
  var isTrivial: Bool { true }
  func isSame(as other: MemoBox) -> Bool { false }
  func count(in tally: inout ByteTally) {}
}

private final class TypedMemoBox<Value>: MemoBox {
  let value: Value

  init(_ value: Value) { self.value = value }

  override var isTrivial: Bool { _isPOD(Value.self) }

  override func isSame(as other: MemoBox) -> Bool {
    guard let other = other as? TypedMemoBox else { return false }
    return isSameAsFarAsKnown(value, other.value)
  }

  override func count(in tally: inout ByteTally) {
    tally.add(byteCount: 16 + MemoryLayout<Value>.size)
    tally.add(value)
  }
}

/// A result of a node's code, with the inputs that it was computed from.
final class KeptResult {
  private(set) var inputs: MemoValues
  private(set) var outputs: MemoValues
  /// The nanoseconds that computing the result took.
  let cost: UInt64

  // Managed by the evaluator's memo:
  /// The record of the bytes that the result holds; `nil` before it was counted and after it was removed.
  var holding: HeldBytes.Holding?
  /// The record of these bytes among the results of its kind alone; `nil` unless the kind has a limit.
  var holdingInGroup: HeldBytes.Holding?
  var byteCount = 0
  /// The result with the lowest priority is removed first.
  var priority = 0.0
  /// The results of the node that it belongs to, which outlive it.
  unowned let owner: NodeResults

  init(_ outputs: MemoValues, of inputs: MemoValues, cost: UInt64, owner: NodeResults) {
    self.inputs = inputs
    self.outputs = outputs
    self.cost = cost
    self.owner = owner
  }

  /// Counts the bytes that the values hold.
  func count(in tally: inout ByteTally) {
    inputs.count(in: &tally)
    outputs.count(in: &tally)
  }

  /// Releases the values.
  func clear() {
    inputs = MemoValues()
    outputs = MemoValues()
    holding = nil
  }
}

/// The results that a node keeps, in a cell after its outputs.
///
/// While the node's code runs, its thread, which may be any, searches for results and adds one. Everything else is done by the
/// thread of the edit while no node of the batch runs.
@usableFromInline
package final class NodeResults {
  /// The results, most recently used last.
  private(set) var results: [KeptResult] = []
  /// The result of the last run, until the memo takes it.
  private var fresh: KeptResult?
  /// Whether a result was found for the last inputs.
  private var isFound = false
  /// The part of the memo that counts the results.
  var group: MemoGroup?

  /// The greatest number of results: a search compares with each of them.
  private static let most = 64

  package init() {}

  deinit { for result in results { group?.remove(result) } }

  /// The outputs for some inputs, if they are kept.
  package func find(_ inputs: MemoValues) -> MemoValues? {
    guard let index = results.lastIndex(where: { $0.inputs.areSame(as: inputs) }) else { return nil }
    isFound = true
    let result = results[index]
    if index < results.count - 1 {
      results.remove(at: index)
      results.append(result)
    }
    result.priority = group?.memo.priority(of: result) ?? 0
    return result.outputs
  }

  /// Adds a result, which the memo has to count before the code runs again.
  package func add(_ outputs: MemoValues, of inputs: MemoValues, cost: UInt64) {
    fresh = KeptResult(outputs, of: inputs, cost: cost, owner: self)
  }

  /// Moves the result of the last run to the others. Returns it, and the result that it displaces, if any.
  func takeFresh() -> (added: KeptResult, removed: KeptResult?)? {
    guard let added = fresh else { return nil }
    fresh = nil
    results.append(added)
    return (added, results.count > Self.most ? results.removeFirst() : nil)
  }

  /// Whether a result was found since the last call of this method.
  func takeFound() -> Bool {
    defer { isFound = false }
    return isFound
  }

  func remove(_ result: KeptResult) { results.removeAll { $0 === result } }

  /// Removes all results.
  func removeAll() {
    for result in results { group?.remove(result) }
    results = []
  }
}
