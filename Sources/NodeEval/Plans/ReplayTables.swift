// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The tables that a replay of a plan reads. None of them moves while nodes run.
@unsafe
struct ReplayTables {
  let entries: UnsafeMutablePointer<PlanEntry>
  let links: UnsafeMutablePointer<PlanLink>
  /// The places that wait, but for those of the word at work.
  let places: PendingSet.Words
  let arguments: UnsafeMutablePointer<UInt32>
  let values: UnsafeMutableRawPointer
  /// The kernels by shape.
  let kernels: UnsafeMutablePointer<UInt>

  /// Those of an evaluator.
  @inline(__always)
  init(_ state: borrowing EvaluatorState, _ plan: Plan) {
    unsafe entries = state.plans.entries.base + plan.entries.lowerBound
    unsafe links = state.plans.links.base
    unsafe arguments = state.topology.arguments.base
    unsafe values = state.nodes.arena.base
    unsafe kernels = state.kernels.pointers.base
    unsafe places = PendingSet.Words(state.plans.positions)
  }

  /// Those of a copy.
  @inline(__always)
  init(_ parts: borrowing RealTimeProgram.Parts) {
    unsafe entries = parts.entries.base
    unsafe links = parts.links.base
    unsafe arguments = parts.arguments.base
    unsafe values = UnsafeMutableRawPointer(parts.values.base)
    unsafe kernels = parts.kernels.base
    unsafe places = PendingSet.Words(parts.positions)
  }

  @inline(__always)
  func call(_ entry: UnsafeMutablePointer<PlanEntry>) throws -> UInt32 {
    let kernel = unsafe Unmanaged<Kernel>.fromOpaque(
      UnsafeRawPointer(bitPattern: kernels[Int(entry.pointee.shape)]).unsafelyUnwrapped)
    // The two words are the last of an entry.
    let own = unsafe UnsafeMutableRawPointer(entry + 1).assumingMemoryBound(to: UInt32.self) - 2
    let block = unsafe entry.pointee.isLong ? arguments + Int(entry.pointee.arguments.0) : own
    return try unsafe kernel._withUnsafeGuaranteedRef {
      try unsafe $0.body(
        KernelCall(values: values, block: block, arguments: arguments, output: entry.pointee.output))
    }
  }

  /// Has places wait that are linked. Returns those of the word at work: these are kept in a register.
  @inline(never)
  static func queue(
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
