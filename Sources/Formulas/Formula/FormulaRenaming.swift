// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Replaces names in formulas, both in the text and in the parsed form with its positions.
extension Formula {
  /// Returns the text of the formula with every use of a name replaced.
  ///
  /// - Parameters:
  ///   - old: The name to replace.
  ///   - new: The new name; back-ticks are added if it needs them.
  /// - Returns: The text; blanks and numbers are unchanged.
  /// - Complexity: O(bytes)
  public func text(renaming old: String, to new: String) -> String { text(renaming: [old: new]) }

  /// Returns the text of the formula with every use of some names replaced, all at once, so that names can be swapped.
  ///
  /// - Parameter replacements: The new name for each name to replace.
  /// - Returns: The text; blanks and numbers are unchanged.
  /// - Complexity: O(bytes)
  public func text(renaming replacements: [String: String]) -> String {
    text(names, spellings(replacements), at: .input)
  }

  /// Returns the formula with every use of some names replaced, all at once. The result is equal to the result of
  /// parsing the new text, without parsing. User-defined functions have to be resolved again.
  ///
  /// - Parameter replacements: The new name for each name to replace. Names that become equal are one input.
  /// - Returns: The formula.
  /// - Complexity: O(bytes + operations × log uses)
  package func renaming(_ replacements: [String: String]) -> Formula {
    let spelled = spelled(names, spellings(replacements), at: .input)
    var renamed: [SourceName] = []
    var places: [String: Int] = [:]
    let inputs = names.prefix(ownNameCount).map { name in
      let text = replacements[name.text] ?? name.text
      if let place = places[text] { return place }
      places[text] = renamed.count
      renamed.append(SourceName(text, range: spelled.moved(name.range)))
      return renamed.count - 1
    }
    let calls = calls.map { call in
      OwnCall(
        function: SourceName(call.function.text, range: spelled.moved(call.function.range)),
        result: call.result.map { SourceName($0.text, range: spelled.moved($0.range)) })
    }
    let operations = operations.map { operation in
      let range = spelled.moved(operation.range)
      var moved = Operation(
        instruction: operation.instruction, start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
      if moved.instruction.opcode == .input {
        moved.instruction.operand = UInt32(inputs[Int(operation.instruction.operand)])
      }
      return moved
    }
    return Formula(
      line: spelled.bytes, range: 0..<spelled.bytes.count, names: renamed, calls: calls, texts: texts, units: units,
      columns: columns, operations: operations)
  }

  /// Returns the text of the formula with every call of a user-defined function renamed.
  package func text(renamingFunction old: String, to new: String) -> String {
    text(calls.map(\.function), [old: SourceName.functionSpelling(new)], at: .call)
  }

  func text(_ names: [SourceName], _ replacements: [String: String], at opcode: Opcode) -> String {
    String(decoding: spelled(names, replacements, at: opcode).bytes, as: UTF8.self)
  }

  private func spellings(_ replacements: [String: String]) -> [String: String] {
    var spellings: [String: String] = [:]
    // There may be many more replacements than the formula uses.
    for name in names { spellings[name.text] = replacements[name.text].map { SourceName.readSpelling($0) } }
    return spellings
  }

  /// A text in which some spellings were replaced, with the positions of the replacements.
  private struct Spelled {
    var bytes: [UInt8] = []
    /// The replaced bytes of the line and the bytes of their replacements, in order.
    var uses: [(old: Range<Int>, new: Range<Int>)] = []
    let start: Int

    /// The position in the text of a part of the line.
    func moved(_ range: Range<Int>) -> Range<Int> {
      let lower = moved(range.lowerBound, isEnd: false)
      return lower..<max(lower, moved(range.upperBound, isEnd: true))
    }

    private func moved(_ byte: Int, isEnd: Bool) -> Int {
      var (low, high) = (0, uses.count)
      while low < high {
        let middle = (low + high) / 2
        if uses[middle].old.lowerBound < byte || !isEnd && uses[middle].old.lowerBound == byte {
          low = middle + 1
        } else {
          high = middle
        }
      }
      guard low > 0 else { return byte - start }
      let use = uses[low - 1]
      if byte >= use.old.upperBound { return use.new.upperBound + byte - use.old.upperBound }
      return isEnd ? use.new.upperBound : use.new.lowerBound
    }
  }

  private func spelled(_ names: [SourceName], _ replacements: [String: String], at opcode: Opcode) -> Spelled {
    var spelled = Spelled(start: range.lowerBound)
    let spellings = names.map { replacements[$0.text]?.utf8 }
    guard spellings.contains(where: { $0 != nil }) else {
      spelled.bytes = Array(line[range])
      return spelled
    }
    var uses = operations.filter { $0.instruction.opcode == opcode }
    // Arguments follow the name of their function in the text, and precede its call in the code.
    if opcode == .call { uses.sort { $0.start < $1.start } }
    var end = range.lowerBound
    for operation in uses {
      guard let spelling = spellings[Int(operation.instruction.operand)] else { continue }
      spelled.bytes += line[end..<operation.range.lowerBound]
      let start = spelled.bytes.count
      // After `20 km/`, the name of a unit would be read as part of that unit.
      let isInUnit = !units.isEmpty && UnitReader.factor(named: String(spelling)) != nil
      spelled.bytes += isInUnit ? Array("`\(spelling)`".utf8) : Array(spelling)
      spelled.uses.append((operation.range, start..<spelled.bytes.count))
      end = operation.range.upperBound
    }
    spelled.bytes += line[end..<range.upperBound]
    return spelled
  }
}
