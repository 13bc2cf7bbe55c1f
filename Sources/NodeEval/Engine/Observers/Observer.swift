// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Receives the changes of one output.
///
/// Work that depends on the type of the value is done by closures without captures, so that a delivery counts no references:
/// overridden methods of generic classes are never specialised.
@safe
@usableFromInline
class Observer {
  @usableFromInline
  typealias Note = (
    _ observer: Observer, _ values: UnsafeMutableRawPointer, _ cell: UInt32, _ failure: UnsafePointer<NodeFailure>?,
    _ cause: EditCause
  ) -> Void

  @usableFromInline
  typealias AtOnce = (
    _ observer: Observer, _ values: UnsafeMutableRawPointer, _ cell: UInt32, _ cause: EditCause
  ) -> Void

  let port: OutputPort
  let type: ObjectIdentifier
  /// The bit of the output in a notice.
  let bit: UInt32
  /// Queues the present value or failure for the next delivery.
  let note: Note
  /// Delivers the first queued change.
  let tell: (_ observer: Observer) -> Void
  /// Delivers the present value immediately, if no change is queued.
  let tellAtOnce: AtOnce

  // These properties are never accessed while they are being changed, and a check at run time would cost more than a delivery.
  /// The cell of the output, and the version of the wiring for which it was found.
  @safe @exclusivity(unchecked) var place: (cell: UInt32, version: Int) = (NodeRecord.none, -1)
  @safe @exclusivity(unchecked) var isCancelled = false
  /// The neighbours in the ring of observers of the same node, while the observer is in the ring.
  @safe @exclusivity(unchecked) var next: Unmanaged<Observer>?
  @safe @exclusivity(unchecked) var previous: Unmanaged<Observer>?

  @usableFromInline
  init(
    _ port: OutputPort, type: ObjectIdentifier, note: @escaping Note, tell: @escaping (Observer) -> Void,
    tellAtOnce: @escaping AtOnce
  ) {
    self.port = port
    self.type = type
    bit = 1 << UInt32(port.index)
    unsafe self.note = note
    self.tell = tell
    unsafe self.tellAtOnce = tellAtOnce
  }

  /// The failure that was noted last, or that was present at the beginning; `nil` if the last one was a value.
  var lastFailure: NodeFailure? { nil }

  /// Whether the last noted failure or value equals the present one.
  func knows(_ values: UnsafeMutableRawPointer, _ cell: UInt32, _ failure: NodeFailure?) -> Bool { false }

  /// Whether the observer knows its node as one that an evaluation has not reached yet.
  var waitsForNode: Bool {
    if case .unfinished = lastFailure?.reason { true } else { false }
  }
}

/// An observer of values of one type.
@usableFromInline
final class TypedObserver<Value>: Observer {
  @usableFromInline typealias Queued = (value: Result<Value, NodeFailure>, cause: EditCause)

  @usableFromInline let body: (ValueChange<Value>) -> Void
  /// The change that is queued or being delivered; otherwise, as both before and after, the last delivered value or failure.
  @safe @exclusivity(unchecked) @usableFromInline var change: ValueChange<Value>
  /// Whether that change is queued or being delivered.
  @safe @exclusivity(unchecked) @usableFromInline var isWaiting = false
  /// The changes queued after that one, from `start` on. Only changes that observers make themselves are added here.
  @safe @exclusivity(unchecked) @usableFromInline var later: [Queued?] = []
  @safe @exclusivity(unchecked) @usableFromInline var start = 0

  @inlinable
  init(_ port: OutputPort, present: Result<Value, NodeFailure>, body: @escaping (ValueChange<Value>) -> Void) {
    self.body = body
    change = ValueChange(of: present)
    unsafe super.init(
      port, type: ObjectIdentifier(Value.self),
      note: { observer, values, cell, failure, cause in
        let observer = unsafe unsafeDowncast(observer, to: TypedObserver<Value>.self)
        if let failure = unsafe failure { return observer.add(.failure(unsafe failure.pointee), cause) }
        observer.add(.success(unsafe Cell.load(values, cell, as: Value.self)), cause)
      },
      tell: { observer in unsafe unsafeDowncast(observer, to: TypedObserver<Value>.self).tellNext() },
      tellAtOnce: { observer, values, cell, cause in
        let observer = unsafe unsafeDowncast(observer, to: TypedObserver<Value>.self)
        let value = unsafe Cell.load(values, cell, as: Value.self)
        if _isPOD(Value.self), !observer.isWaiting, observer.change.isOfValue {
          return observer.tellPlain(value, cause)
        }
        observer.addAndTell(value, cause)
      })
  }

  /// Queues a value. No former value is released here, because that may run client code.
  @inlinable @inline(__always)
  func add(_ new: Result<Value, NodeFailure>, _ cause: EditCause) {
    if isWaiting { return later.append((new, cause)) }
    change.after = new
    change.source = cause
    isWaiting = true
  }

  /// The value or failure that was queued last, or else delivered last.
  private var last: Result<Value, NodeFailure> { later.last.flatMap { $0?.value } ?? change.after }

  override var lastFailure: NodeFailure? {
    if case .failure(let failure) = last { failure } else { nil }
  }

  override func knows(_ values: UnsafeMutableRawPointer, _ cell: UInt32, _ failure: NodeFailure?) -> Bool {
    switch last {
    case .failure(let last): last == failure
    case .success(let last): failure == nil && isSameAsFarAsKnown(last, unsafe Cell.load(values, cell, as: Value.self))
    }
  }

  /// Queues and delivers a value. Not inlined: it needs registers, which deliveries of plain types would save and restore in
  /// vain.
  @inlinable @inline(never)
  func addAndTell(_ value: Value, _ cause: EditCause) {
    add(.success(value), cause)
    tellNext()
  }

  @inlinable @inline(__always)
  func tellNext() {
    tell(&change)
    change.before = change.after
    endTelling()
  }

  /// Delivers a value of a plain type after another value, while no change is queued.
  @inlinable @inline(__always)
  func tellPlain(_ value: Value, _ cause: EditCause) {
    ValueChange.overwrite(&change.after, with: value)
    change.source = cause
    isWaiting = true
    tell(&change)
    ValueChange.overwrite(&change.before, with: value)
    endTelling()
  }

  @inlinable @inline(__always)
  func endTelling() { if start == later.count { isWaiting = false } else { takeNext() } }

  /// Passes the change in place, without a copy: it does not change during the call.
  @inlinable @inline(never)
  func tell(_ change: inout ValueChange<Value>) { body(change) }

  @inlinable @inline(never)
  func takeNext() {
    if let next = later[start].take() {
      change.after = next.value
      change.source = next.cause
    }
    start += 1
    if start < later.count { return }
    later = []
    start = 0
  }
}
