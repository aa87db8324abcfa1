@testable import MetronomeCommands
import MusicTheory
import Testing
import ToneGeneration

@Suite("Text of kammerton tone")
struct ToneTextTests {
  @Test("a chord takes notes, MIDI numbers, hertz and ratios to the first, under any concert pitch")
  func chord() throws {
    let pitch = try ConcertPitch(432)
    let chord = try ToneText.chord(
      "A4, 69,100Hz,3/2,5/4", TonePitches(concertPitch: pitch))
    #expect(chord == [432, 432, 100, 648, 540])
  }

  @Test("one name is a chord, A4 alone a tone, and a wrong name is refused by its quality")
  func names() throws {
    let pitches = TonePitches()
    let minor = try ToneText.chord("Am", pitches).map { ($0 * 1000).rounded() / 1000 }
    #expect(minor == [440, 523.251, 659.255])
    #expect(try ToneText.chord("A4", pitches) == [440])
    #expect(try ToneText.chord("440", pitches) == [440])
    #expect(try ToneText.chord("C7", pitches).count == 4)
    #expect(throws: (any Error).self) { try ToneText.chord("Amoll", pitches) }
    let german = TonePitches(notation: NoteNotation(.german))
    #expect(try ToneText.chord("Hm", german) == ToneText.chord("Bm", pitches))
  }

  @Test("a sequence takes tones, rests and times; half a second is the default")
  func sequence() throws {
    let steps = try ToneText.sequence("A4:1s,-:250ms,A5", TonePitches())
    #expect(
      steps == [
        SequenceStep(frequency: 440, duration: 1), SequenceStep(frequency: nil, duration: 0.25),
        SequenceStep(frequency: 880, duration: 0.5),
      ])
  }

  @Test("a sweep goes up or down, between hertz or notes")
  func sweep() throws {
    #expect(try ToneText.sweep("20..20000", TonePitches()) == (20, 20_000))
    #expect(try ToneText.sweep("A5..A3", TonePitches()) == (880, 220))
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
