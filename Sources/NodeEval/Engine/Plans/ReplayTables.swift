// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The tables that a replay of a plan reads. None of them moves while nodes run.
@unsafe
@usableFromInline
struct ReplayTables {
  let entries: UnsafeMutablePointer<PlanEntry>
  let links: UnsafeMutablePointer<PlanLink>
  let targets: UnsafeMutablePointer<PlanTarget>
  /// The pending places, except those of the current word.
  let places: PendingSet.Words
  let arguments: UnsafeMutablePointer<UInt32>
  let values: UnsafeMutableRawPointer
  /// The kernels by shape.
  let kernels: UnsafeMutablePointer<UInt>

  /// Makes the tables of an evaluator for a plan whose first entry has the given index.
  @inline(__always)
  init(_ state: borrowing EvaluatorState, first: Int) {
    unsafe self.init(state, entries: state.plans.entries.base + first)
  }

  @inline(__always)
  init(_ state: borrowing EvaluatorState, entries: UnsafeMutablePointer<PlanEntry>) {
    unsafe self.entries = entries
    unsafe links = state.plans.links.links.base
    unsafe targets = state.plans.links.targets.base
    unsafe arguments = state.topology.arguments.base
    unsafe values = state.nodes.arena.base
    unsafe kernels = state.kernels.pointers.base
    unsafe places = PendingSet.Words(state.plans.positions)
  }

  /// Runs the next pending entry, and the following ones that its kernel can run.
  @inline(__always)
  func run(_ batch: inout ReplayBatch) throws {
    if unsafe batch.entry.pointee.isLong { return batch.end(try unsafe call(batch.entry)) }
    batch.shape = unsafe batch.entry.pointee.shapeAndMarks
    try unsafe kernel(batch.entry)._withUnsafeGuaranteedRef { try $0.loops.pushed(&batch) }
  }

  @inline(__always)
  private func kernel(_ entry: UnsafeMutablePointer<PlanEntry>) -> Unmanaged<Kernel> {
    unsafe kernel(ofShape: entry.pointee.shape)
  }

  @inline(__always)
  private func kernel(ofShape shape: UInt32) -> Unmanaged<Kernel> {
    unsafe Unmanaged<Kernel>.fromOpaque(UnsafeRawPointer(bitPattern: kernels[Int(shape)]).unsafelyUnwrapped)
  }

  /// Runs the nodes of a batch, all of one shape.
  @inline(__always)
  func run(_ batch: inout DenseBatch, shape: UInt32) throws {
    try unsafe kernel(ofShape: shape)._withUnsafeGuaranteedRef { try $0.loops.dense(&batch) }
  }

  /// Runs one node of a span.
  @inline(__always)
  func call(_ entry: UnsafeMutablePointer<DenseEntry>, of span: DenseSpan) throws -> UInt32 {
    let block = unsafe span.isLong ? arguments + Int(entry.pointee.arguments.0) : DenseEntry.block(of: entry)
    return try unsafe kernel(ofShape: span.shape)._withUnsafeGuaranteedRef {
      try unsafe $0.body(
        KernelCall(values: values, block: block, arguments: arguments, output: entry.pointee.output))
    }
  }

  @inline(__always)
  func call(_ entry: UnsafeMutablePointer<PlanEntry>) throws -> UInt32 {
    let block = unsafe entry.pointee.isLong ? arguments + Int(entry.pointee.arguments.0) : PlanEntry.block(of: entry)
    return try unsafe kernel(entry)._withUnsafeGuaranteedRef {
      try unsafe $0.body(
        KernelCall(values: values, block: block, arguments: arguments, output: entry.pointee.output))
    }
  }

  /// Makes the consumers of an entry that are not in `near` pending. Returns those in the current word, which are kept in a
  /// register.
  @inline(__always)
  func queueFar(_ entry: UnsafeMutablePointer<PlanEntry>, outputs: UInt32, word: Int) -> UInt64 {
    let far = unsafe entry.pointee.far
    if far.isLinked {
      if !far.isTargeted { return unsafe Self.queue(links + far.index, outputs: outputs, places, word: word) }
      unsafe Self.queue(targets + far.index, places)
    } else if !far.isEmpty {
      // A single consumer is inserted twice: whether there are two can't be predicted.
      let place = unsafe entry - entries
      let other = far.otherDistance
      unsafe places.insert(place &+ far.distance)
      unsafe places.insert(place &+ (other == 0 ? far.distance : other))
    }
    return 0
  }

  /// Makes the far consumers of an entry pending, as `queueFar` does, but is not inlined: the loop then saves no registers for
  /// what most nodes do without.
  @inline(never)
  func queueFarReaders(of entry: UnsafeMutablePointer<PlanEntry>, outputs: UInt32, word: Int) -> UInt64 {
    unsafe queueFar(entry, outputs: outputs, word: word)
  }

  /// Makes the consumers of an entry pending, given the outputs that changed. Returns those in the current word.
  @inline(never)
  func queueReaders(of entry: UnsafeMutablePointer<PlanEntry>, outputs: UInt32, word: Int) -> UInt64 {
    if outputs == 0 { return 0 }
    return unsafe entry.pointee.near | queueFar(entry, outputs: outputs, word: word)
  }

  /// Makes the remaining places of a word pending, because the plan is left.
  @inline(never)
  func putBack(_ bits: UInt64, word: Int) {
    if bits != 0 { unsafe places.insert(bits, inWord: word) }
  }

  /// Makes the consumers of a source pending, given its first link.
  func queueReaders(from link: UInt32) {
    if link == NodeRecord.none { return }
    _ = unsafe Self.queue(links + Int(link), outputs: .max, places, word: -1)
  }

  /// Makes targets pending, none of which is in the current word.
  @inline(never)
  private static func queue(_ first: UnsafeMutablePointer<PlanTarget>, _ places: PendingSet.Words) {
    var target = unsafe first
    while true {
      unsafe places.insert(target[0].place)
      unsafe places.insert(target[1].place)
      if unsafe target[1].isLast { return }
      unsafe target += 2
    }
  }

  /// Makes linked places pending. Returns those in the current word, which are kept in a register.
  @inline(never)
  private static func queue(
    _ first: UnsafeMutablePointer<PlanLink>, outputs: UInt32, _ places: PendingSet.Words, word: Int
  ) -> UInt64 {
    var link = unsafe first
    var near: UInt64 = 0
    while true {
      if unsafe link.pointee.outputs & outputs != 0 {
        if unsafe link.pointee.word == word {
          near |= unsafe link.pointee.bits
        } else {
          unsafe places.insert(link.pointee.bits, inWord: link.pointee.word)
        }
      }
      if unsafe link.pointee.isLast { return near }
      unsafe link += 1
    }
  }
}
