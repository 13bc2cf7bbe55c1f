// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code of a kind, shared by all its nodes: reads arguments from cells, writes outputs into cells.
///
/// There is one object for each definition, not a closure for each node: calling a closure stored in memory costs 13 ns for the
/// reference count of its context; calling it as a constant of a borrowed object costs as much as a function pointer.
@safe
@usableFromInline
package final class Kernel: @unchecked Sendable {
  // Sendable: a definition takes `@Sendable` code only; kernels of other code never leave their evaluator.

  /// Evaluates a node once. Returns a bit for each output that changed.
  @usableFromInline
  package typealias Body = (_ call: KernelCall) throws -> UInt32

  /// The type of code that handles failed inputs: as `Body`, with an entry for each input, or no entries if all inputs have a
  /// value.
  @usableFromInline
  package typealias CarefulBody = (_ call: KernelCall, _ failures: [NodeFailure?]) throws -> UInt32

  /// Stores the value at the pointer in the cell of a source. Returns whether it propagates.
  @usableFromInline
  typealias Assign = (_ values: UnsafeMutableRawPointer, _ output: UInt32, _ value: UnsafeRawPointer) -> Bool

  /// Whether the value in the cell of a source does not propagate after another.
  @usableFromInline
  typealias IsUnchanged<Before> = (_ before: Before, _ values: UnsafeMutableRawPointer, _ output: UInt32) -> Bool

  @usableFromInline let body: Body
  /// The code for successive nodes of a replay.
  let loops: BatchLoops
  let carefulBody: CarefulBody?
  /// Makes the code for blocks of scenarios, if there is such code.
  let makeColumns: (@Sendable () -> ColumnCode?)?
  /// The asynchronous code, which ends later than the edit that starts it.
  let asyncCode: AsyncCode?
  /// Whether the code handles failed inputs.
  var runsDespiteFailures: Bool { carefulBody != nil }
  @usableFromInline let assign: Assign
  /// Whether the code reads the values of inputs that take many connections in place, and not as arrays.
  let readsInPlace: Bool
  /// Whether this is the kernel of a source, which never runs.
  let isSource: Bool
  /// Whether the code was given for single nodes, and so must stay on the thread of the edit.
  private(set) var isMadeInCode = false
  /// Whether the value in the cell of a source does not propagate after another value. Values of one word have a separate function:
  /// wrapping such a value would cost more than comparing it.
  private let isUnchanged: IsUnchanged<Any>?
  private let isUnchangedWord: IsUnchanged<UInt64>?
  /// The types of the outputs, followed by those of the values that nodes keep from one run to the next.
  let outputs: [ValueType]
  /// The description of what nodes keep from one run to the next; `nil` if they keep no values.
  let memory: KernelMemory?
  /// Whether `memory` exists, and whether nodes combine values or keep results. Reading `memory` itself counts references.
  let hasMemory: Bool
  let combines: Bool
  let keepsResults: Bool
  /// The initial status of its nodes.
  let marks: NodeStatus
  /// The words, counted from the first output, of the tick that advances a node's state; `nil` for nodes without state.
  let stateTick: Range<UInt32>?
  /// Whether destroying the outputs requires no work.
  let isTrivial: Bool
  let outputWords: UInt32
  /// Whether its nodes store one word and no other values.
  let isPlainWord: Bool
  /// The type of the first output.
  @usableFromInline let identity: ObjectIdentifier

  /// The address of this object, for the loop that calls it.
  var address: UInt { UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque()) }

  /// Whether the value of a source does not propagate after `before`.
  func isUnchanged(_ before: KeptValue, in values: borrowing ValueArena, _ output: UInt32) -> Bool {
    switch before {
    case .word(let word): isUnchanged(word: word, in: values, output)
    case .value(let value): unsafe isUnchanged?(value, values.base, output) ?? false
    }
  }

  /// Whether the value of a source of one word does not propagate after `word`.
  func isUnchanged(word: UInt64, in values: borrowing ValueArena, _ output: UInt32) -> Bool {
    unsafe isUnchangedWord?(word, values.base, output) ?? false
  }

  @usableFromInline
  package convenience init(outputs: [ValueType], body: @escaping Body, carefulBody: CarefulBody? = nil) {
    self.init(outputs: outputs, memory: nil, body: body, carefulBody: carefulBody, asyncCode: nil)
  }

  /// Makes a kernel whose code is compiled into its loops over successive nodes, if there are any.
  @usableFromInline
  convenience init(
    outputs: [ValueType], body: @escaping Body, loops: BatchLoops?, columns: ColumnCode.Body? = nil
  ) {
    self.init(
      outputs: outputs, memory: nil, body: body, carefulBody: nil, asyncCode: nil, loops: loops,
      columns: ColumnCode.making(columns))
  }

  /// Makes a kernel with a loop over nodes, of code that handles failed inputs.
  @usableFromInline
  convenience init(
    outputs: [ValueType], body: @escaping Body, carefulBody: @escaping CarefulBody, loops: BatchLoops,
    columns: (@Sendable () -> ColumnCode?)? = nil
  ) {
    self.init(
      outputs: outputs, memory: nil, body: body, carefulBody: carefulBody, asyncCode: nil, loops: loops,
      columns: columns)
  }

  /// Makes a kernel whose nodes keep values from one run to the next.
  @usableFromInline
  convenience init(output: ValueType, memory: KernelMemory, body: @escaping Body) {
    self.init(outputs: [output], memory: memory, body: body)
  }

  /// Makes a kernel of code that reads inputs that take many connections in place.
  @usableFromInline
  convenience init(readingInPlace outputs: [ValueType], body: @escaping Body) {
    self.init(outputs: outputs, memory: nil, body: body, carefulBody: nil, asyncCode: nil, readsInPlace: true)
  }

  convenience init(outputs: [ValueType], memory: KernelMemory, body: @escaping Body) {
    self.init(outputs: outputs + memory.types, memory: memory, body: body, carefulBody: nil, asyncCode: nil)
  }

  /// Makes a kernel of asynchronous code.
  @usableFromInline
  convenience init(outputs: [ValueType], _ asyncCode: AsyncCode) {
    self.init(outputs: outputs, memory: nil, body: { _ in 0 }, carefulBody: nil, asyncCode: asyncCode)
  }

  /// Makes a kernel of code that must stay on the thread of the edit.
  convenience init(inCode body: @escaping Body, outputs: [ValueType], loops: BatchLoops? = nil) {
    self.init(outputs: outputs, body: body, loops: loops)
    isMadeInCode = true
  }

  private init(
    outputs: [ValueType], memory: KernelMemory?, body: @escaping Body, carefulBody: CarefulBody?, asyncCode: AsyncCode?,
    readsInPlace: Bool = false, loops: BatchLoops? = nil, columns: (@Sendable () -> ColumnCode?)? = nil
  ) {
    makeColumns = columns
    self.readsInPlace = readsInPlace
    self.outputs = outputs
    self.memory = memory
    hasMemory = memory != nil
    combines = memory?.combines ?? false
    keepsResults = memory?.memo != nil
    marks = NodeStatus.checksInputs
      .union(asyncCode != nil ? .isAsync : [])
      .union(memory?.isAttended == true ? .isAttended : [])
    stateTick = memory?.state?.tick
    isTrivial = outputs.allSatisfy(\.isTrivial)
    outputWords = outputs.reduce(0) { $0 + $1.port.words }
    isPlainWord = isTrivial && outputWords == 1 && memory == nil
    self.body = body
    if let loops {
      self.loops = loops
    } else {
      self.loops = BatchLoops(pushed: { try $0.run(body) }, dense: { try $0.run(body) })
    }
    self.carefulBody = carefulBody
    self.asyncCode = asyncCode
    unsafe assign = { _, _, _ in false }
    isSource = false
    unsafe isUnchanged = nil
    unsafe isUnchangedWord = nil
    identity = outputs.first?.port.identity ?? ObjectIdentifier(Never.self)
  }

  /// Makes a kernel for nodes that each store their own code in the words after their output.
  convenience init(ofOwnCode output: ValueType) {
    let offset = output.port.words
    func run(_ batch: inout some KernelBatch) throws {
      while batch.findNext() { batch.end(try batch.call.runOwnCode(behind: offset)) }
    }
    self.init(
      inCode: { try $0.runOwnCode(behind: offset) }, outputs: [output],
      loops: BatchLoops(pushed: { try run(&$0) }, dense: { try run(&$0) }))
  }

  @usableFromInline
  init(
    source: ValueType, assign: @escaping Assign,
    isUnchanged: @escaping IsUnchanged<Any>, isUnchangedWord: @escaping IsUnchanged<UInt64>
  ) {
    outputs = [source]
    memory = nil
    (hasMemory, combines, keepsResults) = (false, false, false)
    // Kinds without inputs may still have code, such as a formula without free names: this mark alone identifies a source.
    marks = .isSource
    readsInPlace = false
    stateTick = nil
    isTrivial = source.isTrivial
    outputWords = source.port.words
    isPlainWord = isTrivial && outputWords == 1
    body = { _ in 0 }
    loops = BatchLoops(pushed: { _ in }, dense: { _ in })
    carefulBody = nil
    makeColumns = nil
    asyncCode = nil
    unsafe self.assign = assign
    isSource = true
    unsafe self.isUnchanged = isUnchanged
    unsafe self.isUnchangedWord = isUnchangedWord
    identity = source.port.identity
  }
}
