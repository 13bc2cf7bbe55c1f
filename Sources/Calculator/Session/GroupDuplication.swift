// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Duplication of groups.
extension Session {
  /// Adds another instance of a group, which reads what the group reads. An edit inside one of them changes both. Inside an entered
  /// group, each of its instances gets a copy.
  ///
  /// - Parameter name: The title of a group.
  /// - Returns: The title of the new instance, and what changed.
  /// - Throws: A ``Diagnostic`` for an unknown group.
  /// - Complexity: O(nodes of the group).
  @discardableResult
  public func duplicateGroup(_ name: SourceName) throws(Diagnostic) -> (copy: String, result: Result) {
    let group = try group(name)
    let groups = evaluator.subgraphs
    guard let definition = groups.definition(of: group) else { return ("", Result()) }
    let scope = groups.scope(of: group.node)
    let number = formulas.numbers.next(from: 2, of: name.text) { isTaken("\(name.text)\($0)") }
    let title = "\(name.text)\(number)"
    let position = groups.position(of: group.node) + GraphPoint(20, 20)
    let result = try numbered(stepTitle("duplicate \(name.spelling)")) { () throws(Diagnostic) in
      let changeCount = groups.changeCount
      var made: InstanceID?
      let result = try changing(scope, name.range) { edit in
        let copy = try edit.graph.add(instanceOf: definition, named: title, at: position)
        var copying = Copying(self)
        try copying.copyInputs(
          of: group.node, to: copy.node, count: groups.inputs(of: definition).count, in: &edit)
        made = copy
        return []
      }
      if let made {
        formulas.noteGroup(made, in: scope, since: changeCount)
        copyTexts(from: group, to: made)
      }
      return result
    }
    return (title, result)
  }

  /// Copies the texts of an instance's formulas to a new instance, in all instances of their scope.
  private func copyTexts(from group: InstanceID, to made: InstanceID) {
    let groups = evaluator.subgraphs
    var open = zip(counterparts(of: group), counterparts(of: made)).map { (from: $0, to: $1) }
    // Both instances have their members in the same order.
    while let next = open.popLast() {
      for (member, copy) in zip(groups.members(of: next.from), groups.members(of: next.to)) {
        if let inner = InstanceID(member), let other = InstanceID(copy) {
          open.append((inner, other))
        } else {
          formulas.texts[copy] = formulas.texts[member]
        }
      }
    }
  }
}
