import AudioFiles
@testable import CommandKit
import LiveAudio
import Testing

@Suite("Playing")
struct PlayingTests {
  @Test("raw samples are little-endian, clipped, and 0 where they are no numbers")
  func encoding() {
    var bytes: [UInt8] = []
    RawSampleFormat.s16le.encode([0, 0.5, -0.5, 1, -1, 2, -.infinity, .nan], into: &bytes)
    #expect(
      bytes == [0, 0, 0, 0x40, 0, 0xC0, 0xFF, 0x7F, 0, 0x80, 0xFF, 0x7F, 0, 0, 0, 0])
    RawSampleFormat.f32le.encode([1, -2], into: &bytes)
    #expect(bytes == [0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0])
  }

  @Test("the status line has the time, and what went wrong")
  func status() {
    var progress = SoundPlayerProgress(frameCount: 1)
    #expect(PlayingStatus.text(title: "A4", time: 62.34, progress) == "A4  1:02.3")
    progress.underrunCount = 2
    progress.overCount = 7
    #expect(
      PlayingStatus.text(title: "A4", time: 15, progress) == "A4  0:15.0  underruns: 2  clipped: 7")
  }
}
