// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Kernels that search for a kept result before they run code.
extension Kernel {
  /// A kernel with one output, whose values are compared by a closure.
  @usableFromInline @inline(never)
  static func remembering<each Input: InputDeclaration, Value>(
    inputs: repeat (each Input).Type, memo: NodeMemo, unless isSame: @escaping (Value, Value) -> Bool,
    evaluate body: @escaping (repeat (each Input).Value) throws -> Value
  ) -> Kernel {
    Kernel(outputs: [ValueType(Value.self)], memo, storing(isSame)) { call in
      let values = (repeat (each Input)._read(&call))
      var inputs = MemoValues()
      repeat inputs.append(each values)
      return (inputs, { MemoValues(try body(repeat each values)) })
    }
  }

  /// A kernel with several outputs.
  @usableFromInline @inline(never)
  static func remembering<each Input: InputDeclaration, each Value: Equatable>(
    inputs: repeat (each Input).Type, outputs: [ValueType], memo: NodeMemo,
    evaluate body: @escaping (repeat (each Input).Value) throws -> (repeat each Value)
  ) -> Kernel {
    let store: MemoStore = { call, outputs in
      var writer = OutputWriter(call)
      var index = 0
      for type in repeat (each Value).self {
        writer.store(outputs.value(type, at: index))
        index += 1
      }
      return writer.changed
    }
    return Kernel(outputs: outputs, memo, store) { call in
      let values = (repeat (each Input)._read(&call))
      var inputs = MemoValues()
      repeat inputs.append(each values)
      return (
        inputs,
        {
          let results = try body(repeat each values)
          var outputs = MemoValues()
          repeat outputs.append(each results)
          return outputs
        }
      )
    }
  }

  /// The kernel of a node made in code.
  @usableFromInline @inline(never)
  static func remembering<each Input, Value: Equatable>(
    values: repeat (each Input).Type, memo: NodeMemo, evaluate body: @escaping (repeat each Input) throws -> Value
  ) -> Kernel {
    Kernel(outputs: [ValueType(Value.self)], memo, storing(Cutoff<Value>.automatic.comparison)) { call in
      let values = (repeat call.read((each Input).self))
      var inputs = MemoValues()
      repeat inputs.append(each values)
      return (inputs, { MemoValues(try body(repeat each values)) })
    }
  }

  private static func storing<Value>(_ isSame: @escaping (Value, Value) -> Bool) -> MemoStore {
    { call, outputs in call.store(outputs.value(Value.self, at: 0), unless: isSame) }
  }

  /// Makes a kernel that keeps results in a cell after its outputs.
  ///
  /// - Parameters:
  ///   - outputs: The types of the outputs.
  ///   - memo: Which results it keeps.
  ///   - store: Stores a result.
  ///   - prepare: Reads the inputs, and returns them with a closure that computes a result.
  private convenience init(
    outputs: [ValueType], _ memo: NodeMemo, _ store: @escaping MemoStore,
    prepare: @escaping (inout KernelCall) -> (inputs: MemoValues, compute: () throws -> MemoValues)
  ) {
    let offset = outputs.reduce(0) { $0 + $1.port.words }
    let leastCost = memo.leastCost
    self.init(outputs: outputs, memory: KernelMemory(memo, behind: offset)) { call in
      var call = call
      let (inputs, compute) = prepare(&call)
      let kept = call.results(behind: offset)
      if let outputs = kept?.find(inputs) { return store(call, outputs) }
      let start = HeavyClock.now()
      let outputs = try compute()
      let cost = HeavyClock.duration(since: start)
      let changed = store(call, outputs)
      let results = kept ?? call.beginResults(behind: offset)
      if cost >= leastCost { results.add(outputs, of: inputs, cost: cost) }
      return changed
    }
  }
}

/// Stores a result in the outputs of a call. Returns a bit for each that changed.
private typealias MemoStore = (_ call: KernelCall, _ outputs: MemoValues) -> UInt32

extension MemoValues {
  fileprivate init<Value>(_ value: Value) {
    self.init()
    append(value)
  }
}

extension Cutoff {
  /// Whether a value does not propagate after another, for types that are not `Equatable`.
  @usableFromInline var comparison: (Value, Value) -> Bool {
    switch rule {
    case .automatic where IdentityComparison<Value>.applies: { IdentityComparison.isSame($0, $1) }
    case .automatic, .never: { NoComparison.isSame($0, $1) }
    case .custom(let isSame): isSame
    }
  }
}

extension Cutoff where Value: Equatable {
  /// Whether a value does not propagate after another.
  @usableFromInline var comparison: (Value, Value) -> Bool {
    switch rule {
    case .automatic: { EqualityComparison.isSame($0, $1) }
    case .never: { NoComparison.isSame($0, $1) }
    case .custom(let isSame): isSame
    }
  }
}

extension KernelMemory {
  /// Makes the memory of a node that keeps results.
  fileprivate init(_ memo: NodeMemo, behind offset: UInt32) {
    self.init([ValueType(NodeResults.self)], memo: memo) { _ = $0.beginResults(behind: offset) }
  }
}
