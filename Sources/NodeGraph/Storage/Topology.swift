// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The graph's own records, stored once; an evaluator walks them and keeps values beside them.
///
/// Nodes, arguments and cells are indices into tables. An *argument* is the place of one input; it holds the *cell*
/// that is read there: an output of another node, a literal, or the default of the port. Each connection is known at
/// both ends, its argument keeping its position in the consumer list of the output, so removing one costs O(1).
///
/// Invariants (see `checkInvariants`): each edge leads from a lower rank to a higher one; `nodeAtRank` and the ranks
/// of the records are inverse to each other; each entry of a consumer list and its argument name each other.
@usableFromInline
package struct Topology: ~Copyable {
  /// Owners of cells that belong to no node.
  enum CellOwner {
    static let ofDefault = UInt32.max
    static let ofLiteral = UInt32.max - 1
    static let nobody = UInt32.max - 2
  }

  /// The tag of the ids of its nodes. Drawn at random, so that graphs need no common counter: one in 65,535 handles of
  /// another graph goes unnoticed.
  @usableFromInline package let tag: UInt32

  // Nodes, by slot.
  @usableFromInline package internal(set) var records = Buffer<NodeRecord>()
  var inlineArguments = Buffer<InlineArguments>()
  var freeSlots: [UInt32] = []
  package internal(set) var nodeCount = 0
  package internal(set) var connectionCount = 0

  // The topological order. A removed node leaves a hole until the next compaction, and an order that is spaced out has
  // holes for what moves.
  package internal(set) var nodeAtRank = Buffer<UInt32>()
  var search = OrderSearch()
  /// What may be spent on spacing the order, in nodes and connections looked at.
  var orderCredit = 0

  // Arguments.
  @usableFromInline package internal(set) var arguments = Buffer<UInt32>()
  var argumentPosition = PositionTable()
  var argumentBlocks = BlockAllocator()
  /// Inputs that take many connections and have lost some in this edit: closed up when it ends.
  @usableFromInline var gappedInputs: Set<InputPlace> = []

  // Cells, and who reads them.
  package internal(set) var cellOwner = Buffer<UInt32>()
  @usableFromInline var cells = BlockAllocator()
  @usableFromInline package internal(set) var consumerNodes = Buffer<UInt32>()
  var consumerArguments = Buffer<UInt32>()
  var consumerBlocks = BlockAllocator()
  /// The consumer lists of nodes with several outputs.
  @usableFromInline package internal(set) var outputLists = Buffer<ConsumerList>()
  var outputInlineArguments = Buffer<InlineArguments>()
  var outputBlocks = BlockAllocator()

  // Kinds.
  package internal(set) var shapes: [Shape] = []
  @usableFromInline var layouts = Buffer<ShapeLayout>()
  @usableFromInline var portLayouts = Buffer<PortLayout>()
  var portBlocks = BlockAllocator()
  var freeShapes: [UInt32] = []
  var shapeOfKind: [String: UInt32] = [:]

  // What few nodes have.
  var names: [UInt32: String] = [:]
  var nodeNamed: [String: UInt32] = [:]
  var positions: [UInt32: Point] = [:]
  /// The literal of an input, by place; it is read whenever the input is not connected.
  var literals: [InputPlace: UInt32] = [:]
  var literalWords: [UInt32: UInt32] = [:]

  // The edit under way.
  @usableFromInline package internal(set) var steps = StepList()
  @usableFromInline var editDepth = 0
  /// The edit under way; copies taken in the middle of it learn here that it is over.
  @usableFromInline var editMark: EditMark?
  /// Off while an owner that can't fail builds the graph call by call.
  var isJournalled: Bool { editDepth > 0 }

  /// Never holds anything. A structure of plain values is handed to its methods by copying it, here 800 bytes a call;
  /// with a member that only has an address it is handed over by address (edits: 3 times as fast).
  private let passedByAddress: Any? = nil

  package init() { self.init(tag: UInt32.random(in: 1...0xFFFF) << 16) }

  private init(tag: UInt32) { self.tag = tag }

  /// A copy with storage of its own, in the middle of the same edit if there is one.
  func copy() -> Topology {
    var result = Topology(tag: tag)
    result.steps = steps.copy()
    result.editDepth = editDepth
    result.editMark = editMark
    result.gappedInputs = gappedInputs
    result.records = records.copy()
    result.inlineArguments = inlineArguments.copy()
    result.freeSlots = freeSlots
    result.nodeCount = nodeCount
    result.connectionCount = connectionCount
    result.nodeAtRank = nodeAtRank.copy()
    result.orderCredit = orderCredit
    result.arguments = arguments.copy()
    result.argumentPosition = argumentPosition.copy()
    result.argumentBlocks = argumentBlocks
    result.cellOwner = cellOwner.copy()
    result.cells = cells
    result.consumerNodes = consumerNodes.copy()
    result.consumerArguments = consumerArguments.copy()
    result.consumerBlocks = consumerBlocks
    result.outputLists = outputLists.copy()
    result.outputInlineArguments = outputInlineArguments.copy()
    result.outputBlocks = outputBlocks
    result.shapes = shapes
    result.layouts = layouts.copy()
    result.portLayouts = portLayouts.copy()
    result.portBlocks = portBlocks
    result.freeShapes = freeShapes
    result.shapeOfKind = shapeOfKind
    result.names = names
    result.nodeNamed = nodeNamed
    result.positions = positions
    result.literals = literals
    result.literalWords = literalWords
    return result
  }

  /// The bytes its tables hold on to; side tables of names, positions and literals are not counted.
  package var byteCount: Int {
    records.byteCount + inlineArguments.byteCount + nodeAtRank.byteCount + search.byteCount
      + arguments.byteCount + argumentPosition.byteCount + cellOwner.byteCount
      + consumerNodes.byteCount + consumerArguments.byteCount + outputLists.byteCount
      + outputInlineArguments.byteCount + layouts.byteCount + portLayouts.byteCount
  }
}

/// Whether an edit is over. No class: each verb asks, and would pay for a check of exclusivity.
@usableFromInline typealias EditMark = StateBox<Bool>

/// An input of the node in a slot.
@usableFromInline
package struct InputPlace: Hashable, Sendable {
  package let node: UInt32
  package let input: UInt32

  package init(node: UInt32, input: UInt32) {
    self.node = node
    self.input = input
  }
}
