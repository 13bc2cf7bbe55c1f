// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import Testing

@Suite struct SessionExportTests {
  @Test func nothingIsSaidBehindWhatWentThroughAPipe() {
    let conversation = Conversation()
    #expect(conversation.say("export json pipe") == [])
    #expect(conversation.say("export json all.json") == ["  exported all.json"])
  }

  @Test func jsonHasALineForEachNode() {
    let conversation = Conversation(
      "brand = #3366cc", "soft = ColorAdjust(color: brand, multiplier: 1 + 2)", "`a \"b\\` = 0.1 + 0.2", "z = 1 / 0",
      "y = z * 2", "bill = Add(x: z + 1)", "t = 1 < 2", "move t -1.5 1e-9", "export json all.json")
    #expect(
      conversation.host.files["all.json"]?.split(separator: "\n").map(String.init) == [
        ##"{"v":1,"nodes":["##,
        ##"{"name":"brand","kind":"formula","formula":"#3366cc","value":"#3366cc"},"##,
        ##"{"name":"soft","kind":"ColorAdjust","inputs":{"color":{"from":"brand"},"multiplier":{"value":3}},"value":"#010102"},"##,
        ##"{"name":"a \"b\\","kind":"formula","formula":"0.1 + 0.2","value":0.30000000000000004},"##,
        ##"{"name":"z","kind":"formula","formula":"1 / 0","value":{"error":"division by zero"}},"##,
        ##"{"name":"y","kind":"formula","formula":"z * 2","value":{"error":"division by zero","from":"z"}},"##,
        ##"{"name":"bill","kind":"Add","inputs":{"x":{"formula":"z + 1"}},"value":{"error":"division by zero","from":"z"}},"##,
        ##"{"name":"t","kind":"formula","formula":"1 < 2","value":true,"x":-1.5,"y":1e-9}"##,
        "]}",
      ])
  }

  @Test func anEmptySessionIsAnEmptyList() {
    #expect(Conversation("export json all.json").host.files["all.json"] == "{\"v\":1,\"nodes\":[\n\n]}\n")
  }

  @Test func exportsHaveUnitsApartFromNumbers() throws {
    let host = RecordingHost()
    let dialogue = Dialogue(host: host)
    for line in [
      "d = 3 km", "l = [1 km, 200 m]", "export json out.json", "days = [2026-03-01, 2026-03-02]",
      "export csv out.csv l days",
    ] {
      dialogue.answer(line)
    }
    let json = host.files["out.json"] ?? ""
    #expect(json.contains("\"value\":{\"unit\":\"km\",\"value\":3}"), "\(json) \(host.lines)")
    #expect(json.contains("\"value\":{\"unit\":\"km\",\"value\":[1,0.2]}"), "\(json)")
    #expect(host.files["out.csv"] == "l (km),days\n1,2026-03-01\n0.2,2026-03-02\n")
  }
}
