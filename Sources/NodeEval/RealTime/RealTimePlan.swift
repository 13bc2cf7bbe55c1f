// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A copy of the nodes that some outputs depend on, for a thread that must never wait: an audio callback, a control loop.
///
/// A plan copies that part of a graph with its values. One thread edits the evaluator, publishes the changed graph, and gives
/// sources values through a queue. Another thread renders: it takes over what is new, runs the nodes that this reaches, and
/// reads the outputs. Rendering allocates no memory, counts no references and, except for the short locks described
/// below, takes no lock, unless the code of a node does.
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
/// A plan runs the same nodes in the same order as the evaluator, with the same cutoffs, states that advance with a tick, and
/// delays. Values are separate on either side: a value that the plan is given does not reach the evaluator. The plan takes over
/// the evaluator's value of a node when the node is first published, and that of a source also when the evaluator has given it
/// another value since, unless a feedback node writes to the source before or after the publication. All other nodes keep the
/// values that they have in the plan: filters don't click when something else is edited. After each publication all nodes run
/// once.
///
/// All types must be trivial (numbers, vectors, structures of these), including those of what nodes keep; a ``RealTimeError``
/// names the node that has another type. A node that throws keeps its value; ``failureCount`` counts that, and throwing
/// allocates.
///
/// Rendering and reading are for one thread at a time, ``publish()`` is for the thread of the evaluator, and ``set(_:to:)`` is
/// for one thread at a time. The memory of a plan is freed by ``publish()``, and where the last reference is released. On Apple
/// platforms the shared words are protected by locks that no thread holds for longer than a few instructions.
@safe
public final class RealTimePlan: @unchecked Sendable {
  // Sendable: each thread changes its own part, and `incoming`, `retired` and `ring` are made for both.

  // MARK: The thread of the evaluator

  private let evaluator: Evaluator
  private let outputs: [OutputPort]
  private let types: [ObjectIdentifier]
  /// The program that was published last, and the one that was in use before it.
  @safe @exclusivity(unchecked) private var latest: RealTimeProgram?
  @safe @exclusivity(unchecked) private var base: RealTimeProgram?

  // MARK: Both

  /// The program that was published and not taken yet. It is retained.
  private let incoming = RealTimeHandover()
  /// The programs that are not in use any more. They are retained.
  private let retired = RealTimeHandover()
  private let ring: RealTimeRing

  // MARK: The thread that renders

  @safe @exclusivity(unchecked) private var current: Unmanaged<RealTimeProgram>?
  @safe @exclusivity(unchecked) private var failures = 0

  /// Copies the nodes that some outputs depend on.
  ///
  /// - Parameters:
  ///   - evaluator: The evaluator, which is retained. With ``EvaluationPolicy/onDemand``, it is brought up to date.
  ///   - outputs: The outputs that are read while rendering.
  ///   - queueByteCount: How many bytes of values may wait for the thread that renders; each value takes 24 more.
  /// - Throws: ``RealTimeError``.
  /// - Precondition: No edit is under way, and no node's code is running.
  /// - Complexity: That of ``publish()``.
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

  /// Passes the present graph to the thread that renders, which uses it from its next block on.
  ///
  /// If this throws, that thread continues with the graph that it has. Of several publications between two blocks only the last
  /// one takes effect.
  ///
  /// - Throws: ``RealTimeError``.
  /// - Precondition: That of ``init(_:outputs:queueByteCount:)``.
  /// - Complexity: O(n log n) for n nodes and connections that the outputs depend on.
  public func publish() throws(RealTimeError) {
    evaluator.requirePublishing()
    retired.releaseAll()
    if evaluator.policy == .onDemand { for output in outputs { bringUpToDate(output) } }
    // Bringing outputs up to date may have called observers, which may make edits.
    for (output, type) in zip(outputs, types) where !evaluator.state.topology.has(output, type) {
      throw RealTimeError(output.node, .missing, label: "\(output.node)")
    }
    if let waiting = unsafe incoming.first {
      // As long as the program was not taken, the one before it is in use.
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
    // The error of a node that is gone is thrown below.
    _ = try? evaluator.bringUpToDate(output.node)
  }

  /// Queues a value for a source, for the next block.
  ///
  /// The evaluator does not receive the value. A value for a source that the plan does not have is dropped. If the plan is
  /// published before that block, the value is applied after the publication, and replaces the evaluator's.
  ///
  /// - Returns: False if the queue is full, because no block was rendered for long. The value is then dropped.
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

  /// Takes over what was published and queued, and runs the nodes that this reaches, each at most once.
  ///
  /// If a source is given another value and then the former one, its consumers run nevertheless.
  ///
  /// - Parameter body: Gives sources their values for this block, most of all the tick, after those that were queued.
  /// - Returns: How many nodes ran.
  /// - Complexity: O(nodes that run + queued values), and O(sources) if there are delays; after a publication O(all nodes).
  @discardableResult
  public func render(_ body: (borrowing RealTimeBlock) -> Void = { _ in }) -> Int {
    // Values that are queued after a publication belong to it, so the end of the queue is read first.
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

  /// The value of one of the outputs after the last block. For the thread that renders.
  ///
  /// - Precondition: The source is one of the outputs of this plan, and a block was rendered.
  /// - Complexity: O(outputs of the plan).
  @inlinable
  public subscript<Source: Readable>(source: Source) -> Source.Value {
    let (values, cell) = unsafe place(of: source.port, ObjectIdentifier(Source.Value.self))
    return unsafe Cell.load(values, cell, as: Source.Value.self)
  }

  @usableFromInline
  func place(of port: OutputPort, _ type: ObjectIdentifier) -> (values: UnsafeMutableRawPointer, cell: UInt32) {
    guard let current else { preconditionFailure("outputs must not be read before a block has been rendered") }
    return unsafe current._withUnsafeGuaranteedRef { program in
      guard let cell = program.cell(of: port, type) else {
        preconditionFailure("an output must be in the plan, and be read as its own type")
      }
      return unsafe (UnsafeMutableRawPointer(program.parts.values.base), cell)
    }
  }

  /// How many times a node threw while rendering. For the thread that renders.
  public var failureCount: Int { failures }
}

/// A block that is about to be rendered. Gives sources values on the thread that renders.
@safe
public struct RealTimeBlock: ~Copyable {
  private let program: Unmanaged<RealTimeProgram>

  init(_ program: Unmanaged<RealTimeProgram>) { unsafe self.program = program }

  /// Gives a source a value.
  ///
  /// - Returns: False if the plan has no such source.
  /// - Complexity: O(consumers of the source).
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
  /// Whether an output exists and has a type.
  fileprivate func has(_ output: OutputPort, _ type: ObjectIdentifier) -> Bool {
    isLive(output.node) && cell(of: output.node.slot, output: output.index, type: type) != nil
  }
}
