// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

@Suite struct FingerprintTests {
  @Test func itIsThatOfThePaper() {
    #expect(Fingerprint().text == "cbf29ce484222325")
    #expect(Fingerprint("a".utf8).text == "af63dc4c8601ec8c")
    #expect(Fingerprint("foobar".utf8).text == "85944171f73967e8")
  }

  @Test func itGoesOnWhereItStopped() {
    var fingerprint = Fingerprint("foo".utf8)
    fingerprint.add("bar".utf8)
    #expect(fingerprint == Fingerprint("foobar".utf8))
  }

  @Test func itsTextReadsBack() {
    let fingerprint = Fingerprint("foo".utf8)
    #expect(Fingerprint(text: fingerprint.text) == fingerprint)
    #expect(Fingerprint(text: "12") == nil)
  }
}
