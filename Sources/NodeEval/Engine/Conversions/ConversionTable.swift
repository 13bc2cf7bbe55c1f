// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The types that connections convert, and to which others.
///
/// A connection that converts is flattened, as instances are: into a node of a kind that belongs to the conversion, and two
/// connections. So evaluation, order, failures, undo and documents need no special handling of conversions, and they cost
/// nothing if none is declared. The node is shown as part of the wire, and is added and removed with it.
struct ConversionTable {
  private struct Ends: Hashable {
    let source: PortType
    let target: PortType
  }

  /// The shapes of the kinds, in the order in which they were registered.
  private var shapes: [Ends: [UInt32]] = [:]
  /// The kind and its conversion, by the shape of the kind.
  private var conversions: [UInt32: (kind: String, conversion: Conversion)] = [:]
  /// Whether conversions stay that are not part of a wire any more. Set by code that decides the fate of every node itself.
  var keepsIdle = false

  var isEmpty: Bool { conversions.isEmpty }

  /// The first registered kind whose nodes convert one type to another. The registration of some kinds may have been undone.
  func first(
    from source: PortType, to target: PortType, where isRegistered: (_ kind: String, _ shape: UInt32) -> Bool
  ) -> (kind: String, conversion: Conversion)? {
    if isEmpty { return nil }
    for shape in shapes[Ends(source: source, target: target)] ?? [] {
      if let found = conversions[shape], isRegistered(found.kind, shape) { return found }
    }
    return nil
  }

  /// The conversion of nodes of a shape; `nil` if they don't convert.
  func conversion(_ shape: UInt32) -> Conversion? { isEmpty ? nil : conversions[shape]?.conversion }

  /// Enters the kind of a conversion.
  mutating func insert(_ conversion: Conversion, kind: String, shape: UInt32) {
    shapes[Ends(source: conversion.source, target: conversion.target), default: []].append(shape)
    conversions[shape] = (kind, conversion)
  }

  /// Removes the kind of a shape that is released: nodes that reuse the shape don't convert.
  mutating func remove(at shape: UInt32) {
    guard !isEmpty, let (_, conversion) = conversions.removeValue(forKey: shape) else { return }
    let ends = Ends(source: conversion.source, target: conversion.target)
    shapes[ends]?.removeAll { $0 == shape }
    if shapes[ends]?.isEmpty == true { shapes[ends] = nil }
  }
}
