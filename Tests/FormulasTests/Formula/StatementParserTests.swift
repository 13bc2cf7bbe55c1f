// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import FormulaTestSupport
import Formulas
import TestSupport
import Testing

@Suite struct StatementParserTests {
  private let script = StatementParser(kinds: ["Number", "Add", "ColorAdjust"])
  private let prompt = StatementParser(
    kinds: ["Number", "Add"], promptCommands: ["undo", "why", "quit", "list", "help", "save", "set", "functions"])

  /// Describes each statement of a line.
  private func read(_ line: String, _ parser: StatementParser, nodes: Set<String> = []) -> String {
    do throws(Diagnostic) {
      let result = try parser.parse(line.utf8, isNode: nodes.contains)
      let texts = result.statements.map { statement in
        switch statement.form {
        case .command(let command): "command \(command.name.text) \(command.words.map(\.text))"
        case .definition(let name, let formula): "define \(name.text) as \(formula.text)"
        case .function(let name, let parameters, let results):
          "define \(name.text) of \(parameters.map(\.text)) as "
            + results.map { ($0.name.map { "\($0.text): " } ?? "") + $0.formula.text }.joined(separator: ", ")
        case .assignment(let port, let formula): "set \(port.port.text) of \(port.node.text) to \(formula.text)"
        case .elementAssignment(let name, let place, let formula):
          "set element \(place.text) of \(name.text) to \(formula.text)"
        case .construction(let name, let construction):
          "make \(construction.kind.text) \(name.text)"
            + construction.arguments.map { " \($0.port.text): \($0.formula.text)" }.joined()
        case .connection(let source, let port): "connect \(source.text) to \(port.port.text) of \(port.node.text)"
        case .expression(let formula): "compute \(formula.text)"
        }
      }
      return texts.joined(separator: "; ") + (result.isQuiet ? ";" : "")
    } catch {
      return error.summary
    }
  }

  @Test(arguments: [
    ("", ""), ("  \t", ""), ("# nodecalc 1", ""), ("#", ""), (";", ";"), ("a = 3", "define a as 3"),
    ("a=3#fff", "error[syntax]: expected an operator before '#fff'; a comment needs a space after '#'"),
    ("a = 3 #add tax", "error[syntax]: expected an operator before '#add'; a comment needs a space after '#'"),
    ("12,50", "error[syntax]: unexpected ','; the decimal point is '.'"),
    ("a = 12,50", "error[syntax]: unexpected ','; the decimal point is '.'"),
    ("12, 50", "error[syntax]: unexpected ','; a list is [1, 2, 3]"),
    ("a == 3", "compute a == 3"), ("1 + 2;", "compute 1 + 2;"),
    ("a = 1; b = 2 ; a + b", "define a as 1; define b as 2; compute a + b"),
    ("a = 1;; b = 2; # c", "define a as 1; define b as 2;"), ("a = 1 # x; y", "define a as 1"),
    ("`my total` = a", "define my total as a"), ("l[2] = 7", "set element 2 of l to 7"),
    ("l[i + 1]=7; `a b`[1] = l[2]", "set element i + 1 of l to 7; set element 1 of a b to l[2]"),
    ("l[2] == 7", "compute l[2] == 7"),
    (
      "l[2][1] = 3",
      "error[syntax]: the left side of '=' must be a name or a port; a list gets all of its elements: prices = [3, 7, 5]; '==' compares"
    ),
    ("soft.multiplier = 128", "set multiplier of soft to 128"), ("c.red = 1", "set red of c to 1"),
    (
      "soft = ColorAdjust(color: brand, multiplier: 2 * (a + 1))",
      "make ColorAdjust soft color: brand multiplier: 2 * (a + 1)"
    ),
    ("x = Add()", "make Add x"), ("x = Add(x: 1); x", "make Add x x: 1; compute x"),
    ("x = max(1, 2)", "define x as max(1, 2)"),
    ("brand -> soft.color", "connect brand to color of soft"), ("a->b.red;", "connect a to red of b;"),
    (".5 + 1", "compute .5 + 1"),
    (".list a* \"b c\" `d;e`.x # f; g", "command list [\"a*\", \"b c\", \"`d;e`.x\"]"),
    (".undo; .redo 2;", "command undo []; command redo [\"2\"];"),
    (".open it's \"x", "command open [\"it\\\'s\", \"\\\"x\"]"),
    ("a - > b", "error[syntax]: expected a value before '>'"),
    ("`if` = 2", "define if as 2"),
    ("Add(x: 1)", "error[syntax]: a node of kind 'Add' needs a name; write name = Add(…)"),
    ("Add()", "error[syntax]: a node of kind 'Add' needs a name; write name = Add(…)"),
    ("x = Ad(x: 1)", "error[kind]: unknown kind 'Ad'; did you mean 'Add'?"),
    ("x = Foo()", "error[kind]: unknown kind 'Foo'"),
    ("x = Add(x: 1, x: 2)", "error[port]: port 'x' is given twice"),
    ("sqt()", "compute sqt()"), ("f(x, `net y`) = x / 2", #"define f of ["x", "net y"] as x / 2"#),
    ("`a b`(x) = 3; f (x)=x;", #"define a b of ["x"] as 3; define f of ["x"] as x;"#),
    ("f(x) == 3", "compute f(x) == 3"),
    ("f() = 3", "error[syntax]: a function needs parameters; to define a name without parameters, write f = …"),
    ("f(x, x) = 3", "error[name]: the parameter 'x' is given twice"),
    ("f(pi) = 3", "error[name]: 'pi' is a constant and can't be a parameter; as a name, it needs back-ticks: `pi`"),
    ("f(2) = 3", "error[syntax]: the parameters of a function are names; write f(x, y) = x * y; '==' compares"),
    ("f(x", "error[syntax]: '(' is never closed"), ("f(x) =", "error[syntax]: expected a value at the end of the line"),
    (
      "sqrt(x) = 3",
      "error[name]: 'sqrt' is a function and cannot be redefined; as a name, it needs back-ticks: `sqrt`"
    ),
    ("Add(x) = 3", "error[name]: 'Add' is a kind of node, not a function"),
    ("x = Add(1)", "error[syntax]: expected 'port: expression'"),
    ("x = Add(x: 1, 2)", "error[syntax]: expected 'port: expression'"),
    ("x = Add(x: 1", "error[syntax]: '(' is never closed"),
    ("x = Add(x: )", "error[syntax]: expected a value before ')'"),
    ("x = Add(x: 1) + 2", "error[syntax]: unexpected '+'"),
    ("x = Add(x: 1 y: 2)", "error[syntax]: expected an operator or ')' before 'y'"),
    ("x = ", "error[syntax]: expected a value at the end of the line"),
    ("x = ; y", "error[syntax]: expected a value before ';'"),
    ("pi = 3", "error[name]: 'pi' is a constant and cannot be redefined; as a name, it needs back-ticks: `pi`"),
    ("max = 3", "error[name]: 'max' is a function and cannot be redefined; as a name, it needs back-ticks: `max`"),
    ("and = 3", "error[name]: 'and' is a keyword and cannot be redefined; as a name, it needs back-ticks: `and`"),
    ("true = 3", "error[name]: 'true' is a keyword and cannot be redefined; as a name, it needs back-ticks: `true`"),
    ("a = b = 3", "error[syntax]: the left side of '=' must be a name or a port; '==' compares"),
    ("3 = a", "error[syntax]: the left side of '=' must be a name or a port; '==' compares"),
    ("a + 1 -> b.x", "error[syntax]: the left side of '->' must be the name of a node"),
    ("pi -> b.x", "error[name]: 'pi' is not the name of a node"),
    ("a -> b", "error[port]: '->' needs a port of 'b'; write b.port"),
    ("a -> 3", "error[syntax]: expected a port after '->'; write source -> node.port"),
    ("a -> b.", "error[port]: expected the name of a port after '.'"),
    ("a -> b.x y", "error[syntax]: unexpected 'y'"),
    (". x", "error[command]: expected the name of a command after '.'"),
    ("a. b", "error[syntax]: a port cannot be read in a formula; use the name of its node"),
    ("a.b", "compute a.b"), ("undo", "compute undo"),
    ("why b", "error[syntax]: expected an operator before 'b'"),
  ])
  func scriptLinesMeanWhatTheGrammarSays(line: String, meaning: String) {
    #expect(read(line, script) == meaning)
  }

  @Test(arguments: [
    ("undo", "command undo []"), ("un", "command undo []"), ("node", "compute node"),
    ("u; w b; 1+1", "command undo []; command why [\"b\"]; compute 1+1"),
    ("why b", "command why [\"b\"]"), ("undo 3", "command undo [\"3\"]"), ("list *", "command list [\"*\"]"),
    ("undo = 3", "define undo as 3"),
    ("undo + 3", "compute undo + 3"), ("s", "compute s"), ("s x", "error[command]: 's' may be save, set"),
    ("e", "compute e"), ("quit # now", "command quit []"), ("?why", "command help [\"why\"]"),
    ("? a b", "command help [\"a\", \"b\"]"),
    ("udno x", "error[command]: unknown command 'udno'; did you mean 'undo'?"),
    ("func", "command functions []"), ("set theme dark", "command set [\"theme\", \"dark\"]"),
    (".un 2", "command un [\"2\"]"), ("list \"a;b\"; 2", "command list [\"a;b\"]; compute 2"),
    ("2 x", "error[syntax]: expected an operator before 'x'; multiply with '*'"),
    ("list --box", "command list [\"--box\"]"), ("list - b", "compute list - b"), ("list--b", "compute list--b"),
    ("save /tmp/a", "command save [\"/tmp/a\"]"), ("list *a", "command list [\"*a\"]"),
    ("list * a", "compute list * a"),
    ("no --box", "compute no --box"), ("exit", "command quit []"),
  ])
  func atThePromptAFirstWordMayBeACommand(line: String, meaning: String) {
    #expect(read(line, prompt) == meaning)
  }

  @Test func aNodeWinsOverACommandOfItsName() {
    #expect(read("undo", prompt, nodes: ["undo"]) == "compute undo")
    #expect(read("a += 1", prompt, nodes: ["a"]) == "define a as a += 1")
    #expect(read("a =+ 1", prompt, nodes: ["a"]) == "define a as + 1")
    #expect(read("s x", prompt, nodes: ["s"]) == "error[syntax]: expected an operator before 'x'")
    #expect(read("undo 2", prompt, nodes: ["undo"]) == "command undo [\"2\"]")
    #expect(read("undo --box", prompt, nodes: ["undo"]) == "compute undo --box")
    #expect(read("exit", prompt, nodes: ["exit"]) == "compute exit")
    #expect(read("`undo`", prompt) == "compute `undo`")
    #expect(read("undo = 1; undo", prompt) == "define undo as 1; compute undo")
    #expect(read("u = Add(); u", prompt).hasSuffix("; compute u"))
    #expect(read("u; u = 1", prompt) == "command undo []; define u as 1")
  }

  @Test func statementsKeepTheirPlaceInTheLine() throws {
    let line = try script.parse(" a = 1 ;.list  b c ; a -> b.x;x = Add(x: 1 ) ; (a) # end".utf8)
    #expect(line.statements.map(\.range) == [1..<6, 8..<18, 21..<29, 30..<44, 47..<50])
    guard case .command(let command) = line.statements[1].form else {
      Issue.record("no command")
      return
    }
    #expect(command.name.range == 9..<13)
    #expect(command.arguments == SourceName("b c", range: 15..<18))
    #expect(command.words.map(\.range) == [15..<16, 17..<18])
  }

  @Test func everyLineOfRandomBytesIsAnswered() throws {
    var random = SplitMix64(seed: 1)
    let pieces = [
      "(", ")", "1", "a", "`", "\"", ";", " ", "#", "=", "->", ".", ",", "if(", "iferror(", "not ", "<", "%", "^", "é",
      "名", ":", "Add(", "0x", "1,000", "\t",
    ]
    for round in 0..<fuzzSteps(10_000) {
      var line: [UInt8] = []
      let isText = round % 2 == 0
      for _ in 0..<Int.random(in: 0...(isText ? 30 : 500), using: &random) {
        if isText {
          line += pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8
        } else {
          line.append(UInt8.random(in: round % 4 == 1 ? 0...255 : 32...126, using: &random))
        }
      }
      do throws(Diagnostic) {
        let parser = round % 3 == 0 ? prompt : script
        var end = 0
        for statement in try parser.parse(line).statements {
          #expect(statement.range.lowerBound >= end && statement.range.upperBound <= line.count)
          end = statement.range.upperBound
          if case .expression(let formula) = statement.form {
            _ = try formula.program(types: formula.names.map { _ in .number })
          }
        }
      } catch {
        #expect(error.range.upperBound <= line.count && !error.message.isEmpty, "\(line)")
        #expect(error.rendered(line: line).utf8.count < 2000, "\(line)")
      }
    }
  }

  @Test(arguments: ["1+", "((((", "a;", ".a \" b ` c;", "\"`", "x=1;", "1,000", "中", "\u{0}", "a -> b.c;", "1<2 and "])
  func aLineOfAMegabyteIsAnswered(piece: String) {
    let line = Array(String(repeating: piece, count: largeCount(1_000_000) / piece.utf8.count).utf8)
    #expect(refusal(line, parser: prompt).utf8.count < 1000)
  }

  @Test func aLineOfMoreThan16MiBIsRefusedBeforeItIsRead() {
    let line = [UInt8](repeating: 0x31, count: StatementParser.lineLimit + 1)
    #expect(refusal(line).hasPrefix("error[syntax]: the line has more than 16 MiB, the most that is read\n"))
    // The limit applies to any content, also if the length isn't known in advance.
    let noise = [UInt8](repeating: 0xff, count: StatementParser.lineLimit + 1)
    #expect(throws: Diagnostic.self) { try StatementParser(kinds: []).parse(noise.lazy.filter { _ in true }) }
    let longest = [UInt8](repeating: 0xff, count: StatementParser.lineLimit)
    #expect(refusal(longest).hasPrefix("error[syntax]: invalid UTF-8"))
  }
}
