@testable import MetronomeCommands
import MusicTheory
import Testing

@Suite("What names of notes and chords mean")
struct TonePitchesTests {
  /// Vallotti's temperament in cents above C, from F to B a sixth of a Pythagorean comma narrow.
  private static func vallotti() throws -> TonePitches {
    let temperament = try Temperament(Scale(named: "vallotti"), root: NoteName(.c))
    return TonePitches(
      concertPitch: try ConcertPitch(415, temperament: temperament), isTempered: true)
  }

  @Test("A minor at 415 Hz in Vallotti: C a third of 305.87 cents above A, E a fifth of 698.045")
  func chord() throws {
    let tones = try Self.vallotti().chord(named: "Am")
    let cents = tones.map { Interval.cents(from: 415, to: $0) }
    for (cents, exact) in zip(cents, [0, 305.865, 698.045]) { #expect(abs(cents - exact) < 0.01) }
  }

  @Test("a drone has a pure fifth, and with a temperament that of the temperament")
  func drone() throws {
    let root = Note(.d, octave: 3)
    let pure = TonePitches().drone(on: root)
    #expect(pure[1] / pure[0] == 1.5 && pure[2] / pure[0] == 2)
    let tempered = try Self.vallotti().drone(on: root)
    #expect(abs(tempered[1] - 207.5) < 1e-9)
    #expect(abs(Interval.cents(from: tempered[0], to: tempered[1]) - 698.045) < 0.01)
  }

  @Test("a written chord for a horn in F sounds a fifth lower")
  func transposition() throws {
    let horn = try TransposingInstrument(named: "f-horn").transposition
    let written = try TonePitches(transposition: horn).chord(named: "C")
    let sounding = try ["F3", "A3", "C4"].map { try Note($0).frequency(under: .standard) }
    #expect(written == sounding)
  }
}
