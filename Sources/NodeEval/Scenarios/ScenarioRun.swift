// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Evaluates blocks of a ``ScenarioProgram``, one after the other, in its own memory.
///
/// For each block: give every variable its values, call ``evaluate()``, read the outputs. A run is for one thread at a time;
/// several threads need a run each. Its memory is that of the columns of one block, however many rows there are in all.
@safe
public final class ScenarioRun {
  /// The program that is evaluated.
  public let program: ScenarioProgram
  /// Called between two nodes; an evaluation stops when it returns true.
  public var isInterrupted: (() -> Bool)?
  /// Whether a block has begun that is not evaluated yet, and the variables that have values for it.
  private var isBegun = false
  private var isGiven: [Bool]
  /// The number of rows of the present block.
  public private(set) var rowCount = 0
  /// The number of rows of a column, a multiple of 8.
  let rowCapacity: Int

  let values: UnsafeMutableRawPointer
  private let scratch: UnsafeMutablePointer<Double>
  /// The first words of constants, and of the cells of a row that is evaluated alone.
  private let firstConstant: Int
  let firstCell: Int
  /// The first of two words for trials with other arguments.
  let firstSpare: Int
  /// For each word of all argument blocks, its value in the first row's block, and its difference from one row to the next.
  private let bases: UnsafeMutablePointer<UInt32>
  private let strides: UnsafeMutablePointer<UInt32>
  /// The argument words of a row that is evaluated alone, and the steps that compute the arguments; −1 for variables and
  /// constants.
  let loneBases: UnsafeMutablePointer<UInt32>
  let loneStrides: UnsafeMutablePointer<UInt32>
  let producers: UnsafeMutablePointer<Int32>
  /// The argument block of a row.
  let block: UnsafeMutablePointer<UInt32>
  /// One bit for each row that is evaluated alone, and for each that is skipped.
  private let failing: UnsafeMutablePointer<UInt64>
  private let skipped: UnsafeMutablePointer<UInt64>
  /// For each output that has to be destroyed, one bit for each row that has a value.
  private let filled: UnsafeMutablePointer<UInt64>
  /// For each step, the reason why it has no value in the row that is evaluated alone.
  var rowFailures: [NodeFailure?] = []
  /// The reasons why outputs have no value, by row × outputs + output.
  var failures: [Int: NodeFailure] = [:]
  /// How many rows have been evaluated alone.
  package internal(set) var loneRowCount = 0

  let parts: ScenarioProgram.Parts

  /// Allocates memory for blocks of a program.
  ///
  /// - Parameters:
  ///   - program: The program to evaluate.
  ///   - rowLimit: The greatest number of rows of a block, if that is less than ``ScenarioProgram/blockSize``.
  /// - Complexity: O(columns × rows of a block).
  public init(of program: ScenarioProgram, rowLimit: Int = .max) {
    let parts = program.parts
    self.parts = parts
    self.program = program
    isGiven = Array(repeating: false, count: parts.variables.count)
    let capacity = (max(1, min(rowLimit, program.blockSize)) + 7) & ~7
    rowCapacity = capacity
    firstConstant = parts.columnCount * capacity
    firstCell = firstConstant + parts.constants.count
    firstSpare = firstCell + parts.cellCount
    let wordCount = firstSpare + 2
    precondition(wordCount < 1 << 31, "a program of scenarios has fewer words")
    let words = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
    unsafe words.initialize(repeating: 0, count: wordCount)
    unsafe values = UnsafeMutableRawPointer(words)
    let scratchSize = max(1, parts.scratchCount * capacity)
    unsafe scratch = .allocate(capacity: scratchSize)
    unsafe scratch.initialize(repeating: 0, count: scratchSize)
    unsafe bases = .allocate(capacity: max(1, parts.words.count))
    unsafe strides = .allocate(capacity: max(1, parts.words.count))
    unsafe loneBases = .allocate(capacity: max(1, parts.words.count))
    unsafe loneStrides = .allocate(capacity: max(1, parts.words.count))
    unsafe producers = .allocate(capacity: max(1, parts.words.count))
    unsafe block = .allocate(capacity: max(1, parts.blockWords))
    unsafe block.initialize(repeating: 0, count: max(1, parts.blockWords))
    func bits(_ count: Int) -> UnsafeMutablePointer<UInt64> {
      let bits = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, count))
      unsafe bits.initialize(repeating: 0, count: max(1, count))
      return unsafe bits
    }
    unsafe failing = bits((capacity + 63) / 64)
    unsafe skipped = bits((capacity + 63) / 64)
    unsafe filled = bits(parts.managed.count * ((capacity + 63) / 64))
    for (index, word) in parts.words.enumerated() {
      var (base, stride, loneBase, loneStride, producer): (UInt32, UInt32, UInt32, UInt32, Int32)
      switch word {
      case .plain(let plain): (base, stride, loneBase, loneStride, producer) = (plain, 0, plain, 0, -1)
      case .argument(let place, let step):
        (base, stride, producer) = (UInt32(self.word(place, row: 0)), place.stride, step)
        (loneBase, loneStride) = (base, stride)
        if step >= 0 { (loneBase, loneStride) = (UInt32(firstCell) + parts.steps[Int(step)].cell + place.offset, 0) }
      }
      unsafe (bases + index).initialize(to: base)
      unsafe (strides + index).initialize(to: stride)
      unsafe (loneBases + index).initialize(to: loneBase)
      unsafe (loneStrides + index).initialize(to: loneStride)
      unsafe (producers + index).initialize(to: producer)
    }
    for (index, constant) in parts.constants.enumerated() { unsafe words[firstConstant + index] = constant }
    for constant in parts.managedConstants {
      unsafe constant.type.initialize(values, UInt32(firstConstant + constant.word), constant.value)
    }
    for (column, word) in parts.repeated {
      for row in 0..<capacity { unsafe words[Int(column) * capacity + row] = parts.constants[word] }
    }
  }

  deinit {
    destroyValues()
    for constant in parts.managedConstants {
      unsafe constant.type.destroy(values, UInt32(firstConstant + constant.word))
    }
    unsafe values.deallocate()
    unsafe scratch.deallocate()
    unsafe bases.deallocate()
    unsafe strides.deallocate()
    unsafe loneBases.deallocate()
    unsafe loneStrides.deallocate()
    unsafe producers.deallocate()
    unsafe block.deallocate()
    unsafe failing.deallocate()
    unsafe skipped.deallocate()
    unsafe filled.deallocate()
  }

  /// The word of a value in a row.
  func word(_ place: ScenarioProgram.Place, row: Int) -> Int {
    if place.stride == 0 { return firstConstant + Int(place.start) + Int(place.offset) }
    return Int(place.start) * rowCapacity + Int(place.offset) + row * Int(place.stride)
  }

  private var bitWords: Int { (rowCapacity + 63) / 64 }
}

// MARK: - Giving

extension ScenarioRun {
  /// Gives a variable its values, one for each row, and begins a block if none has begun.
  ///
  /// - Parameters:
  ///   - variable: One of the variables that the program varies.
  ///   - newValues: As many values as the block has rows. Those of the first variable after ``evaluate()`` set the number of
  ///     rows.
  /// - Precondition: There are at most ``ScenarioProgram/blockSize`` values, and equally many for each variable.
  /// - Complexity: O(values).
  public func give<Value>(_ variable: Variable<Value>, to newValues: some Collection<Value>) {
    guard let index = parts.variables.firstIndex(where: { $0.port == variable.port }) else {
      stop("\(variable.node) is not varied by the program")
    }
    require(
      parts.variables[index].type.port.identity == ObjectIdentifier(Value.self),
      "\(variable.node) is given another type")
    give(index, newValues)
  }

  /// Gives the variable at an index its values.
  package func give<Value>(_ index: Int, _ newValues: some Collection<Value>) {
    beginBlock(of: newValues.count)
    isGiven[index] = true
    let place = parts.variables[index].place
    if copy(newValues, to: place) { return }
    let managed = ColumnCode.takes(Value.self) ? nil : managedIndex(of: place)
    if let managed { destroy(managed) }
    var row = 0
    for value in newValues {
      unsafe Cell.initialize(values, UInt32(word(place, row: row)), to: value)
      row += 1
    }
    if let managed { fill(managed) }
  }

  /// Copies values that are words to a column, if they are contiguous in memory. Returns whether they were.
  private func copy<Values: Collection>(_ newValues: Values, to place: ScenarioProgram.Place) -> Bool {
    guard ColumnCode.takes(Values.Element.self), MemoryLayout<Values.Element>.stride == 8 else { return false }
    let column = unsafe values + word(place, row: 0) * 8
    return newValues.withContiguousStorageIfAvailable { newValues in
      if let first = newValues.baseAddress { unsafe column.copyMemory(from: first, byteCount: newValues.count * 8) }
      return true
    } ?? false
  }

  private func managedIndex(of place: ScenarioProgram.Place) -> Int? {
    parts.managedPlaces.firstIndex { $0.start == place.start }
  }

  /// Begins a block of `count` rows, unless one has begun.
  package func beginBlock(of count: Int) {
    if isBegun { return require(count == rowCount, "each variable has a value for each of the \(rowCount) rows") }
    require(count <= rowCapacity, "a block has at most \(rowCapacity) rows")
    destroyValues()
    rowCount = count
    isBegun = true
    failures.removeAll(keepingCapacity: true)
    for word in 0..<bitWords { unsafe skipped[word] = 0 }
  }

  /// Skips a row: its outputs have neither value nor failure.
  package func skip(_ row: Int) { unsafe skipped[row >> 6] |= 1 << UInt64(row & 63) }
}

// MARK: - Evaluating

extension ScenarioRun {
  /// Evaluates the block for which variables were given values.
  ///
  /// - Returns: False if ``isInterrupted`` asked to stop. The outputs can't be read then.
  /// - Precondition: Each variable was given values since the last call.
  /// - Complexity: O(rows × nodes). A row in which code throws is evaluated alone, which takes many times as long.
  @discardableResult
  public func evaluate() -> Bool {
    endGiving()
    for word in 0..<bitWords { unsafe failing[word] = skipped[word] }
    for variable in parts.variables where variable.type.isWord { fillGaps(variable.place) }
    var ranges = self.ranges()
    var seen = failingCount
    for step in parts.steps {
      if ranges.isEmpty { break }
      if let isInterrupted, isInterrupted() { return false }
      if !step.failing.isEmpty {
        for word in 0..<bitWords { unsafe failing[word] = .max }
      } else if let columns = step.columns {
        for rows in columns.takesAnyValue ? [0..<rowCount] : ranges {
          columns.body(
            unsafe ColumnCall(
              values: values, block: bases + step.words.lowerBound, output: UInt32(word(step.output, row: 0)),
              rows: rows, failing: failing, scratch: scratch, rowCapacity: rowCapacity))
        }
      } else {
        for rows in ranges { for row in rows { run(step, row) } }
      }
      let count = failingCount
      if count != seen {
        seen = count
        ranges = self.ranges()
      }
      if step.managed == nil, step.output.stride == 1, seen > 0 || step.columns?.takesAnyValue != true {
        fillGaps(step.output)
      }
    }
    for row in 0..<rowCount where unsafe isSet(failing, row) && !isSet(skipped, row) {
      if let isInterrupted, isInterrupted() { return false }
      evaluateAlone(row)
    }
    return true
  }

  /// Ends giving values: checks that every variable has its values.
  func endGiving() {
    if parts.variables.isEmpty { beginBlock(of: 1) }
    require(!isGiven.contains(false), "each variable is given values before a block is evaluated")
    isBegun = false
    for index in isGiven.indices { isGiven[index] = false }
  }

  /// Copies the value of another row to rows that have failed, and to the rows after the last one that vectors include, so that
  /// code that accepts any value only reads computed values.
  private func fillGaps(_ place: ScenarioProgram.Place) {
    guard let good = (0..<rowCount).first(where: { unsafe !isSet(failing, $0) }) else { return }
    let column = unsafe (values + word(place, row: 0) * 8).assumingMemoryBound(to: UInt64.self)
    for word in 0..<bitWords {
      var bits = unsafe failing[word]
      while bits != 0 {
        let row = word << 6 + bits.trailingZeroBitCount
        bits &= bits &- 1
        if row < rowCount { unsafe column[row] = column[good] }
      }
    }
    for row in rowCount..<(rowCount + 7) & ~7 { unsafe column[row] = column[good] }
  }

  private func isSet(_ bits: UnsafeMutablePointer<UInt64>, _ row: Int) -> Bool {
    unsafe bits[row >> 6] & 1 << UInt64(row & 63) != 0
  }

  private var failingCount: Int {
    var count = 0
    for word in 0..<bitWords { count += unsafe failing[word].nonzeroBitCount }
    return count
  }

  /// The rows that haven't failed, as ranges.
  private func ranges() -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var row = 0
    while row < rowCount {
      if unsafe isSet(failing, row) {
        row += 1
        continue
      }
      let start = row
      while row < rowCount, unsafe !isSet(failing, row) { row += 1 }
      ranges.append(start..<row)
    }
    return ranges
  }

  /// Runs a node without code for columns, for one row.
  private func run(_ step: ScenarioProgram.NodeStep, _ row: Int) {
    setBlock(step, row)
    do {
      _ = try step.kernel.body(call(UInt32(word(step.output, row: row))))
      if let managed = step.managed { fill(managed, row) }
    } catch {
      unsafe failing[row >> 6] |= 1 << UInt64(row & 63)
    }
  }

  func call(_ output: UInt32) -> KernelCall {
    unsafe KernelCall(values: values, block: block, arguments: block, output: output | KernelCall.firstTime)
  }

  /// Writes the argument block of a row.
  private func setBlock(_ step: ScenarioProgram.NodeStep, _ row: Int) {
    let first = step.words.lowerBound
    for index in 0..<step.words.count {
      unsafe block[index] = bases[first + index] &+ UInt32(row) &* strides[first + index]
    }
  }
}

// MARK: - Values that have to be destroyed

extension ScenarioRun {
  func isFilled(_ managed: Int, _ row: Int) -> Bool { unsafe isSet(filled + managed * bitWords, row) }

  func fill(_ managed: Int, _ row: Int) {
    unsafe filled[managed * bitWords + row >> 6] |= 1 << UInt64(row & 63)
  }

  private func fill(_ managed: Int) { for row in 0..<rowCount { fill(managed, row) } }

  private func destroyValues() { for managed in parts.managed.indices { destroy(managed) } }

  private func destroy(_ managed: Int) {
    let place = parts.managedPlaces[managed]
    for row in 0..<rowCount where isFilled(managed, row) {
      var cell = UInt32(word(place, row: row))
      for type in parts.managed[managed] {
        unsafe type.destroy(values, cell)
        cell += type.port.words
      }
    }
    for word in 0..<bitWords { unsafe filled[managed * bitWords + word] = 0 }
  }
}

// MARK: - Reading

extension ScenarioRun {
  /// The value of an output in a row of the last evaluated block.
  ///
  /// - Throws: The reason why the output has no value.
  /// - Precondition: The program reads the output, and the block has that row.
  /// - Complexity: O(outputs).
  public func value<Source: Readable>(of output: Source, at row: Int) throws(NodeFailure) -> Source.Value {
    let index = index(of: output.port)
    require((0..<rowCount).contains(row), "the block has \(rowCount) rows, and no row \(row)")
    require(
      parts.outputs[index].type.port.identity == ObjectIdentifier(Source.Value.self),
      "\(output.port.node) is read as another type")
    if let failure = failure(index, at: row) { throw failure }
    return value(index, at: row)
  }

  /// The reason why an output has no value in a row; `nil` if it has one.
  ///
  /// - Precondition: The program reads the output, and the block has that row.
  /// - Complexity: O(outputs).
  public func failure(of output: some Readable, at row: Int) -> NodeFailure? {
    failure(index(of: output.port), at: row)
  }

  private func index(of port: OutputPort) -> Int {
    guard let index = parts.outputs.firstIndex(where: { $0.port == port }) else {
      stop("\(port.node) is not read by the program")
    }
    return index
  }

  /// The reason why the output at an index has no value in a row; `nil` if it has one.
  package func failure(_ index: Int, at row: Int) -> NodeFailure? {
    if let failure = parts.outputs[index].failure { return failure }
    return failures.isEmpty ? nil : failures[row * parts.outputs.count + index]
  }

  /// Whether some output has no value in some row.
  package var hasFailures: Bool { !failures.isEmpty || parts.outputs.contains { $0.failure != nil } }

  /// The value of the output at an index, which must be of this type and have a value.
  package func value<Value>(_ index: Int, at row: Int) -> Value {
    unsafe Cell.load(values, UInt32(word(parts.outputs[index].place, row: row)), as: Value.self)
  }

  /// Replaces the contents of an array by the numbers of the output at an index. Rows without a value have an arbitrary number.
  package func read(_ index: Int, into numbers: inout [Double]) {
    numbers.removeAll(keepingCapacity: true)
    let place = parts.outputs[index].place
    let first = unsafe (values + word(place, row: 0) * 8).assumingMemoryBound(to: Double.self)
    if place.stride == 1 {
      unsafe numbers.append(contentsOf: UnsafeBufferPointer(start: first, count: rowCount))
    } else {
      for row in 0..<rowCount { numbers.append(unsafe first[row * Int(place.stride)]) }
    }
  }
}

@available(*, unavailable)
extension ScenarioRun: Sendable {}
