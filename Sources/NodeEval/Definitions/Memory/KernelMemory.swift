// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What the nodes of a kernel keep from one run to the next, in the cells after their output.
@usableFromInline
struct KernelMemory {
  /// The types of the cells.
  let types: [ValueType]
  let words: UInt32
  /// Where the state is stored; `nil` if there is none.
  let state: KeptState?
  /// Which results of the code are kept, in the last cell; `nil` if none are.
  let memo: NodeMemo?
  /// Whether the node combines values, and keeps its combination in the last cell (see `Combination`).
  let combines: Bool
  /// Whether the code updates the last value in place.
  let updates: Bool
  /// How the node writes a value back to a source when the tick changes; `nil` if it does not.
  let feedback: Feedback?
  /// Initializes the cells to their state before the first run, for a node that has a value without having run. Reads no input,
  /// because inputs of such a node may have failed.
  let begin: (KernelCall) -> Void

  @usableFromInline
  init(
    _ types: [ValueType], state: KeptState? = nil, feedback: Feedback? = nil, memo: NodeMemo? = nil,
    combines: Bool = false, updates: Bool = false, begin: @escaping (KernelCall) -> Void
  ) {
    self.begin = begin
    self.types = types
    words = types.reduce(0) { $0 + $1.port.words }
    self.state = state
    self.feedback = feedback
    self.memo = memo
    self.combines = combines
    self.updates = updates
  }

  /// Makes the memory of code that updates its last value, with inputs that keep their arrays.
  @usableFromInline
  init(behind output: ValueType, _ inputs: InputMemoryTypes) {
    self.init(inputs.types, updates: true) { inputs.begin($0, offset: output.port.words) }
  }

  /// Whether nodes run whenever their inputs change, even if they are not needed, because what they keep depends on it.
  var isAlwaysNeeded: Bool { state != nil || feedback != nil }

  /// Whether the evaluator does some work before or after the code runs.
  var isAttended: Bool { memo != nil || combines }
}

/// Where the state of a node is stored, for documents and undo.
@usableFromInline
struct KeptState {
  /// The type of the state.
  let type: ValueType
  /// The number of words from the first output to the state.
  let offset: UInt32
  /// The words of the tick that last advanced the state, counted from the first output.
  let tick: Range<UInt32>

  init(type: ValueType, tick: ValueType, offset: UInt32) {
    self.type = type
    self.offset = offset
    let start = offset + 2 * type.port.words
    self.tick = start..<start + tick.port.words
  }
}
