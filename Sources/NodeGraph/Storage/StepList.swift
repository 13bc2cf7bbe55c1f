// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The steps of an edit, in memory that the next edit reuses.
///
/// An array of steps would check on each append whether it has one owner, and visit all steps when it is emptied,
/// although few hold references. Most steps are therefore stored as plain memory, the others in a separate array.
@usableFromInline
package struct StepList: ~Copyable {
  @usableFromInline var plain = Buffer<PlainStep>()
  private var others: [GraphStep] = []
  /// Whether any step archives something.
  @usableFromInline package private(set) var hidesSomething = false

  package init() {}

  @inlinable package var count: Int { plain.count }

  @inlinable package var isEmpty: Bool { plain.isEmpty }

  package subscript(index: Int) -> GraphStep {
    get {
      let step = plain[index]
      let place = InputPlace(node: step.node, input: step.input)
      return switch step.kind {
      case .added: .added(step.node)
      case .removed: .removed(step.node, rank: step.first)
      case .linked: .linked(place, ordinal: step.ordinal, source: step.first, output: step.second)
      case .unlinked:
        .unlinked(place, ordinal: step.ordinal, source: step.first, position: step.second, output: step.output)
      case .literal: .literal(place, before: step.first, after: step.second)
      case .placed: .placed(GraphStep.Placement(node: step.node, rank: step.first))
      case .other: others[Int(step.node)]
      }
    }
    set {
      // Other kinds don't change when they are reverted, or are not read again afterwards.
      if plain[index].kind == .other { others[Int(plain[index].node)] = newValue }
    }
  }

  /// Returns the node that a step added, or of which it connected or cut an input; `NodeRecord.none` for other steps.
  @inlinable
  package func rewiredNode(at index: Int) -> UInt32 {
    let step = plain[index]
    return switch step.kind {
    case .added, .linked, .unlinked: step.node
    case .removed, .literal, .placed, .other: NodeRecord.none
    }
  }

  /// Calls `body` with each node that a step removed.
  package func forEachRemoved(_ body: (_ slot: UInt32) -> Void) {
    for index in 0..<count where plain[index].kind == .removed { body(plain[index].node) }
  }

  /// Returns the connection that a step made; `nil` if it is not a `linked` step.
  @inline(__always)
  func link(at index: Int) -> (place: InputPlace, source: UInt32, output: UInt32)? {
    let step = plain[index]
    guard step.kind == .linked else { return nil }
    return (InputPlace(node: step.node, input: step.input), step.first, step.second)
  }

  /// Returns the node that the rewired node now reads; `NodeRecord.none` if that was added, or one of its inputs was cut.
  @inlinable
  package func newSource(at index: Int) -> UInt32 {
    let step = plain[index]
    return step.kind == .linked ? step.first : NodeRecord.none
  }

  @inline(__always)
  package mutating func append(_ step: GraphStep) {
    switch step {
    case .added(let slot): plain.append(PlainStep(.added, node: slot))
    case .removed(let slot, let rank):
      plain.append(PlainStep(.removed, node: slot, first: rank))
      hidesSomething = true
    case .linked(let place, let ordinal, let source, let output):
      plain.append(
        PlainStep(.linked, node: place.node, input: place.input, ordinal: ordinal, first: source, second: output))
    case .unlinked(let place, let ordinal, let source, let position, let output):
      plain.append(
        PlainStep(
          .unlinked, output: output, node: place.node, input: place.input, ordinal: ordinal, first: source,
          second: position))
    case .literal(let place, let before, let after):
      plain.append(PlainStep(.literal, node: place.node, input: place.input, first: before, second: after))
      if before != NodeRecord.none { hidesSomething = true }
    case .placed(let placement): plain.append(PlainStep(.placed, node: placement.node, first: placement.rank))
    default: appendOther(step)
    }
  }

  @inline(never)
  private mutating func appendOther(_ step: GraphStep) {
    if case .reshaped = step { hidesSomething = true }
    plain.append(PlainStep(.other, node: UInt32(others.count)))
    others.append(step)
  }

  /// Removes all steps from `mark` on.
  mutating func removeAll(from mark: Int) {
    if !others.isEmpty, let first = (mark..<count).first(where: { plain[$0].kind == .other }) {
      others.removeSubrange(Int(plain[first].node)...)
    }
    plain.resize(to: mark, repeating: PlainStep(.other, node: 0))
    if mark == 0 { hidesSomething = false }
  }

  /// Removes all steps.
  @inlinable
  package mutating func removeAll() {
    if count > 0 { empty() }
  }

  @usableFromInline
  mutating func empty() {
    // The memory of a large edit is not kept for small ones.
    if count > 1024 { plain = Buffer() } else { plain.removeAll() }
    if !others.isEmpty { others.removeAll(keepingCapacity: others.count < 64) }
    hidesSomething = false
  }

  /// Removes all steps and returns them as an array.
  mutating func takeAll() -> [GraphStep] {
    let taken = (0..<count).map { self[$0] }
    removeAll()
    return taken
  }

  /// The bytes allocated for steps, without names. Complexity: O(steps that hold memory).
  package var byteCount: Int { others.reduce(plain.byteCount) { $0 + $1.byteCount } }

  /// Returns a sentence for each broken invariant. Complexity: O(steps).
  package func checkInvariants() -> [String] {
    var next = 0
    var hides = false
    for index in 0..<count {
      switch plain[index].kind {
      case .removed: hides = true
      case .literal: if plain[index].first != NodeRecord.none { hides = true }
      case .other:
        guard Int(plain[index].node) == next, next < others.count else {
          return ["steps that hold memory are in the order of the list"]
        }
        if case .reshaped = others[next] { hides = true }
        next += 1
      case .added, .linked, .unlinked, .placed: break
      }
    }
    if next != others.count { return ["steps that hold memory are in the order of the list"] }
    return hides && !hidesSomething ? ["a list knows that a step hides something"] : []
  }

  /// Breaks both invariants, for the test that checks that this is reported.
  package mutating func damage() {
    hidesSomething = false
    others.removeAll()
  }

  /// Returns a copy with storage of its own.
  func copy() -> StepList {
    var copy = StepList()
    copy.plain = plain.copy()
    copy.others = others
    copy.hidesSomething = hidesSomething
    return copy
  }
}

/// A step that holds no memory of its own, or the index of one that does.
@frozen
@usableFromInline
struct PlainStep: BitwiseCopyable {
  @usableFromInline
  enum Kind: UInt8, BitwiseCopyable {
    case added, removed, linked, unlinked, literal, placed, other
  }

  @usableFromInline let kind: Kind
  let output: UInt8
  @usableFromInline let node: UInt32
  let input: UInt32
  let ordinal: UInt32
  @usableFromInline let first: UInt32
  let second: UInt32

  @inline(__always)
  init(
    _ kind: Kind, output: UInt8 = 0, node: UInt32, input: UInt32 = 0, ordinal: UInt32 = 0, first: UInt32 = 0,
    second: UInt32 = 0
  ) {
    self.kind = kind
    self.output = output
    self.node = node
    self.input = input
    self.ordinal = ordinal
    self.first = first
    self.second = second
  }
}
