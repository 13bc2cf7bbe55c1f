// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A copy of a part of a graph with its values: a list of nodes like that of a plan, with memory of its own.
///
/// The thread that edits makes it and passes it to the real-time thread. From then on only the real-time thread changes its
/// values, until it returns the program. All properties outside of `parts` are constants for the thread that edits.
@safe
final class RealTimeProgram: @unchecked Sendable {
  /// The data that the real-time thread uses.
  struct Parts: ~Copyable {
    /// The nodes that run, in the order of ranks.
    var entries = Buffer<PlanEntry>()
    var links = PlanLinks()
    /// The argument blocks that don't fit into entries.
    var arguments = Buffer<UInt32>()
    /// The kernels, by the shapes of entries.
    var kernels = Buffer<UInt>()
    /// The words of all values, and of what nodes keep.
    var values = Buffer<UInt64>()
    /// The pending places.
    var positions = PendingSet()
    var sources = Buffer<Source>()
    /// The indices of sources, by slot, in a hash table with open addressing.
    var sourceKeys = Buffer<UInt32>()
    var outputs = Buffer<Result>()
    var feedbacks = Buffer<Giving>()
    /// The values to copy from the previous program.
    var carried = Buffer<Copy>()
  }

  /// A node that is given values.
  struct Source: BitwiseCopyable {
    let slot: UInt32
    let stamp: UInt32
    let cell: UInt32
    /// The first link to its consumers, or `NodeRecord.none`.
    var link = NodeRecord.none
    /// The address of its kernel.
    let kernel: UInt
    /// Whether the source was given another value since nodes last ran.
    var isGiven = false
    /// Whether a feedback node wrote to the source since then. Such a write does not count as a tick.
    var isGivenBack = false
  }

  /// An output that is read.
  struct Result: BitwiseCopyable {
    let slot: UInt32
    let stamp: UInt32
    let index: UInt32
    let cell: UInt32
    let type: UInt
  }

  /// A feedback: a source, the target, receives the value of a cell when another source, the tick, changes. If several have one
  /// target, those that come first take precedence.
  struct Giving: BitwiseCopyable {
    let tick: UInt32
    let target: UInt32
    let cell: UInt32
  }

  /// Words that are copied from one program to the next.
  struct Copy: BitwiseCopyable {
    let from: UInt32
    let to: UInt32
    let words: UInt32
  }

  let parts: Parts
  /// The kernels, which are retained.
  let kernels: [Kernel]
  /// The words of each node in `values`, by slot.
  let places: [UInt32: Place]
  /// The program whose values are copied, if it is the one in use when this one replaces it.
  let base: ObjectIdentifier?
  /// The address of the next program in a handover.
  @safe @exclusivity(unchecked) var next: UInt64 = 0

  /// The words of a node in `values`.
  struct Place {
    let stamp: UInt32
    let cell: UInt32
    let kernel: ObjectIdentifier
    let words: UInt32
    /// The evaluator's value of a source when the program was made. If the evaluator's value changes, it replaces that of the
    /// real-time thread. `nil` for other nodes, and for sources that feedback nodes write to, whose values are separate on
    /// either side.
    var given: [UInt64]?
  }

  init(_ parts: consuming Parts, kernels: [Kernel], places: [UInt32: Place], base: ObjectIdentifier?) {
    self.parts = parts
    self.kernels = kernels
    self.places = places
    self.base = base
  }
}

/// The work of the real-time thread. None of it allocates, waits or counts references, unless the code of a node does.
extension RealTimeProgram {
  /// Takes over the values of another program, and makes all nodes pending.
  func begin(after other: RealTimeProgram?) {
    if let other, base == ObjectIdentifier(other) {
      for index in 0..<parts.carried.count {
        let copy = parts.carried[index]
        unsafe (parts.values.base + Int(copy.to)).update(
          from: other.parts.values.base + Int(copy.from), count: Int(copy.words))
      }
    }
    let positions = unsafe PendingSet.Words(parts.positions)
    let count = parts.entries.count
    for word in 0..<(count + 63) / 64 {
      let bits = word == count / 64 ? (1 << UInt64(count & 63)) - 1 : UInt64.max
      if bits != 0 { unsafe positions.insert(bits, inWord: word) }
    }
  }

  /// The index of a source.
  func source(_ node: NodeID) -> Int? {
    if parts.sourceKeys.isEmpty { return nil }
    let mask = parts.sourceKeys.count - 1
    var key = Self.key(of: node.slot) & mask
    while parts.sourceKeys[key] != NodeRecord.none {
      let index = Int(parts.sourceKeys[key])
      let source = parts.sources[index]
      if source.slot == node.slot { return source.stamp == node.stamp ? index : nil }
      key = (key + 1) & mask
    }
    return nil
  }

  static func key(of slot: UInt32) -> Int { Int((slot &* 0x9E37_79B1) >> 8) }

  /// Gives a source a value, and makes its consumers pending if the value propagates. Returns false for an unknown source.
  func give(_ node: NodeID, _ type: UInt, _ value: UnsafeRawPointer) -> Bool {
    guard let index = source(node) else { return false }
    let kernel = unsafe kernel(of: index)
    return unsafe kernel._withUnsafeGuaranteedRef { kernel in
      guard UInt(bitPattern: kernel.identity) == type else { return false }
      if unsafe give(index, kernel, value) { unsafe parts.sources.base[index].isGiven = true }
      return true
    }
  }

  private func kernel(of source: Int) -> Unmanaged<Kernel> {
    unsafe Unmanaged.fromOpaque(UnsafeRawPointer(bitPattern: parts.sources[source].kernel).unsafelyUnwrapped)
  }

  /// Gives a source a value. Returns whether the value propagates.
  private func give(_ index: Int, _ kernel: Kernel, _ value: UnsafeRawPointer) -> Bool {
    let source = parts.sources[index]
    let values = unsafe UnsafeMutableRawPointer(parts.values.base)
    guard unsafe kernel.assign(values, source.cell, value) else { return false }
    unsafe ReplayTables(parts).queueReaders(from: source.link)
    return true
  }

  /// Writes the values of feedback nodes to their sources if the tick has changed, except sources that were given another
  /// value.
  func giveBack() {
    if parts.feedbacks.isEmpty { return }
    for index in 0..<parts.feedbacks.count {
      let feedback = parts.feedbacks[index]
      let target = Int(feedback.target)
      guard parts.sources[feedback.tick].isGiven, !parts.sources[target].isGiven, !parts.sources[target].isGivenBack
      else { continue }
      unsafe parts.sources.base[target].isGivenBack = true
      let value = unsafe UnsafeRawPointer(parts.values.base + Int(feedback.cell))
      _ = unsafe kernel(of: target)._withUnsafeGuaranteedRef { unsafe give(target, $0, value) }
    }
    for index in 0..<parts.sources.count {
      unsafe parts.sources.base[index].isGiven = false
      unsafe parts.sources.base[index].isGivenBack = false
    }
  }

  /// Runs pending nodes, lowest place first: the loop of replays (see `Evaluator.replay`) without a log.
  ///
  /// - Returns: How many nodes ran, and how many of these threw. Nodes that throw keep the value they had.
  func run() -> (ran: Int, failed: Int) {
    let tables = unsafe ReplayTables(parts)
    var (ran, failed) = (0, 0)
    var word = 0
    while unsafe !tables.places.isEmpty {
      var bits: UInt64
      unsafe (word, bits) = tables.places.takeWord(after: word)
      let entries = unsafe tables.entries + word << 6
      while bits != 0 {
        let entry = unsafe entries + bits.trailingZeroBitCount
        let rest = bits & (bits &- 1)
        var outputs: UInt32 = 0
        do {
          outputs = try unsafe tables.call(entry)
        } catch {
          failed += 1
        }
        ran += 1
        bits = rest
        if outputs == 0 { continue }
        bits |= unsafe entry.pointee.near
        bits |= unsafe tables.queueFar(entry, outputs: outputs, word: word)
      }
    }
    return (ran, failed)
  }

  /// The cell of one of the outputs that are read, if it has the given type; otherwise `nil`.
  func cell(of port: OutputPort, _ type: ObjectIdentifier) -> UInt32? {
    for index in 0..<parts.outputs.count {
      let output = parts.outputs[index]
      if output.slot == port.node.slot, output.stamp == port.node.stamp, Int(output.index) == port.index {
        return output.type == UInt(bitPattern: type) ? output.cell : nil
      }
    }
    return nil
  }
}

extension ReplayTables {
  /// Makes the tables of a real-time copy.
  @inline(__always)
  init(_ parts: borrowing RealTimeProgram.Parts) {
    unsafe entries = parts.entries.base
    unsafe links = parts.links.links.base
    unsafe targets = parts.links.targets.base
    unsafe arguments = parts.arguments.base
    unsafe values = UnsafeMutableRawPointer(parts.values.base)
    unsafe kernels = parts.kernels.base
    unsafe places = PendingSet.Words(parts.positions)
  }
}
