// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Passes programs from one thread to another, without making either wait.
///
/// Programs are linked, the last one first. One thread puts programs in, another takes all of them. Putting one in therefore
/// takes at most two attempts, and a list that is taken has not changed in the meantime.
final class RealTimeHandover: Sendable {
  /// The address of the last program; 0 if there is none.
  private let last = SharedWord()

  func put(_ program: Unmanaged<RealTimeProgram>) {
    let address = unsafe Self.address(of: program)
    var before: UInt64
    repeat {
      before = last.load()
      unsafe program._withUnsafeGuaranteedRef { $0.next = before }
    } while !last.exchange(before, for: address)
  }

  /// The last program, if there is one.
  var first: Unmanaged<RealTimeProgram>? { unsafe Self.program(last.load()) }

  /// Replaces the only program, unless it was taken. Returns whether it was still there. Releases the old program if so,
  /// otherwise the new one.
  func replace(_ old: Unmanaged<RealTimeProgram>, with new: Unmanaged<RealTimeProgram>) -> Bool {
    let isThere = unsafe last.exchange(Self.address(of: old), for: Self.address(of: new))
    unsafe (isThere ? old : new).release()
    return isThere
  }

  private static func address(of program: Unmanaged<RealTimeProgram>) -> UInt64 {
    UInt64(UInt(bitPattern: unsafe program.toOpaque()))
  }

  /// Takes all programs. Returns the last one, which is linked to the others.
  func takeAll() -> Unmanaged<RealTimeProgram>? {
    var taken = last.load()
    while taken != 0, !last.exchange(taken, for: 0) { taken = last.load() }
    return unsafe Self.program(taken)
  }

  /// Takes all programs, and releases them.
  func releaseAll() {
    var program = unsafe takeAll()
    while let taken = unsafe program {
      unsafe program = Self.program(taken._withUnsafeGuaranteedRef { $0.next })
      unsafe taken.release()
    }
  }

  private static func program(_ address: UInt64) -> Unmanaged<RealTimeProgram>? {
    unsafe UnsafeRawPointer(bitPattern: UInt(address)).map { unsafe .fromOpaque($0) }
  }
}
