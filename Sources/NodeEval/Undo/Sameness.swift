// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether two values are the same, as far as that can be known of their type: by their bytes, or because they are equal.
/// Of floating-point values only the bytes count, as for ``Cutoff/automatic``.
func isSameAsFarAsKnown<Value>(_ left: Value, _ right: Value) -> Bool {
  let haveSameBytes = unsafe withUnsafeBytes(of: left) { left in
    unsafe withUnsafeBytes(of: right) { right in unsafe left.elementsEqual(right) }
  }
  if haveSameBytes { return true }
  if let same = FloatingPointBits.isSame(left, right) { return same }
  guard let left = left as? any Equatable else { return false }
  return isEqual(left, right)
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
  // The same type, unless one of them is an object of another class.
  (right as? Value).map { left == $0 } ?? false
}
