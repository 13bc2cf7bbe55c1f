// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

@Suite struct FileProblemTests {
  @Test func everyReasonIsOneThatAPersonCanActOn() {
    func text(_ problem: FileProblem) -> String { problem.failure("write", "a.nc").message }
    #expect(text(.noFolder("x/y")) == "can't write 'a.nc': the folder 'x/y' does not exist")
    #expect(text(.noFolder(".")) == "can't write 'a.nc': the current folder no longer exists")
    #expect(
      text(.closedFolder("x")) == "can't write 'a.nc': no file can be created in the folder 'x'; choose another folder")
    #expect(text(.folder) == "can't write 'a.nc': it is a folder")
    #expect(text(.fullDisk) == "can't write 'a.nc': the disk is full; the file is unchanged")
    #expect(
      text(.tooLarge) == "can't write 'a.nc': it would be larger than the system allows; the file is unchanged")
    #expect(FileProblem.noFolder(".").failure("write", "").message == "can't write '': a file needs a name")
    #expect(text(.loop) == "can't write 'a.nc': it is a link that leads to itself")
    #expect(text(.other("Input/output error")) == "can't write 'a.nc': Input/output error")
  }
}
