@testable import Connections
@testable import MetronomeCommands
@testable import MusicTheory
import Testing
import ToneGeneration

@Suite("Programs of kammerton tone")
struct ToneProgramTests {
  @Test("a chord of many voices stays within its level")
  func level() throws {
    var program = ToneProgram(subject: .chord([220, 440, 660, 880]))
    program.waveform = .sawtooth
    program.level = 0
    program.duration = 1
    var sound = try program.sound(sampleRate: 48_000, channelCount: 1)
    let samples = sound.render(frameCount: 100_000)
    #expect(samples.count == 48_000)
    #expect(samples.allSatisfy { $0.magnitude <= 1 })
    #expect(sound.sound.meter.overCount == 0)
  }

  @Test("a key lasts 100 ms and so does the pause: 4 keys are 700 ms")
  func dialling() throws {
    var sound = try ToneProgram(subject: .dialling([.one, .one, .two, .pound])).sound(
      sampleRate: 8000, channelCount: 1)
    #expect(sound.render(frameCount: 10_000).count == 5600)
  }

  @Test("the title names the note, its cents, the frequency and the level")
  func title() throws {
    #expect(
      ToneProgram(subject: .chord([442])).title(under: .standard)
        == "A4 +7.9 cents  442.00 Hz  -20 dBFS")
    #expect(
      ToneProgram(subject: .chord([442])).title(under: try ConcertPitch(442))
        == "A4  442.00 Hz  -20 dBFS")
  }
}
