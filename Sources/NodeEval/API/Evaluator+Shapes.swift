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
  private struct Holder {
    let code: Kernel.Body
  }

  @usableFromInline
  func shape<each Input, Value>(
    of code: @escaping Kernel.Body, inputs: repeat (each Input).Type, output: Value.Type
  ) -> UInt32 {
    let key = unsafe identity(of: code)
    if let key {
      let (code, shape) = box.value.lastShared
      if code == key, isShape(shape, inputs: repeat (each Input).self, output: output) { return shape }
      for shape in box.value.sharedShapes[key] ?? []
      where isShape(shape, inputs: repeat (each Input).self, output: output) {
        box.value.lastShared = (key, shape)
        return shape
      }
    }
    var inputs: [NodeKind.Input] = []
    repeat inputs.append(NodeKind.Input("\(inputs.count + 1)", PortType((each Input).self)))
    let kind = NodeKind("Node", inputs: inputs, outputs: [NodeKind.Output("value", PortType(output))])
    box.value.graph.makeUnique()
    let shape = box.value.graph.storage.value.makeShape(kind, isOwn: key == nil)
    install(unsafe Kernel(outputs: [ValueType(output)], body: code), at: shape)
    if let key {
      box.value.sharedShapes[key, default: []].append(shape)
      box.value.lastShared = (key, shape)
    }
    return shape
  }

  /// The code pointer of a closure that has no context.
  private func identity(of code: @escaping Kernel.Body) -> UInt? {
    guard MemoryLayout<Holder>.size == 2 * MemoryLayout<UInt>.size else { return nil }
    let (pointer, context) = unsafe unsafeBitCast(Holder(code: code), to: (UInt, UInt).self)
    return context == 0 ? pointer : nil
  }

  private func isShape<each Input, Value>(
    _ shape: UInt32, inputs: repeat (each Input).Type, output: Value.Type
  ) -> Bool {
    box.value.graph.storage.value.hasTypes(shape, inputs: repeat (each Input).self, output: output)
  }

  /// The shape of sources of a type and cutoff.
  @usableFromInline
  func sourceShape<Value>(_ type: Value.Type, isAutomatic: Bool, kernel: () -> Kernel) -> UInt32 {
    if isAutomatic, let shape = box.value.sourceShapes[ObjectIdentifier(type)] { return shape }
    let kind = NodeKind("Input", outputs: [NodeKind.Output("value", PortType(type))])
    box.value.graph.makeUnique()
    let shape = box.value.graph.storage.value.makeShape(kind, isOwn: !isAutomatic)
    install(kernel(), at: shape)
    if isAutomatic { box.value.sourceShapes[ObjectIdentifier(type)] = shape }
    return shape
  }
}
