// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// One call of a kind's code for a block of scenarios: it reads a column of values for each input and writes one for the
/// output.
///
/// Only declarations of this module make and use one. A row of a column is a word, so a loop over rows of numbers is compiled
/// to one over vectors. A call is valid while the code runs.
@safe
@frozen
public struct ColumnCall {
  @usableFromInline let values: UnsafeMutableRawPointer
  /// The first word of each input's column.
  @usableFromInline let block: UnsafePointer<UInt32>
  /// The first word of the output's column.
  @usableFromInline let output: UInt32
  /// The rows to compute. The code must not read other rows of the output, but may overwrite them.
  @usableFromInline package let rows: Range<Int>
  /// One bit for each row that has to run alone, because it fails or because the code can't tell.
  @usableFromInline let failing: UnsafeMutablePointer<UInt64>
  /// Memory for intermediate columns, as many as the code needs, in sequence.
  @usableFromInline let scratch: UnsafeMutablePointer<Double>
  /// How many rows a column has, a multiple of 8.
  @usableFromInline let rowCapacity: Int

  init(
    values: UnsafeMutableRawPointer, block: UnsafePointer<UInt32>, output: UInt32, rows: Range<Int>,
    failing: UnsafeMutablePointer<UInt64>, scratch: UnsafeMutablePointer<Double>, rowCapacity: Int
  ) {
    unsafe self.values = values
    unsafe self.block = block
    self.output = output
    self.rows = rows
    unsafe self.failing = failing
    unsafe self.scratch = scratch
    self.rowCapacity = rowCapacity
  }

  /// The value of an input in a row.
  @inlinable @inline(__always)
  func read<Value>(_ type: Value.Type, _ column: UnsafeMutableRawPointer, _ row: Int) -> Value {
    unsafe (column + row &* 8).assumingMemoryBound(to: type).pointee
  }

  /// The start of an input's column.
  @inlinable @inline(__always)
  func column(_ index: Int) -> UnsafeMutableRawPointer { unsafe values + Int(block[index]) &* 8 }

  /// Stores the result of a closure for each row. A row for which it throws has to run alone.
  @inlinable @inline(__always)
  func storeRows<Value>(_ body: (_ row: Int) throws -> Value) {
    let column = unsafe values + Int(output) &* 8
    var row = rows.lowerBound
    while row < rows.upperBound {
      do {
        while row < rows.upperBound {
          let value = try body(row)
          unsafe (column + row &* 8).assumingMemoryBound(to: Value.self).pointee = value
          row &+= 1
        }
      } catch {
        fail(row)
        row &+= 1
      }
    }
  }

  /// Marks a row to run alone.
  @inlinable
  package func fail(_ row: Int) { unsafe failing[row >> 6] |= 1 << UInt64(row & 63) }
}

/// Access for code in other modules that works with whole columns of numbers.
extension ColumnCall {
  /// The column of an input, as numbers.
  @unsafe package func numbers(_ index: Int) -> UnsafeMutablePointer<Double> {
    unsafe column(index).assumingMemoryBound(to: Double.self)
  }

  /// The column of the output, as numbers.
  @unsafe package var outputNumbers: UnsafeMutablePointer<Double> {
    unsafe (values + Int(output) &* 8).assumingMemoryBound(to: Double.self)
  }

  /// An intermediate column.
  @unsafe package func scratch(_ index: Int) -> UnsafeMutablePointer<Double> { unsafe scratch + index * rowCapacity }

  /// The distance between two intermediate columns, in numbers.
  package var scratchStride: Int { rowCapacity }

  /// The value of an input in a row.
  package func value<Value>(_ index: Int, row: Int, as type: Value.Type) -> Value {
    unsafe read(type, column(index), row)
  }

  /// Stores the value of the output in a row.
  package func store<Value>(_ value: Value, row: Int) {
    unsafe (self.values + Int(output) &* 8 + row &* 8).assumingMemoryBound(to: Value.self).pointee = value
  }
}

/// The code of a kind that computes blocks of scenarios.
@usableFromInline
package struct ColumnCode: Sendable {
  @usableFromInline package typealias Body = @Sendable (ColumnCall) -> Void

  /// Computes the derivatives of the output with respect to the inputs, all of which have values; returns false if it has none.
  @usableFromInline package typealias Slopes = @Sendable (KernelCall, _ slopes: inout [Double]) -> Bool

  /// The number of intermediate columns that the code needs.
  let scratchColumns: Int
  /// Whether the code can be called for rows that have failed, because it accepts any value.
  let takesAnyValue: Bool
  /// Computes the derivatives; `nil` if the code does not know them.
  let slopes: Slopes?
  let body: Body

  @usableFromInline
  package init(
    scratchColumns: Int = 0, takesAnyValue: Bool = false, slopes: Slopes? = nil, _ body: @escaping Body
  ) {
    self.slopes = slopes
    self.scratchColumns = scratchColumns
    self.takesAnyValue = takesAnyValue
    self.body = body
  }

  /// Wraps code that needs no intermediate columns.
  static func making(_ body: Body?) -> (@Sendable () -> ColumnCode?)? {
    guard let body else { return nil }
    return { ColumnCode(body) }
  }

  /// Whether values of a type can form columns: each is one word of plain bytes.
  @inlinable @inline(__always)
  static func takes<Value>(_ type: Value.Type) -> Bool {
    PortType.isKeptInPlace(type) && PortType.words(of: type) == 1 && _isPOD(type)
  }
}
