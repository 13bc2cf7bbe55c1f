// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Compares floating-point values in generic code by their bits, where all NaNs count as the same. For a type that is known at
/// compile time, the tests of types are constants.
///
/// The sign and the payload of a NaN that an operation produces differ between processors, so they are ignored.
@usableFromInline
enum FloatingPointBits {
  /// Whether two values are the same; `nil` if `Value` is not a type that is compared by bits.
  @inlinable @inline(__always)
  static func isSame<Value>(_ old: Value, _ new: Value) -> Bool? {
    if let same = isSame(old, new, of: Double.self) { return same }
    if let same = isSame(old, new, of: Float.self) { return same }
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      if #available(macOS 11, iOS 14, tvOS 14, watchOS 7, *) {
        if let same = isSame(old, new, of: Float16.self) { return same }
      }
    #endif
    #if (arch(i386) || arch(x86_64)) && !os(Windows) && !os(Android)
      if let same = isSame(old, new, of: Float80.self) { return same }
    #endif
    return nil
  }

  /// Whether two values of a number type, or of its optionals or arrays, are the same; `nil` for other types.
  @inlinable @inline(__always)
  static func isSame<Value, Number: FloatingPointWithBits>(
    _ old: Value, _ new: Value, of number: Number.Type
  ) -> Bool? {
    if Value.self == Number.self {
      return unsafe unsafeBitCast(old, to: Number.self).isSameNumber(as: unsafeBitCast(new, to: Number.self))
    }
    if Value.self == Number?.self {
      return unsafe areSame(unsafeBitCast(old, to: Number?.self), unsafeBitCast(new, to: Number?.self)) {
        $0.isSameNumber(as: $1)
      }
    }
    if Value.self == [Number].self {
      return unsafe areSame(unsafeBitCast(old, to: [Number].self), unsafeBitCast(new, to: [Number].self))
    }
    if Value.self == [Number]?.self {
      return unsafe areSame(
        unsafeBitCast(old, to: [Number]?.self), unsafeBitCast(new, to: [Number]?.self), by: areSame)
    }
    if Value.self == [Number?].self {
      return unsafe areSame(unsafeBitCast(old, to: [Number?].self), unsafeBitCast(new, to: [Number?].self)) {
        areSame($0, $1) { $0.isSameNumber(as: $1) }
      }
    }
    if Value.self == [[Number]].self {
      return unsafe areSame(
        unsafeBitCast(old, to: [[Number]].self), unsafeBitCast(new, to: [[Number]].self), by: areSame)
    }
    return nil
  }

  @inlinable
  static func areSame<Number: FloatingPointWithBits>(_ old: [Number], _ new: [Number]) -> Bool {
    areSame(old, new) { $0.isSameNumber(as: $1) }
  }

  @inlinable @inline(__always)
  static func areSame<Wrapped>(_ old: Wrapped?, _ new: Wrapped?, by isSame: (Wrapped, Wrapped) -> Bool) -> Bool {
    guard let old, let new else { return old == nil && new == nil }
    return isSame(old, new)
  }

  @inlinable @inline(__always)
  static func areSame<Element>(_ old: [Element], _ new: [Element], by isSame: (Element, Element) -> Bool) -> Bool {
    guard old.count == new.count else { return false }
    return unsafe old.withUnsafeBufferPointer { old in
      unsafe new.withUnsafeBufferPointer { new in
        if unsafe old.baseAddress == new.baseAddress { return true }
        for index in old.indices where !isSame(unsafe old[index], unsafe new[index]) { return false }
        return true
      }
    }
  }
}

/// A floating-point type of the standard library.
@usableFromInline
protocol FloatingPointWithBits: BinaryFloatingPoint, SendableMetatype {
  /// Whether both have the same bits, or both are NaN.
  func isSameNumber(as other: Self) -> Bool
}

extension Double: FloatingPointWithBits {
  @inlinable @inline(__always)
  func isSameNumber(as other: Double) -> Bool {
    // This test handles most changes with one instruction: both are numbers, and differ.
    if self < other || self > other { return false }
    return bitPattern == other.bitPattern || (self != self && other != other)
  }
}

extension Float: FloatingPointWithBits {
  @inlinable @inline(__always)
  func isSameNumber(as other: Float) -> Bool {
    // This test handles most changes with one instruction: both are numbers, and differ.
    if self < other || self > other { return false }
    return bitPattern == other.bitPattern || (self != self && other != other)
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  @available(macOS 11, iOS 14, tvOS 14, watchOS 7, *)
  extension Float16: FloatingPointWithBits {
    @inlinable @inline(__always)
    func isSameNumber(as other: Float16) -> Bool { bitPattern == other.bitPattern || (self != self && other != other) }
  }
#endif

#if (arch(i386) || arch(x86_64)) && !os(Windows) && !os(Android)
  extension Float80: FloatingPointWithBits {
    // Only 10 of its 16 bytes are significant.
    @inlinable
    func isSameNumber(as other: Float80) -> Bool {
      if self != self { return other != other }
      return sign == other.sign && exponentBitPattern == other.exponentBitPattern
        && significandBitPattern == other.significandBitPattern
    }
  }
#endif
