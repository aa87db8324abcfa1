@testable import Connections
import Metronome
import Testing

@Suite("The beat of a Link session")
struct LinkBeatTests {
  private func beat(
    _ tempo: String = "90", _ meter: String = "4/4", startStop: Bool = false
  ) throws -> LinkBeat {
    let section = try TempoMap(parsing: Array("* \(meter) \(tempo)".utf8)).sections[0]
    return LinkBeat(.init(section: section, sharesStartStop: startStop))
  }

  private func followed(_ beat: LinkBeat) -> BeatCourse? {
    if case .course(let course, _) = beat.guidance() { course } else { nil }
  }

  private func news(of beat: LinkBeat) -> [String] {
    var news: [String] = []
    while let next = beat.takeNews() { news.append(next) }
    return news
  }

  @Test("the clicks wait until others are found, or the search is over")
  func search() throws {
    let beat = try beat()
    #expect(beat.guidance() == .waiting)
    beat.take(LinkPacketTests.answer(tempo: 90, peers: 0, age: 1_000_000_000))
    #expect(beat.guidance() == .waiting)
    beat.take(LinkPacketTests.answer(tempo: 90, peers: 0, age: 2_000_000_001))
    #expect(followed(beat)?.tempo.beatsPerMinute == 90)
    let other = try self.beat()
    other.take(LinkPacketTests.answer(tempo: 137.5, peers: 1, age: 300_000_000))
    #expect(followed(other)?.tempo.beatsPerMinute == 137.5)
    #expect(
      news(of: other) == ["Link: 1 peer in the session.", "Link: the tempo is 137.5 BPM."])
  }

  @Test("beats are those of the meter, and bars begin at whole ones")
  func meter() throws {
    let beat = try beat("3/8=80", "6/8")
    beat.take(LinkPacketTests.answer(beat: 7.5, tempo: 120))
    let course = try #require(followed(beat))
    #expect(course.beat == 15)  // eighths, for 7.5 quarters
    #expect(course.beatsPerSecond == 4)
    #expect(course.tempo.note == NoteValue(numerator: 3, denominator: 8))
    #expect(course.meter.text == "6/8")
  }

  @Test("beats before 0 are moved by whole bars, and stay so")
  func negative() throws {
    let beat = try beat()
    beat.take(LinkPacketTests.answer(beat: -9.5))
    #expect(followed(beat)?.beat == 2.5)
    beat.take(LinkPacketTests.answer(beat: -7.5, moment: 11_000_000_000))
    #expect(followed(beat)?.beat == 4.5)
  }

  @Test("a jump of the session's beat is another beginning; a new tempo is not")
  func jump() throws {
    let beat = try beat()
    func key() -> BeatKey? {
      if case .course(_, let key) = beat.guidance() { key } else { nil }
    }
    beat.take(LinkPacketTests.answer(beat: 8))
    let first = key()
    beat.take(LinkPacketTests.answer(beat: 8.1, tempo: 150, moment: 10_050_000_000))
    #expect(key() == first)
    beat.take(LinkPacketTests.answer(beat: 100, tempo: 150, moment: 10_100_000_000))
    #expect(key() != first)
  }

  @Test("start and stop count only for those that share them")
  func playing() throws {
    let alone = try beat()
    alone.take(LinkPacketTests.answer(isPlaying: false))
    #expect(followed(alone) != nil && alone.session?.isPlaying == nil)
    #expect(!alone.togglePlaying())
    let sharing = try beat(startStop: true)
    sharing.take(LinkPacketTests.answer(isPlaying: false))
    #expect(sharing.guidance() == .stopped && sharing.session?.isPlaying == false)
    sharing.take(LinkPacketTests.answer(isPlaying: true))
    #expect(followed(sharing) != nil && sharing.session?.isPlaying == true)
    #expect(sharing.togglePlaying())
  }

  @Test("nothing is started until others are found, or the search is over")
  func tooEarly() throws {
    let beat = try beat(startStop: true)
    beat.take(LinkPacketTests.answer(tempo: 90, peers: 0, age: 1_000_000_000))
    #expect(beat.session?.isPlaying == nil)
    #expect(!beat.togglePlaying())
    beat.take(LinkPacketTests.answer(tempo: 90, peers: 1, age: 1_050_000_000))
    #expect(beat.session?.isPlaying == false)
    #expect(beat.togglePlaying())
  }

  @Test("other metronomes of the same bridge are peers too")
  func peers() throws {
    let beat = try beat()
    #expect(beat.session == SharedSession(peerCount: nil, isPlaying: nil))
    beat.take(LinkPacketTests.answer(tempo: 90, peers: 2, clients: 3))
    #expect(beat.session?.peerCount == 4)
    beat.take(LinkPacketTests.answer(tempo: 90, peers: 0, clients: 1))
    #expect(
      news(of: beat)
        == ["Link: 4 peers in the session.", "Link: nobody else is in the session."])
  }

  @Test("a tempo that is set here is shown at once, and one that is set elsewhere then")
  func tempo() throws {
    let beat = try beat()
    beat.take(LinkPacketTests.answer(tempo: 120))
    #expect(beat.session?.tempo == Tempo(120))
    #expect(beat.setTempo(try Tempo(notation: "126")))
    #expect(beat.session?.tempo == Tempo(126))
    // An answer from before that.
    beat.take(LinkPacketTests.answer(tempo: 120, moment: 10_050_000_000))
    #expect(beat.session?.tempo == Tempo(126))
    beat.take(LinkPacketTests.answer(tempo: 126, moment: 10_100_000_000, command: 1))
    beat.take(LinkPacketTests.answer(tempo: 90, moment: 10_150_000_000, command: 1))
    #expect(beat.session?.tempo == Tempo(90))
  }

  @Test("a tempo beyond Link's is kept within, and said")
  func limits() throws {
    let beat = try beat()
    beat.take(LinkPacketTests.answer(tempo: 90, peers: 0))
    _ = news(of: beat)
    #expect(beat.setTempo(try Tempo(notation: "15")))
    #expect(news(of: beat) == ["The tempo of a Link session is 20 to 999 BPM."])
    #expect(beat.setTempo(try Tempo(notation: "21")))
    #expect(news(of: beat).isEmpty)
  }

  @Test("999 BPM are followed, counted in halves")
  func fast() throws {
    let beat = try beat()
    beat.take(LinkPacketTests.answer(tempo: 999))
    let course = try #require(followed(beat))
    #expect((course.beatsPerSecond - 16.65).magnitude < 1e-9)
    #expect(course.tempo.note == NoteValue(numerator: 1, denominator: 2))
  }
}

extension Meter {
  fileprivate var text: String { "\(beatCount)/\(denominator)" }
}
