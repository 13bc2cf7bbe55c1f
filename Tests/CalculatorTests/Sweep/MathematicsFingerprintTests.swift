// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Testing

@Suite struct MathematicsFingerprintTests {
  /// Checks a fingerprint that changes if a processor, compiler or library changes a bit of any function's results.
  @Test func theBitsAreThoseOfEveryOtherMachine() {
    #expect(MathematicsFingerprint.text == "4bd21494aca0cc17")
  }
}
