// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code of a kind, shared by all its nodes: reads arguments from cells, writes outputs into cells.
///
/// One object a definition, not a closure a node: calling a closure that lies in memory costs 13 ns for the reference
/// count of its context, calling it as a constant of a borrowed object costs what a function pointer does.
@safe
@usableFromInline
package final class Kernel: @unchecked Sendable {
  // Sendable: a definition takes `@Sendable` code only; kernels of other code never leave their evaluator.

  /// Evaluates a node once. Returns a bit for each output that changed.
  @usableFromInline
  package typealias Body = (_ call: KernelCall) throws -> UInt32

  /// As `Body`, for code that deals with inputs that have failed: one entry for each input, or none if all have a value.
  @usableFromInline
  package typealias CarefulBody = (_ call: KernelCall, _ failures: [NodeFailure?]) throws -> UInt32

  /// Puts the value behind the pointer into the cell of a source. Returns whether it propagates.
  @usableFromInline
  typealias Assign = (_ values: UnsafeMutableRawPointer, _ output: UInt32, _ value: UnsafeRawPointer) -> Bool

  /// Whether the value in the cell of a source does not propagate after another.
  @usableFromInline
  typealias IsUnchanged<Before> = (_ before: Before, _ values: UnsafeMutableRawPointer, _ output: UInt32) -> Bool

  @usableFromInline let body: Body
  /// The same for nodes of a replay that follow each other.
  let loops: BatchLoops
  let carefulBody: CarefulBody?
  /// Makes the code for blocks of scenarios, where there is one.
  let makeColumns: (@Sendable () -> ColumnCode)?
  /// The code, where it ends later than the edit that starts it.
  let asyncCode: AsyncCode?
  /// Whether the code deals with inputs that have failed.
  var runsDespiteFailures: Bool { carefulBody != nil }
  @usableFromInline let assign: Assign
  /// Whether the code reads inputs that take many connections where their values lie, and not as arrays.
  let readsInPlace: Bool
  /// Whether it is of a source, which never runs.
  let isSource: Bool
  /// Whether the code was given node by node, so that it may not leave the thread of the edit.
  private(set) var isMadeInCode = false
  /// Whether the value in the cell of a source does not propagate after another. One that takes a word has a function of its
  /// own: to wrap it would cost more than to compare it.
  private let isUnchanged: IsUnchanged<Any>?
  private let isUnchangedWord: IsUnchanged<UInt64>?
  /// The types of the outputs, and behind them of what nodes keep from one run to the next.
  let outputs: [ValueType]
  /// What nodes keep from one run to the next, if anything.
  let memory: KernelMemory?
  /// Whether there is that, and whether nodes combine values, or keep results: to look into `memory` counts references.
  let hasMemory: Bool
  let combines: Bool
  let keepsResults: Bool
  /// What the status of its nodes begins with.
  let marks: NodeStatus
  /// The words, counted from the first output, of the tick that advances the state of a node, if it has one.
  let stateTick: Range<UInt32>?
  /// Whether destroying the outputs does nothing.
  let isTrivial: Bool
  let outputWords: UInt32
  /// Whether all outputs together are one word, copied as such.
  var isWord: Bool { isTrivial && outputWords == 1 }
  /// Whether that is all its nodes have.
  let isPlainWord: Bool
  /// The type of the first output.
  @usableFromInline let identity: ObjectIdentifier

  /// Where it lies, for the loop that calls it.
  var address: UInt { UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque()) }

  /// Whether what a source holds does not propagate after `before`.
  func isUnchanged(_ before: KeptValue, in values: borrowing ValueArena, _ output: UInt32) -> Bool {
    switch before {
    case .word(let word): isUnchanged(word: word, in: values, output)
    case .value(let value): unsafe isUnchanged?(value, values.base, output) ?? false
    }
  }

  /// The same for what is one word.
  func isUnchanged(word: UInt64, in values: borrowing ValueArena, _ output: UInt32) -> Bool {
    unsafe isUnchangedWord?(word, values.base, output) ?? false
  }

  @usableFromInline
  package convenience init(outputs: [ValueType], body: @escaping Body, carefulBody: CarefulBody? = nil) {
    self.init(outputs: outputs, memory: nil, body: body, carefulBody: carefulBody, asyncCode: nil)
  }

  /// A kernel whose code is part of the loop over nodes that follow each other, if there is one.
  @usableFromInline
  convenience init(
    outputs: [ValueType], body: @escaping Body, loops: BatchLoops?, columns: ColumnCode.Body? = nil
  ) {
    self.init(
      outputs: outputs, memory: nil, body: body, carefulBody: nil, asyncCode: nil, loops: loops,
      columns: ColumnCode.making(columns))
  }

  /// A kernel with a loop over nodes, of code that deals with inputs that have failed.
  @usableFromInline
  convenience init(
    outputs: [ValueType], body: @escaping Body, carefulBody: @escaping CarefulBody, loops: BatchLoops,
    columns: (@Sendable () -> ColumnCode)? = nil
  ) {
    self.init(
      outputs: outputs, memory: nil, body: body, carefulBody: carefulBody, asyncCode: nil, loops: loops,
      columns: columns)
  }

  /// A kernel whose nodes keep something from one run to the next.
  @usableFromInline
  convenience init(output: ValueType, memory: KernelMemory, body: @escaping Body) {
    self.init(outputs: [output], memory: memory, body: body)
  }

  /// A kernel of code that reads inputs that take many connections in place.
  @usableFromInline
  convenience init(readingInPlace outputs: [ValueType], body: @escaping Body) {
    self.init(outputs: outputs, memory: nil, body: body, carefulBody: nil, asyncCode: nil, readsInPlace: true)
  }

  convenience init(outputs: [ValueType], memory: KernelMemory, body: @escaping Body) {
    self.init(outputs: outputs + memory.types, memory: memory, body: body, carefulBody: nil, asyncCode: nil)
  }

  /// A kernel of code whose value comes late.
  @usableFromInline
  convenience init(outputs: [ValueType], _ asyncCode: AsyncCode) {
    self.init(outputs: outputs, memory: nil, body: { _ in 0 }, carefulBody: nil, asyncCode: asyncCode)
  }

  /// A kernel of code that may not leave the thread of the edit.
  convenience init(inCode body: @escaping Body, outputs: [ValueType], loops: BatchLoops? = nil) {
    self.init(outputs: outputs, body: body, loops: loops)
    isMadeInCode = true
  }

  private init(
    outputs: [ValueType], memory: KernelMemory?, body: @escaping Body, carefulBody: CarefulBody?, asyncCode: AsyncCode?,
    readsInPlace: Bool = false, loops: BatchLoops? = nil, columns: (@Sendable () -> ColumnCode)? = nil
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

  /// A kernel of nodes each of which has code of its own, behind its output.
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
    // A kind without inputs may have code all the same, as a formula without free names: only this one says that it is a source.
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
