import MusicTheory
import Testing
import ToneGeneration

@testable import KammertonCommand
@testable import SoundPrograms

@Suite("Text of kammerton tone")
struct ToneTextTests {
  @Test("a chord takes notes, MIDI numbers, hertz and ratios to the first, under any concert pitch")
  func chord() throws {
    let pitch = try ConcertPitch(432)
    let chord = try ToneText.chord("A4, 69,100Hz,3/2,5/4", under: pitch)
    #expect(chord == [432, 432, 100, 648, 540])
  }

  @Test("a sequence takes tones, rests and times; half a second is the default")
  func sequence() throws {
    let steps = try ToneText.sequence("A4:1s,-:250ms,A5", under: .standard)
    #expect(
      steps == [
        SequenceStep(frequency: 440, duration: 1), SequenceStep(frequency: nil, duration: 0.25),
        SequenceStep(frequency: 880, duration: 0.5),
      ])
  }

  @Test("a sweep goes up or down, between hertz or notes")
  func sweep() throws {
    #expect(try ToneText.sweep("20..20000", under: .standard) == (20, 20_000))
    #expect(try ToneText.sweep("A5..A3", under: .standard) == (880, 220))
  }

  @Test("waveforms have short and long names, the square a duty cycle")
  func waves() throws {
    #expect(try ToneText.wave("saw") == .waveform(.sawtooth))
    #expect(try ToneText.wave("Square:0.1") == .waveform(.square(duty: 0.1)))
    #expect(throws: (any Error).self) { try ToneText.wave("square:0") }
    #expect(throws: (any Error).self) { try ToneText.wave("round") }
  }

  @Test("keys of a telephone may have hyphens and blanks between them")
  func keys() throws {
    #expect(try ToneText.keys("1-1 2#") == [.one, .one, .two, .pound])
  }
}
