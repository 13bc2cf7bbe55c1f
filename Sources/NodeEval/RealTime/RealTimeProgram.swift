// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A part of a graph with its values, copied: the same list of nodes as a plan has, over memory of its own.
///
/// The thread that edits makes it and hands it over; from then on the real-time thread alone changes its values, until it hands
/// it back. What is not in `parts` is for the thread that edits, and constant.
@safe
final class RealTimeProgram: @unchecked Sendable {
  /// What the real-time thread works with.
  struct Parts: ~Copyable {
    /// The nodes that run, in the order of ranks.
    var entries = Buffer<PlanEntry>()
    var links = PlanLinks()
    /// The argument blocks that don't fit into entries.
    var arguments = Buffer<UInt32>()
    /// The kernels that entries name as shapes.
    var kernels = Buffer<UInt>()
    /// The words of all values, and of what nodes keep.
    var values = Buffer<UInt64>()
    /// The places that wait to be run.
    var positions = PendingSet()
    var sources = Buffer<Source>()
    /// Where a source is found: open addressing by slot.
    var sourceKeys = Buffer<UInt32>()
    var outputs = Buffer<Result>()
    var feedbacks = Buffer<Giving>()
    /// What the program before has that this one goes on with.
    var carried = Buffer<Copy>()
  }

  /// A node that is given values.
  struct Source: BitwiseCopyable {
    let slot: UInt32
    let stamp: UInt32
    let cell: UInt32
    /// The first link to those that read it, or `NodeRecord.none`.
    var link = NodeRecord.none
    /// Its kernel.
    let kernel: UInt
    /// Whether it was given another value since nodes ran last.
    var isGiven = false
    /// Whether something gave back to it since then, which is no tick.
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

  /// A source that is given what a cell has when another source, the tick, changes. Of several for one source the first that
  /// does comes first.
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
  /// Keeps the kernels.
  let kernels: [Kernel]
  /// By slot where the words of a node lie.
  let places: [UInt32: Place]
  /// The program whose values are carried over; it is the one at work when this one takes its place.
  let base: ObjectIdentifier?
  /// The one behind it in a handover, by its address.
  @safe @exclusivity(unchecked) var next: UInt64 = 0

  /// Where the words of a node lie.
  struct Place {
    let stamp: UInt32
    let cell: UInt32
    let kernel: ObjectIdentifier
    let words: UInt32
    /// Of a source what the evaluator had for it: another value there counts for more than that of the real-time thread. `nil`
    /// where something gives back to it, since each side has its own then.
    var given: [UInt64]?
  }

  init(_ parts: consuming Parts, kernels: [Kernel], places: [UInt32: Place], base: ObjectIdentifier?) {
    self.parts = parts
    self.kernels = kernels
    self.places = places
    self.base = base
  }
}

/// What the real-time thread does. None of it allocates, waits or counts references, unless the code of a node does.
extension RealTimeProgram {
  /// Goes on with the values of another program, and has all nodes wait.
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

  /// Gives a source a value, and has wait what reads it if that propagates. Returns false if there is no such source.
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

  /// Returns whether the value propagates.
  private func give(_ index: Int, _ kernel: Kernel, _ value: UnsafeRawPointer) -> Bool {
    let source = parts.sources[index]
    let values = unsafe UnsafeMutableRawPointer(parts.values.base)
    guard unsafe kernel.assign(values, source.cell, value) else { return false }
    unsafe ReplayTables(parts).queueReaders(from: source.link)
    return true
  }

  /// Gives back what feedback has kept to those sources that were given nothing else, where the tick has changed.
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

  /// Runs what waits, lowest place first: the loop of replays (see `Evaluator.replay`) without a log.
  ///
  /// - Returns: How many nodes ran, and how many of these threw, which keep the value they had.
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

  /// Where an output of a type lies; `nil` if it is none of those that are read.
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
