// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The kernels of the shapes of a graph, and the keys that find a shape: the name of its kind, or its code.
///
/// Invariant (see `brokenRules`): `pointers` holds the addresses of `objects`, by shape.
@usableFromInline
struct KernelTable: ~Copyable {
  /// The kernels by shape. The table owns the kernels that the inner loop reads as pointers.
  private(set) var objects: [Kernel?] = []
  @usableFromInline private(set) var pointers = Buffer<UInt>()
  /// The first values of sources, by shape; `nil` for other nodes, and for sources that are made with a value of their own.
  private var initials: [SubgraphDefinition.MemberValue?] = []
  /// The kinds that were registered, by name.
  var definitions: [String: NodeDefinition] = [:]
  /// The shapes of sources with the automatic cutoff, by type.
  var sourceShapes: [ObjectIdentifier: UInt32] = [:]
  /// The shapes of nodes made in code, by code pointer.
  var sharedShapes: [UInt: [UInt32]] = [:]
  /// The shapes of nodes made in code that each have their own code, by the types of their inputs and outputs.
  var ownCodeShapes: [[ObjectIdentifier]: UInt32] = [:]
  /// Shapes found before, by a few bits of the key that found them.
  @usableFromInline var recentShapes = Buffer<RecentShape>()
  /// The kinds that are worth running on several threads.
  var heavyKinds = HeavyKinds()
  /// Whether there may be feedback nodes, which write values back to sources when a tick changes.
  private(set) var hasFeedback = false

  init() { recentShapes.resize(to: RecentShape.slots, repeating: RecentShape(key: 0, shape: 0)) }

  /// Sets the kernel of a shape, and the first value of its sources.
  mutating func install(_ kernel: Kernel, initial: SubgraphDefinition.MemberValue? = nil, at shape: UInt32) {
    while objects.count <= Int(shape) {
      objects.append(nil)
      initials.append(nil)
    }
    objects[Int(shape)] = kernel
    initials[Int(shape)] = initial
    if kernel.memory?.feedback != nil { hasFeedback = true }
    pointers.resize(to: objects.count, repeating: 0)
    pointers[shape] = kernel.address
  }

  /// Releases the kernel of a shape that was removed.
  mutating func remove(at shape: UInt32) {
    objects[Int(shape)] = nil
    initials[Int(shape)] = nil
    pointers[shape] = 0
  }

  /// Drops the shapes from `count` on, and releases their memory if it is most of the table.
  mutating func shrink(to count: Int) {
    guard count < objects.count else { return }
    objects.removeSubrange(count...)
    objects.shrinkIfSparse()
    initials.removeSubrange(count...)
    initials.shrinkIfSparse()
    pointers.truncate(to: count)
  }

  /// Whether there may be nodes that have code of their own.
  var hasOwnCode: Bool { !ownCodeShapes.isEmpty }

  /// The kernel of a shape that nodes have.
  subscript(shape: UInt32) -> Kernel {
    guard let kernel = objects[Int(shape)] else { preconditionFailure("every shape in use has a kernel") }
    return kernel
  }

  /// The kernel of a shape that nodes have, for a caller that only borrows it: no reference is counted.
  @inline(__always)
  func borrowed(_ shape: UInt32) -> Unmanaged<Kernel> {
    unsafe Unmanaged<Kernel>.fromOpaque(UnsafeRawPointer(bitPattern: pointers[shape]).unsafelyUnwrapped)
  }

  /// The status that nodes of a shape begin with.
  @inline(__always)
  func marks(of shape: UInt32) -> NodeStatus {
    shape < pointers.count && pointers[shape] != 0 ? withKernel(of: shape) { $0.marks } : .checksInputs
  }

  /// Calls `body` with the kernel of a shape, without counting a reference.
  @inline(__always)
  func withKernel<Result>(of shape: UInt32, _ body: (Kernel) -> Result) -> Result {
    unsafe borrowed(shape)._withUnsafeGuaranteedRef { body($0) }
  }

  /// The value that sources of a shape begin with.
  func initial(of shape: UInt32) -> SubgraphDefinition.MemberValue? { initials[Int(shape)] }

  /// The number of kernels. Nodes share them.
  var count: Int { Set(objects.compactMap { $0.map { ObjectIdentifier($0) } }).count }

  /// Whether values of some kernel have to be destroyed explicitly.
  var hasNontrivialOutputs: Bool { objects.contains { $0?.isTrivial == false } }

  /// Breaks a rule, for the test that checks that it is reported.
  mutating func damage() { if !pointers.isEmpty { pointers[0] += 1 } }

  /// The rules that are broken.
  func brokenRules() -> [String] {
    let areEqual =
      objects.count == pointers.count && objects.indices.allSatisfy { pointers[$0] == objects[$0]?.address ?? 0 }
    return areEqual ? [] : ["the loop's pointers are those of the kernels"]
  }
}

/// A shape that was found before, and its key.
@frozen
@usableFromInline
struct RecentShape: BitwiseCopyable {
  @usableFromInline let key: UInt
  @usableFromInline let shape: UInt32

  @inlinable
  init(key: UInt, shape: UInt32) {
    self.key = key
    self.shape = shape
  }

  @inlinable static var slots: Int { 64 }

  /// The index at which a key is stored. Code and types are at least 16 bytes apart in memory.
  @inlinable static func slot(_ key: UInt) -> Int { Int(truncatingIfNeeded: key >> 4) & (slots - 1) }
}

extension EvaluatorPart {
  static let kernels = EvaluatorPart(
    "kernels", contents: "kernels by shape, and the index that finds shapes"
  ) { state in
    state.kernels.brokenRules()
  } damage: { state in
    state.kernels.damage()
  }
}
