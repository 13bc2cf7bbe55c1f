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

  /// Evaluates a node once.
  ///
  /// Takes the base of all values, the node's argument block, the base of all arguments (an input that takes many
  /// has start and count of its list in the block) and the first output's cell, with `firstTime` set if there is no
  /// value in it yet. Returns a bit for each output that changed.
  @usableFromInline
  package typealias Body = (
    _ values: UnsafeMutableRawPointer, _ block: UnsafePointer<UInt32>, _ arguments: UnsafePointer<UInt32>,
    _ output: UInt32
  ) throws -> UInt32

  /// As `Body`, for code that can deal with inputs that have failed: one entry for each input.
  @usableFromInline
  package typealias CarefulBody = (
    _ values: UnsafeMutableRawPointer, _ block: UnsafePointer<UInt32>, _ arguments: UnsafePointer<UInt32>,
    _ output: UInt32, _ failures: [NodeFailure?]
  ) throws -> UInt32

  /// Puts the value behind the pointer into the cell of a source and tells whether it is news.
  @usableFromInline
  typealias Assign = (_ values: UnsafeMutableRawPointer, _ output: UInt32, _ value: UnsafeRawPointer) -> Bool

  @usableFromInline let body: Body
  let carefulBody: CarefulBody?
  /// Whether the code deals with inputs that have failed.
  var runsDespiteFailures: Bool { unsafe carefulBody != nil }
  @usableFromInline let assign: Assign
  /// Whether it is of a source, which never runs.
  let isSource: Bool
  /// Whether the value in the cell of a source is no news after another.
  let isNoNews: ((_ before: KeptValue, _ values: UnsafeMutableRawPointer, _ output: UInt32) -> Bool)?
  let outputs: [ValueType]
  /// Whether destroying the outputs does nothing.
  let isTrivial: Bool
  let outputWords: UInt32
  /// Whether all outputs together are one word, copied as such.
  var isWord: Bool { isTrivial && outputWords == 1 }
  /// The type of the first output.
  @usableFromInline let identity: ObjectIdentifier

  /// Set in the output cell given to a body when the cell has no value yet.
  @inlinable static var firstTime: UInt32 { 1 << 31 }

  /// Where it lies, for the loop that calls it.
  var address: UInt { UInt(bitPattern: unsafe Unmanaged.passUnretained(self).toOpaque()) }

  /// Whether what a source holds is no news after `before`.
  func isNoNews(_ before: KeptValue, in values: borrowing ValueArena, _ output: UInt32) -> Bool {
    guard let isNoNews = unsafe isNoNews else { return false }
    return unsafe isNoNews(before, values.base, output)
  }

  @usableFromInline
  package init(outputs: [ValueType], body: @escaping Body, carefulBody: CarefulBody? = nil) {
    self.outputs = outputs
    isTrivial = outputs.allSatisfy(\.isTrivial)
    outputWords = outputs.reduce(0) { $0 + $1.port.words }
    unsafe self.body = body
    unsafe self.carefulBody = carefulBody
    unsafe assign = { _, _, _ in false }
    isSource = false
    unsafe isNoNews = nil
    identity = outputs.first?.port.identity ?? ObjectIdentifier(Never.self)
  }

  @usableFromInline
  init(
    source: ValueType, assign: @escaping Assign,
    isNoNews: @escaping (_ before: KeptValue, _ values: UnsafeMutableRawPointer, _ output: UInt32) -> Bool
  ) {
    outputs = [source]
    isTrivial = source.isTrivial
    outputWords = source.port.words
    unsafe body = { _, _, _, _ in 0 }
    unsafe carefulBody = nil
    unsafe self.assign = assign
    isSource = true
    unsafe self.isNoNews = isNoNews
    identity = source.port.identity
  }
}

/// Reads the arguments of a node one after the other.
@safe
@usableFromInline
struct ArgumentReader {
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline let arguments: UnsafePointer<UInt32>
  @usableFromInline var next: UnsafePointer<UInt32>

  @inlinable @inline(__always)
  init(_ values: UnsafeMutableRawPointer, _ block: UnsafePointer<UInt32>, _ arguments: UnsafePointer<UInt32>) {
    unsafe self.values = values
    unsafe next = block
    unsafe self.arguments = arguments
  }

  @inlinable @inline(__always)
  mutating func one<Value>(_ type: Value.Type) -> Value {
    defer { unsafe next += 1 }
    return unsafe Cell.load(values, next.pointee, as: type)
  }

  @inlinable @inline(__always)
  mutating func many<Value>(_ type: Value.Type) -> [Value] {
    defer { unsafe next += NodeRecord.wordsOfMany }
    let start = unsafe arguments + Int(next[0])
    let count = unsafe Int(next[1])
    // For few, appending costs less than what the standard library does for an array that is not initialised (400
    // instructions to look up a type).
    if count <= 32 {
      var elements: [Value] = []
      elements.reserveCapacity(count)
      for index in 0..<count { elements.append(unsafe Cell.load(values, start[index], as: type)) }
      return elements
    }
    return unsafe Array(unsafeUninitializedCapacity: count) { elements, initialized in
      for index in 0..<count {
        unsafe elements.initializeElement(at: index, to: Cell.load(values, start[index], as: type))
      }
      initialized = count
    }
  }
}
