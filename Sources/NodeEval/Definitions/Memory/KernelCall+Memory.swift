// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Running code that keeps data from one run to the next.
extension KernelCall {
  /// Updates the value of the only output in place, beginning with `initial`. Returns the output's bit: the value always
  /// propagates, since there is no former value to compare it with. Plain bytes are updated in a copy, because nodes of a
  /// real-time plan keep their value if the code throws.
  @inlinable @inline(__always)
  func update<Value>(_ initial: Value, _ body: (inout Value) throws -> Void) rethrows -> UInt32 {
    if output & Self.firstTime != 0 {
      var value = initial
      try body(&value)
      unsafe Cell.initialize(values, output & ~Self.firstTime, to: value)
    } else if PortType.isKeptInPlace(Value.self), !_isPOD(Value.self) {
      try unsafe body(&Cell.place(values, output, as: Value.self).pointee)
    } else {
      var value = unsafe Cell.load(values, output, as: Value.self)
      try body(&value)
      unsafe Cell.replace(values, output, with: value)
    }
    return 1
  }

  /// Runs code on a copy of the state, and stores the changed copy if the code succeeds.
  ///
  /// The words after the output hold the state at the beginning of the tick, the state that resulted from the last run, and the
  /// tick, which is `nil` before the first run. While the tick stays the same, each run begins with the former state. When the
  /// tick changes, the latter state replaces it.
  ///
  /// - Parameters:
  ///   - tick: The tick as the node reads it.
  ///   - initial: The state of a node that has not run.
  ///   - offset: The number of words from the output to the state.
  ///   - body: Runs the code and stores the output. Returns a bit for each output that changed.
  /// - Returns: What `body` returns.
  @inlinable @inline(__always)
  func advance<Tick: Equatable, State>(
    _ tick: Tick, _ initial: State, offset: UInt32, _ body: (inout State) throws -> UInt32
  ) rethrows -> UInt32 {
    let beginning = (output & ~Self.firstTime) + offset
    let result = beginning + PortType.words(of: State.self)
    let lastTick = result + PortType.words(of: State.self)
    if output & Self.firstTime != 0 {
      var state = initial
      let changed = try body(&state)
      unsafe Cell.initialize(values, beginning, to: initial)
      unsafe Cell.initialize(values, result, to: state)
      unsafe Cell.initializeCleared(values, lastTick, to: Tick?.some(tick))
      return changed
    }
    if let last = unsafe Cell.load(values, lastTick, as: Tick?.self), EqualityComparison.isSame(last, tick) {
      var state = unsafe Cell.load(values, beginning, as: State.self)
      let changed = try body(&state)
      unsafe Cell.replace(values, result, with: state)
      return changed
    }
    let last = unsafe Cell.load(values, result, as: State.self)
    var state = last
    let changed = try body(&state)
    unsafe Cell.replace(values, beginning, with: last)
    unsafe Cell.replace(values, result, with: state)
    unsafe Cell.replace(values, lastTick, with: Tick?.some(tick))
    return changed
  }
}

extension KernelCall {
  /// Sets the state with which the first run of a node begins, whatever its tick is.
  fileprivate func beginState<Tick, State>(_ initial: State, _ type: Tick.Type, offset: UInt32) {
    let beginning = (output & ~Self.firstTime) + offset
    let result = beginning + PortType.words(of: State.self)
    unsafe Cell.initialize(values, beginning, to: initial)
    unsafe Cell.initialize(values, result, to: initial)
    unsafe Cell.initializeCleared(values, result + PortType.words(of: State.self), to: Tick?.none)
  }
}

extension Cell {
  /// Stores a value in a cell that has none, and clears the bytes of its words that the value leaves unused: `RunRecord`
  /// compares ticks word by word.
  @inlinable
  static func initializeCleared<Value>(_ base: UnsafeMutableRawPointer, _ cell: UInt32, to value: consuming Value) {
    for word in cell..<cell + PortType.words(of: Value.self) {
      unsafe place(base, word, as: UInt64.self).initialize(to: 0)
    }
    unsafe initialize(base, cell, to: value)
  }
}

/// Finding results that are kept.
extension KernelCall {
  /// The results that the node keeps, `offset` words after its first output; `nil` if it has not run.
  func results(behind offset: UInt32) -> NodeResults? {
    if output & Self.firstTime != 0 { return nil }
    return unsafe Cell.load(values, output + offset, as: NodeResults.self)
  }

  /// Makes the results of a node that has run for the first time.
  func beginResults(behind offset: UInt32) -> NodeResults {
    let results = NodeResults()
    unsafe Cell.initialize(values, output & ~Self.firstTime + offset, to: results)
    return results
  }
}

/// Reading the values of many connections one by one.
extension KernelCall {
  /// The cells that the first input reads, which takes many connections.
  @inlinable @inline(__always)
  func manyCells() -> ManyCells { unsafe ManyCells(start: arguments + Int(next[0]), count: Int(next[1])) }

  /// The value of a connection.
  @inlinable @inline(__always)
  func read<Value>(_ type: Value.Type, of cells: ManyCells, at index: Int) -> Value {
    unsafe Cell.load(values, cells[index], as: type)
  }

  /// The combination that the node keeps, `offset` words after its output; `nil` if it has not run.
  ///
  /// - Precondition: The combination is of that type.
  @inlinable @inline(__always)
  func combination<Kept: Combination>(behind offset: UInt32, as type: Kept.Type) -> Kept? {
    if output & Self.firstTime != 0 { return nil }
    return unsafe unsafeDowncast(Cell.load(values, output + offset, as: Combination.self), to: type)
  }

  /// Stores the combination of a node that has run for the first time.
  @inlinable
  func begin(_ combination: Combination, behind offset: UInt32) {
    unsafe Cell.initialize(values, output & ~Self.firstTime + offset, to: combination)
  }
}

/// The cells that connections of an input read, in order.
@safe
@usableFromInline
struct ManyCells {
  @usableFromInline let start: UnsafePointer<UInt32>
  @usableFromInline let count: Int

  @inlinable @inline(__always)
  init(start: UnsafePointer<UInt32>, count: Int) {
    unsafe self.start = start
    self.count = count
  }

  @inlinable @inline(__always)
  subscript(index: Int) -> UInt32 { unsafe start[index] }
}

extension KernelMemory {
  /// Makes the memory of a node with a state, followed by the arrays of its inputs.
  @usableFromInline
  init<Tick, State>(
    behind output: ValueType, tick: Tick.Type, state: State, inputs: InputMemoryTypes = InputMemoryTypes(),
    updates: Bool = false
  ) {
    let type = ValueType(State.self)
    let tick = ValueType(Tick?.self)
    let offset = output.port.words
    self.init(
      [type, type, tick] + inputs.types, state: KeptState(type: type, tick: tick, offset: offset), updates: updates
    ) { call in
      call.beginState(state, Tick.self, offset: offset)
      inputs.begin(call, offset: offset + Self.stateWords(Tick.self, State.self))
    }
  }

  /// The number of words that a state and its tick take.
  @inlinable @inline(__always)
  static func stateWords<Tick, State>(_ tick: Tick.Type, _ state: State.Type) -> UInt32 {
    2 * PortType.words(of: state) + PortType.words(of: Tick?.self)
  }
}

/// Stops the program if a state is an object, because a copy of the reference would share the state.
@usableFromInline
func checkState<State>(_ type: State.Type, of name: String?) {
  require(
    !(type is AnyObject.Type),
    "a state is a value: that of \(name.map { "'\($0)'" } ?? "a node") is an object of \(type), whose copies are the object"
  )
}
