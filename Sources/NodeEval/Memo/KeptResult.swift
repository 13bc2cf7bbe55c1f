// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Values of several types, one after the other: what code got, or gave.
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

  /// Whether all are the same as others of the same types; those that take long to compare come last.
  func areSame(as others: MemoValues) -> Bool {
    for (box, other) in zip(boxes, others.boxes) where box.isTrivial && !box.isSame(as: other) { return false }
    for (box, other) in zip(boxes, others.boxes) where !box.isTrivial && !box.isSame(as: other) { return false }
    return true
  }

  /// Counts what lies in them, and what that holds elsewhere.
  func count(in tally: inout ByteTally) { for box in boxes { box.count(in: &tally) } }
}

/// A value whose type only its maker knows.
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

/// A result of a node's code, with the inputs that it came of.
final class KeptResult {
  private(set) var inputs: MemoValues
  private(set) var outputs: MemoValues
  /// The nanoseconds that it took.
  let cost: UInt64

  // What the memo of the evaluator knows of it.
  /// What it holds; `nil` before it was counted and after it was forgotten.
  var holding: HeldBytes.Holding?
  /// The same of the results of its kind alone, where these have a limit.
  var holdingInGroup: HeldBytes.Holding?
  var byteCount = 0
  /// What has the lowest is forgotten first.
  var priority = 0.0
  /// Whose it is; a result does not outlive that.
  unowned let owner: NodeResults

  init(_ outputs: MemoValues, of inputs: MemoValues, cost: UInt64, owner: NodeResults) {
    self.inputs = inputs
    self.outputs = outputs
    self.cost = cost
    self.owner = owner
  }

  /// Counts what the values hold.
  func count(in tally: inout ByteTally) {
    inputs.count(in: &tally)
    outputs.count(in: &tally)
  }

  /// Lets go of the values.
  func clear() {
    inputs = MemoValues()
    outputs = MemoValues()
    holding = nil
  }
}

/// The results that a node keeps, in a cell behind its outputs.
///
/// While the node's code runs, on whatever thread, that thread looks for results and adds one. Everything else is done by the
/// thread of the edit when no node of the batch runs.
@usableFromInline
package final class NodeResults {
  /// The one that was used last comes last.
  private(set) var results: [KeptResult] = []
  /// What the code gave that ran last, until the memo takes it.
  private var fresh: KeptResult?
  /// The memo that counts the results.
  var group: MemoGroup?

  /// Looking for a result compares with each.
  private static let most = 64

  package init() {}

  deinit { for result in results { group?.remove(result) } }

  /// The outputs that belong to inputs, if they are kept.
  package func find(_ inputs: MemoValues) -> MemoValues? {
    guard let index = results.lastIndex(where: { $0.inputs.areSame(as: inputs) }) else { return nil }
    let result = results[index]
    if index < results.count - 1 {
      results.remove(at: index)
      results.append(result)
    }
    result.priority = group?.memo.priority(of: result) ?? 0
    return result.outputs
  }

  /// Takes a result, which the memo has to count before the code runs again.
  package func add(_ outputs: MemoValues, of inputs: MemoValues, cost: UInt64) {
    fresh = KeptResult(outputs, of: inputs, cost: cost, owner: self)
  }

  /// Moves the result of the last run to the others. Returns what makes way for it.
  func takeFresh() -> (added: KeptResult, removed: KeptResult?)? {
    guard let added = fresh else { return nil }
    fresh = nil
    results.append(added)
    return (added, results.count > Self.most ? results.removeFirst() : nil)
  }

  func remove(_ result: KeptResult) { results.removeAll { $0 === result } }

  /// Forgets everything.
  func removeAll() {
    for result in results { group?.remove(result) }
    results = []
  }
}
