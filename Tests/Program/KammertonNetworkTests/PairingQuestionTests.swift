import Foundation
import Testing

@testable import Pairing
@testable import KammertonNetwork

@Suite("The question and the status of a pairing")
struct PairingQuestionTests {
  @Test(
    "only the very digits approve, only an n refuses; words with a y or an n in them do neither",
    arguments: [
      ("042917", PairingAnswer.same), ("042 917", .same), (" 042917\r", .same),
      ("042918", .otherDigits), ("917042", .otherDigits), ("n", .different), ("N", .different),
      (" n ", .different), ("", .unclear), ("y", .unclear), ("yes", .unclear), ("no", .unclear),
      ("maybe", .unclear), ("never", .unclear), ("42917", .unclear), ("0429170", .unclear),
      ("０４２９１７", .unclear), ("042917 y", .unclear), ("-42917", .unclear),
    ])
  func answers(line: String, expected: PairingAnswer) throws {
    #expect(PairingAnswer(line, to: try digits("042917")) == expected)
  }

  /// A string with these digits, found by trying numbers: nothing else makes one.
  private func digits(_ text: String) throws -> ShortString {
    let number = try #require(UInt64(text))
    return ShortString((0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) })
  }

  @Test("a user may mistype twice; a third time is a no, and so is the end of the input")
  func typing() async throws {
    let string = try digits("042917")
    for (typed, answer) in [
      ("042918\n042 917\n", true), ("y\n\n042917\n", true), ("042917", false), ("", false),
      ("1\n111111\n222222\n333333\n042917\n", false), ("n\n042917\n", false),
    ] {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
      try pipe.fileHandleForWriting.close()
      let question = PairingQuestion(
        isAnswered: false, descriptor: pipe.fileHandleForReading.fileDescriptor)
      #expect(await question.ask(string) == answer, "\(typed)")
      withExtendedLifetime(pipe) {}
    }
  }

  @Test("every stage has its line of status")
  func status() {
    let stages: [PairingStage] = [.offer, .join, .reveal, .comparison, .confirmation, .handOver]
    #expect(Set(stages.map(PairingStatus.text)).count == stages.count)
  }
}
