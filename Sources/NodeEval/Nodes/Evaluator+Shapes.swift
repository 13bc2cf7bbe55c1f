// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code for a node: a shape, and the closure that only this node has.
@frozen
@usableFromInline
struct PlacedCode {
  @usableFromInline let shape: UInt32
  @usableFromInline let own: Kernel.Body?

  @inlinable
  init(_ shape: UInt32, own: Kernel.Body? = nil) {
    self.shape = shape
    self.own = own
  }
}

/// Finding the shape of code that is passed in single calls, so that nodes share kernels.
///
/// A closure without a context always behaves the same, so its code pointer identifies it, and nodes made by one line of code share
/// a kernel that consists of that code only; optimised builds make such closures of literals without captures. Where a closure has
/// a context (it captures, or the build is not optimised), nodes share a kernel by the types that they read and give, and each
/// stores its closure in the words after its output. This relies on a closure being a code pointer and a context pointer; if its
/// size is different, every node stores its closure.
extension Evaluator {
  /// Prevents a closure from being wrapped when its bits are read.
  @safe
  @frozen
  @usableFromInline
  struct Holder {
    @usableFromInline let code: Kernel.Body

    @inlinable init(code: @escaping Kernel.Body) { self.code = code }
  }

  /// The shape for code of such types, and the code if it belongs to the node alone; `loops` makes batch loops that contain the
  /// code. Shapes that were used recently are found by code that the caller's module specialises (saves 20 ns a node).
  @inlinable
  func placed<each Input, Value>(
    _ code: @escaping Kernel.Body, inputs: repeat (each Input).Type, output: Value.Type,
    loops: () -> BatchLoops? = { nil }
  ) -> PlacedCode {
    if let key = identity(of: code) {
      let shape = recentShape(key, inputs: repeat each inputs, output: output) {
        findShape(of: code, key, inputs: repeat each inputs, output: output, loops: loops())
      }
      return PlacedCode(shape)
    }
    // No type has this address; sources of the type are remembered elsewhere.
    let key = UInt(bitPattern: ObjectIdentifier(output)) + 0x201
    let shape = recentShape(key, inputs: repeat each inputs, output: output) {
      findOwnCodeShape(inputs: repeat each inputs, output: output)
    }
    return PlacedCode(shape, own: code)
  }

  @inlinable @inline(__always)
  func recentShape<each Input, Value>(
    _ key: UInt, inputs: repeat (each Input).Type, output: Value.Type, find: () -> UInt32
  ) -> UInt32 {
    let recent = box.value.kernels.recentShapes[RecentShape.slot(key)]
    if recent.key == key, box.value.topology.hasTypes(recent.shape, inputs: repeat each inputs, output: output) {
      return recent.shape
    }
    let shape = find()
    box.value.kernels.recentShapes[RecentShape.slot(key)] = RecentShape(key: key, shape: shape)
    return shape
  }

  @usableFromInline
  func findShape<each Input, Value>(
    of code: @escaping Kernel.Body, _ key: UInt, inputs: repeat (each Input).Type, output: Value.Type,
    loops: BatchLoops?
  ) -> UInt32 {
    for shape in state.kernels.sharedShapes[key] ?? []
    where state.topology.hasTypes(shape, inputs: repeat each inputs, output: output) {
      return shape
    }
    let kind = kindInCode(inputs: repeat each inputs, output: output)
    let shape = install(Kernel(inCode: code, outputs: [ValueType(output)], loops: loops), kind)
    state.kernels.sharedShapes[key, default: []].append(shape)
    return shape
  }

  @usableFromInline
  func findOwnCodeShape<each Input, Value>(inputs: repeat (each Input).Type, output: Value.Type) -> UInt32 {
    var types = [ObjectIdentifier(output)]
    repeat types.append(ObjectIdentifier(each inputs))
    if let shape = state.kernels.ownCodeShapes[types] { return shape }
    let kind = kindInCode(inputs: repeat each inputs, output: output).keepingCode()
    let shape = install(Kernel(ofOwnCode: ValueType(output)), kind)
    state.kernels.ownCodeShapes[types] = shape
    return shape
  }

  private func kindInCode<each Input, Value>(inputs: repeat (each Input).Type, output: Value.Type) -> NodeKind {
    var ports: [NodeKind.Input] = []
    repeat ports.append(NodeKind.Input("\(ports.count + 1)", PortType((each Input).self)))
    return NodeKind("Node", inputs: ports, outputs: [NodeKind.Output("value", PortType(output))])
  }

  private func install(_ kernel: Kernel, _ kind: NodeKind) -> UInt32 {
    state.graph.makeUnique()
    let shape = state.topology.makeShape(kind, isOwn: false)
    state.kernels.install(kernel, at: shape)
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
