// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The inputs of a node that are unchanged when it gets other ports: they keep their index, type and arity.
///
/// Their arguments are copied from one block to the other without a step for each connection, so a node that gains an
/// input costs little for each input it already has. The block that the node doesn't use keeps its contents. From them
/// the step knows what was connected when it was made, regardless of later changes.
package struct KeptInputs: Sendable {
  /// The inputs, in order.
  private var ranges: [Range<UInt32>] = []
  /// For each connection the output that it comes from, in order; empty if all come from the first output of their node.
  /// It can't be derived later, because a source may get other outputs.
  private var outputs: [UInt8] = []
  private(set) var connectionCount = 0

  /// A block of arguments and the shape of its inputs.
  struct Block {
    let shape: UInt32
    let start: UInt32
  }

  package init() {}

  /// Adds an input, which must come after all others.
  package mutating func append(_ input: UInt32) {
    if let last = ranges.last, last.upperBound == input {
      ranges[ranges.count - 1] = last.lowerBound..<input + 1
    } else {
      ranges.append(input..<input + 1)
    }
  }

  /// Calls `body` with each of `count` inputs that is not kept.
  package func forEachOther(of count: UInt32, _ body: (UInt32) -> Void) {
    var next: UInt32 = 0
    for range in ranges {
      for input in next..<range.lowerBound { body(input) }
      next = range.upperBound
    }
    for input in next..<max(next, count) { body(input) }
  }

  /// The allocated bytes.
  var byteCount: Int { ranges.count * MemoryLayout<Range<UInt32>>.stride + outputs.count }

  // MARK: Moving

  /// Records which outputs the connections come from.
  mutating func noteOutputs(in wiring: borrowing Wiring, of block: Block) {
    forEachArgument(in: wiring, of: block) { _, argument in
      let cell = wiring.arguments.cells[argument]
      let source = wiring.records[wiring.cells.owners[cell]]
      let layout = wiring.shapes.layouts[source.shape]
      let output = layout.outputCount == 1 ? 0 : wiring.shapes.output(at: cell - source.output, of: layout)
      if output > 0, outputs.isEmpty { outputs = Array(repeating: 0, count: connectionCount) }
      if output > 0 || !outputs.isEmpty { outputs.append(UInt8(output)) }
      connectionCount += 1
    }
  }

  /// Moves the connections and literals of the kept inputs from one block to another.
  func move(from old: Block, to new: Block, in wiring: inout Wiring) {
    let (before, after) = (wiring.shapes.layouts[old.shape], wiring.shapes.layouts[new.shape])
    for range in ranges {
      for input in range {
        let (from, to) = (wiring.shapes.input(input, of: before), wiring.shapes.input(input, of: after))
        let (source, target) = (old.start + from.offset, new.start + to.offset)
        if from.takesMany {
          wiring.takeList(at: source, to: target)
        } else if wiring.arguments.isConnected(source) {
          wiring.takeArgument(of: source, to: target)
        } else {
          // A literal is moved; a default is replaced by the default of the new port.
          let cell = wiring.arguments.cells[source]
          wiring.arguments.detach(target, leaving: cell == from.resting ? to.resting : cell)
        }
      }
    }
  }

  // MARK: What was connected

  /// Calls `body` with each connection that a block had when the outputs were recorded, in order.
  @inline(__always)
  func forEachConnection(
    in wiring: borrowing Wiring, of block: Block, _ body: (_ input: UInt32, _ source: UInt32, _ output: UInt32) -> Void
  ) {
    var index = 0
    forEachArgument(in: wiring, of: block) { input, argument in
      let source = wiring.cells.owners[wiring.arguments.cells[argument]]
      body(input, source, outputs.isEmpty ? 0 : UInt32(outputs[index]))
      index += 1
    }
  }

  @inline(__always)
  private func forEachArgument(
    in wiring: borrowing Wiring, of block: Block, _ body: (_ input: UInt32, _ argument: UInt32) -> Void
  ) {
    let layout = wiring.shapes.layouts[block.shape]
    for range in ranges {
      for input in range {
        let port = wiring.shapes.input(input, of: layout)
        let word = block.start + port.offset
        let arguments = port.takesMany ? wiring.arguments.list(at: word) : word..<word + 1
        for argument in arguments where wiring.arguments.isConnected(argument) { body(input, argument) }
      }
    }
  }
}

extension Wiring {
  /// Moves the arguments of a list of many connections to another list; the old list is not used again.
  fileprivate mutating func takeList(at old: UInt32, to new: UInt32) {
    let (start, count) = (arguments.cells[old], arguments.cells[old + 1])
    if arguments.cells[new + 2] < count {
      arguments.release(arguments.cells[new], words: arguments.cells[new + 2])
      let reserved = arguments.reserve(count)
      arguments.cells[new] = reserved
      arguments.cells[new + 2] = count
    }
    arguments.cells[new + 1] = count
    let first = arguments.cells[new]
    for ordinal in 0..<count { takeArgument(of: start + ordinal, to: first + ordinal) }
  }
}
