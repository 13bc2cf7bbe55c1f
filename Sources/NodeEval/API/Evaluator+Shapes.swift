// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Finding the shape of code that is given call by call, so that nodes made by one line of code share one kernel.
///
/// A closure without context always behaves the same, so its code pointer identifies it; optimised builds make such
/// closures of literals that capture nothing. Where a closure has a context (it captures, or the build is not
/// optimised) it gets a shape of its own, which costs memory but nothing else. This relies on a closure being a code
/// pointer and a context pointer; where its size is another, every closure gets a shape of its own.
extension Evaluator {
  /// Keeps a closure from being wrapped when its bits are looked at.
  @safe
  @frozen
  @usableFromInline
  struct Holder {
    @usableFromInline let code: Kernel.Body

    @inlinable init(code: @escaping Kernel.Body) { self.code = code }
  }

  /// The shape of nodes with this code. What is asked for again is found among the recent ones, by code that the
  /// caller's module specialises (20 ns less a node).
  @inlinable
  func shape<each Input, Value>(
    of code: @escaping Kernel.Body, inputs: repeat (each Input).Type, output: Value.Type
  ) -> UInt32 {
    let key = identity(of: code)
    if let key {
      let recent = box.value.kernels.recentShapes[RecentShape.slot(key)]
      if recent.key == key, box.value.topology.hasTypes(recent.shape, inputs: repeat each inputs, output: output) {
        return recent.shape
      }
    }
    let shape = findShape(of: code, key, inputs: repeat each inputs, output: output)
    if let key { box.value.kernels.recentShapes[RecentShape.slot(key)] = RecentShape(key: key, shape: shape) }
    return shape
  }

  @usableFromInline
  func findShape<each Input, Value>(
    of code: @escaping Kernel.Body, _ key: UInt?, inputs: repeat (each Input).Type, output: Value.Type
  ) -> UInt32 {
    if let key {
      for shape in state.kernels.sharedShapes[key] ?? []
      where state.topology.hasTypes(shape, inputs: repeat each inputs, output: output) {
        return shape
      }
    }
    var ports: [NodeKind.Input] = []
    repeat ports.append(NodeKind.Input("\(ports.count + 1)", PortType((each Input).self)))
    let kind = NodeKind("Node", inputs: ports, outputs: [NodeKind.Output("value", PortType(output))])
    state.graph.makeUnique()
    let shape = state.topology.makeShape(kind, isOwn: key == nil)
    state.kernels.install(Kernel(outputs: [ValueType(output)], body: code), at: shape)
    if let key { state.kernels.sharedShapes[key, default: []].append(shape) }
    return shape
  }

  /// The code pointer of a closure that has no context.
  @inlinable @inline(__always)
  func identity(of code: @escaping Kernel.Body) -> UInt? {
    guard MemoryLayout<Holder>.size == 2 * MemoryLayout<UInt>.size else { return nil }
    let (pointer, context) = unsafe unsafeBitCast(Holder(code: code), to: (UInt, UInt).self)
    return context == 0 ? pointer : nil
  }

  /// The shape of sources of a type and cutoff.
  @inlinable @inline(__always)
  func sourceShape<Value>(_ type: Value.Type, isAutomatic: Bool, kernel: () -> Kernel) -> UInt32 {
    let key = UInt(bitPattern: ObjectIdentifier(type))
    let recent = box.value.kernels.recentShapes[RecentShape.slot(key)]
    if isAutomatic, recent.key == key { return recent.shape }
    let shape = findSourceShape(type, isAutomatic: isAutomatic, kernel: kernel)
    if isAutomatic { box.value.kernels.recentShapes[RecentShape.slot(key)] = RecentShape(key: key, shape: shape) }
    return shape
  }

  @usableFromInline
  func findSourceShape<Value>(_ type: Value.Type, isAutomatic: Bool, kernel: () -> Kernel) -> UInt32 {
    if isAutomatic, let shape = state.kernels.sourceShapes[ObjectIdentifier(type)] { return shape }
    let kind = NodeKind("Input", outputs: [NodeKind.Output("value", PortType(type))])
    state.graph.makeUnique()
    let shape = state.topology.makeShape(kind, isOwn: !isAutomatic)
    state.kernels.install(kernel(), at: shape)
    if isAutomatic { state.kernels.sourceShapes[ObjectIdentifier(type)] = shape }
    return shape
  }
}
