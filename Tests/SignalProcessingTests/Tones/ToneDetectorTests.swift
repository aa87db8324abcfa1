import SignalProcessing
import Testing
import _TestSignals

@Suite("Tone detector")
struct ToneDetectorTests {
  /// The upper tones of a telephone's keys, and two more.
  static let tones = [600.0, 1209, 1336, 1477, 1633, 3000]

  private func detect(_ frame: [Float]) throws -> DetectedTone? {
    var detector = try ToneDetector(
      frequencies: Self.tones, sampleRate: 8000, frameSize: frame.count)
    return detector.detect(frame.span)
  }

  @Test("tells each tone at -40 dBFS, its level within 0.05 dB", arguments: 0..<6)
  func each(index: Int) throws {
    for phase in [0, 1, 2.5] {
      let frame = TestSignal.sine(
        Self.tones[index], sampleRate: 8000, count: 400,
        amplitude: 0.01 * 2.0.squareRoot(), phase: phase)
      let tone = try #require(try detect(frame))
      #expect(tone.index == index)
      #expect(tone.frequency == Self.tones[index])
      #expect(abs(tone.level + 40) < 0.05)
      #expect(tone.ratio > 15)
    }
  }

  @Test("the ratio to white noise 10 dB below is 10 dB within 2 dB")
  func ratio() throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let noise = TestSignal.noise(count: 2000, rms: 0.1, seed: seed)
      let sine = TestSignal.sine(
        1477, sampleRate: 8000, count: 2000, amplitude: 0.2.squareRoot(), phase: 1)
      let tone = try #require(try detect(zip(sine, noise).map { $0 + $1 }))
      #expect(tone.index == 3)
      #expect(abs(tone.ratio - 10) < 2)
    }
  }

  @Test("hears nothing in silence, noise, between two equal tones, or in a tone that is none")
  func nothing() throws {
    #expect(try detect([Float](repeating: 0, count: 400)) == nil)
    #expect(try detect([Float](repeating: 0.5, count: 400)) == nil)
    for seed in 1...50 as ClosedRange<UInt64> {
      #expect(try detect(TestSignal.noise(count: 400, rms: 0.1, seed: seed)) == nil)
    }
    #expect(try detect(TestSignal.sine(900, sampleRate: 8000, count: 400)) == nil)
    let (low, high) = (
      TestSignal.sine(600, sampleRate: 8000, count: 400),
      TestSignal.sine(3000, sampleRate: 8000, count: 400)
    )
    var detector = try ToneDetector(
      frequencies: Self.tones, sampleRate: 8000, frameSize: 400, minimumRatio: 1)
    let both = zip(low, high).map { $0 + $1 }
    let tone = detector.detect(both.span)
    #expect(tone == nil)
  }

  @Test("the gate is at -60 dBFS by default")
  func gate() throws {
    for (level, isHeard) in [(-59.5, true), (-60.5, false)] {
      let frame = TestSignal.sine(
        1336, sampleRate: 8000, count: 800,
        amplitude: amplitude(fromDecibels: level) * 2.0.squareRoot())
      #expect((try detect(frame) != nil) == isHeard)
    }
  }

  @Test("survives samples that are not finite")
  func limits() throws {
    for value in [Float.nan, .infinity, -.greatestFiniteMagnitude, .leastNonzeroMagnitude] {
      _ = try detect([Float](repeating: value, count: 400))
      let tone = try detect([value] + [Float](repeating: value, count: 100) + [0, 1])
      #expect(tone?.level.isNaN != true)
    }
  }

  @Test("refuses what its bank refuses")
  func refusals() {
    #expect(throws: ToneError.noTones) {
      try ToneDetector(frequencies: [], sampleRate: 8000, frameSize: 400)
    }
  }
}
