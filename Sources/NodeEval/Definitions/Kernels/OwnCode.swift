// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code of one node, for nodes that share a kernel because they read and give the same types: a closure, stored in the two
/// words after the output.
///
/// It can't be copied, so calling it in place counts no reference. A closure that is loaded from memory is retained for the call,
/// which costs more than the code of most nodes.
private struct OwnCode: ~Copyable {
  let body: Kernel.Body

  @inline(__always)
  borrowing func run(_ call: KernelCall) throws -> UInt32 { try body(call) }

  @inline(__always)
  static func place(_ values: UnsafeMutableRawPointer, _ cell: UInt32) -> UnsafeMutablePointer<OwnCode> {
    unsafe (values + Int(cell) * 8).assumingMemoryBound(to: OwnCode.self)
  }
}

extension KernelCall {
  /// Runs the node's own code, which is stored `offset` words after its first output.
  @inline(__always)
  func runOwnCode(behind offset: UInt32) throws -> UInt32 {
    try unsafe OwnCode.place(values, output & ~Self.firstTime + offset).pointee.run(self)
  }
}

extension ValueArena {
  /// Keeps the code of a node in its cell.
  func keep(_ code: @escaping Kernel.Body, in cell: UInt32) {
    unsafe OwnCode.place(base, cell).initialize(to: OwnCode(body: code))
  }

  /// The code of a node.
  func ownCode(in cell: UInt32) -> Kernel.Body { unsafe OwnCode.place(base, cell).pointee.body }

  /// Releases the code of a node that is gone.
  func releaseCode(in cell: UInt32) { unsafe OwnCode.place(base, cell).deinitialize(count: 1) }
}
