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

  private var kinds: [Ends: String] = [:]
  /// By the shape of a kind.
  private var conversions: [UInt32: (kind: String, conversion: Conversion)] = [:]
  /// Whether nodes stay that are part of no wire any more: who says of each node what becomes of it takes care of these too.
  var keepsIdle = false

  var isEmpty: Bool { conversions.isEmpty }

  /// The kind whose nodes convert one type to another.
  func kind(from source: PortType, to target: PortType) -> String? {
    isEmpty ? nil : kinds[Ends(source: source, target: target)]
  }

  /// What nodes of a shape convert, if they do.
  func conversion(_ shape: UInt32) -> Conversion? { isEmpty ? nil : conversions[shape]?.conversion }

  /// Enters the kind of a conversion. Of several for the same types the first counts, unless it is replaced.
  mutating func insert(_ conversion: Conversion, kind: String, shape: UInt32, replacing: Bool) {
    let ends = Ends(source: conversion.source, target: conversion.target)
    if replacing || kinds[ends] == nil { kinds[ends] = kind }
    conversions[shape] = (kind, conversion)
  }

  /// Forgets the kind of a shape that is given back: the next node of that shape converts nothing.
  mutating func remove(at shape: UInt32) {
    guard !isEmpty, let (kind, conversion) = conversions.removeValue(forKey: shape) else { return }
    let ends = Ends(source: conversion.source, target: conversion.target)
    if kinds[ends] == kind { kinds[ends] = nil }
  }
}
