// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Prompt
import TestSupport
import Testing

@Suite struct SweepRunTests {
  let session: Session

  init() throws {
    session = try Session(
      running: "price = 25", "qty = 3", "rate = 20%", "`net, sub` = price * qty", "total = `net, sub` * (1 + rate)",
      "inverse = 1 / (price - 20)", "is = total > 100", "tint = rgb(price, qty, 0)", "same = 5", "wide = exp(price)")
  }

  private func output(_ arguments: String...) throws -> (text: String, outcome: SweepRun.Outcome) {
    let options = try CommandLineOptions(["sweep", "m.nc"] + arguments).sweep
    let scenarios = try options.scenarios { path throws(FileFailure) in throw FileFailure("no \(path)") }
    let run = try SweepRun(options, scenarios, of: session)
    var text = ""
    let outcome = run.run {
      text += $0
      return true
    }
    return (text, outcome)
  }

  @Test func rowsKeepNothingToUndo() throws {
    let model = try ScenarioModel(
      of: session, from: [SourceName("price", range: 0..<0)], to: [SourceName("total", range: 0..<0)])
    for price in [10.0, 20, 30] { _ = model.evaluate([price]) }
    #expect(model.undoByteCount == 0)
  }

  @Test func rowsAreLinesOfCSV() throws {
    let printed = try output(
      "--each", "price=15..25:5", "--each", "qty=1,2", "--get", "net, sub", "--get", "inverse", "--get", "is", "--get",
      "tint")
    #expect(
      printed.text == """
        row,price,qty,"net, sub",inverse,is,tint,error
        0,15,1,15,-0.2,false,#0f0100,
        1,15,2,30,-0.2,false,#0f0200,
        2,20,1,20,,false,#140100,inverse: division by zero
        3,20,2,40,,false,#140200,inverse: division by zero
        4,25,1,25,0.2,false,#190100,
        5,25,2,50,0.2,false,#190200,

        """)
    #expect(printed.outcome == .someFailed)
  }

  @Test func rowsAreObjectsIfAsked() throws {
    #expect(
      try output("--each", "price=20..700:680", "--get", "inverse", "--get", "wide", "--json").text == """
        {"row":0,"set":{"price":20},"get":{"inverse":{"error":"division by zero"},"wide":485165195.4097903}}
        {"row":1,"set":{"price":700},"get":{"inverse":0.0014705882352941176,"wide":1.0142320547350045e304}}

        """)
  }

  @Test func theShardsOneBehindTheOtherAreTheWhole() throws {
    let arguments = [
      "--each", "price=10..40:0.7", "--draw", "rate=normal(0.2, 0.1)", "--repeat", "3", "--get", "total",
    ]
    let options = try CommandLineOptions(["sweep", "m.nc"] + arguments).sweep
    let scenarios = try options.scenarios { _ throws(FileFailure) in [] }
    func text(_ shard: Int, _ count: Int) throws -> String {
      var part = options
      part.shard = (shard, count)
      var text = ""
      _ = try SweepRun(part, scenarios, of: session).run {
        text += $0
        return true
      }
      return text
    }
    let whole = try text(1, 1)
    #expect(whole.split(separator: "\n").count == scenarios.count + 1)
    for count in [2, 3, 10, 200] {
      #expect(try (1...count).map { try text($0, count) }.joined() == whole, "\(count) shards")
    }
  }

  @Test func listsAndTextsAreFieldsAndElementsButHaveNoSummary() throws {
    try session.run("ys = [1, 2] * price; t = \"a, \" & price; n = count(ys); files = ys where ys > 20")
    let rows = try output("--each", "price=10,15", "--get", "ys", "--get", "t", "--get", "files")
    #expect(
      rows.text == """
        row,price,ys,t,files,error
        0,10,"[10, 20]","a, 10",[],
        1,15,"[15, 30]","a, 15",[30],

        """)
    let objects = try output("--each", "price=10,15", "--get", "ys", "--get", "t", "--get", "files", "--json")
    #expect(
      objects.text == """
        {"row":0,"set":{"price":10},"get":{"ys":[10,20],"t":"a, 10","files":[]}}
        {"row":1,"set":{"price":15},"get":{"ys":[15,30],"t":"a, 15","files":[30]}}

        """)
    for name in ["ys", "t"] {
      #expect(throws: Diagnostic.self) { try output("--each", "price=10,15", "--get", name, "--summary") }
    }
    #expect(try output("--each", "price=10,15", "--get", "n", "--summary").outcome == .done)
  }

  @Test func summariesOfShardsAreThatOfTheWhole() throws {
    let arguments = [
      "--draw", "price=lognormal(3, 1)", "--repeat", "777", "--get", "total", "--get", "inverse", "--summary",
    ]
    let whole = try output(
      "--draw", "price=lognormal(3, 1)", "--repeat", "777", "--get", "total", "--get", "inverse", "--summary", "--json")
    let options = try CommandLineOptions(["sweep", "m.nc"] + arguments).sweep
    let scenarios = try options.scenarios { _ throws(FileFailure) in [] }
    for count in [2, 5, 31] {
      var files: [(name: String, bytes: [UInt8])] = []
      for shard in 1...count {
        var part = options
        (part.shard, part.isJSON) = ((shard, count), true)
        _ = try SweepRun(part, scenarios, of: session).run {
          files.append(("part\(shard)", Array($0.utf8)))
          return true
        }
      }
      #expect(SweepRun.text(of: try SweepRun.merged(files.reversed()), isJSON: true) == whole.text, "\(count) shards")
      #expect(throws: FileFailure("some rows are in two of the summaries")) { try SweepRun.merged(files + files) }
    }
    #expect(throws: FileFailure("'x' holds no summaries: sweep --summary --json writes them")) {
      try SweepRun.merged([("x", Array("{}".utf8))])
    }
  }

  @Test func namesThatOccurTwiceHaveAColumnEach() throws {
    #expect(
      try output("--each", "price=1,2", "--get", "price", "--get", "total", "--get", "total").text == """
        row,price,price_2,total,total_2,error
        0,1,1,3.5999999999999996,3.5999999999999996,
        1,2,2,7.199999999999999,7.199999999999999,

        """)
  }

  @Test func aTrillionRowsAreCountedAndBegunInTheMemoryOfAFewBlocks() throws {
    for workers in ["1", "2"] {
      let options = try CommandLineOptions([
        "sweep", "m", "--each", "price=1..1000000", "--repeat", "1000000", "--get", "total", "--workers", workers,
      ]).sweep
      let scenarios = try options.scenarios { _ throws(FileFailure) in [] }
      #expect(scenarios.count == 1_000_000_000_000)
      var (questions, lines) = (0, "")
      let outcome = try SweepRun(options, scenarios, of: session).run(
        isInterrupted: {
          questions += 1
          return questions > 9
        },
        write: {
          lines += $0
          return true
        })
      #expect(outcome == .stopped)
      #expect(lines.hasPrefix("row,price,total,error\n0,1,3.5999999999999996,\n1,1,3.5999999999999996,\n"))
      var last = options
      last.shard = (1_000_000_000, 1_000_000_000)
      var text = ""
      _ = try SweepRun(last, scenarios, of: session).run {
        text += $0
        return true
      }
      #expect(text.hasPrefix("999999999000,1000000,") && text.split(separator: "\n").count == 1000)
    }
  }

  @Test func aRunStopsWhereItIsAskedToAndWhereNothingCanBeWritten() throws {
    let options = try CommandLineOptions(["sweep", "m", "--each", "price=1..9999", "--get", "total", "--workers", "1"])
      .sweep
    let run = try SweepRun(options, try options.scenarios { _ throws(FileFailure) in [] }, of: session)
    var questions = 0
    let stopped = run.run(
      isInterrupted: {
        questions += 1
        return questions > 5
      }, write: { _ in true })
    #expect(stopped == .stopped)
    #expect(questions == 6)
    var writes = 0
    let outcome = run.run { _ in
      writes += 1
      return false
    }
    #expect(outcome == .unwritten)
    #expect(writes == 1)
  }

  @Test func everyRowIsWhatTheSessionItselfWouldSay() throws {
    var scenarios = Scenarios()
    try scenarios.vary("price", over: [20, 30, 20, 1e300])
    try scenarios.vary("qty", over: [1, 0, 1e300])
    try scenarios.fix("rate", at: 0.5)
    let outputs = ["total", "inverse", "is", "tint", "same", "price", "rate", "wide"]
    let swept = try session.sweep(scenarios, outputs)
    for row in 0..<scenarios.count {
      let values = scenarios.values(of: row)
      try session.run("price = \(values[0]); qty = \(values[1]); rate = \(values[2])")
      #expect(swept.columns.map { $0.values[row] } == outputs.map { session.value(of: $0) }, "row \(row)")
    }
    #expect(swept.values(of: "qty") == (0..<12).map { scenarios.values(of: $0)[1] })
    #expect(swept.values(of: "total") == nil)
  }

  @Test func severalInputsAreSeveralLinesOfATable() throws {
    var scenarios = Scenarios()
    try scenarios.vary("price", over: [10, 20])
    try scenarios.vary("qty", over: [1, 2])
    #expect(
      try session.sweep(scenarios, ["net, sub", "inverse"]).lines(width: 80) == [
        "price         10    10  20  20", "qty            1     2   1   2", "`net, sub`    10    20  20  40   ▁▃▃█",
        "inverse     -0.1  -0.1   ⚠   ⚠   ▁▁  ", "inverse at price = 20, qty = 1: ⚠ division by zero",
      ])
  }

  @Test func workersGiveWhatOneSessionGives() async throws {
    var scenarios = Scenarios()
    try scenarios.vary("price", over: SweepRange(from: 10, through: 30, step: 0.5))
    try scenarios.draw("rate", from: .uniform(from: 0, through: 1))
    let expected = try session.sweep(scenarios, ["total", "inverse"])
    let document = try session.document()
    for workers in [-1, 1, 2, 4, 100] {
      #expect(try await Sweep(document: document, over: scenarios, ["total", "inverse"], workers: workers) == expected)
    }
    await #expect(throws: Diagnostic.self) {
      try await Sweep(document: document, over: scenarios, ["totl"], workers: 2)
    }
    await #expect(throws: DocumentError.self) {
      var broken = document
      broken.nodes[0].kind = "formula"
      broken.nodes[0].others = [:]
      _ = try await Sweep(document: broken, over: scenarios, ["total"], workers: 2)
    }
  }
}

@Suite struct NumberTableTests {
  private func refused(_ text: String) -> String {
    do throws(FileFailure) {
      _ = try NumberTable(Array(text.utf8), named: "rows.csv")
      return "it was not refused"
    } catch {
      return error.text
    }
  }

  @Test func namesAreAboveTheNumbers() throws {
    let text = "\u{feff}price, \"net, \"\"x\"\"\"\r\n1,2e3\r\n\r\n\t\r\n -4 ,NaN"
    let table = try NumberTable(Array(text.utf8), named: "a")
    #expect(table.names == ["price", "net, \"x\""])
    #expect(table.columns[0] == [1, -4])
    #expect(table.columns[1][0] == 2000 && table.columns[1][1].isNaN)
  }

  @Test func theRowsOfASweepAreRowsOfAnother() throws {
    let written = "row,x,y,t,error\n0,1,5,6,\n1,2,5,,t: division by zero\n"
    let table = try NumberTable(Array(written.utf8), named: "a", without: ["t"])
    #expect(table.names == ["x", "y"] && table.columns == [[1, 2], [5, 5]])
    let other = try NumberTable(Array("row,x\n7,1\n".utf8), named: "a")
    #expect(other.names == ["row", "x"])
  }

  @Test func whatIsNoTableIsRefusedWithItsLine() {
    #expect(refused("") == "'rows.csv' is empty, so it has no column names")
    #expect(refused("a,b\n") == "rows.csv: no rows follow the names")
    #expect(
      refused("a,b\n1,2\n3\n")
        == "rows.csv:3: the row has 1 cell, but the table has 2 columns; --read ragged=pad fills missing cells with empty ones, and --read ragged=skip leaves such rows out"
    )
    #expect(refused("a\n1,2\n") == "rows.csv: column 1 has no name; --read names=… gives names: x1,x2")
    #expect(
      refused("a,b\n1,\"2\n") == "rows.csv:2:3: a quote is never closed; --read quote=no takes quotes as they are")
    #expect(refused("a\n1\n\nx\n") == "rows.csv:4:1: 'x' is not a number")
    #expect(refused("a\n1\n0x10\n") == "rows.csv:3:1: '0x10' is not a number")
    #expect(refused("a,\n1,2\n") == "rows.csv: column 1 has no name; --read names=… gives names: x1,x2")
  }

  @Test func blanksWithinANumberAreNoPartOfIt() {
    for text in ["1 000", "10 20", "1e 3"] {
      #expect(refused("a\n1\n\(text)\n").hasPrefix("rows.csv:3:1: '\(text)' is "), "\(text)")
      #expect(throws: Diagnostic.self) {
        var options = SweepOptions()
        options.each = [(name: "a", values: "\(text),30")]
        _ = try options.scenarios { _ throws(FileFailure) in [] }
      }
    }
  }

  @Test func cellsAreSeparatedAsInColumnsOfFormulas() throws {
    for separator in [",", ";", "\t"] {
      let text = "a,b\n1, \"2\" \n  \n3,4\n".replacing(",", with: separator)
      let table = try NumberTable(Array(text.utf8), named: "a")
      #expect(table.names == ["a", "b"] && table.columns == [[1, 3], [2, 4]], "'\(separator)'")
    }
  }
}
