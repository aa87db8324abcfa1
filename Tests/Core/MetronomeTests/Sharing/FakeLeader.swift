import Metronome

/// The answers of a metronome that leads.
struct FakeLeader {
  var number: UInt64
  var isChosen = false
  var seconds = 100.0

  var answer: BeatPacket.Answer {
    BeatPacket.Answer(
      leader: number, received: 1, answered: 2, age: Int64(seconds * 1e9), isChosen: isChosen,
      beat: nil)
  }

  /// The answer to a question.
  func answer(to question: BeatPacket) -> [UInt8] {
    var packet = question
    packet.answer = answer
    return packet.encoded()
  }

  /// The answer to a report.
  func answer(to report: AlignmentPacket.Report) -> [UInt8] {
    AlignmentPacket.answer(
      .init(asker: report.asker, asked: report.asked, leader: number, isOver: false)
    ).encoded()
  }
}
