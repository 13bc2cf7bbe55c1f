// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// One call of a kind's code for a block of scenarios: reads a column of values for each input and writes one for the output.
///
/// Only declarations of this module make one and look into it. A row of a column is a word, so the loop over the rows of numbers
/// becomes one over vectors. A call is valid while the code runs.
@safe
@frozen
public struct ColumnCall {
  @usableFromInline let values: UnsafeMutableRawPointer
  /// By input, the first word of its column.
  @usableFromInline let block: UnsafePointer<UInt32>
  /// The first word of the output's column.
  @usableFromInline let output: UInt32
  /// The rows to compute. What other rows of the output hold is not read, and may be overwritten.
  @usableFromInline package let rows: Range<Int>
  /// A bit for each row that has to run alone, because it fails or because the code can't tell.
  @usableFromInline let failing: UnsafeMutablePointer<UInt64>
  /// Memory for intermediate columns, as many as the code needs, one after the other.
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

  /// Where the column of an input begins.
  @inlinable @inline(__always)
  func column(_ index: Int) -> UnsafeMutableRawPointer { unsafe values + Int(block[index]) &* 8 }

  /// Stores what a closure gives for each row. A row that it throws for has to run alone.
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

  /// Has a row run alone.
  @inlinable
  package func fail(_ row: Int) { unsafe failing[row >> 6] |= 1 << UInt64(row & 63) }
}

/// For code elsewhere that works with whole columns of numbers.
extension ColumnCall {
  /// The column of an input, as numbers.
  @unsafe package func numbers(_ index: Int) -> UnsafeMutablePointer<Double> {
    unsafe column(index).assumingMemoryBound(to: Double.self)
  }

  /// The column of the output, as numbers.
  @unsafe package var outputNumbers: UnsafeMutablePointer<Double> {
    unsafe (values + Int(output) &* 8).assumingMemoryBound(to: Double.self)
  }

  /// A column that the code has asked for.
  @unsafe package func scratch(_ index: Int) -> UnsafeMutablePointer<Double> { unsafe scratch + index * rowCapacity }

  /// The distance between two such columns, in numbers.
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

  /// Computes the derivatives of the output with respect to the inputs, all of which have values; returns false if there are none.
  @usableFromInline package typealias Slopes = @Sendable (KernelCall, _ slopes: inout [Double]) -> Bool

  /// How many columns it needs in between.
  let scratchColumns: Int
  /// Whether it can be called for rows that have failed: it takes any value.
  let takesAnyValue: Bool
  /// The derivatives, of code that knows them.
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
  static func making(_ body: Body?) -> (@Sendable () -> ColumnCode)? {
    guard let body else { return nil }
    return { ColumnCode(body) }
  }

  /// Whether values of a type make up columns: each is a word that is copied as such.
  @inlinable @inline(__always)
  static func takes<Value>(_ type: Value.Type) -> Bool {
    PortType.isKeptInPlace(type) && PortType.words(of: type) == 1 && _isPOD(type)
  }
}
