// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import Testing

struct SessionPageTests {
  private func page(_ statements: String..., openingGroups: Bool = false) throws -> String {
    let session = Session()
    for statement in statements { try session.run(statement) }
    return SessionPage(of: session, title: "<Bill>", openingGroups: openingGroups).html
  }

  /// The part of a page about a node.
  private func article(_ name: String, in page: String) throws -> String {
    let parts = page.split(separator: "<article ").filter { $0.contains("<h2>\(name)</h2>") }
    try #require(parts.count == 1, "\(name)")
    return String(parts[0].prefix { $0 != "\u{0}" })
  }

  @Test func anArticleHasTheValueTheFormulaAndLinksToWhatIsReadAndToReaders() throws {
    let page = try page("a = 2", "b = 3", "c = a * b + a", "d = c + 1")
    #expect(page.hasPrefix("<!DOCTYPE html>\n") && page.contains("<title>&lt;Bill&gt;</title>"))
    let article = try article("c", in: page)
    #expect(article.contains("<output>8</output>") && article.contains("<code>a * b + a</code>"))
    // Each source is listed once.
    #expect(
      article.contains(
        ##"reads <ul><li><a href="#about-_0">a</a> = 2</li><li><a href="#about-_1">b</a> = 3</li></ul>"##))
    #expect(article.contains(##"read by <ul><li><a href="#about-_3">d</a></li></ul>"##))
    for node in 0..<4 { #expect(page.contains("id=\"about-_\(node)\"") && page.contains("id=\"node-_\(node)\"")) }
  }

  @Test func formattedValuesAreFollowedByTheExactOnes() throws {
    let session = Session()
    try session.run("a = 1 / 3")
    try session.run("b = 1 / (a - a)")
    try session.run("c = b + 1")
    session.evaluator.edit { edit in
      if let node = session.node(named: "a") { try? edit.setLook(NodeLook(format: "0.00"), of: node) }
    }
    let page = SessionPage(of: session, title: "t").html
    #expect(try article("a", in: page).contains("<output>0.33</output></p>\n<p class=\"quiet\">0.3333333333333333</p>"))
    #expect(try article("b", in: page).contains("<p class=\"problem\"><output>"))
  }

  @Test func listsOfNumbersHaveACurveAsAnImage() throws {
    let page = try page("p = (1..40)^0.5", "one = [3]", "words = [\"a\", \"b\"]")
    let article = try article("p", in: page)
    #expect(
      article.contains(
        "<img width=\"640\" height=\"360\" alt=\"Line chart of p: 40 numbers from 1 to 6.32456\" src=\"data:image/svg+xml,%3C"
      ))
    #expect(page.components(of: "<img ") == 1)
  }

  @Test func groupsAreOneArticleOrTheirMembers() throws {
    let session = Session()
    for line in ["price = 20", "rate = 20%", "tax = price * rate", "net = price - tax", "out = net + tax"] {
      try session.run(line)
    }
    let members = ["rate", "tax", "net"].compactMap(session.node)
    session.evaluator.edit { edit in _ = try? edit.group(members, named: "Tax") }
    let closed = SessionPage(of: session, title: "t").html
    let group = try article("Tax", in: closed)
    #expect(group.contains(" = <output>16</output></p>") && group.contains(" = <output>4</output></p>"))
    #expect(!closed.contains("<h2>rate</h2>"))
    let open = SessionPage(of: session, title: "t", openingGroups: true).html
    #expect(open.contains("rate</h2>"))
  }

  @Test func scenariosAreATableOfOutputsWithDifferences() throws {
    let session = Session()
    for line in ["price = 20", "qty = 3", "`a<b` = price * qty", "each = 1 / (qty - 4)"] { try session.run(line) }
    #expect(!SessionPage(of: session, title: "t").html.contains("id=\"scenarios\""))
    try session.defineScenario("`x<y`: price = 10, qty = 4")
    let page = SessionPage(of: session, title: "t").html
    #expect(page.contains("<th scope=\"col\">now</th><th scope=\"col\">x&lt;y</th>"))
    #expect(page.contains("<th scope=\"row\">a&lt;b</th><td>60</td><td>40<small>-20, -33.3%</small></td>"))
    #expect(
      page.contains("<th scope=\"row\">each</th><td>-1</td><td class=\"problem\">") && page.contains("division by zero")
    )
  }

  @Test func textsOfTheSessionAreNeverMarkup() throws {
    let page = try page(
      "`<b>` = 1", "c = `<b>` < 2", "`\"onload='x'` = 3", "t = \"</script><script>alert(1)</script>\"",
      "u = [\"<img src=x>\", \"b\"]")
    #expect(!page.contains("<b>") && !page.contains("<img") && !page.contains("alert(1)</script>"))
    #expect(page.components(of: "<script>") == 1 && page.components(of: "</script>") == 1)
    #expect(try article("c", in: page).contains("<code>`&lt;b&gt;` &lt; 2</code>"))
    // Nothing is loaded from elsewhere: the only addresses are names of XML.
    let addresses = page.components(of: "http") - page.components(of: "http://www.w3.org/2000/svg")
    #expect(addresses == page.components(of: "http-equiv"))
  }

  @Test func anEmptySessionIsAPageToo() throws {
    let page = try page()
    #expect(page.contains("<p>0 nodes</p>") && !page.contains("<article "))
  }
}

extension String {
  /// How often a text occurs.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
