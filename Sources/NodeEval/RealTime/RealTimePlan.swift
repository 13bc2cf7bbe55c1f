// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What some outputs depend on, for a thread that must never wait: an audio callback, a control loop.
///
/// A plan is a copy of that part of a graph with its values. One thread edits the evaluator, publishes what has become of the
/// graph, and gives sources values through a queue. Another one renders: it takes what is new, runs what that reaches, and
/// reads the outputs. Rendering allocates no memory, takes no lock and counts no references, unless the code of a node does.
///
/// ```swift
/// let plan = try RealTimePlan(evaluator, outputs: mix)
/// // The thread that edits:
/// plan.set(cutoff, to: 900)
/// try evaluator.edit { try $0.connect(reverb.port, to: master) }
/// try plan.publish()
/// // The thread that renders:
/// plan.render { $0.set(block, to: number) }
/// play(plan[mix])
/// ```
///
/// What is the same as in the evaluator: which nodes run, in which order, cutoff, states that advance with a tick, and delays.
/// Values stay on either side: those that the plan is given don't reach the evaluator, whose values are taken over when a node
/// is published first, and those of sources when the evaluator gives them another value, unless something gives back to
/// them before or after the publication. Everything else goes on with what it has: filters don't click when something else
/// is edited. After each publication all nodes run once.
///
/// All types must be trivial (numbers, vectors, structures of these), also those of what nodes keep; a ``RealTimeError``
/// names the node that is in the way. A node that throws keeps its value; ``failureCount`` counts that, and throwing allocates.
///
/// What callers get wrong: rendering and reading are for one thread at a time, ``publish()`` for the thread of the evaluator,
/// and ``set(_:to:)`` for one thread at a time. Memory of a plan is freed by who publishes, and where the last reference ends.
/// On Apple platforms the shared words are behind locks that nobody holds for longer than a few instructions.
@safe
public final class RealTimePlan: @unchecked Sendable {
  // Sendable: what each of the threads changes is apart, and `incoming`, `retired` and `ring` are made for both.

  // MARK: The thread of the evaluator

  private let evaluator: Evaluator
  private let outputs: [OutputPort]
  private let types: [ObjectIdentifier]
  /// What was published last, and what was at work before it.
  @safe @exclusivity(unchecked) private var latest: RealTimeProgram?
  @safe @exclusivity(unchecked) private var base: RealTimeProgram?

  // MARK: Both

  /// The program that was published and not taken yet. Its reference is counted.
  private let incoming = RealTimeHandover()
  /// The programs that are not at work any more; likewise.
  private let retired = RealTimeHandover()
  private let ring: RealTimeRing

  // MARK: The thread that renders

  @safe @exclusivity(unchecked) private var current: Unmanaged<RealTimeProgram>?
  @safe @exclusivity(unchecked) private var failures = 0

  /// Copies what some outputs depend on.
  ///
  /// - Parameters:
  ///   - evaluator: The evaluator, which is kept. On demand it is brought up to date.
  ///   - outputs: What is read while rendering.
  ///   - queueByteCount: How many bytes of values may wait for the thread that renders; each takes 24 more.
  /// - Throws: ``RealTimeError``.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: As ``publish()``.
  public init<each Source: Readable>(
    _ evaluator: Evaluator, outputs: repeat each Source, queueByteCount: Int = 1 << 16
  ) throws(RealTimeError) {
    var (ports, types): ([OutputPort], [ObjectIdentifier]) = ([], [])
    for output in repeat each outputs { ports.append(output.port) }
    repeat types.append(ObjectIdentifier((each Source).Value.self))
    self.evaluator = evaluator
    (self.outputs, self.types) = (ports, types)
    ring = RealTimeRing(words: queueByteCount / 8)
    try publish()
  }

  deinit {
    incoming.releaseAll()
    retired.releaseAll()
    unsafe current?.release()
  }

  /// Hands the present graph over: from its next block on, the thread that renders works with it.
  ///
  /// If it throws, that thread goes on with what it has. Several publications between two blocks are as good as the last.
  ///
  /// - Throws: ``RealTimeError``.
  /// - Precondition: As for ``init(_:outputs:queueByteCount:)``.
  /// - Complexity: O(n log n) for n nodes and connections that the outputs depend on.
  public func publish() throws(RealTimeError) {
    evaluator.requirePublishing()
    retired.releaseAll()
    if evaluator.policy == .onDemand { for output in outputs { bringUpToDate(output) } }
    // That may have called code of observers, which makes edits.
    for (output, type) in zip(outputs, types) where !evaluator.state.topology.has(output, type) {
      throw RealTimeError(output.node, .missing, label: "\(output.node)")
    }
    if let waiting = unsafe incoming.first {
      // As long as nobody has taken that, the one before it is at work.
      let program = try RealTimeBuilder.makeProgram(of: outputs, in: evaluator, after: base)
      if unsafe incoming.replace(waiting, with: .passRetained(program)) {
        latest = program
        return
      }
    }
    let program = try RealTimeBuilder.makeProgram(of: outputs, in: evaluator, after: latest)
    (base, latest) = (latest, program)
    unsafe incoming.put(.passRetained(program))
  }

  private func bringUpToDate(_ output: OutputPort) {
    // That of a node that is gone comes to nothing.
    _ = try? evaluator.bringUpToDate(output.node)
  }

  /// Queues a value for a source, for the next block.
  ///
  /// The evaluator does not get to know it. A value for a source that the plan does not have is dropped. If the plan
  /// is published before that block, the value is applied after the publication: it counts more than what the evaluator has.
  ///
  /// - Returns: False if the queue is full: nothing was rendered for long. The value is dropped then.
  /// - Complexity: O(bytes of the value).
  @inlinable
  @discardableResult
  public func set<Value>(_ variable: Variable<Value>, to value: Value) -> Bool {
    guard _isPOD(Value.self) else { return false }
    return unsafe withUnsafeBytes(of: value) {
      unsafe queue(variable.node, ObjectIdentifier(Value.self), $0)
    }
  }

  @usableFromInline
  func queue(_ node: NodeID, _ type: ObjectIdentifier, _ value: UnsafeRawBufferPointer) -> Bool {
    unsafe ring.append(node, type, value)
  }

  /// Takes over what was published and queued, and runs what that reaches, each node at most once.
  ///
  /// A source that is given another value and then the one from before has what reads it run all the same.
  ///
  /// - Parameter body: Gives sources values of this block, after those that were queued: the tick, most of all.
  /// - Returns: How many nodes ran.
  /// - Complexity: O(nodes that run, queued values), and where there are delays O(sources); after a publication O(all nodes).
  @discardableResult
  public func render(_ body: (borrowing RealTimeBlock) -> Void = { _ in }) -> Int {
    // What was queued behind a publication is for that one: so this comes first.
    let end = ring.end
    if let program = unsafe incoming.takeAll() {
      unsafe program._withUnsafeGuaranteedRef { program in
        if let current {
          unsafe current._withUnsafeGuaranteedRef { program.begin(after: $0) }
        } else {
          program.begin(after: nil)
        }
      }
      if let current { unsafe retired.put(current) }
      unsafe current = program
    }
    guard let current else { return 0 }
    return unsafe current._withUnsafeGuaranteedRef { program in
      unsafe ring.takeAll(before: end) { node, type, value in _ = unsafe program.give(node, type, value) }
      body(unsafe RealTimeBlock(.passUnretained(program)))
      program.giveBack()
      let (ran, failed) = program.run()
      failures += failed
      return ran
    }
  }

  /// The value of one of the outputs, as the last block left it: for the thread that renders.
  ///
  /// - Precondition: It is one of the outputs of this plan, and a block was rendered.
  /// - Complexity: O(outputs of the plan).
  @inlinable
  public subscript<Source: Readable>(source: Source) -> Source.Value {
    let (values, cell) = unsafe place(of: source.port, ObjectIdentifier(Source.Value.self))
    return unsafe Cell.load(values, cell, as: Source.Value.self)
  }

  @usableFromInline
  func place(of port: OutputPort, _ type: ObjectIdentifier) -> (values: UnsafeMutableRawPointer, cell: UInt32) {
    guard let current else { preconditionFailure("a block is rendered before outputs are read") }
    return unsafe current._withUnsafeGuaranteedRef { program in
      guard let cell = program.cell(of: port, type) else {
        preconditionFailure("what is read is an output of the plan, of the type that it is read as")
      }
      return unsafe (UnsafeMutableRawPointer(program.parts.values.base), cell)
    }
  }

  /// How many times a node threw while rendering: for the thread that renders.
  public var failureCount: Int { failures }
}

/// A block that is about to be rendered: gives sources values on the thread that renders.
@safe
public struct RealTimeBlock: ~Copyable {
  private let program: Unmanaged<RealTimeProgram>

  init(_ program: Unmanaged<RealTimeProgram>) { unsafe self.program = program }

  /// Gives a source a value.
  ///
  /// - Returns: False if the plan has no such source.
  /// - Complexity: O(nodes that read it).
  @inlinable
  @discardableResult
  public func set<Value>(_ variable: Variable<Value>, to value: Value) -> Bool {
    unsafe withUnsafePointer(to: value) {
      unsafe give(variable.node, ObjectIdentifier(Value.self), UnsafeRawPointer($0))
    }
  }

  @usableFromInline
  func give(_ node: NodeID, _ type: ObjectIdentifier, _ value: UnsafeRawPointer) -> Bool {
    unsafe program._withUnsafeGuaranteedRef { unsafe $0.give(node, UInt(bitPattern: type), value) }
  }
}

extension Topology {
  /// Whether there is an output of this type.
  fileprivate func has(_ output: OutputPort, _ type: ObjectIdentifier) -> Bool {
    isLive(output.node) && cell(of: output.node.slot, output: output.index, type: type) != nil
  }
}
