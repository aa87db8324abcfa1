import CommandKit
import Connections
import LiveAudio
import Metronome
@testable import MetronomeCommands
import Synchronization
import Testing

@Suite("Beats as JSON lines")
struct BeatLinesTests {
  private func progress(_ heard: Int) -> SoundPlayerEvent {
    var progress = SoundPlayerProgress(frameCount: heard + 100)
    progress.pendingFrameCount = 100
    return .progress(progress)
  }

  @Test("each beat is a line when it is heard, once, with its place, its tempo and its time")
  func beats() throws {
    let lines = Mutex<[String]>([])
    let guide = FakeGuide()
    let output = BeatLines(
      guide: guide, write: { line in lines.withLock { $0.append(line) } }, stop: {})
    var entry = try MetronomeModelTests.entry(bar: 2, beat: 1)
    entry.click.frame = 48_000
    output.log.append(entry)
    output.handle(progress(47_999))
    #expect(lines.withLock { $0 } == [#"{"event":"session","peers":2,"playing":null}"#])
    output.handle(progress(48_000))
    output.handle(progress(48_500))
    let beats = lines.withLock { $0.dropFirst() }
    #expect(
      beats == [
        #"{"event":"beat","time":1.500000,"bar":3,"beat":2,"tempo":120.0,"note":"1/4","silent":false}"#
      ])
    guide.state.withLock { $0 = SharedSession(peerCount: 2, isPlaying: true) }
    output.handle(progress(49_000))
    #expect(lines.withLock { $0.last } == #"{"event":"session","peers":2,"playing":true}"#)
  }

  @Test("a reader that has gone ends the metronome, once, and is no failure of the sound")
  func closed() throws {
    let count = Mutex(0)
    let output = BeatLines(
      guide: FakeGuide(), write: { _ throws(OutputError) in throw .closed },
      stop: { count.withLock { $0 += 1 } })
    output.handle(progress(0))
    output.handle(progress(480))
    #expect(count.withLock { $0 } == 1)
    #expect(throws: OutputError.self) { try output.finish() }
  }
}

private final class FakeGuide: ClickTrackGuide {
  let state = Mutex<SharedSession?>(SharedSession(peerCount: 2, isPlaying: nil))

  func prepare(_ track: inout ClickTrack, frame: Int64, count: Int) -> GuidedClicks {
    GuidedClicks()
  }
  func overlay(
    _ block: inout MutableSpan<Float>, frame: Int64, sampleRate: Double, channelCount: Int
  ) {}
  func take(_ event: SoundPlayerEvent) {}
  func takeNews() -> String? { nil }
  func finish() {}
  func setTempo(_ tempo: Tempo) -> Bool { false }
  func togglePlaying() {}
  var session: SharedSession? { state.withLock { $0 } }
  func time(of frame: Int64) -> Int64? { 500_000_000 + frame * 1_000_000_000 / 48_000 }
}
