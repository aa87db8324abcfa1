import Foundation
import Synchronization
import Testing

@testable import Pairing
@testable import KammertonNetwork

@Suite("The question and the status of a pairing")
struct PairingQuestionTests {
  /// What a device has that shows 111 111, and whose user must type 042 917.
  private let digits = PairingDigits(shown: "111111", expected: "042917")

  @Test(
    "only the other device's digits approve, only an n refuses; words with either in them do neither",
    arguments: [
      ("042917", PairingAnswer.match), ("042 917", .match), (" 042917\r", .match),
      ("042918", .otherDigits), ("917042", .otherDigits), ("111111", .otherDigits),
      ("n", .noneShown), ("N", .noneShown), (" n ", .noneShown), ("", .unclear), ("y", .unclear),
      ("yes", .unclear), ("no", .unclear), ("maybe", .unclear), ("never", .unclear),
      ("42917", .unclear), ("0429170", .unclear), ("０４２９１７", .unclear), ("042917 y", .unclear),
      ("-42917", .unclear),
    ])
  func answers(line: String, expected: PairingAnswer) {
    #expect(PairingAnswer(line, to: digits) == expected)
  }

  @Test("a user may mistype twice; a third time is a no, and so is the end of the input")
  func typing() async throws {
    for (typed, answer) in [
      ("042918\n042 917\n", true), ("y\n\n042917\n", true), ("042917", false), ("", false),
      ("1\n111111\n222222\n333333\n042917\n", false), ("n\n042917\n", false),
    ] {
      let (isMatch, _) = try await ask(typed)
      #expect(isMatch == answer, "\(typed)")
    }
  }

  @Test("what is written shows this device's digits alone; a wrong entry tells only that it is one")
  func tellsNothing() async throws {
    let (_, question) = try await ask("n\n")
    #expect(question.contains("This device shows 111 111"))
    // The digits of this device, nearly the right ones, and any others: the same words.
    var answers: Set<Substring> = []
    for entry in ["111111", "042918", "555555"] {
      answers.insert(try await ask("\(entry)\nn\n").written.dropFirst(question.count))
    }
    #expect(answers.count == 1)
    let answer = try #require(answers.first)
    #expect(answer.contains("do not match") && answer.contains("Tries left: 2"))
    for text in [question, String(answer)] {
      #expect(!text.filter { $0 != " " }.contains("042917"))
    }
  }

  /// - Returns: The answer, and what was written for the user.
  private func ask(_ typed: String) async throws -> (isMatch: Bool, written: String) {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(typed.utf8))
    try pipe.fileHandleForWriting.close()
    let written = Mutex("")
    let question = PairingQuestion(
      isAnswered: false, descriptor: pipe.fileHandleForReading.fileDescriptor,
      write: { text in written.withLock { $0 += text + "\n" } })
    let isMatch = await question.ask(digits)
    withExtendedLifetime(pipe) {}
    return (isMatch, written.withLock { $0 })
  }

  @Test("every stage has its line of status")
  func status() {
    let stages: [PairingStage] = [.offer, .join, .reveal, .comparison, .confirmation, .handOver]
    #expect(Set(stages.map(PairingStatus.text)).count == stages.count)
  }
}
