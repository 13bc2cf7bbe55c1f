// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A port of a member of a definition, by its name. The same rules apply to ports and wires of a definition when its document is
/// read, and when its nodes get code later.
struct NamedPort {
  /// A port that the member has.
  struct Found {
    let end: SubgraphDefinition.End
    let type: PortType
    let arity: NodeKind.Arity
  }

  let name: String
  /// The kind of the node, or the name of the instance, for errors.
  let member: String
  /// `nil` if the member has no such port.
  let found: Found?

  /// The reason why an output can't be connected to an input; `nil` if it can.
  static func fault(from source: NamedPort, to target: NamedPort, at path: DocumentPath) -> DocumentError? {
    guard let taken = target.found?.type else { return .noInput(target.name, of: target.member, at: path) }
    guard let given = source.found?.type else {
      return .noOutput(source.name, of: source.member, for: target.name, at: path)
    }
    if given.fits(taken) { return nil }
    return .misfit(target.name, takes: taken, source.name, of: source.member, gives: given, at: path)
  }
}

extension NamedPort.Found {
  /// A port of a node; `nil` if the kind has no port of that name.
  init?(_ name: String, of inner: UInt32, _ kind: NodeKind, isInput: Bool) {
    guard let place = isInput ? kind.position(ofInput: name) : kind.position(ofOutput: name) else { return nil }
    end = .init(member: inner, port: UInt32(place))
    (type, arity) =
      isInput ? (kind.inputs[place].type, kind.inputs[place].arity) : (kind.outputs[place].type, .one)
  }

  /// A port of an inner instance.
  init(_ port: SubgraphDefinition.Port, of inner: UInt32) {
    (end, type, arity) = (.init(member: inner, port: port.id), port.type, port.arity)
  }
}

extension SubgraphDefinition.Port {
  /// Sets the ends to those of `ports` that fit, and the type to theirs. A type that is known stays.
  ///
  /// Calls `refused` with each that doesn't fit, and the reason. Returns the places of those that fit.
  mutating func lead(
    to ports: [NamedPort], at path: DocumentPath, _ refused: (NamedPort, DocumentError) throws(DocumentError) -> Void
  ) throws(DocumentError) -> [Int] {
    ends = []
    var fitting: [Int] = []
    for (place, port) in ports.enumerated() {
      guard let found = port.found else {
        let output = DocumentError(.port, at: path, "\(port.member) has no output '\(VisibleText.standIns(port.name))'")
        try refused(port, isInput ? .noInput(port.name, of: port.member, at: path) : output)
        continue
      }
      if isInput, found.arity != arity {
        try refused(port, .otherArity(port.name, of: name, at: path))
      } else if !found.type.fits(type) {
        try refused(port, .otherEnd(port.name, takes: found.type, but: type, at: path))
      } else {
        if type == .unknown { type = found.type }
        ends.append(found.end)
        fitting.append(place)
      }
    }
    return fitting
  }
}

extension [SubgraphDefinition.Wire] {
  /// The wires in the order of definitions: those to nodes by their targets, before those to instances; for a target with several,
  /// in the order of connection.
  ///
  /// Those to an instance are sorted only if the definition is new, because the order of its inputs may be another than that of
  /// their ids later.
  func sorted(instances: Set<UInt32>, isNew: Bool) -> [SubgraphDefinition.Wire] {
    let keys = indices.map { place in
      let end = self[place].target
      let isInstance = instances.contains(end.member)
      return (isInstance ? 1 : 0, end.member, isInstance && !isNew ? 0 : end.port, place)
    }
    return keys.sorted { $0 < $1 }.map { self[$0.3] }
  }
}
