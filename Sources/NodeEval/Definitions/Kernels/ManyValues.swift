// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The values of an input that takes many connections, read in place, in the order of connection.
///
/// It is lent to the code of a kind during one run: the code can't keep it. Unlike an array it needs no allocation, so such a kind
/// may run in a ``RealTimePlan``.
///
/// ```swift
/// let mix = NodeDefinition("Mix", reading: ManyPort<Double>("channels"), output: ValuePort("sum")) { channels in
///   channels.reduce(0, +)
/// }
/// ```
@safe
@frozen
public struct ManyValues<Element>: ~Copyable {
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline let cells: UnsafePointer<UInt32>
  /// The number of values: one for each connection.
  public let count: Int

  @inlinable @inline(__always)
  init(_ values: UnsafeMutableRawPointer, _ cells: UnsafePointer<UInt32>, count: Int) {
    unsafe self.values = values
    unsafe self.cells = cells
    self.count = count
  }

  /// Whether the input has no connections.
  @inlinable public var isEmpty: Bool { count == 0 }

  /// The indices of the values.
  @inlinable public var indices: Range<Int> { 0..<count }

  /// The value of a connection. Complexity: O(1).
  ///
  /// - Precondition: The index is one of ``indices``.
  @inlinable
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "an index of a connection")
    return unsafe Cell.load(values, cells[index], as: Element.self)
  }

  /// Combines all values with an initial one, in the order of connection.
  ///
  /// - Parameters:
  ///   - initial: The result without values.
  ///   - next: Combines the result so far with a value.
  /// - Returns: The result.
  /// - Throws: What `next` throws.
  /// - Complexity: O(``count``).
  @inlinable
  public func reduce<Result, Failure>(
    _ initial: Result, _ next: (Result, Element) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var result = initial
    for index in 0..<count { result = try next(result, unsafe Cell.load(values, cells[index], as: Element.self)) }
    return result
  }
}

extension KernelCall {
  /// The next argument, of an input that takes many connections, for reading in place.
  @inlinable @inline(__always)
  mutating func lendMany<Element>(_ type: Element.Type) -> ManyValues<Element> {
    defer { unsafe next += NodeRecord.wordsOfMany }
    return unsafe ManyValues(values, arguments + Int(next[0]), count: Int(next[1]))
  }
}

/// Declaring kinds whose code reads the values of many connections in place.
extension NodeDefinition {
  /// Declares a kind with an input that takes many connections, whose values are not copied, and one output, with the automatic
  /// cutoff.
  ///
  /// Reading numbers costs about a nanosecond for each value; an array costs some 25 ns more. For a sum or a mean of many values,
  /// few of which change, `combining` them costs even less.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - port: The input.
  ///   - output: The output.
  ///   - body: Computes the output from the values.
  @inlinable
  public init<Element: Sendable, Value: Equatable & Sendable>(
    _ name: String, reading port: ManyPort<Element>, output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (borrowing ManyValues<Element>) throws -> Value
  ) {
    self.init(
      name, [port], [output],
      Kernel(readingInPlace: [ValueType(Value.self)]) { call in
        var call = call
        let values = call.lendMany(Element.self)
        return call.store(try body(values))
      })
  }

  /// Declares a kind with an input that is read in place, another input before it, and one output, with the automatic cutoff.
  ///
  /// - Parameters:
  ///   - name: Unique among the kinds of an evaluator.
  ///   - input: The first input, as ``ValuePort`` or ``ManyPort``.
  ///   - port: The input that is read in place.
  ///   - output: The output.
  ///   - body: Computes the output from the first input and the values.
  @inlinable
  public init<Input: InputDeclaration, Element: Sendable, Value: Equatable & Sendable>(
    _ name: String, inputs input: Input, reading port: ManyPort<Element>, output: ValuePort<Value>,
    evaluate body: @escaping @Sendable (Input.Value, borrowing ManyValues<Element>) throws -> Value
  ) {
    let code: Kernel.Body = { call in
      var call = call
      let first = Input._read(&call)
      let values = call.lendMany(Element.self)
      return call.store(try body(first, values))
    }
    let outputs = [ValueType(Value.self)]
    // If the other input takes many connections, it is read as an array.
    let kernel =
      input.input.arity == .many ? Kernel(outputs: outputs, body: code) : Kernel(readingInPlace: outputs, body: code)
    self.init(name, [input, port], [output], kernel)
  }
}
