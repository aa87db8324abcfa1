import IntonationPractice
import MusicTheory
import SignalProcessing
import Testing
import _TestSignals

@testable import WebCore

@Suite("Recordings that are followed in the page")
struct PracticeReferenceTests {
  private let rate = 48_000.0

  /// Four notes of half a second under A4 = 444 Hz, with silence between them.
  private var melody: [Float] {
    var sound = TestSignal.noise(count: Int(0.4 * rate), rms: 1e-5)
    for number in [60, 62, 64, 67.0] {
      sound += TestSignal.harmonics(
        444 * Elementary.exp2((number - 69) / 12), amplitudes: [0.2, 0.1, 0.05], sampleRate: rate,
        count: Int(0.5 * rate))
      sound += TestSignal.noise(count: Int(0.1 * rate), rms: 1e-5)
    }
    return sound
  }

  /// Lets the page's side hear a recording twice, and returns whether it is taken.
  private func follow(_ sound: [Float], with core: PracticeCore) -> Bool {
    for isSecond in [false, true] {
      guard core.document.beginReference(sampleRate: rate, isSecond: isSecond) else { return false }
      core.document.hearReference(sound.span)
      let isHeard = core.document.endReference(isSecond: isSecond)
      core.writeReport(isNewScore: isSecond && isHeard)
      guard isHeard else { return false }
    }
    return true
  }

  @Test("its notes are the score, in its own tuning and with its own times")
  func followed() {
    let core = PracticeCore()
    let isTaken = follow(melody, with: core)
    #expect(isTaken)
    #expect(core.document.score.notes.map(\.midiNumber) == [60, 62, 64, 67])
    #expect(abs(core.facts[.recordedPitch] - 444) < 0.1)
    #expect(core.facts[.doubtfulShare] == 0)
    for index in 0..<4 {
      #expect(abs(core.notes[index, .due] - 0.6 * Double(index)) < 0.02)
      #expect(abs(core.notes[index, .wanted]) < 1)
    }
    // A4 and the temperament of the settings do not count.
    for degree in 0..<pitchClassCount { core.degrees[degree] = 100 * Double(degree) }
    let isTuned = core.tune(to: 415)
    #expect(isTuned && abs(core.session.concertPitch.frequency - 444) < 0.1)
  }

  @Test("what cannot be followed is refused, and the score stays")
  func refused() {
    let core = PracticeCore()
    _ = follow(melody, with: core)
    let isNoiseTaken = follow(TestSignal.noise(count: Int(2 * rate), rms: 0.1), with: core)
    #expect(!isNoiseTaken && core.document.report.problem != .none)
    let isSilenceTaken = follow([Float](repeating: 0, count: Int(rate)), with: core)
    #expect(!isSilenceTaken && core.document.report.problem == .noNotesHeard)
    #expect(core.document.score.notes.count == 4)
    let isBegun = core.document.beginReference(sampleRate: 100, isSecond: false)
    #expect(!isBegun)
  }
}
