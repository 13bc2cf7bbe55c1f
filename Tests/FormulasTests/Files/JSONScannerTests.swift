// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import NodeGraph
import Testing

@Suite struct JSONScannerTests {
  private func fault(_ text: String) -> String {
    let bytes = Array(text.utf8)
    do throws(JSONScanner.Fault) {
      try JSONScanner.check(bytes)
      return "it is well formed"
    } catch {
      let (line, column) = JSONScanner.lineAndColumn(of: error.offset, in: bytes)
      return "\(line):\(column): \(error.reason)"
    }
  }

  @Test(arguments: [
    "0", "-0.5e+10", " \n\t\r[] ", "{}", #"{"a":[1,{"b":null}],"c":{"a":true}}"#, #""\u00e9\"\\\/\b\f\n\r\t é日""#,
    "[[],{}]",
    #"{"a":1,"A":2,"":3}"#,
  ])
  func jsonIsWellFormed(text: String) { #expect(fault(text) == "it is well formed") }

  @Test(arguments: [
    ("", "1:1: the text ends where a value is expected"),
    ("[1,\n 2", "2:3: the text ends within an array"),
    (#"{"a":1"#, "1:7: the text ends within an object"),
    ("[1 2]", "1:4: ',' or ']' is expected"),
    (#"{"a":1 "b":2}"#, "1:8: ',' or '}' is expected"),
    ("[1,]", "1:4: a value is expected"),
    ("[1}", "1:3: ',' or ']' is expected"),
    ("{1:2}", "1:2: a name in quotes is expected"),
    (#"{"a":1,}"#, "1:8: a name in quotes is expected"),
    (#"{"a" 1}"#, "1:6: ':' is expected"),
    ("[1] 2", "1:5: there is text after the end"),
    ("tru", "1:1: a value is expected"),
    ("nan", "1:1: a value is expected"),
    ("-", "1:2: a digit is expected"),
    ("1.", "1:3: a digit is expected"),
    ("1e+", "1:4: a digit is expected"),
    ("-01", "1:2: a number does not begin with 0"),
    (".5", "1:1: a value is expected"),
    (#"["äö", "x"#, "1:8: the string is never closed"),
    ("\"a\nb\"", "1:3: a control character in a string is written as an escape"),
    (#""\x""#, "1:2: unknown escape"),
    (#""\u12g4""#, "1:2: '\\u' takes four hexadecimal digits"),
    (#"{"a":{"b":1,"c":2,"b":3}}"#, "1:19: the name 'b' comes twice"),
    (#"{"é":1,"\u00e9":2}"#, "1:8: the name 'é' comes twice"),
    (#"{"a\n":1,"a\u000a":2}"#, "1:10: the name 'a↵' comes twice"),
  ])
  func whatIsNoJSONIsRefusedWithItsPlace(text: String, reason: String) { #expect(fault(text) == reason) }

  @Test func manyNamesAreComparedAsWell() {
    let names = (0..<1000).map { "\"n\($0)\":0" }
    #expect(fault("{\(names.joined(separator: ","))}") == "it is well formed")
    #expect(fault("{\((names + ["\"n500\":1"]).joined(separator: ","))}").hasSuffix("the name 'n500' comes twice"))
  }

  @Test func namesThatComeTwiceAreFoundAmongMany() {
    for count in 1...40 {
      let names = (0..<count).map { "\"n\($0)\":0" }.joined(separator: ",")
      #expect(fault("{\(names)}") == "it is well formed")
      for twice in 0..<count {
        #expect(fault("{\(names),\"n\(twice)\":1}").hasSuffix(": the name 'n\(twice)' comes twice"))
      }
    }
  }

  @Test func invalidUTF8IsRefused() {
    #expect(throws: JSONScanner.Fault(offset: 2, reason: "the text is not UTF-8")) {
      try JSONScanner.check([0x22, 0x61, 0xff, 0x22])
    }
  }

  @Test func depthIsLimitedWithoutRecursion() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(fault(nested(512)) == "it is well formed")
    #expect(fault(nested(100_000)) == "1:514: values are nested more than 512 levels deep")
  }

  @Test func placesAreFound() {
    let text = "{\n \"a\" : 1,\n \"nodes\" : [\n  {\"x\":[0]},\n  {\"é\":[1, 23], \"name\" : \"n\", \"x\":2}\n ]\n}"
    let bytes = Array(text.utf8)
    func place(_ path: DocumentPath.Step...) -> String {
      let (line, column) = JSONScanner.lineAndColumn(
        of: JSONScanner.offset(of: DocumentPath(path), in: bytes), in: bytes)
      return "\(line):\(column)"
    }
    #expect(place() == "1:1")
    #expect(place(.key("nodes")) == "3:12")
    #expect(place(.key("nodes"), .index(1)) == "5:3")
    #expect(place(.key("nodes"), .index(1), .key("é"), .index(1)) == "5:12")
    #expect(place(.key("nodes"), .index(1), .key("name")) == "5:26")
    // The search does not continue in the next node.
    #expect(place(.key("nodes"), .index(0), .key("x")) == "4:8")
    #expect(place(.key("a"), .index(0)) == "2:8")
    // The place of a missing field or element is that of its container.
    #expect(place(.key("nodes"), .index(1), .key("kind")) == "5:3")
    #expect(place(.key("nodes"), .index(7)) == "3:12")
  }
}
