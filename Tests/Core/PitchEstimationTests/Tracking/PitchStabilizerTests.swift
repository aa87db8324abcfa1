import PitchEstimation
import Testing
import _TestSignals

@Suite("Pitch stabilizer")
struct PitchStabilizerTests {
  /// Feeds one frequency (or `nil`) every 10 ms.
  private func pitches(
    _ frequencies: [Double?], settings: PitchStabilizer.Settings = .init(),
    level: (Int) -> Double = { _ in -20 }
  ) -> [StablePitch] {
    var stabilizer = PitchStabilizer(settings)
    return frequencies.enumerated().map { index, frequency in
      stabilizer.update(
        PitchReading(
          time: Double(index) / 100,
          candidate: frequency.map { PitchCandidate(frequency: $0, periodicity: 0.95) },
          isVoiced: frequency != nil, level: level(index), gateThreshold: -50))
    }
  }

  private func many(_ frequency: Double?, _ count: Int) -> [Double?] {
    Array(repeating: frequency, count: count)
  }

  @Test("a note starts after 30 ms of agreement, once")
  func acquires() {
    let result = pitches(many(440, 50))
    #expect(result.prefix(3).allSatisfy { $0.frequency == nil })
    #expect(result[3].event == .started)
    #expect(result.filter { $0.event != nil }.count == 1)
    #expect(cents(from: 440, to: result[3].frequency ?? 1).magnitude < 1e-6)
  }

  @Test("a blip of 20 ms is no note")
  func ignoresBlips() {
    let result = pitches(many(nil, 10) + many(440, 2) + many(nil, 20) + many(600, 2) + many(nil, 9))
    #expect(result.allSatisfy { $0.frequency == nil && $0.event == nil })
  }

  @Test("a single outlier of an octave moves the pitch by less than a cent")
  func medianRemovesOutliers() {
    let result = pitches(many(440, 30) + [880] + many(440, 30))
    for pitch in result.dropFirst(3) {
      #expect(cents(from: 440, to: pitch.frequency ?? 1).magnitude < 1)
    }
    #expect(result.filter { $0.event == .started }.count == 1)
  }

  @Test("jitter of ±10 cents is smoothed to ±4")
  func smooths() {
    let jitter = (0..<200).map { 440 * ($0.isMultiple(of: 2) ? 1.005793 : 1 / 1.005793) }
    for pitch in pitches(jitter).dropFirst(60) {
      #expect(cents(from: 440, to: pitch.frequency ?? 1).magnitude < 4)
    }
  }

  @Test("a glide of 50 cents is followed to 1 cent within half a second")
  func follows() {
    let result = pitches(many(440, 30) + many(440 * 1.02930, 50))
    #expect(cents(from: 440 * 1.02930, to: result[79].frequency ?? 1).magnitude < 1)
    #expect(result.filter { $0.event == .started }.count == 1)
  }

  @Test("a leap is a new note without a slide")
  func leaps() {
    let result = pitches(many(440, 30) + many(660, 30))
    let after = result.dropFirst(30)
    #expect(after.filter { $0.event == .started }.count == 1)
    for pitch in after {
      let frequency = pitch.frequency ?? 1
      #expect(
        cents(from: 440, to: frequency).magnitude < 1
          || cents(from: 660, to: frequency).magnitude < 1)
    }
  }

  @Test("the last pitch is held for a second, then released")
  func holds() {
    let result = pitches(many(440, 30) + many(nil, 150))
    #expect(result[30].isHeld && result[30].frequency != nil)
    #expect(result[128].isHeld)
    #expect(result[131].frequency == nil)
    #expect(result.filter { $0.event == .ended }.count == 1)
  }

  @Test("a pitch that returns while held goes on as the same note")
  func resumes() {
    let result = pitches(many(440, 30) + many(nil, 30) + many(441, 30))
    #expect(result.filter { $0.event == .started }.count == 1)
    #expect(result.allSatisfy { $0.event != .ended })
    #expect(result[89].isHeld == false)
  }

  @Test("falling below the gate is an event, once")
  func wentBelow() {
    let result = pitches(many(440, 30) + many(nil, 30)) { $0 < 30 ? -20 : -70 }
    #expect(result[30].event == .wentBelowThreshold)
    #expect(result.filter { $0.event == .wentBelowThreshold }.count == 1)
  }

  @Test("median and smoothing can be switched off")
  func off() {
    let settings = PitchStabilizer.Settings(medianCount: 1, smoothingTime: 0, acquireTime: 0)
    let result = pitches([440, 441, 442], settings: settings)
    for (pitch, expected) in zip(result, [440.0, 441, 442]) {
      #expect(cents(from: expected, to: pitch.frequency ?? 1).magnitude < 1e-9)
    }
  }
}
