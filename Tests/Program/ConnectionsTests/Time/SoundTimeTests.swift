@testable import Connections
import LiveAudio
import Synchronization
import Testing

@Suite("When samples are heard")
struct SoundTimeTests {
  /// A device that takes samples at second 50, 250 ms after they were written, and plays them 120 ms later.
  private func time(_ moment: SoundTime.Moment, saysTimes: Bool = true) throws -> Double {
    let clock = Clock()
    let time = SoundTime(moment, now: { clock.time.withLock { $0 } })
    time.take(
      .started(AudioSinkFormat(deviceName: "Speaker", sampleRate: 48_000, channelCount: 1)))
    for block in 1...500 {
      let written = block * 480
      let left = max(0, written - 12_000)
      clock.time.withLock { $0 = 50_000_000_000 + Int64(left) * 1_000_000_000 / 48_000 }
      var progress = SoundPlayerProgress(frameCount: written)
      progress.pendingFrameCount = written - left
      if saysTimes, left > 0 {
        progress.heard = HeardFrame(
          laterFrameCount: written - left, time: clock.time.withLock { $0 } + 120_000_000)
      }
      time.take(.progress(progress))
    }
    return Double(try #require(time.time(of: 240_000))) / 1e9
  }

  @Test("when they leave the program; or the loudspeaker, by the device's own account")
  func moments() throws {
    #expect((try time(.leaving) - 55).magnitude < 1e-4)
    #expect((try time(.sounding(after: 0)) - 55.12).magnitude < 1e-4)
  }

  @Test("a delay that the device does not know is added")
  func delay() throws {
    #expect((try time(.sounding(after: 0.18)) - 55.3).magnitude < 1e-4)
    #expect((try time(.sounding(after: -0.02)) - 55.1).magnitude < 1e-4)
  }

  @Test("of a device that says nothing, only the program's own delay is known")
  func silent() throws {
    #expect((try time(.sounding(after: 0.18), saysTimes: false) - 55.18).magnitude < 1e-4)
  }
}

private final class Clock: Sendable {
  let time = Mutex<Int64>(0)
}
