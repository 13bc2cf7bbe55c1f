// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether two values are the same, as far as their type allows to find out: by their bytes, or because they are equal.
/// Floating-point values are compared as by ``Cutoff/automatic``: any NaN is the same as any other. Arrays whose elements can't be
/// compared, such as the objects that an input with many connections reads, are compared element by element.
func isSameAsFarAsKnown<Value>(_ left: Value, _ right: Value) -> Bool {
  let haveSameBytes = unsafe withUnsafeBytes(of: left) { left in
    unsafe withUnsafeBytes(of: right) { right in unsafe left.elementsEqual(right) }
  }
  if haveSameBytes { return true }
  if let same = FloatingPointBits.isSame(left, right) { return same }
  if let left = left as? any Equatable { return isEqual(left, right) }
  return (left as? any ComparedByElement)?.hasSameElements(as: right) ?? false
}

private func isEqual<Value: Equatable>(_ left: Value, _ right: Any) -> Bool {
  // `right` has the same type, unless one of them is an object of another class.
  (right as? Value).map { left == $0 } ?? false
}

private protocol ComparedByElement {
  func hasSameElements(as other: Any) -> Bool
}

extension Array: ComparedByElement {
  func hasSameElements(as other: Any) -> Bool {
    guard let other = other as? [Element], other.count == count else { return false }
    return zip(self, other).allSatisfy { isSameAsFarAsKnown($0, $1) }
  }
}
