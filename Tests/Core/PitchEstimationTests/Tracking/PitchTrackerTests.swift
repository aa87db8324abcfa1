import PitchEstimation
import SignalProcessing
import Testing
import _TestSignals

@Suite("Pitch tracker")
struct PitchTrackerTests {
  static let rate = 16_000.0

  private func tracker(
    hop: Double = 160, gate: LevelGate = LevelGate(), range: ClosedRange<Double> = 60...2000
  ) throws -> PitchTracker<YIN> {
    try PitchTracker(
      YIN(sampleRate: Self.rate, searchRange: range), sampleRate: Self.rate, hopSize: hop,
      gate: gate)
  }

  private func readings(
    _ samples: [Float], blocks: [Int] = [4096], tracker: PitchTracker<YIN>
  ) -> [PitchReading] {
    var tracker = tracker
    var readings: [PitchReading] = []
    var (position, turn) = (0, 0)
    while position < samples.count {
      let count = min(blocks[turn % blocks.count], samples.count - position)
      tracker.append(samples[position..<(position + count)].span)
      while let reading = tracker.next() { readings.append(reading) }
      position += count
      turn += 1
    }
    tracker.finish()
    while let reading = tracker.next() { readings.append(reading) }
    return readings
  }

  /// Silence, A3, E4, silence, noise; a third of a second each.
  private var melody: [Float] {
    let part = 5333
    let silence = [Float](repeating: 0, count: part)
    return silence + TestSignal.sawtooth(220, sampleRate: Self.rate, count: part)
      + TestSignal.sawtooth(329.628, sampleRate: Self.rate, count: part) + silence
      + TestSignal.noise(count: part, rms: 0.05)
  }

  @Test(
    "the size of the blocks changes no bit",
    arguments: [[1], [64], [441], [4096], [7, 1000, 1, 333, 20_000]])
  func blockSizes(blocks: [Int]) throws {
    let reference = readings(melody, blocks: [1_000_000], tracker: try tracker())
    #expect(readings(melody, blocks: blocks, tracker: try tracker()) == reference)
    #expect(reference.count == 167)
  }

  @Test("reading k is at k hops, for all samples; a hop of 160.5 samples does not drift")
  func times() throws {
    let samples = [Float](repeating: 0, count: 16_000)
    #expect(
      readings(samples, tracker: try tracker()).map(\.time) == (0..<100).map { Double($0) / 100 })
    let fractional = readings(samples, tracker: try tracker(hop: 160.5))
    #expect(fractional.count == 100)
    #expect(fractional[99].time == 99 * 160.5 / 16_000)
  }

  @Test("hears the notes of a melody where they are, and nothing in silence and noise")
  func melodyNotes() throws {
    for reading in readings(melody, tracker: try tracker()) {
      let part = Int(reading.time * Self.rate) / 5333
      let distance = reading.time - Double(part) / 3
      guard distance > 0.04, distance < 0.29 else { continue }  // away from the borders
      switch part {
      case 1: #expect(cents(from: 220, to: try #require(reading.frequency)).magnitude < 2)
      case 2: #expect(cents(from: 329.628, to: try #require(reading.frequency)).magnitude < 2)
      default: #expect(reading.frequency == nil)
      }
    }
  }

  @Test("60 s of silence, white noise at -40 dBFS, or hum below the gate have no pitch")
  func noFalsePitch() throws {
    let count = 60 * 16_000
    var noise = WhiteNoise(level: -40, seed: 9)
    let signals: [[Float]] = [
      [Float](repeating: 0, count: count),
      (0..<count).map { _ in noise.next() },
      TestSignal.harmonics(
        50, amplitudes: [0.0004, 0.0002, 0.0001], sampleRate: Self.rate, count: count),
    ]
    for signal in signals {
      let voiced = readings(signal, tracker: try tracker(range: 30...2000)).filter(\.isVoiced)
      #expect(voiced.isEmpty)
    }
  }

  @Test("a note goes on through weak frames near its pitch, but does not start with one")
  func voicingHysteresis() throws {
    struct Script: PitchEstimator {
      let frameSize = 16
      let voicingThreshold = 0.8
      var candidates: [PitchCandidate?]
      mutating func estimate(_ frame: Span<Float>) -> PitchCandidate? { bestCandidate(frame) }
      mutating func bestCandidate(_ frame: Span<Float>) -> PitchCandidate? {
        candidates.isEmpty ? nil : candidates.removeFirst()
      }
    }
    let script = Script(candidates: [
      PitchCandidate(frequency: 100, periodicity: 0.7),  // too weak to start
      PitchCandidate(frequency: 100, periodicity: 0.9),
      PitchCandidate(frequency: 101, periodicity: 0.6),  // goes on
      PitchCandidate(frequency: 200, periodicity: 0.6),  // another pitch, too weak
      PitchCandidate(frequency: 101, periodicity: 0.6),  // the note has ended
    ])
    var tracker = try PitchTracker(
      script, sampleRate: 8000, hopSize: 16, gate: LevelGate(.off))
    tracker.append([Float](repeating: 0.5, count: 80))
    var voiced: [Bool] = []
    while let reading = tracker.next() { voiced.append(reading.isVoiced) }
    #expect(voiced == [false, true, true, false, false])
  }

  @Test("NaN and infinity count as silence and are counted, and the pitch returns after them")
  func notFinite() throws {
    var samples = TestSignal.sawtooth(220, sampleRate: Self.rate, count: 16_000)
    for index in 4000..<6000 { samples[index] = index.isMultiple(of: 2) ? .nan : .infinity }
    var tracker = try tracker()
    tracker.append(samples)
    tracker.finish()
    var readings: [PitchReading] = []
    while let reading = tracker.next() { readings.append(reading) }
    #expect(tracker.rejectedSampleCount == 2000)
    #expect(readings.allSatisfy { $0.level < 0 })
    #expect(readings.last { $0.time < 0.9 }?.isVoiced == true)
    #expect(readings.first { $0.time > 0.3 }?.isVoiced == false)
  }

  @Test("one sample gives one reading, none gives none")
  func shortest() throws {
    #expect(readings([0.5], tracker: try tracker()).count == 1)
    #expect(readings([], tracker: try tracker()).isEmpty)
  }

  @Test("readings carry the level: a sine of amplitude 0.1 has -23 dBFS")
  func level() throws {
    let samples = TestSignal.sine(220, sampleRate: Self.rate, count: 16_000, amplitude: 0.1)
    let middle = readings(samples, tracker: try tracker())[50]
    #expect((middle.level + 23.01).magnitude < 0.2)
    #expect(middle.isAboveGate)
  }

  @Test("refuses a hop below 1 sample and impossible rates")
  func refusals() throws {
    #expect(throws: EstimatorError.invalidHop(0.5)) { try tracker(hop: 0.5) }
    #expect(throws: EstimatorError.invalidSampleRate(1)) {
      try PitchTracker(
        YIN(sampleRate: 8000, searchRange: 60...1500), sampleRate: 1, hopSize: 80)
    }
  }
}
