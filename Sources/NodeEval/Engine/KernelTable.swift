// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code of the shapes of a graph, and by what a shape is found: the name of its kind, or its code.
///
/// Invariant (see `brokenRules`): the pointers are those of the objects, by shape.
@usableFromInline
struct KernelTable: ~Copyable {
  /// By shape; they own the kernels that the inner loop reads as pointers.
  private(set) var objects: [Kernel?] = []
  @usableFromInline private(set) var pointers = Buffer<UInt>()
  /// By shape, what a source begins with; of others, and of sources that are made with a value of their own, nothing.
  private var initials: [SubgraphDefinition.Value?] = []
  /// The kinds that were registered, by name.
  var definitions: [String: NodeDefinition] = [:]
  /// The shapes of sources with the automatic cutoff, by type.
  var sourceShapes: [ObjectIdentifier: UInt32] = [:]
  /// The shapes of nodes made in code, by code pointer.
  var sharedShapes: [UInt: [UInt32]] = [:]
  /// The shapes of nodes made in code each of which has its own, by the types that these read and give.
  var ownCodeShapes: [[ObjectIdentifier]: UInt32] = [:]
  /// Shapes found before, by a few bits of what they were found by.
  @usableFromInline var recentShapes = Buffer<RecentShape>()
  /// Whether there may be nodes that give values back when a tick changes.
  private(set) var hasFeedback = false

  init() { recentShapes.resize(to: RecentShape.slots, repeating: RecentShape(key: 0, shape: 0)) }

  /// Gives a shape its kernel, and what a source of it begins with.
  mutating func install(_ kernel: Kernel, initial: SubgraphDefinition.Value? = nil, at shape: UInt32) {
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

  /// Releases the kernel of a shape that is gone.
  mutating func remove(at shape: UInt32) {
    objects[Int(shape)] = nil
    initials[Int(shape)] = nil
    pointers[shape] = 0
  }

  /// Gives memory back behind so many shapes, where it is most of it.
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

  /// The same for who only borrows it, without counting a reference.
  @inline(__always)
  func borrowed(_ shape: UInt32) -> Unmanaged<Kernel> {
    unsafe Unmanaged<Kernel>.fromOpaque(UnsafeRawPointer(bitPattern: pointers[shape]).unsafelyUnwrapped)
  }

  /// What the status of nodes of a shape begins with.
  @inline(__always)
  func marks(of shape: UInt32) -> NodeStatus {
    shape < pointers.count && pointers[shape] != 0 ? withKernel(of: shape) { $0.marks } : .checksInputs
  }

  /// Calls `body` with the kernel of a shape, without counting a reference.
  @inline(__always)
  func withKernel<Result>(of shape: UInt32, _ body: (Kernel) -> Result) -> Result {
    unsafe borrowed(shape)._withUnsafeGuaranteedRef { body($0) }
  }

  /// What a source of a shape begins with.
  func initial(of shape: UInt32) -> SubgraphDefinition.Value? { initials[Int(shape)] }

  /// How many kernels there are, which nodes share.
  var count: Int { Set(objects.compactMap { $0.map { ObjectIdentifier($0) } }).count }

  /// Whether values of some kernel have to be destroyed.
  var hasNontrivialOutputs: Bool { objects.contains { $0?.isTrivial == false } }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { if !pointers.isEmpty { pointers[0] += 1 } }

  /// The rules that are broken.
  func brokenRules() -> [String] {
    let areEqual =
      objects.count == pointers.count && objects.indices.allSatisfy { pointers[$0] == objects[$0]?.address ?? 0 }
    return areEqual ? [] : ["the loop's pointers are those of the kernels"]
  }
}

/// A shape that was looked up, and by what.
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

  /// Where a key is looked for. Code and types lie 16 bytes apart at least.
  @inlinable static func slot(_ key: UInt) -> Int { Int(truncatingIfNeeded: key >> 4) & (slots - 1) }
}
