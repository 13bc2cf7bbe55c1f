// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The part of a graph between some variables and some outputs, compiled to be evaluated for many scenarios at once.
///
/// A scenario is a value for each of the variables. Everything that doesn't depend on them is a constant. Scenarios are
/// evaluated in blocks, one node after the other, each for all rows of the block: the code of a declared kind of up to three
/// inputs runs in a loop that the compiler turns into one over vectors.
///
/// ```swift
/// let program = try ScenarioProgram(evaluator, varying: price, quantity, reading: total)
/// let run = ScenarioRun(of: program)
/// for block in program.blocks(of: 0..<1_000_000) {
///   run.give(price, to: block.map { 10 + 0.01 * Double($0) })
///   run.give(quantity, to: block.map { Double($0 % 7) })
///   run.evaluate()
///   for row in 0..<block.count { add(try run.value(of: total, at: row)) }
/// }
/// ```
///
/// The models are `vmap` of JAX, which turns a function of one value into one of a batch, and the vectors of MonetDB/X100
/// (Boncz, Zukowski and Nes 2005).
///
/// A program is constant, so any number of threads can evaluate blocks of it, each with its own ``ScenarioRun``. Later edits
/// don't change it. Values are those that the evaluator would have, except that no cutoff keeps an earlier one: a scenario does
/// not depend on the one before. A row whose code throws is evaluated alone, so failures have the origin and the reason that
/// the evaluator would give them.
public final class ScenarioProgram: Sendable {
  /// The greatest number of rows of a block, chosen so that columns stay in the cache.
  static let largestBlock = 512

  /// The location of an output's values, or of a constant.
  struct Place: BitwiseCopyable {
    /// The column, or with a stride of 0 the word among the constants.
    let start: UInt32
    /// The distance from a row to the next, in words; 0 for a constant.
    let stride: UInt32
    /// The word in each row.
    var offset: UInt32 = 0
  }

  /// The meaning of a word of an argument block.
  enum Word: BitwiseCopyable {
    /// The location of an argument, and the step that computes it; −1 for variables and constants.
    case argument(Place, step: Int32)
    /// A word that is not an argument: the start, the count or the capacity of a list.
    case plain(UInt32)
  }

  /// An input of which an argument has failed, or isn't set, in each row; for an input that takes many, the first such
  /// argument.
  struct Failing {
    let input: Int
    let position: Int
    let failure: NodeFailure
  }

  /// A node that is evaluated. It is an object, so that its one reference is counted once per block and those that it holds are
  /// not.
  final class NodeStep: Sendable {
    let node: NodeID
    let kernel: Kernel
    /// Its argument block, followed by the lists of inputs that take many.
    let words: Range<Int>
    /// The words of each input's arguments.
    let inputs: [Range<Int>]
    let output: Place
    /// The cell of its values while a row is evaluated alone.
    let cell: UInt32
    /// The code for blocks; `nil` if rows run one by one.
    let columns: ColumnCode?
    let failing: [Failing]
    /// Its index among the outputs that have to be destroyed; `nil` if its values are plain bytes.
    let managed: Int?

    init(
      _ node: NodeID, _ kernel: Kernel, words: Range<Int>, inputs: [Range<Int>], output: Place, cell: UInt32,
      columns: ColumnCode?, failing: [Failing], managed: Int?
    ) {
      (self.node, self.kernel, self.words, self.inputs) = (node, kernel, words, inputs)
      (self.output, self.cell, self.columns, self.failing, self.managed) = (output, cell, columns, failing, managed)
    }
  }

  /// A constant that is not plain bytes.
  struct Constant: @unchecked Sendable {
    // Sendable: the types of ports are.
    let word: Int
    let type: ValueType
    let value: Any
  }

  /// An output that is read, or a variable.
  struct Port {
    let port: OutputPort
    let type: ValueType
    let place: Place
    /// The step that computes the value.
    var step: Int?
    /// The reason why it has no value in any scenario.
    var failure: NodeFailure?
  }

  /// The contents of a program.
  struct Parts {
    var steps: [NodeStep] = []
    var words: [Word] = []
    var variables: [Port] = []
    var outputs: [Port] = []
    var columnCount = 0
    var scratchCount = 0
    /// The words of constants; those of constants that are not plain bytes are 0.
    var constants: [UInt64] = []
    var managedConstants: [Constant] = []
    /// The columns that hold a constant in each row.
    var repeated: [(column: UInt32, word: Int)] = []
    /// The number of words that a row needs when it is evaluated alone.
    var cellCount = 0
    /// The types of outputs that have to be destroyed.
    var managed: [[ValueType]] = []
    var managedPlaces: [Place] = []
    /// The greatest number of words of an argument block with its lists.
    var blockWords = 0
  }

  let parts: Parts

  init(_ parts: Parts) { self.parts = parts }

  /// Compiles the nodes that some outputs depend on.
  ///
  /// - Parameters:
  ///   - evaluator: The evaluator, which is unchanged.
  ///   - variables: The variables to which scenarios give values.
  ///   - outputs: The outputs to read.
  /// - Throws: A ``ScenarioError`` for a node that can't be evaluated for many scenarios.
  /// - Precondition: No edit is under way.
  /// - Complexity: O(n log n) for n nodes and connections that depend on the variables.
  public convenience init<each Varied, each Source: Readable>(
    _ evaluator: Evaluator, varying variables: repeat Variable<each Varied>, reading outputs: repeat each Source
  ) throws(ScenarioError) {
    var (ports, types): ([OutputPort], [ObjectIdentifier]) = ([], [])
    repeat ports.append((each variables).port)
    repeat types.append(ObjectIdentifier((each Varied).self))
    let count = ports.count
    repeat ports.append((each outputs).port)
    repeat types.append(ObjectIdentifier((each Source).Value.self))
    for (port, type) in zip(ports, types)
    where !evaluator.state.topology.isLive(port.node)
      || evaluator.state.topology.cell(of: port.node.slot, output: port.index, type: type) == nil
    {
      throw ScenarioError(port.node, .missing, label: "\(port.node)")
    }
    try self.init(evaluator, varying: ports.prefix(count).map(\.node), reading: Array(ports[count...]))
  }

  /// Compiles the nodes that some outputs of any type depend on.
  package convenience init(
    _ evaluator: Evaluator, varying variables: [NodeID], reading outputs: [OutputPort]
  ) throws(ScenarioError) {
    evaluator.requireIdle()
    require(evaluator.state.activity.editDepth == 0, "a program of scenarios must be made between edits")
    if evaluator.policy == .onDemand {
      for output in outputs where evaluator.state.topology.isLive(output.node) {
        _ = try? evaluator.bringUpToDate(output.node)
      }
    }
    var builder = ScenarioBuilder(evaluator)
    self.init(try builder.parts(varying: variables, reading: outputs))
  }

  /// How many rows a block has: 512, and fewer for a program with so many columns that they would not fit into 64 MB.
  public var blockSize: Int {
    var size = Self.largestBlock
    while size > 8, (parts.columnCount + parts.scratchCount) * size > 1 << 23 { size /= 2 }
    return size
  }

  /// How many nodes are evaluated for each row.
  public var nodeCount: Int { parts.steps.count }

  /// How many columns a run has for its values. Columns of nodes are reused after their last consumer.
  package var columnCount: Int { parts.columnCount }

  /// Divides rows into blocks.
  ///
  /// - Parameter rows: The rows.
  /// - Returns: Ranges of ``blockSize`` rows, the last of which may have fewer.
  public func blocks(of rows: Range<Int>) -> some Sequence<Range<Int>> {
    rows.blocks(of: blockSize)
  }
}

extension Range<Int> {
  /// Ranges of `count` elements, the last of which may have fewer.
  package func blocks(of count: Int) -> some Sequence<Range<Int>> {
    stride(from: lowerBound, to: upperBound, by: count).lazy.map { $0..<Swift.min($0 + count, upperBound) }
  }
}

extension Evaluator {
  /// Evaluates an output for many values of a variable. Leaves the graph, the history, receipts and observers unchanged.
  ///
  /// ```swift
  /// let totals = try evaluator.scenarios(varying: price, to: [10, 20, 30], reading: total)
  /// ```
  ///
  /// For several variables or outputs, or if values would not fit into memory, make a ``ScenarioProgram``.
  ///
  /// - Parameters:
  ///   - variable: The variable that is given the values.
  ///   - values: A value for each scenario.
  ///   - output: The output to read.
  /// - Returns: For each scenario the value of the output, or the reason why it has none.
  /// - Throws: A ``ScenarioError`` for a node that can't be evaluated for many scenarios.
  /// - Precondition: No edit is under way.
  /// - Complexity: O(values × nodes between variable and output), and O(n log n) for n nodes that depend on the variable.
  public func scenarios<Varied, Source: Readable>(
    varying variable: Variable<Varied>, to values: [Varied], reading output: Source
  ) throws(ScenarioError) -> [Result<Source.Value, NodeFailure>] {
    let program = try ScenarioProgram(self, varying: variable, reading: output)
    let run = ScenarioRun(of: program)
    var results: [Result<Source.Value, NodeFailure>] = []
    results.reserveCapacity(values.count)
    for block in program.blocks(of: values.indices) {
      run.give(variable, to: values[block])
      run.evaluate()
      for row in 0..<block.count {
        results.append(Result { () throws(NodeFailure) in try run.value(of: output, at: row) })
      }
    }
    return results
  }
}
