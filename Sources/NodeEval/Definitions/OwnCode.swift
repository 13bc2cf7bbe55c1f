// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code of one node, where nodes that read and give the same types share a kernel.
@usableFromInline
final class OwnCode {
  let body: Kernel.Body

  @usableFromInline init(_ body: @escaping Kernel.Body) { self.body = body }
}

extension KernelCall {
  /// Runs the code of the node, which lies so many words behind its outputs.
  @inline(__always)
  func runOwnCode(behind offset: UInt32) throws -> UInt32 {
    let cell = output & ~Self.firstTime + offset
    return try unsafe OwnCode.borrowed(values, cell)._withUnsafeGuaranteedRef { try $0.body(self) }
  }
}

extension OwnCode {
  /// That which lies in a cell, without counting a reference.
  @inline(__always)
  fileprivate static func borrowed(_ values: UnsafeMutableRawPointer, _ cell: UInt32) -> Unmanaged<OwnCode> {
    unsafe Unmanaged.fromOpaque(values.load(fromByteOffset: Int(cell) * 8, as: UnsafeRawPointer.self))
  }
}

extension ValueArena {
  /// Keeps the code of a node in its cell.
  func keep(_ code: OwnCode, in cell: UInt32) {
    let address = unsafe UnsafeRawPointer(Unmanaged.passRetained(code).toOpaque())
    unsafe base.storeBytes(of: address, toByteOffset: Int(cell) * 8, as: UnsafeRawPointer.self)
  }

  /// The code of a node.
  func ownCode(in cell: UInt32) -> OwnCode { unsafe OwnCode.borrowed(base, cell).takeUnretainedValue() }

  /// Releases the code of a node that is gone.
  func releaseCode(in cell: UInt32) { unsafe OwnCode.borrowed(base, cell).release() }
}
