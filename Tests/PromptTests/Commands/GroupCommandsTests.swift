// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import NodeGraph
import Prompt
import Testing

/// Groups at the prompt and in scripts.
@Suite struct GroupCommandsTests: ConversingTests {
  let conversation = Conversation("price = 20", "rate = 20%", "tax = price * rate", "total = price + tax")

  @Test func aGroupHasTheNamesThatFormulasUseAndChangesNoValue() {
    let before = session.text
    #expect(say("group Tax = rate tax") == ["  Tax: price → tax"])
    #expect(
      say("list") == ["  price = 20", "  tax = 4    price * rate", "  total = 24    price + tax", "  Tax: price → tax"])
    #expect(say("price = 30") == ["  price  20 → 30", "  tax    4 → 6", "  total  24 → 36"])
    #expect(say("tax * 2") == ["  12"])
    #expect(say("twice = tax * 2") == ["  twice = 12"])
    #expect(
      say("why tax") == [
        "  Tax › tax = 6     price * rate", "  ├─ price = 30     you set it: 20 → 30",
        "  └─ Tax › rate = 0.2",
      ])
    #expect(say("undo", "undo", "undo") == ["  undone: group Tax = rate tax"])
    #expect(session.text == before)
    #expect(say("redo 3", "total") == ["  36"])
    #expect(say("ungroup Tax") == ["  Tax is rate, tax again"])
    #expect(say("rate = 10%") == ["  rate   0.2 → 0.1", "  tax    6 → 3", "  total  36 → 33", "  twice  12 → 6"])
  }

  @Test func whoReadsARenamedMemberOfAGroupIsOpenedAgain() {
    say("d = 7", "k = sum([d, 3])", "rename d c", "group H = c", "save r.json", "list")
    let before = say("list")
    #expect(conversation.say("open r.json").first?.hasPrefix("  opened r.json") == true)
    #expect(say("list") == before && say("k") == ["  10"])
    #expect(say("enter H", "c = 1").contains { $0.contains("10 → 4") })
  }

  @Test func aSettingOfTheCommandLineMeansTheInputOfAGroup() throws {
    say("group Tax = rate tax")
    #expect(session.remark(settingNew: "Tax.price") == nil)
    let line = try #require(session.statement(setting: "Tax.price", to: "30"))
    #expect(say(line) == ["  tax    4 → 6", "  total  24 → 26"])
    #expect(say(try #require(session.statement(setting: "Tax.rate", to: "3"))).first?.contains("no input") == true)
    #expect(session.statement(setting: "Other.price", to: "30") == "`Other.price` = 30")
  }

  @Test func insideNamesAreThoseOfTheGroupAndThePromptSaysWhereOneIs() {
    say("group Tax = rate tax")
    #expect(say("enter Tax").isEmpty && conversation.dialogue.promptText == "Tax> ")
    #expect(say("list") == ["  price = 20", "  rate = 0.2    20%", "  tax = 4    price * rate"])
    #expect(say("rate = 25%") == ["  rate       0.2 → 0.25", "  tax        4 → 5", "  `› total`  24 → 25"])
    #expect(say("price * rate") == ["  5"] && say("show `› total`").isEmpty == false)
    #expect(say("fee = tax * 2") == ["  fee = 10"])
    #expect(say("delete tax").first == "  error[name]: total reads 'tax'; nothing changed; change total first")
    #expect(say("delete fee", "list").count == 3)
    #expect(say("undo") == ["  undone: Tax › delete fee", "  fee = 10"])
    #expect(say("leave").isEmpty && conversation.dialogue.promptText == "> ")
    #expect(say("leave").first == "  error[command]: no group is entered; enter NAME enters one")
    #expect(say("enter Tax", "undo", "undo", "undo").first == "  undone: group Tax = rate tax")
    // The group that was entered does not exist any more.
    #expect(conversation.dialogue.promptText == "> " && say("rate") == ["  0.2"])
  }

  /// Checks that outputs of a group can still be read after duplicating and expanding it.
  @Test func whatAGroupGivesIsReadByCopiesAndWhatIsExpanded() {
    say("group Tax = rate tax")
    #expect(say("duplicate total", "total2") == ["  24"])
    #expect(say("plus = Add(y: 4)", "tax -> plus.x", "plus") == ["  8"])
    #expect(say("duplicate plus", "plus2") == ["  8"])
    say("expand total")
    #expect(say("total") == ["  24"])
    #expect(say("price = 30", "total", "plus2") == ["  10"])
  }

  @Test func aNameThatIsGivenTwiceTwiceNamedOrAGroupsIsTaken() {
    say("group Tax = rate tax tax rate", "duplicate Tax")
    #expect(say("enter Tax", "tax = price * rate * 1", "tax") == ["  4"])
    #expect(say("leave", "tax = 5").first?.contains("several groups have an output 'tax'") == true)
    #expect(say("x = 1", "rename x tax").first == "  error[name]: the name 'tax' is taken; nothing changed")
    #expect(say("rename x Tax").first == "  error[name]: the name 'Tax' is taken; nothing changed")
    #expect(say("ungroup Tax2").first?.contains("total reads another 'tax'") == true)
    #expect(say("y = `Tax2.tax` + 1", "group H = Tax Tax2").first?.contains("would have another name") == true)
    #expect(say("y", "total") == ["  24"])
  }

  @Test func severalNamesAreChangedAllOrNone() {
    say("group Tax = rate tax", "enter Tax", "extra = 1")
    let before = session.text
    #expect(say("expose rate rate").first?.hasPrefix("  error") == true && session.text == before)
    #expect(say("delete extra tax").first?.hasPrefix("  error") == true && session.text == before)
    #expect(say("extra") == ["  1"])
    #expect(say("expose rate") == ["  Tax: price → tax, rate"] && session.text != before)
    #expect(say("undo") == ["  undone: Tax › expose rate"] && session.text == before)
  }

  @Test func aFormulaThatWaitsReadsWhatComesOutOfAGroup() throws {
    say("y = 3", "z = y + 1", "delete y", "a = 1", "group G = a", "enter G", "y = 7", "leave")
    #expect(say("ungroup G") == ["  G is a, y again"])
    #expect(say("z") == ["  8"])
    #expect(try Session(document: session.document()).value(of: "z")?.text == "8")
    #expect(say("undo", "redo", "y = 8", "z") == ["  9"])
  }

  @Test func aNameFromOutsideBecomesAnInputInAllInstances() {
    say("group Tax = rate tax", "qty = 2", "duplicate Tax", "enter Tax")
    #expect(
      say("tax = price * rate * qty")
        == ["  tax           4 → 8", "  `› total`     24 → 28", "  `Tax2 › tax`  4 → 8"])
    #expect(say("leave", "Tax2.price = 100") == ["  Tax2.tax  8 → 40"])
    #expect(say("qty = 3").contains("  Tax2.tax  40 → 60"))
    #expect(say("`Tax2.tax` + `Tax.tax`") == ["  72"])
    #expect(say("tax").first == "  error[name]: several groups have an output 'tax'; write Tax.tax or Tax2.tax")
    // A formula that read it before still does.
    #expect(say("price = 10") == ["  price    20 → 10", "  Tax.tax  12 → 6", "  total    32 → 16"])
    #expect(say("enter Tax2", "rate = 50%").contains("  tax           60 → 150"))
    #expect(say("leave", "`Tax.tax`") == ["  15"])
    #expect(say("undo 5", "redo 5", "`Tax.tax`") == ["  15"])
  }

  @Test func whatWouldBeACycleInAnotherInstanceIsRefusedInAllAndNamesIt() {
    say("group Tax = rate tax", "duplicate Tax", "back = `Tax.tax` + 1", "enter Tax2")
    // In the instance entered, this would not be a cycle.
    let before = session.text
    let said = say("tax = price * rate + back")
    #expect(said.first == "  error[cycle]: Tax › tax would depend on itself; nothing changed")
    #expect(said.last == "    Tax › tax → back → Tax › tax")
    #expect(session.text == before && say("tax") == ["  4"])
    // The same through an input that already exists.
    say("leave", "enter Tax", "fix = 3")
    #expect(say("expose fix rate") == ["  Tax: price → tax, fix, rate"])
    say("leave", "way = `Tax.fix` + 1", "way -> Tax.price", "enter Tax2")
    let joining = session.text
    #expect(say("fix = price + 1").first == "  error[cycle]: in Tax, Tax › fix would depend on itself; nothing changed")
    #expect(session.text == joining && say("fix") == ["  3"])
    #expect(say("fix = 5", "leave", "way") == ["  6"])
  }

  @Test func anOutputIsExposedFromInside() {
    say("group Tax = rate tax")
    #expect(
      say("rate").first
        == "  error[name]: 'rate' is in the group Tax, which doesn't expose it; enter Tax, and expose rate")
    #expect(
      say("expose price").first
        == "  error[command]: outside of groups every name can be read; enter GROUP, then expose a name of it")
    say("enter Tax")
    #expect(say("expose tax").first == "  error[port]: Tax already has the output 'tax'")
    #expect(say("expose price").first == "  error[name]: 'price' is an input of Tax")
    #expect(say("expose rate") == ["  Tax: price → tax, rate"])
    #expect(say("leave", "rate * 100") == ["  20"])
    #expect(say("undo", "rate").first?.contains("which doesn't expose it") == true)
  }

  @Test func theJournalBringsBackWhatWasDoneInGroups() {
    say("group Tax = rate tax", "enter Tax", "rate = 50%", "leave", "enter Tax")
    let text = session.text
    let next = conversation.afterCrash()
    #expect(next.say("recover").first == "  recovered 9 lines")
    #expect(next.dialogue.session.text == text && next.dialogue.promptText == "Tax> ")
    // The journal, written again, records which group was entered.
    next.say("rate = 30%")
    next.say("undo 2")
    next.say("rate = 40%")
    let again = next.afterCrash()
    #expect(again.say("recover").first?.contains("recovered") == true)
    #expect(again.dialogue.session.text == next.dialogue.session.text)
    #expect(again.dialogue.promptText == next.dialogue.promptText && again.dialogue.promptText == "Tax> ")
  }

  @Test func documentsHoldWhatWasDoneInGroups() throws {
    say(
      "group Tax = rate tax", "duplicate Tax", "enter Tax", "tax = price * rate + 1", "enter Nobody", "leave",
      "save a.json")
    let other = Conversation()
    other.host.files = conversation.host.files
    #expect(other.say("open a.json") == ["  opened a.json: 2 names"])
    #expect(other.dialogue.session.text == session.text)
    other.dialogue.session.checkInvariants()
    #expect(other.say("enter Tax2").isEmpty && other.say("list").last == "  tax = 5    price * rate + 1")
    #expect(other.say("tax = price * rate + 2").first == "  tax          5 → 6")
    #expect(other.say("leave").isEmpty && other.say("total") == ["  26"])
    #expect(
      other.say("ungroup Tax") == ["  Tax is rate, tax again"]
        && other.say("price = 10").contains("  tax       6 → 4")
    )
    other.dialogue.session.checkInvariants()
  }

  @Test func groupsLieInGroups() {
    say("group Tax = rate tax", "group Invoice = Tax total", "enter Invoice")
    #expect(
      say("list") == ["  price = 20", "  tax = 4    price * rate", "  total = 24    price + tax", "  Tax: price → tax"])
    #expect(say("total = price + tax + 1") == ["  total  24 → 25"])
    #expect(say("enter Tax").isEmpty && conversation.dialogue.promptText == "Invoice › Tax> ")
    #expect(say("rate = 10%").contains("  rate               0.2 → 0.1"))
    say("leave", "leave")
    #expect(say("ungroup Invoice") == ["  Invoice is total, Tax again"] && say("total") == ["  23"])
    #expect(say("ungroup Tax", "price = 40") == ["  price  20 → 40", "  tax    2 → 4", "  total  23 → 45"])
  }

  @Test(arguments: [
    ("group Tax = rate nobody", "unknown name 'nobody'"),
    ("group total = rate", "'total' already exists"),
    ("group `a › b` = rate", "'a › b' can't be the name of a group"),
    ("group Tax rate", "wrong number of arguments; usage: group NAME = NODE…"),
    ("ungroup Nobody", "unknown group 'Nobody'"),
    ("enter price", "'price' is not a group"),
    ("leave", "no group is entered"),
  ])
  func whatIsWrongIsSaid(_ line: String, _ message: String) throws {
    let before = session.text
    #expect(try #require(say(line).first).contains(message), "\(line)")
    #expect(session.text == before)
  }

  @Test(arguments: [
    ("group G = price tax", "'tax' is in the group Tax; nothing changed"),
    ("tax = 3", "'tax' is in the group Tax; nothing changed"),
    ("delete tax", "'tax' is in the group Tax; nothing changed"),
    ("rename tax levy", "'tax' is in the group Tax; nothing changed"),
    ("Tax = 3", "'Tax' is a group; nothing changed"),
    ("Tax + 1", "'Tax' is a group, not a node; its outputs are tax"),
    ("price = \"a\"", "total = price + tax adds, and price would be a Text"),
    ("Tax.cost = 3", "Tax has no input 'cost'; it has price"),
    ("tax -> Tax.price", "Tax"),
  ])
  func whatAGroupHoldsIsLeftAlone(_ line: String, _ message: String) throws {
    say("group Tax = rate tax")
    let before = session.text
    let said = say(line).joined(separator: "\n")
    #expect(said.contains("error[") && said.contains(message), "\(said)")
    #expect(session.text == before)
  }

  @Test(arguments: [
    ("price = 3", "'price' is an input of Tax; nothing changed"),
    ("tax = \"a\"", "total = price + tax adds, and tax would be a Text"),
    (
      "f(x) = x * rate",
      "'rate' is a name in Tax, which functions can't read; nothing changed; make it a parameter of f"
    ),
    ("rate(x) = x", "'rate' is a node; nothing changed"),
    ("price(x) = x", "'price' is a node; nothing changed"),
    (
      "new = fee(price)",
      "a group can't call fee, which reads 'spare' outside of it; nothing changed; make it a parameter of fee"
    ),
    ("new = twice(price)", "a group can't call fee, which reads 'spare' outside of it"),
    ("new = fees(price)", "unknown function 'fees'; did you mean 'fee'?"),
    ("source a.nc", "can't read 'a.nc'"),
    ("rename rate price", "the name 'price' is taken; nothing changed"),
    ("rename rate tax", "the name 'tax' is taken; nothing changed"),
    ("rename nosuch x", "unknown name 'nosuch'"),
    ("group rate = tax", "'rate' already exists"),
    ("group G = price", "'price' is an input of Tax"),
    ("duplicate price", "'price' is an input of Tax"),
    ("ungroup Tax", "unknown group 'Tax'"),
    ("tax.rate = 3", "tax is a formula: its inputs are the names in it"),
    ("price.x = 3", "'price' is an input of Tax; nothing changed"),
    ("rate -> Nobody.x", "unknown name 'Nobody'"),
    ("n = Add(q: price)", "n has no input 'q'; it has x, y, z"),
    ("n = Color(red: price > 3)", "red"),
    ("kind tax Color", "total = price + tax adds, and tax would be a Color"),
    ("rate = rate + 1", "rate would depend on itself"),
    ("rate = tax", "would depend on itself"),
    ("x = nosuch", "unknown name 'nosuch'"),
    ("total = total + 1", "'total' can't be an input of Tax and a node of it; nothing changed"),
    ("total = Add(x: total)", "'total' can't be an input of Tax and a node of it; nothing changed"),
  ])
  func insideWhatCannotBeDoneIsSaid(_ line: String, _ message: String) throws {
    say("spare = 1", "fee(x) = x * 2 + spare", "twice(x) = fee(x) * 2", "group Tax = rate tax", "enter Tax")
    let before = session.text
    let said = say(line).joined(separator: "\n")
    #expect(said.contains(message), "\(said)")
    #expect(session.text == before)
  }

  @Test func whatCallsFunctionsOrWaitsIsNotGrouped() {
    say("fee(x) = x * 2 + rate", "called = fee(price)", "waits = price + tax")
    #expect(
      say("group G = called").first?.contains(
        "called calls fee, which reads 'rate', and a group can't; nothing changed")
        == true)
    say("delete price")
    #expect(say("group G = waits").first?.contains("waits waits for 'price'; nothing changed; define it first") == true)
  }

  @Test func anInputOfAGroupIsFedLikeAPort() {
    say("group Tax = rate tax", "disconnect Tax.price")
    #expect(say("Tax.price = 50") == ["  tax    ⚠ unset input 'price' → 10", "  total  ⚠ from Tax › tax → 30"])
    #expect(say("Tax.price = price * 3") == ["  tax    10 → 12", "  total  30 → 32"])
    // The formula gets a free name.
    #expect(say("ungroup Tax") == ["  Tax is rate, tax again"])
    #expect(say("show tax Tax_price") == ["  tax = 12    Tax_price * rate", "  Tax_price = 60    price * 3"])
    say("undo")
    #expect(say("price -> Tax.price") == ["  tax    12 → 4", "  total  32 → 24"])
    #expect(say("ungroup Tax") == ["  Tax is rate, tax again"])
  }

  @Test func scriptsMakeGroupsAndWorkInThem() {
    let host = RecordingHost()
    let dialogue = Dialogue(host: host, manner: .script)
    let script = Script(for: dialogue.session, named: "s") { command throws(Diagnostic) in
      try dialogue.run(command).result
    }
    let text =
      "total = tax + price\ntax = price * rate\nrate = 20%\nprice = 20\n.group Tax = rate tax\n.enter Tax\nlevy = missing\nrate = 50%\n.leave\nmissing = 1\n"
    var refused: [String] = []
    script.run(Array(text.utf8)) { report in
      if case .failure(let diagnostic) = report.outcome { refused.append(diagnostic.message) }
      return .proceed
    }
    #expect(refused == ["unknown name 'missing'"] && dialogue.session.value(of: "total")?.text == "30")
    // The formula was written for the group, so it does not wait for a name defined outside.
    #expect(dialogue.session.value(of: "levy") == nil)
    dialogue.session.checkInvariants()
  }

  @Test func formulasOutsideKeepWhatAGroupGivesThemWhenTypesChange() {
    say("other = 3", "both = other + tax", "group Tax = rate tax")
    #expect(say("other = [1, 2]") == ["  other  3 → [1, 2]", "  both   7 → [5, 6]"])
    // The name alone is now ambiguous.
    say("duplicate Tax", "rename other more")
    #expect(say("more = 5") == ["  more  [1, 2] → 5", "  both  [5, 6] → 9"])
  }

  @Test func whatIsTakenOutOfAGroupHasTheNamesOfOutside() {
    say("group Tax = rate tax", "rename price cost")
    #expect(say("ungroup Tax", "show tax") == ["  tax = 4    cost * rate"])
    #expect(say("cost = 30") == ["  cost   20 → 30", "  tax    4 → 6", "  total  24 → 36"])
    #expect(say("undo 3", "show tax").isEmpty == false)
  }

  @Test func aJournalThatBeginsInAGroupSaysSo() {
    say("group Tax = rate tax", "enter Tax", "save a.json", "rate = 40%")
    let next = conversation.afterCrash()
    next.say("recover")
    #expect(next.dialogue.promptText == "Tax> " && next.say("rate") == ["  0.4"])
    #expect(next.dialogue.session.text == session.text)
    next.dialogue.session.checkInvariants()
  }

  @Test func aJournalThatIsWrittenAgainHoldsGroups() {
    // The journal does not contain the last answer, so it is rewritten with the whole session.
    say("group Tax = rate tax", "price * 2", "twice = ans", "enter Tax", "rate = 40%")
    let next = conversation.afterCrash()
    next.say("recover")
    #expect(next.dialogue.session.text == session.text && next.dialogue.promptText == "Tax> ")
    next.dialogue.session.checkInvariants()
  }

  @Test func groupsAreCompleted() {
    say("group Tax = rate tax")
    let all = { (line: String) in conversation.dialogue.completions(of: line, cursor: line.utf8.count).map(\.text) }
    #expect(all("enter ") == ["Tax"] && all("ungroup T") == ["Tax"] && all("total = t").contains("tax"))
    say("enter Tax")
    #expect(all("x = pr").contains("price") && all("x = ra").contains("rate"))
  }

  @Test func commandsAndOptionsOpenGroups() throws {
    let conversation = Conversation()
    conversation.host.files["g.json"] = TestDocuments.nestedGroups
    conversation.say("open g.json")
    #expect(conversation.say("graph").count == 4 && conversation.say("graph --open").count == 6)
    conversation.host.width = 200
    #expect(conversation.say("graph --open --box").contains { $0.contains("┌ Tax ─") })
    #expect(conversation.say("graph sub --open").count == 2)
    conversation.say("export dot g.dot --open")
    #expect(conversation.host.files["g.dot"]?.contains("cluster_1") == true)
    conversation.say("export svg g.svg")
    #expect(conversation.host.files["g.svg"]?.contains(">Invoice</text>") == true)
    conversation.say("export html closed.html")
    conversation.say("export html open.html --open")
    #expect(conversation.host.files["closed.html"]?.contains(">Invoice › Tax</text>") == false)
    #expect(conversation.host.files["open.html"]?.contains(">Tax</text>") == true)
    #expect(conversation.say("export json g2.json --open").first?.contains("error[command]") == true)
    let options = try CommandLineOptions(["g.json", "--open", "--box"])
    #expect(options.opensGroups && options.pictures.count == 1)
    #expect(try !CommandLineOptions(["g.json", "--box"]).opensGroups)
  }
}
