// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Programs on their way from one thread to another: neither waits for the other.
///
/// They are linked, the last one first. One thread puts programs in, another takes all of them: so putting one in is tried twice at
/// most, and what is taken has not been changed meanwhile.
final class RealTimeHandover: Sendable {
  /// The address of the last one; 0 for none.
  private let last = SharedWord()

  func put(_ program: Unmanaged<RealTimeProgram>) {
    let address = unsafe Self.address(of: program)
    var before: UInt64
    repeat {
      before = last.load()
      unsafe program._withUnsafeGuaranteedRef { $0.next = before }
    } while !last.exchange(before, for: address)
  }

  /// The last one, if it is there.
  var first: Unmanaged<RealTimeProgram>? { unsafe Self.program(last.load()) }

  /// Puts a program in place of the only one, which is released, unless that was taken. Returns whether it was there; if not, the
  /// new one is released.
  func replace(_ old: Unmanaged<RealTimeProgram>, with new: Unmanaged<RealTimeProgram>) -> Bool {
    let isThere = unsafe last.exchange(Self.address(of: old), for: Self.address(of: new))
    unsafe (isThere ? old : new).release()
    return isThere
  }

  private static func address(of program: Unmanaged<RealTimeProgram>) -> UInt64 {
    UInt64(UInt(bitPattern: unsafe program.toOpaque()))
  }

  /// Takes all that are there, as the last one, which names the next.
  func takeAll() -> Unmanaged<RealTimeProgram>? {
    var taken = last.load()
    while taken != 0, !last.exchange(taken, for: 0) { taken = last.load() }
    return unsafe Self.program(taken)
  }

  /// Takes all that are there, and releases them.
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
