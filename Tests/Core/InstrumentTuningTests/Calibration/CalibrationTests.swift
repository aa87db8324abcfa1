import InstrumentTuning
import MusicTheory
import PitchEstimation
import Testing

@Suite("Calibration")
struct CalibrationTests {
  private func reading(_ index: Int, _ frequency: Double?) -> PitchReading {
    PitchReading(
      time: Double(index) / 100,
      candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 0.95) },
      isVoiced: frequency != nil, level: -20)
  }

  private func heard(_ frequencies: [Double?]) -> [Double?] {
    var tone = SteadyToneDetector()
    return frequencies.enumerated().map { tone.update(reading($0, $1)) }
  }

  @Test("a clock that is 100 parts in a million fast is corrected by 0.1731 cents")
  func factor() throws {
    let clock = try ClockCalibration(reference: 440, measured: 440 / 1.0001)
    #expect(abs(clock.partsPerMillion - 100) < 1e-6)
    #expect(abs(clock.cents - 0.17312) < 0.00001)
    #expect(abs(clock.corrected(1000 / 1.0001) - 1000) < 1e-9)
    #expect(ClockCalibration.none.corrected(440) == 440)
  }

  @Test("what is no clock error, and what is no frequency, is refused")
  func refusals() {
    #expect(throws: CalibrationError.factorOutOfRange(1.05)) {
      try ClockCalibration(factor: 1.05)
    }
    #expect(throws: CalibrationError.self) { try ClockCalibration(reference: 440, measured: 466) }
    #expect(throws: CalibrationError.invalidFrequency(0)) {
      try ClockCalibration(reference: 440, measured: 0)
    }
    #expect(throws: CalibrationError.self) { try ClockCalibration(factor: .nan) }
  }

  @Test("concert pitch is taken from A4, and from C4 = 256 Hz as 430.54 Hz")
  func concertPitch() throws {
    #expect(try ConcertPitch(heard: 442).frequency == 442)
    let scientific = try ConcertPitch(heard: 256, as: Note(.c, octave: 4))
    #expect(abs(scientific.frequency - 430.539) < 0.001)
    #expect(throws: PitchError.self) { try ConcertPitch(heard: 220) }
  }

  @Test("a steady tone is taken after 2 s, with its mean")
  func steady() throws {
    let tones = (0..<250).map { Double?(441 + ($0 % 2 == 0 ? 0.1 : -0.1)) }
    let heard = heard(tones)
    #expect(heard.firstIndex { $0 != nil } == 200)
    #expect(abs(try #require(heard[200]) - 441) < 0.001)
  }

  @Test("another tone and a pause start again; a wavering tone is never taken")
  func unsteady() {
    let changed = heard(Array(repeating: 440, count: 150) + Array(repeating: 466, count: 150))
    #expect(changed.allSatisfy { $0 == nil })
    let paused = heard(
      Array(repeating: 440, count: 150) + Array(repeating: nil, count: 30)
        + Array(repeating: 440, count: 150))
    #expect(paused.allSatisfy { $0 == nil })
    let wavering = (0..<600).map { Double?(440 * Interval.ratio(ofCents: $0 % 40 < 20 ? 5 : -5)) }
    #expect(heard(wavering).allSatisfy { $0 == nil })
  }
}
