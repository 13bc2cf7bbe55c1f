// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Keeping results of nodes, so that they need not be computed again for inputs that recur.
extension Evaluator {
  /// How many bytes the results that nodes keep may take: 256 MiB, unless set (see ``NodeMemo``).
  ///
  /// Inputs and outputs of a result count in full, even while the graph uses the same values. Strings, arrays, dictionaries and
  /// sets are counted with their contents, and other types as ``countBytes(of:_:)`` defines; storage that results share counts
  /// once. Beyond the limit, results that took least time for their bytes are removed, those that were not used for long first.
  /// Setting 0 removes all results.
  ///
  /// - Complexity: O(r log r) to set, for r results that are removed.
  public var memoLimit: Int {
    get { memo.limit }
    set {
      requireIdle()
      state.activity.phase = .releasing
      memo.limit = max(0, newValue)
      state.activity.phase = .idle
    }
  }

  /// How many bytes results take now, as ``memoLimit`` counts them.
  public var memoByteCount: Int { memo.byteCount }

  /// Adds the result of a run to the memo, or notes that the memo had it and the code did not run.
  @inline(never)
  func takeResult(of slot: UInt32) {
    guard state.kernels.withKernel(of: state.topology.records[slot].shape, { $0.keepsResults }) else { return }
    let kernel = state.kernel(of: slot)
    guard let kept = kernel.memory?.memo, let results = results(of: slot) else { return }
    // Client code that counts bytes cannot change the graph.
    let phase = state.activity.phase
    state.activity.phase = .counting
    memo.takeResult(of: results, kernel, kept)
    if results.takeFound() { state.log.noteRemembered(slot) }
    state.activity.phase = phase
  }

  /// Removes the results of a node, if it keeps any.
  func forgetResults(of slot: UInt32) {
    guard state.nodes.status[slot].contains(.isAttended), let results = results(of: slot) else { return }
    let phase = state.activity.phase
    state.activity.phase = .releasing
    results.removeAll()
    state.activity.phase = phase
  }

  private func results(of slot: UInt32) -> NodeResults? {
    if state.nodes.status[slot].contains(.empty) { return nil }
    let kernel = state.kernel(of: slot)
    guard kernel.memory?.memo != nil else { return nil }
    let cell = state.topology.records[slot].output + kernel.outputWords - 1
    return state.nodes.arena.load(cell, as: NodeResults.self)
  }
}
