// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Calls of user-defined functions are compiled in place: the code of the function follows the code of its arguments.
///
/// An argument that is a constant or a name replaces its parameter. Other arguments are computed once and stay on the
/// stack below the code of the function; if an argument fails, the failure is stored in its place and occurs where
/// the argument is read. So a call means what its expansion means, but computes arguments once.
extension ProgramCompiler {
  /// The greatest number of instructions of a formula including its functions.
  package static let longestExpansion = 1 << 16

  /// Code that is being compiled: the formula, or the body of a function that it calls.
  private struct Frame {
    let formula: Formula
    var next = 0
    /// The meanings of the names in a body; for the formula, its inputs.
    var bindings: [Binding] = []
    /// The function, and the position of its call in the caller.
    var function: OwnFunction?
    var call: Range<Int> = 0..<0
    /// The number of arguments on the stack.
    var localCount = 0
    /// The arguments of calls that are being compiled.
    var arguments: [Binding] = []
  }

  /// The instruction that pushes the value of a name.
  private struct Binding {
    let instruction: Instruction
    let type: CalculatorType
    /// Whether the value was put on the stack for the current call.
    var isNew = false
  }

  /// Appends a formula whose functions are resolved.
  mutating func appendExpanded(_ formula: Formula) throws(Diagnostic) {
    let scope = formula.scope ?? [:]
    var inputs: [String: Int] = [:]
    for (index, name) in formula.names.enumerated() { inputs[name.text] = index }
    var frames = [Frame(formula: formula)]
    while let frame = frames.last {
      guard frame.next < frame.formula.operations.count else {
        frames.removeLast()
        if let caller = frames.last { finish(frame, in: caller.formula) }
        continue
      }
      let place = frames.count - 1
      let operation = frame.formula.operations[frame.next]
      frames[place].next += 1
      do throws(Diagnostic) {
        switch operation.instruction.opcode {
        case .input where frame.function != nil:
          let binding = frame.bindings[Int(operation.instruction.operand)]
          pushInput(binding.type, operation, binding.instruction)
        case .argumentThen:
          enterGuard()
          guards[guards.count - 1].keepsFailure = true
        case .argumentEnd: frames[place].arguments.append(argument())
        case .call:
          let call = frame.formula.calls[Int(operation.instruction.operand)]
          guard let function = scope[call.function.text], let body = function.body(of: call.result?.text) else {
            preconditionFailure("functions are resolved")
          }
          let arguments = Array(frame.arguments.suffix(function.parameters.count))
          frames[place].arguments.removeLast(arguments.count)
          if instructions.count > Self.longestExpansion || frames.count > Self.longestExpansion {
            throw Diagnostic(
              .syntax, "with its functions, the formula has more than \(Self.longestExpansion) steps", operation.range)
          }
          frames.append(enter(function, body, arguments, inputs, operation.range))
        default:
          // Only the last conversion of the formula itself determines how its result is shown.
          let shown = shownConversion
          if frame.function != nil { shownConversion = nil }
          defer { shownConversion = shown }
          try append(operation)
        }
      } catch {
        throw located(error, frames)
      }
    }
  }

  /// Ends an argument. A single instruction that can't fail, or may be repeated, needs no place on the stack.
  private mutating func argument() -> Binding {
    let block = blocks.removeLast()
    let place = Int(block.index)
    let operand = stack.removeLast()
    if let last = instructions.last, instructions.count >= 2, instructions[instructions.count - 2].opcode == .enter,
      Int(instructions[instructions.count - 2].operand) == place, place == guards.count - 1,
      last.opcode == .constant || last.opcode == .input || last.opcode == .local || last.opcode == .text
    {
      instructions.removeLast(2)
      innermostGuard = guards.removeLast().enclosing
      return Binding(instruction: last, type: operand.type)
    }
    stack.append(operand)
    leaveGuard(UInt32(place), .leave)
    endGuard(UInt32(place))
    return Binding(instruction: Instruction(.local, operand: stack.count), type: operand.type, isNew: true)
  }

  /// Creates the frame for a function's body.
  private mutating func enter(
    _ function: OwnFunction, _ body: Formula, _ arguments: [Binding], _ inputs: [String: Int], _ call: Range<Int>
  ) -> Frame {
    var frame = Frame(formula: body, function: function, call: call)
    frame.bindings = body.names.map { name in
      if let parameter = function.parameters.firstIndex(of: name.text) { return arguments[parameter] }
      guard let input = inputs[name.text] else { preconditionFailure("functions are resolved") }
      return Binding(instruction: Instruction(.input, operand: input), type: types[input])
    }
    frame.localCount = arguments.count { $0.isNew }
    line = body.line
    texts = body.texts
    units = body.units
    return frame
  }

  /// Drops the arguments below the result of a call.
  private mutating func finish(_ frame: Frame, in caller: Formula) {
    line = caller.line
    texts = caller.texts
    units = caller.units
    guard frame.localCount > 0 else { return }
    let result = stack.removeLast()
    stack.removeLast(frame.localCount)
    stack.append(result)
    instructions.append(Instruction(.drop, operand: frame.localCount))
  }

  /// Changes a fault inside of functions to point at the call in the formula, and to name the functions.
  private func located(_ diagnostic: Diagnostic, _ frames: [Frame]) -> Diagnostic {
    guard frames.count > 1 else { return diagnostic }
    var result = diagnostic
    result.range = frames[1].call
    let functions = frames.dropFirst().compactMap(\.function)
    if let innermost = functions.last {
      result.message = "in '\(innermost.name)': \(diagnostic.message)"
      // The names in a function are not those of the formula.
      result.conditional = nil
    }
    result.notes = functions.suffix(8).reversed().map(\.text) + diagnostic.notes
    return result
  }
}
