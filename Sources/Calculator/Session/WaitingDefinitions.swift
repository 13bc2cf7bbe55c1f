// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The definitions of a script that wait for a name that is defined later.
///
/// A definition is stored as its position in the file: parsed statements take twenty times the memory of their text. The
/// definitions that wait for the same name form a list, latest first, linked by `Definition.next`.
///
/// Invariants: `count` definitions wait, in lines of `byteCount` bytes; each waits in exactly one list. `held` has the last
/// definition of a name only while that definition waits.
package struct WaitingDefinitions {
  /// A definition and its position in the file.
  package struct Definition {
    /// The name that it defines.
    let name: String
    /// The offset, length and number of its line, and its index among the statements of the line.
    let start: Int
    let length: Int
    let line: Int
    let ordinal: Int
    /// Its index among the statements of the script.
    let position: Int
    /// The names that it uses, stored only if there are many: parsing a long definition again for each name takes quadratic time.
    fileprivate(set) var names: [SourceName]?
    /// How many of its names are known to exist, so that each is checked only once.
    fileprivate(set) var found = 0
    /// The next definition that waits for the same name.
    fileprivate(set) var next: Int?
    fileprivate(set) var isWaiting = true

    package init(
      name: String, start: Int = 0, length: Int = 0, line: Int = 0, ordinal: Int = 0, position: Int = 0,
      using used: [SourceName] = []
    ) {
      self.name = name
      self.start = start
      self.length = length
      self.line = line
      self.ordinal = ordinal
      self.position = position
      names = used.count > Self.fewNames ? used : nil
    }

    private static let fewNames = 4
  }

  private(set) var definitions: [Definition] = []
  /// How many definitions are waiting.
  package private(set) var count = 0
  /// The number of bytes in the lines of waiting definitions.
  private(set) var byteCount = 0
  /// The last definition that waits for each name.
  package var lists: [String: Int] = [:]
  /// The last definition of each name so far, while it waits.
  private var held: [String: Int] = [:]
  /// For a name whose waiting definition was overtaken by a later one: the position of the last one that was run, or -1.
  /// A waiting definition before that position must not be run.
  private var latest: [String: Int] = [:]

  package init() {}

  package subscript(index: Int) -> Definition { definitions[index] }

  /// The waiting definitions, in the order of the file.
  var waiting: [Int] { definitions.indices.filter { definitions[$0].isWaiting } }

  /// The waiting definition of a name, if no later definition has overtaken it.
  func held(_ name: String) -> Int? { held[name] }

  /// Notes that the script has reached another definition of a name, which overtakes a waiting one.
  package mutating func overtake(_ name: String) {
    if !held.isEmpty, held.removeValue(forKey: name) != nil, latest[name] == nil { latest[name] = -1 }
  }

  /// Makes a definition wait for a name.
  ///
  /// - Parameters:
  ///   - definition: The definition.
  ///   - name: The name that is missing.
  ///   - found: The number of its names before that one, which exist.
  package mutating func add(_ definition: Definition, for name: String, found: Int) {
    definitions.append(definition)
    held[definition.name] = definitions.count - 1
    count += 1
    byteCount += definition.length
    wait(definitions.count - 1, for: name, found: found)
  }

  /// Makes a definition wait for another of its names.
  package mutating func wait(_ index: Int, for name: String, found: Int) {
    definitions[index].found = found
    definitions[index].next = lists.updateValue(index, forKey: name)
  }

  /// Takes the definitions that have waited for a name, after a definition of the name was run.
  ///
  /// - Returns: The definitions, latest first. Each has to be ended, or wait for another name.
  package mutating func take(for name: String, definedAt position: Int) -> [Int] {
    if count == 0 { return [] }
    if latest[name] != nil { latest[name] = position }
    var ready: [Int] = []
    var next = lists.removeValue(forKey: name)
    while let index = next {
      ready.append(index)
      next = definitions[index].next
    }
    return ready
  }

  /// Whether a later definition of the same name was run in the meantime.
  package func isOvertaken(_ index: Int) -> Bool {
    latest[definitions[index].name].map { $0 > definitions[index].position } ?? false
  }

  /// Ends the waiting of a definition that `take(for:definedAt:)` returned.
  package mutating func end(_ index: Int) {
    definitions[index].isWaiting = false
    definitions[index].names = nil
    count -= 1
    byteCount -= definitions[index].length
    if held[definitions[index].name] == index { held[definitions[index].name] = nil }
  }

  /// Removes all definitions, if none waits any more.
  mutating func removeEnded() {
    if count == 0, !definitions.isEmpty { definitions.removeAll(keepingCapacity: true) }
  }

  /// Checks every invariant and stops with the rule that is broken. Definitions that were taken must have been ended or wait again.
  ///
  /// - Complexity: O(definitions)
  package func checkInvariants() {
    let waiting = waiting
    require(waiting.count == count, "the definitions that wait are counted, \(waiting.count) are not \(count)")
    require(waiting.reduce(0) { $0 + definitions[$1].length } == byteCount, "the bytes of lines that wait are counted")
    var listed: Set<Int> = []
    for (name, last) in lists {
      var next: Int? = last
      while let index = next {
        require(definitions[index].isWaiting, "a list has definitions that wait only, that of '\(name)' has another")
        require(listed.insert(index).inserted, "a definition waits in one list, '\(definitions[index].name)' in two")
        next = definitions[index].next
      }
    }
    require(listed.count == count, "each definition that waits is in a list, \(count - listed.count) are in none")
    for (name, index) in held {
      require(
        definitions[index].isWaiting && definitions[index].name == name,
        "the definition of '\(name)' that is held waits")
    }
  }
}
