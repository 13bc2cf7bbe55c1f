// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The operations of an edit under way. The closures of ``Evaluator/edit(_:)`` and ``change(_:lookingAt:_:)`` receive it.
///
/// An edit has a scope, whose members its methods name: the root, or the inside of an instance. Inside an instance, the edited
/// instance, members are named as they are in that instance; each change is made in all other instances of the definition as well.
/// A method means the same in both scopes. Values belong to the instances: a literal, or the value of a source, that is set inside
/// applies to new instances, and to existing instances that still have the definition's previous value.
///
/// A method that refuses throws a ``NodeGraph/GraphError`` and leaves the graph unchanged; rethrown, the error reverts the whole
/// edit. An edit that is not remembered (``Evaluator/edit(history:_:)``) refuses everything except setting values. If the edited
/// instance is removed, dissolved or made independent meanwhile, further methods throw ``NodeGraph/GraphError/stale(_:)``. An edit
/// can't be used after its closure has returned.
public struct Edit {
  @usableFromInline let evaluator: Evaluator
  /// The instance whose members the methods name, or `SubgraphTable.none` for the root.
  @usableFromInline let scope: UInt32
  /// The index among the edits of definitions under way; negative for the root. It is not a reference because edits are copied
  /// often.
  @usableFromInline let place: Int32

  /// An edit of the root.
  @inlinable init(evaluator: Evaluator) { (self.evaluator, scope, place) = (evaluator, .max, -1) }

  /// An edit of the definition of an instance.
  init(_ evaluator: Evaluator, lookingAt looked: UInt32, place: Int) {
    (self.evaluator, scope, self.place) = (evaluator, looked, Int32(place))
  }

  /// A scope that is read only.
  init(reading scope: UInt32, of evaluator: Evaluator) {
    (self.evaluator, self.scope, place) = (evaluator, scope, -1)
  }

  /// Whether this edits a definition, so that its changes are made in all instances.
  @inlinable var editsDefinition: Bool { place >= 0 }

  /// Returns a name with a number appended: "a 2" for "a", "a 3" for "a 2", or the next one that is not in use.
  ///
  /// - Parameters:
  ///   - name: A name.
  ///   - isTaken: Whether a node has a name.
  /// - Returns: The numbered name, or `name` itself if it is not in use.
  /// - Complexity: O(numbers in use).
  public static func freshName(_ name: String, _ isTaken: (String) -> Bool) -> String {
    var numbers = FreshNumbers()
    return numbers.freshName(name, isTaken)
  }
}

/// An edit of a definition that is under way.
struct DefinitionEdit {
  let definition: UInt32
  /// The edited instance.
  let looked: UInt32
  /// The last error of another instance.
  var refusal: (reason: GraphError, instance: UInt32)?
}
