// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replays of plans of which nearly all nodes run, and whose nodes are far apart.
///
/// A change is not pushed to consumers, which would have to be found first. Instead, each node of the plan in turn tests
/// whether one of its inputs has changed. That is one pass through memory, and no branch depends on how many consumers there
/// are. Breadth-first search changes direction in the same way when a frontier is large (Beamer, Asanović and Patterson,
/// "Direction-Optimizing Breadth-First Search", SC 2012). Testing a node that need not run is wasted work, so the part of a
/// plan that ran decides how it is replayed the next time.
extension Evaluator {
  /// Runs the nodes that read a changed value, lowest place first. Returns whether nodes outside of the plan became pending; if
  /// so, the remaining places that have to run are pending.
  @inline(never)
  func pull(_ plan: Plan) -> Bool {
    state.plans.notePulling()
    state.log.notePulling()
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    forEachGiven(plan) { unsafe changed.insert($0.cell, if: 1) }
    let isLeft =
      state.activity.keepsRuns ? runPulled(plan, Watching.self) : runPulled(plan, NoWatch.self)
    forgetChanged(plan)
    return isLeft
  }

  @inline(never)
  func runPulled<Watch: RunWatch>(_ plan: Plan, from place: Int = 0, _ watch: Watch.Type) -> Bool {
    let replay = unsafe ReplayTables(state, first: plan.first)
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    let status = unsafe state.nodes.status.base
    let log = unsafe state.log.entries.base
    var next = unsafe log + state.log.entries.count
    var entry = unsafe replay.entries + place
    let end = unsafe replay.entries + plan.count
    while unsafe entry != end {
      defer { unsafe entry += 1 }
      if unsafe !readsChanged(entry, changed) { continue }
      let result: RunResult
      if unsafe !Watch.isOn && status[Int(entry.pointee.slot)].isEmpty {
        do {
          let outputs = try unsafe replay.call(entry)
          unsafe changed.insert(entry.pointee.output, if: outputs)
          unsafe next.pointee = LogEntry(entry.pointee.slot, changed: outputs)
          unsafe next += 1
          continue
        } catch {
          result = fail(unsafe entry.pointee.slot, with: error)
        }
      } else {
        result = unsafe run(entry, replay, logCount: next - log, watch)
      }
      unsafe insert(result.outputs, of: entry.pointee.slot)
      if let logged = result.entry {
        unsafe next.pointee = logged
        unsafe next += 1
      }
      if !state.reach.due.isEmpty {
        unsafe queueReached(from: entry + 1, until: end, replay)
        unsafe state.log.entries.assumeWritten(next - log)
        return true
      }
    }
    unsafe state.log.entries.assumeWritten(next - log)
    return false
  }

  /// Whether a node reads a changed value.
  @inline(__always)
  private func readsChanged(_ entry: UnsafeMutablePointer<PlanEntry>, _ changed: ChangedCells.Bits) -> Bool {
    let arguments = unsafe entry.pointee.arguments
    return unsafe entry.pointee.isLong
      ? readsChanged(entry.pointee.slot)
      : changed.hasOne(of: arguments)
  }

  /// Marks outputs of a node as changed, given one bit each.
  @inline(never)
  func insert(_ outputs: UInt32, of slot: UInt32) {
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    for output in 0..<Int(state.topology.layout(of: slot).outputCount) where outputs & 1 << UInt32(output) != 0 {
      unsafe changed.insert(state.topology.cell(of: slot, output: output), if: 1)
    }
  }

  /// The outputs of a node whose changed bits are set, a bit each.
  func changedOutputs(of slot: UInt32) -> UInt32 {
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    return (0..<Int(state.topology.layout(of: slot).outputCount)).reduce(0) { outputs, output in
      outputs | UInt32(truncatingIfNeeded: unsafe changed.bit(of: state.topology.cell(of: slot, output: output)) & 1)
        << UInt32(output)
    }
  }

  /// The outputs of an entry's node that have changed, as bits.
  @inline(__always)
  func changedOutputs(of entry: PlanEntry) -> UInt32 {
    if entry.hasSeveralOutputs { return changedOutputs(of: entry.slot) }
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    return UInt32(truncatingIfNeeded: unsafe changed.bit(of: entry.output) & 1)
  }

  /// Whether a node of any number of inputs reads a changed value.
  @inline(never)
  func readsChanged(_ slot: UInt32) -> Bool {
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    return state.topology.readsCell(slot) { unsafe changed.bit(of: $0) & 1 != 0 }
  }

  /// Makes the entries from one on that read a changed value pending, because the plan is left.
  @inline(never)
  private func queueReached(
    from entry: UnsafeMutablePointer<PlanEntry>, until end: UnsafeMutablePointer<PlanEntry>, _ replay: ReplayTables
  ) {
    var entry = unsafe entry
    while unsafe entry != end {
      if unsafe readsChanged(entry.pointee.slot) { unsafe replay.places.insert(entry - replay.entries) }
      unsafe entry += 1
    }
  }

  /// Clears the changed bits: word by word if the plan has few cells compared with all words.
  func forgetChanged(_ plan: Plan) {
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    let count = plan.count + plan.sources.count
    if count > state.plans.changed.wordCount / 8 { return state.plans.removeChanged() }
    for index in plan.sources { unsafe changed.removeWord(of: state.plans.sources[index].cell) }
    for index in plan.entries {
      let entry = state.plans.entries[index]
      unsafe changed.removeWord(of: entry.output)
      if !entry.hasSeveralOutputs { continue }
      for output in 0..<Int(state.topology.layout(of: entry.slot).outputCount) {
        unsafe changed.removeWord(of: state.topology.cell(of: entry.slot, output: output))
      }
    }
  }
}

extension Topology {
  /// A bit for each output of a node.
  func outputMask(of slot: UInt32) -> UInt32 { UInt32.max >> (32 - UInt32(layout(of: slot).outputCount)) }

  /// Whether a node reads a cell for which `isMeant` returns true. Calls it for each argument until one does.
  @inline(__always)
  func readsCell(_ slot: UInt32, _ isMeant: (UInt32) -> Bool) -> Bool {
    let start = records[slot].arguments
    let layout = layout(of: slot)
    // Unless an input takes many connections, each has one word.
    if layout.argumentWords == layout.inputCount {
      return (start..<start + layout.argumentWords).contains { isMeant(arguments[$0]) }
    }
    return (0..<layout.inputCount).contains { input in
      arguments(of: InputPlace(node: slot, input: input)).contains { isMeant(arguments[$0]) }
    }
  }
}
