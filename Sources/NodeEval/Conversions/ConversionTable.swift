// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Which types become which others on their way through a connection.
///
/// A connection that converts is flattened as instances are: into a node of a kind that belongs to the conversion, and two
/// connections. So evaluation, order, failures, undo and documents know nothing of conversions, and who declares none pays
/// nothing. The node shows as part of the wire, comes with it and goes with it.
struct ConversionTable {
  private struct Ends: Hashable {
    let source: PortType
    let target: PortType
  }

  /// The shapes of kinds, in the order in which they came.
  private var shapes: [Ends: [UInt32]] = [:]
  /// By the shape of a kind.
  private var conversions: [UInt32: (kind: String, conversion: Conversion)] = [:]
  /// Whether nodes stay that are part of no wire any more: who says of each node what becomes of it takes care of these too.
  var keepsIdle = false

  var isEmpty: Bool { conversions.isEmpty }

  /// The first kind whose nodes convert one type to another, of those that are registered: some were undone.
  func first(
    from source: PortType, to target: PortType, where isRegistered: (_ kind: String, _ shape: UInt32) -> Bool
  ) -> (kind: String, conversion: Conversion)? {
    if isEmpty { return nil }
    for shape in shapes[Ends(source: source, target: target)] ?? [] {
      if let found = conversions[shape], isRegistered(found.kind, shape) { return found }
    }
    return nil
  }

  /// What nodes of a shape convert, if they do.
  func conversion(_ shape: UInt32) -> Conversion? { isEmpty ? nil : conversions[shape]?.conversion }

  /// Enters the kind of a conversion.
  mutating func insert(_ conversion: Conversion, kind: String, shape: UInt32) {
    shapes[Ends(source: conversion.source, target: conversion.target), default: []].append(shape)
    conversions[shape] = (kind, conversion)
  }

  /// Forgets the kind of a shape that is given back: the next node of that shape converts nothing.
  mutating func remove(at shape: UInt32) {
    guard !isEmpty, let (_, conversion) = conversions.removeValue(forKey: shape) else { return }
    let ends = Ends(source: conversion.source, target: conversion.target)
    shapes[ends]?.removeAll { $0 == shape }
    if shapes[ends]?.isEmpty == true { shapes[ends] = nil }
  }
}
