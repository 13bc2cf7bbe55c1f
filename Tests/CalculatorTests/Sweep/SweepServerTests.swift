// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import Testing

@Suite struct SweepServerTests {
  /// A worker whose clock advances by a second whenever it is read.
  private final class Worker {
    var server: SweepServer
    private var seconds = 0.0

    init(step: Double = 1, _ lines: String...) throws {
      let session = Session()
      for line in lines { try session.run(line) }
      let clock = Clock(step)
      server = SweepServer(session, SweepHello(model: "abc", maths: "def", nodeCount: 3)) { clock.tick() }
    }

    func ask(_ lines: String...) -> [String] {
      var answers = lines.flatMap { server.receive(Array($0.utf8)) }
      while !server.isIdle { answers += server.advance(for: 0.5) }
      return answers
    }
  }

  private final class Clock {
    private let step: Double
    private var seconds = 0.0

    init(_ step: Double) { self.step = step }

    func tick() -> Double {
      seconds += step
      return seconds
    }
  }

  private func worker(step: Double = 0) throws -> Worker {
    try Worker(
      step: step, "price = 25; qty = 3; rate = 20%", "total = price * qty * (1 + rate)", "inv = 1 / (price - 20)")
  }

  private func error(_ line: String) throws -> String {
    let answers = try worker().ask(line)
    #expect(answers.count == 1)
    let tree = try JSONTree(Array(answers[0].utf8))
    guard let error = tree["error"] else { return answers[0] }
    return "\(error["code"]?.string ?? "") \(error["message"]?.string ?? "")"
      + (error["hint"]?.string.map { "; \($0)" } ?? "")
  }

  @Test func aConversationReadsAsItIsDocumented() throws {
    let worker = try worker()
    #expect(
      SweepHello(model: "abc", maths: "def", nodeCount: 3).text
        == #"{"v":1,"hello":{"model":"abc","maths":"def","nodes":3}}"#)
    #expect(
      worker.ask(#"{"id":7,"get":["total"],"each":{"price":{"from":10,"to":30,"step":10}},"set":{"qty":2}}"#) == [
        #"{"id":7,"progress":0}"#, #"{"id":7,"start":0,"count":3,"values":[[24],[48],[72]],"failures":[]}"#,
      ])
    #expect(
      worker.ask(
        #"{"id":"a","get":["total","inv"],"rows":{"names":["price","rate"],"values":[[10,0.2],[20,"NaN"],[20,0.5]]}}"#)
        == [
          #"{"id":"a","progress":0}"#,
          #"{"id":"a","start":0,"count":3,"values":[[36,-0.1],[null,null],[90,null]],"failures":["#
            + #"{"row":1,"get":"total","code":"input","text":"not a finite number","from":"rate"},"#
            + #"{"row":1,"get":"inv","code":"input","text":"not a finite number","from":"rate"},"#
            + #"{"row":2,"get":"inv","code":"value","text":"division by zero"}]}"#,
        ])
    #expect(
      worker.ask(#"{"id":1,"get":["total"],"each":{"price":{"from":1,"to":1e9},"qty":[1,2]},"form":"count"}"#)
        == [#"{"id":1,"rows":2000000000,"names":["price","qty"]}"#])
    #expect(
      worker.ask(
        #"{"id":2,"v":1,"model":"abc","get":["total"],"each":{"price":[5,6],"qty":[1,2]},"zip":true,"form":"csv","start":1}"#
      )
        == [#"{"id":2,"progress":0}"#, #"{"id":2,"start":1,"count":1,"csv":"1,6,2,14.399999999999999,\n"}"#])
  }

  @Test func aJobKnowsNothingOfTheJobsBeforeIt() throws {
    let job = #"{"id":1,"get":["total"],"each":{"price":[10,20]}}"#
    let expected = try worker().ask(job)
    let worker = try worker()
    _ = worker.ask(
      #"{"id":2,"get":["total"],"set":{"qty":1000,"rate":9}}"#, #"{"id":3,"get":["total"],"set":{"qty":"Infinity"}}"#)
    #expect(worker.ask(job) == expected)
  }

  @Test func partsAreTheWholeWhateverIsAskedInBetween() throws {
    let job =
      #""get":["total"],"each":{"price":{"from":10,"to":20}},"draw":{"rate":{"uniform":[0,1]}},"seed":3,"form":"csv""#
    func csv(_ fields: String) throws -> String {
      let answers = try worker().ask("{\"id\":1,\(job)\(fields)}")
      return try JSONTree(Array(answers[1].utf8))["csv"]?.string ?? answers[1]
    }
    let whole = try csv("")
    #expect(whole.split(separator: "\n").count == 11)
    #expect(try csv(#","start":0,"count":4"#) + csv(#","start":4,"count":7"#) == whole)
    // Rows sent to the server state their position in the table.
    let table =
      #""get":["total"],"draw":{"rate":{"uniform":[0,1]}},"seed":3,"form":"csv","rows":{"names":["price"],"values":"#
    let sent = try worker().ask("{\"id\":1,\(table)[[14],[15]]},\"offset\":4}")
    let rows = try JSONTree(Array(sent[1].utf8))
    #expect(rows["csv"]?.string == whole.split(separator: "\n")[4...5].map { $0 + "\n" }.joined())
    #expect(rows["start"]?.int == 4)
  }

  @Test func summariesOfPartsAreJoined() throws {
    let worker = try worker()
    func summary(_ fields: String) throws -> String {
      let answers = worker.ask(
        #"{"id":1,"get":["total","inv"],"each":{"price":{"from":10,"to":40}},"form":"summary"\#(fields)}"#)
      return try #require(try JSONTree(Array(answers[1].utf8))["summary"]).text
    }
    let parts = [try summary(#","start":9"#), try summary(#","count":9"#)]
    let merged = worker.ask("{\"id\":1,\"merge\":[\(parts.joined(separator: ","))]}")
    #expect(merged == ["{\"id\":1,\"summary\":\(try summary(""))}"])
    #expect(try error(#"{"id":1,"merge":[[{}]]}"#) == "request 'merge' takes lists of summaries")
    #expect(try error(#"{"id":1,"merge":[]}"#) == "request the lists of 'merge' must have equal numbers of summaries")
    #expect(
      try error("{\"id\":1,\"merge\":[\(parts[0]),\(parts[0])]}") == "request some rows are in two of the summaries")
  }

  @Test func aLongJobReportsProgressAndCanBeCancelled() throws {
    let worker = try worker(step: 0.2)
    let job = #"{"id":1,"get":["total"],"each":{"price":{"from":1,"to":1e6}}}"#
    #expect(worker.server.receive(Array(job.utf8)) == [])
    #expect(worker.server.advance(for: 2).filter { $0.contains("progress") }.count >= 3)
    #expect(!worker.server.isIdle)
    let next = #"{"id":2,"get":["total"]}"#
    #expect(worker.server.receive(Array(next.utf8)) == [])
    #expect(worker.server.receive(Array(#"{"cancel":1}"#.utf8)) == [#"{"id":1,"cancelled":true}"#])
    #expect(worker.server.receive(Array(#"{"cancel":1}"#.utf8)) == [#"{"id":1,"cancelled":false}"#])
    #expect(worker.ask().last == #"{"id":2,"start":0,"count":1,"values":[[90]],"failures":[]}"#)
    _ = worker.server.receive(Array(next.utf8))
    #expect(worker.server.receive(Array(#"{"cancel":2}"#.utf8)) == [#"{"id":2,"cancelled":true}"#])
    #expect(worker.server.isIdle)
  }

  @Test func aRowThatTakesTooLongFailsAndTheNextIsEvaluated() throws {
    let lines = ["a = 1"] + (0..<600).map { "n\($0) = \($0 == 0 ? "a" : "n\($0 - 1)") + 1" }
    let session = Session()
    for line in lines { try session.run(line) }
    // An evaluation checks for an interruption every 256 nodes, so a row takes two more checks, of a second each.
    let clock = Clock(1)
    var server = SweepServer(session, SweepHello(model: "", maths: "", nodeCount: 0)) { clock.tick() }
    func answer(_ timeout: Double) -> String? {
      let job = #"{"id":1,"get":["n599"],"each":{"a":[1,2]},"timeout":\#(timeout)}"#
      var answers = server.receive(Array(job.utf8))
      while !server.isIdle { answers += server.advance(for: 1e9) }
      return answers.last
    }
    #expect(answer(100) == #"{"id":1,"start":0,"count":2,"values":[[601],[602]],"failures":[]}"#)
    // The first row sets the input to its present value.
    #expect(
      answer(0.5) == #"{"id":1,"start":0,"count":2,"values":[[601],[null]],"failures":["#
        + #"{"row":1,"get":"n599","code":"timeout","text":"timeout"}]}"#)
    #expect(answer(100) == #"{"id":1,"start":0,"count":2,"values":[[601],[602]],"failures":[]}"#)
  }

  @Test(arguments: [
    ("x", "json a value is expected, at byte 0"), ("[1]", "request a request must be a JSON object"),
    ("{}", "request a request needs an 'id', a whole number or a string"),
    (#"{"id":1.5}"#, "request a request needs an 'id', a whole number or a string"),
    (#"{"id":1}"#, "request 'get' takes a list of names"),
    (#"{"id":1,"get":[]}"#, "request 'get' takes a list of names"),
    (#"{"id":1,"get":["totl"]}"#, "name unknown name 'totl'; did you mean 'total'?"),
    (
      #"{"id":1,"get":["total"],"set":{"total":1}}"#,
      "type 'total' is not given a number, so it can't be varied; it is computed: vary what it depends on"
    ),
    (
      #"{"id":1,"get":["total"],"each":{"price":{"from":1}}}"#,
      "command 'price' takes a list of numbers, or an object with from, to and step"
    ),
    (
      #"{"id":1,"get":["total"],"each":{"price":{"from":1,"to":9,"step":-1}}}"#,
      "command a step of -1 does not lead from the first value to the last"
    ),
    (
      #"{"id":1,"get":["total"],"each":{"price":{"from":0,"to":1e300,"step":1e-300}}}"#,
      "command a sweep has at most 1099511627776 values; take a larger step"
    ),
    (
      #"{"id":1,"get":["total"],"each":{"price":{"from":0,"to":1e7}}}"#,
      "rows a request takes at most 1048576 rows; send them in parts"
    ),
    (
      #"{"id":1,"get":["total"],"rows":{"names":["price"],"values":[[1],[1,2]]}}"#,
      "command row 1 must have 1 value"
    ),
    (
      #"{"id":1,"get":["total"],"rows":{"names":["price"],"columns":["AAAA"]}}"#,
      "command column 0 must be numbers of 8 bytes, the least significant first, in base 64"
    ),
    (
      #"{"id":1,"get":["total"],"rows":{"names":["price","qty"],"columns":["AAAAAAAA8D8="]}}"#,
      "command 'columns' must have as many numbers for each name"
    ),
    (
      #"{"id":1,"get":["total"],"rows":{"names":["price"]}}"#,
      "command 'rows' takes an object with names, and values or columns"
    ),
    (#"{"id":1,"get":["total"],"rows":{"names":["price"],"values":[["x"]]}}"#, "command row 0 must have 1 value"),
    (#"{"id":1,"get":["total"],"start":1,"count":1}"#, "rows rows 1..<2 don\'t exist; the rows are 0..<1"),
    (#"{"id":1,"get":["total"],"start":-1}"#, "rows rows -1..<1 don\'t exist; the rows are 0..<1"),
    (
      #"{"id":1,"get":["total"],"start":9223372036854775807,"count":9223372036854775807}"#,
      "rows rows 9223372036854775807..<-2 don\'t exist; the rows are 0..<1"
    ),
    (#"{"id":1,"get":["total"],"form":"xml"}"#, "request 'form' must be values, csv, json, columns, summary or count"),
    (
      #"{"id":1,"get":["total"],"draw":{"rate":{"normal":[1]}}}"#,
      "command 'draw' needs a distribution for 'rate', with its numbers in a list: uniform(a, b), "
        + "normal(mean, deviation), lognormal(mean, deviation) or triangular(a, mode, b)"
    ),
    (#"{"id":1,"get":["total"],"ech":{}}"#, "request unknown field 'ech'; did you mean 'each'?"),
    (#"{"v":2,"id":1,"get":["total"]}"#, "version this worker speaks version 1, not 2"),
    (#"{"id":1,"model":"xyz","get":["total"]}"#, #"model this worker has the model abc, not "xyz""#),
    (#"{"id":1,"maths":"xyz","get":["total"]}"#, #"maths this worker computes with def, not "xyz""#),
    (#"{"id":1,"get":["total"],"timeout":0}"#, "request 'timeout' takes a number of seconds above 0"),
    (#"{"id":1,"id":2}"#, "json the name 'id' comes twice, at byte 8"),
  ])
  func whatIsWrongIsSaidAndTheNextLineIsRead(line: String, message: String) throws {
    #expect(try error(line) == message)
    let worker = try worker()
    _ = worker.ask(line)
    #expect(
      worker.ask(#"{"id":2,"get":["total"]}"#).last == #"{"id":2,"start":0,"count":1,"values":[[90]],"failures":[]}"#)
  }

  /// Columns have the bits of the values, both ways.
  @Test func columnsAreSentAndAnsweredAsBytes() throws {
    let worker = try worker()
    func text(_ numbers: [Double]) -> String {
      var text = TextBytes()
      ColumnText.append(numbers, to: &text)
      return text.string
    }
    let prices = (0..<1_000).map { Double($0) / 7 } + [20, -.zero, .nan, 1e300]
    let sent = worker.ask(
      #"{"id":1,"get":["total","inv"],"rows":{"names":["price"],"columns":["\#(text(prices))"]},"form":"columns"}"#)
    let answer = try JSONTree(Array(try #require(sent.last).utf8))
    let columns = try #require(answer["columns"]?.elements?.compactMap { $0.string.flatMap(ColumnText.numbers) })
    let rows = prices.map { "[\(JSONTree.text($0))]" }.joined(separator: ",")
    let asked = worker.ask(#"{"id":1,"get":["total","inv"],"rows":{"names":["price"],"values":[\#(rows)]}}"#)
    let values = try JSONTree(Array(try #require(asked.last).utf8))
    #expect(answer["failures"] == values["failures"] && answer["failures"]?.elements?.count == 4)
    let expected = try #require(values["values"]?.elements)
    #expect(columns.map(\.count) == [1_004, 1_004])
    for (row, values) in expected.enumerated() {
      for (output, value) in (values.elements ?? []).enumerated() {
        let found = columns[output][row]
        #expect(value.double.map { $0.bitPattern == found.bitPattern } ?? found.isNaN)
      }
    }
  }

  @Test func columnsOfAnyLengthReadBack() {
    for count in 0..<20 {
      let numbers = (0..<count).map { Double($0) * 0.3 - 1 }
      var text = TextBytes()
      ColumnText.append(numbers, to: &text)
      #expect(text.count.isMultiple(of: 4) && ColumnText.numbers(text.string) == numbers)
      #expect(count == 0 || ColumnText.numbers(String(text.string.dropLast(4))) == nil)
    }
    // 1 and 2, as Python's base64 and struct write them.
    #expect(ColumnText.numbers("AAAAAAAA8D8AAAAAAAAAQA==") == [1, 2])
    for wrong in ["A", "AAAA", "AAAAAAAA8D8", "AAAAAAAA*D8=", "AAAAAAAA8D8=AAAA", "===="] {
      #expect(ColumnText.numbers(wrong) == nil)
    }
  }

  @Test func anEmptyLineIsNoRequest() throws {
    #expect(try worker().ask("", " \t\r").isEmpty)
  }

  @Test func messagesAreNotNestedDeep() {
    let deep = String(repeating: "[", count: 17) + String(repeating: "]", count: 17)
    #expect(throws: JSONScanner.Fault.self) { try JSONTree(Array(deep.utf8)) }
    #expect(throws: Never.self) { try JSONTree(Array(deep.utf8.dropFirst().dropLast())) }
  }

  @Test func aMessageReadsBackAsItWasWritten() throws {
    let text = #"{"a":[1,-2.5,1e300,true,false,null,"x\"\\\n\u0001é"],"b":{},"c":[],"d":-0,"e":"NaN"}"#
    let tree = try JSONTree(Array(text.utf8))
    #expect(tree.text == text)
    #expect(tree["e"]?.double?.isNaN == true)
    #expect(try JSONTree(Array(" [ 1 , { \"a\" : \"\\u00e9\" } ] ".utf8)).text == #"[1,{"a":"é"}]"#)
  }
}
