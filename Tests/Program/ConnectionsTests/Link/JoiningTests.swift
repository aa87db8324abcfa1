@testable import Connections
import LiveAudio
import Metronome
import Synchronization
import Testing
import ToneGeneration

/// A session whose beat a test sets.
private final class FakeSession: BeatSource {
  let course: BeatCourse
  let isSession: Bool
  let rhythm: TempoSection?

  init(_ course: BeatCourse, isSession: Bool = true, rhythm: TempoSection? = nil) {
    (self.course, self.isSession, self.rhythm) = (course, isSession, rhythm)
  }

  func guidance() -> BeatGuidance { .course(course, key: .init(source: 1, section: 1)) }
  func publish(_ course: BeatCourse?, section: UInt32) {}
  func takeNews() -> String? { nil }
  func close() {}
}

@Suite("Clicks that join a session")
struct JoiningTests {
  private let rate = 48_000.0

  /// Plays ten seconds on a device whose sample 0 is heard at second 100, with blocks of 10 ms.
  ///
  /// - Returns: The blocks that were neither silent nor waiting, and the clicks in them: when they are
  ///   heard, in seconds, and whether they are subdivisions.
  private func play(
    _ source: FakeSession
  ) throws -> (firstSound: Double?, clicks: [(time: Double, click: Click)]) {
    let now = Mutex<Int64>(0)
    let soundTime = SoundTime(now: { now.withLock { $0 } })
    let link = MetronomeLink(soundTime: soundTime, sender: nil, source: source)
    var track = ClickTrack(
      try ClickSchedule(TempoMap(parsing: Array("* 90".utf8)), sampleRate: rate),
      sounds: ClickSounds(.click, level: -10, sampleRate: rate))
    link.take(.started(AudioSinkFormat(deviceName: "Speaker", sampleRate: rate, channelCount: 1)))
    var (firstSound, clicks): (Double?, [(time: Double, click: Click)]) = (nil, [])
    for frame in stride(from: Int64(0), to: 480_000, by: 480) {
      let guided = link.prepare(&track, frame: frame, count: 480)
      if !guided.isWaiting {
        let offset = frame - track.position
        track.isMuted = guided.isSilent
        let block = track.render(frameCount: 480)
        if let index = block.firstIndex(where: { $0 != 0 }), firstSound == nil {
          firstSound = 100 + Double(Int(frame) + index) / rate
        }
        if !guided.isSilent {
          clicks += track.lastClicks.map { (100 + Double($0.frame + offset) / rate, $0) }
        }
      }
      now.withLock { $0 = 100_000_000_000 + (frame + 480) * 1_000_000_000 / 48_000 }
      var progress = SoundPlayerProgress(frameCount: Int(frame) + 480)
      progress.pendingFrameCount = 0
      link.take(.progress(progress))
    }
    return (firstSound, clicks)
  }

  private func course(beat: Double) throws -> BeatCourse {
    BeatCourse(
      time: 100_000_000_000, beat: beat, tempo: try Tempo(notation: "120"),
      meter: try Meter(notation: "3/4"))
  }

  @Test(
    "they are silent up to the next bar, and begin with its first beat", arguments: [0.3, 1.7, 2.9])
  func begin(beat: Double) throws {
    let (firstSound, clicks) = try play(FakeSession(try course(beat: 12 + beat)))
    let first = try #require(clicks.first)
    #expect(first.click.beat == 0)
    let position = 12 + beat + (first.time - 100) * 2
    #expect((position / 3 - (position / 3).rounded()).magnitude < 1e-3)
    #expect(first.time > 101 && first.time < 102.6 + 1e-3)
    let heard = try #require(firstSound)
    #expect(heard >= first.time - 1e-4 && heard < first.time + 0.01)
  }

  @Test("those that follow a leader begin within the bar")
  func follower() throws {
    let (_, clicks) = try play(FakeSession(try course(beat: 13.3), isSession: false))
    #expect(try #require(clicks.first).click.beat != 0)
  }

  @Test("they keep their own subdivision")
  func rhythm() throws {
    var section = try TempoMap(parsing: Array("* 3/4 90".utf8)).sections[0]
    section.feel.subdivision = try Feel.subdivision(notation: "2")
    let (_, clicks) = try play(FakeSession(try course(beat: 12), rhythm: section))
    let times = clicks.map(\.time)
    let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(gaps.count > 20 && gaps.allSatisfy { ($0 - 0.25).magnitude < 1e-3 })
  }
}
