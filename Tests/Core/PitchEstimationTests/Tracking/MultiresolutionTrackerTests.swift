import Foundation
import PitchEstimation
import SignalProcessing
import Testing
import ToneGeneration
import _TestSignals

@Suite("Multiresolution tracker")
struct MultiresolutionTrackerTests {
  private func readings(
    _ samples: [Float], rate: Double = 16_000, blocks: [Int] = [4096],
    range: ClosedRange<Double> = 60...2000, lookahead: Double = 0.3, gate: LevelGate = LevelGate()
  ) throws -> [PitchReading] {
    var tracker = try MultiresolutionTracker(
      sampleRate: rate, searchRange: range, hopSize: rate / 100, lookahead: lookahead, gate: gate)
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

  private func silence(_ count: Int) -> [Float] { Array(repeating: 0, count: count) }

  @Test(
    "finds a sawtooth from B0 to C8 within 1 cent at 16, 44.1, 48 and 96 kHz",
    arguments: [16_000.0, 44_100, 48_000, 96_000])
  func sawtooth(rate: Double) throws {
    for frequency in [30.868, 82.407, 246.942, 440, 1046.502, 4186.009] {
      let tone = TestSignal.sawtooth(frequency, sampleRate: rate, count: Int(rate * 0.2))
      let middle = try readings(tone, rate: rate, range: 30...4200)[10]
      let found = try #require(middle.frequency, "\(frequency) Hz")
      #expect(cents(from: frequency, to: found).magnitude < 1, "\(frequency) Hz")
    }
  }

  @Test("keeps the octave where the second harmonic is 14 dB above the others")
  func strongSecondHarmonic() throws {
    let tone = TestSignal.harmonics(
      82.407, amplitudes: [0.1, 0.5, 0.1, 0.1], sampleRate: 16_000, count: 16_000)
    for reading in try readings(tone)[10..<90] {
      #expect(cents(from: 82.407, to: try #require(reading.frequency)).magnitude < 5)
    }
  }

  @Test(
    "partials beyond the lower sample rates leave the note where it is",
    arguments: [2507.8, 2580, 2656.9, 2740])
  func partialsBeyondLowerRates(frequency: Double) throws {
    let tone = TestSignal.harmonics(
      frequency, amplitudes: Array(repeating: 0.03, count: 7), sampleRate: 44_100, count: 44_100)
    for reading in try readings(tone, rate: 44_100, range: 26...4500)[10..<90] {
      #expect(cents(from: frequency, to: try #require(reading.frequency)).magnitude < 1)
    }
  }

  @Test("a note that has held still and moves by 4 cents is followed within 0.1 s")
  func smallMove() throws {
    let (before, after) = (440.0, 441.0)
    let tone = TestSignal.sine(before, sampleRate: 44_100, count: 44_100)
    // 440 whole periods: the other one goes on at the same phase.
    let moved = TestSignal.sine(after, sampleRate: 44_100, count: 44_100)
    let readings = try readings(tone + moved, rate: 44_100, range: 30...4200)
    for reading in readings[20..<90] {
      #expect(cents(from: before, to: try #require(reading.frequency)).magnitude < 0.5)
    }
    for reading in readings[110..<190] {
      #expect(cents(from: after, to: try #require(reading.frequency)).magnitude < 0.5)
    }
  }

  @Test(
    "its best guess is right in four of five frames of a tone in noise as loud as the tone itself")
  func guessesInNoise() throws {
    let right = try readings(noisyTone(signalToNoise: 0))[20..<180].filter { reading in
      reading.candidate.map { cents(from: 220, to: $0.frequency).magnitude < 50 } ?? false
    }
    #expect(right.count > 128)
  }

  @Test("calls a tone voiced in nine of ten frames of noise 6 dB below")
  func noise() throws {
    let right = try readings(noisyTone(signalToNoise: 6))[20..<180].filter { reading in
      reading.frequency.map { cents(from: 220, to: $0).magnitude < 50 } ?? false
    }
    #expect(right.count > 144)
  }

  /// 2 s of a sawtooth of 220 Hz in white noise, with their ratio in decibels.
  private func noisyTone(signalToNoise: Double) -> [Float] {
    let tone = TestSignal.sawtooth(220, sampleRate: 16_000, count: 32_000)
    let level = Level(of: tone.span).rootMeanSquare - signalToNoise
    let noise = TestSignal.noise(count: tone.count, rms: amplitude(fromDecibels: level), seed: 4)
    return zip(tone, noise).map { $0 + $1 }
  }

  @Test("hears a tone through mains hum as loud as the tone")
  func hum() throws {
    let tone = TestSignal.sawtooth(329.628, sampleRate: 16_000, count: 16_000, amplitude: 0.2)
    let hum = TestSignal.sine(50, sampleRate: 16_000, count: 16_000, amplitude: 0.25)
    let mixed = zip(tone, hum).map { $0 + $1 }
    for reading in try readings(mixed)[10..<90] {
      #expect(cents(from: 329.628, to: try #require(reading.frequency)).magnitude < 20)
    }
  }

  @Test("60 s of silence, white noise at -40 dBFS, or hum below the gate have no pitch")
  func noFalsePitch() throws {
    let count = 60 * 8000
    var noise = WhiteNoise(level: -40, seed: 9)
    let signals = [
      silence(count),
      (0..<count).map { _ in noise.next() },
      TestSignal.harmonics(
        50, amplitudes: [0.0004, 0.0002, 0.0001], sampleRate: 8000, count: count),
    ]
    for signal in signals {
      #expect(try readings(signal, rate: 8000, range: 30...2000).allSatisfy { !$0.isVoiced })
    }
  }

  @Test("a note that ends is over within 30 ms, though the window still holds it")
  func ends() throws {
    let tone = TestSignal.sawtooth(220, sampleRate: 16_000, count: 8000)
    let readings = try readings(tone + silence(8000), range: 30...2000)
    #expect(readings[47].isVoiced)
    #expect(readings[53...].allSatisfy { !$0.isVoiced })
  }

  @Test("one octave jump of a frame does not tear a note apart")
  func continuity() throws {
    // A burst of the octave, 15 ms long, in the middle of a steady tone.
    var tone = TestSignal.sawtooth(220, sampleRate: 16_000, count: 16_000, amplitude: 0.1)
    let burst = TestSignal.sine(880, sampleRate: 16_000, count: 240, amplitude: 0.2)
    for index in burst.indices { tone[8000 + index] += burst[index] }
    for reading in try readings(tone)[10..<90] {
      #expect(cents(from: 220, to: try #require(reading.frequency)).magnitude < 50)
    }
  }

  @Test(
    "the size of the blocks changes no bit",
    arguments: [[1], [64], [441], [4096], [7, 1000, 1, 333, 20_000]])
  func blockSizes(blocks: [Int]) throws {
    var string = PluckedString(frequency: 146.832, sampleRate: 16_000, seed: 2)
    let signal = silence(2000) + string.render(8000) + TestSignal.noise(count: 3000, rms: 0.02)
    let reference = try readings(signal, blocks: [1_000_000])
    #expect(reference.count == 82)
    #expect(try readings(signal, blocks: blocks) == reference)
    // With little look-ahead what has been appended beyond it must not matter either.
    #expect(
      try readings(signal, blocks: blocks, lookahead: 0.02)
        == readings(signal, blocks: [1_000_000], lookahead: 0.02))
  }

  @Test("readings are on the grid of hops, whatever the look-ahead", arguments: [0, 0.05, 0.2, 10])
  func times(lookahead: Double) throws {
    let tone = TestSignal.sawtooth(220, sampleRate: 16_000, count: 16_000)
    let readings = try readings(tone, lookahead: lookahead)
    #expect(readings.map(\.time) == (0..<100).map { Double($0) / 100 })
    #expect(readings[50].isVoiced)
  }

  @Test("a reading comes after the latency that is stated, and the first when a frame is there")
  func latency() throws {
    var tracker = try MultiresolutionTracker(
      sampleRate: 16_000, searchRange: 60...2000, hopSize: 160, lookahead: 0.1)
    #expect((tracker.latency - (1.25 / 60 + 0.1)).magnitude < 0.001)
    tracker.append(silence(Int(16_000 * tracker.latency) + 1600))
    var times: [Double] = []
    while let reading = tracker.next() { times.append(reading.time) }
    #expect(times.first == 0)
    #expect(try #require(times.last) >= 0.1)
  }

  @Test("as the live tuner has it, for all keys and with a look-ahead of 50 ms, that is 98 ms")
  func liveLatency() throws {
    for sampleRate in [44_100.0, 48_000] {
      let tracker = try MultiresolutionTracker(
        sampleRate: sampleRate, searchRange: SearchRange.allKeys, hopSize: sampleRate / 100,
        lookahead: 0.05)
      #expect((tracker.latency - 0.098).magnitude < 0.0005)
    }
  }

  @Test(
    "a vibrato of 30 cents to either side at 5.5 Hz is read as wide within 5 %, with the live tuner's look-ahead of 50 ms and more",
    arguments: [0.05, 0.06, 0.3])
  func vibrato(lookahead: Double) throws {
    let (rate, depth) = (44_100.0, 30.0)
    var phase = 0.0
    let tone = (0..<3 * 44_100).map { index -> Float in
      let cents = depth * sin(2 * Double.pi * 5.5 * Double(index) / rate)
      phase += 440 * exp2(cents / 1200) / rate
      return Float(0.2 * (sin(2 * Double.pi * phase) + 0.5 * sin(4 * Double.pi * phase)))
    }
    var tracker = try MultiresolutionTracker(
      sampleRate: rate, searchRange: SearchRange.allKeys, hopSize: rate / 100, lookahead: lookahead)
    tracker.append(tone.span)
    var deviations: [Double] = []
    while let reading = tracker.next() {
      guard reading.time > 0.5, let frequency = reading.frequency else { continue }
      deviations.append(cents(from: 440, to: frequency))
    }
    let (lowest, highest) = (deviations.min() ?? 0, deviations.max() ?? 0)
    #expect((0.95 * depth...1.05 * depth).contains((highest - lowest) / 2))
  }

  @Test("a tone shorter than half a frame is still named by the shorter windows")
  func shortTone() throws {
    let tone = TestSignal.sawtooth(440, sampleRate: 44_100, count: 1764)
    let found = try readings(tone, rate: 44_100, range: SearchRange.allKeys)
    #expect(found.count == 4)
    for reading in found where reading.isVoiced {
      #expect(cents(from: 440, to: try #require(reading.frequency)).magnitude < 5)
    }
  }

  @Test("guesses are there in unvoiced frames, too, for whoever scores them")
  func guesses() throws {
    let noise = TestSignal.noise(count: 16_000, rms: 0.1, seed: 3)
    let withGuess = try readings(noise, gate: LevelGate(.off)).filter { $0.candidate != nil }
    #expect(!withGuess.isEmpty)
  }

  @Test("NaN and infinity count as silence, and nothing follows from nothing")
  func notFinite() throws {
    var samples = TestSignal.sawtooth(220, sampleRate: 16_000, count: 16_000)
    for index in 4000..<6000 { samples[index] = index.isMultiple(of: 2) ? .nan : .infinity }
    let result = try readings(samples)
    #expect(result.allSatisfy { $0.level < 0 && ($0.frequency ?? 1).isFinite })
    #expect(result[31].isVoiced == false && result[80].isVoiced)
    #expect(try readings([]).isEmpty)
    #expect(try readings([0.5]).count == 1)
  }

  @Test("refuses what cannot work, each with its value")
  func refusals() {
    #expect(throws: EstimatorError.invalidLookahead(-0.1)) {
      try MultiresolutionTracker(
        sampleRate: 48_000, searchRange: 60...1500, hopSize: 480, lookahead: -0.1)
    }
    #expect(throws: EstimatorError.invalidHop(0)) {
      try MultiresolutionTracker(sampleRate: 48_000, searchRange: 60...1500, hopSize: 0)
    }
    #expect(throws: EstimatorError.invalidSampleRate(4000)) {
      try MultiresolutionTracker(sampleRate: 4000, searchRange: 60...1500, hopSize: 40)
    }
    #expect(throws: EstimatorError.frequencyOutOfRange(60...30_000, nyquist: 24_000)) {
      try MultiresolutionTracker(sampleRate: 48_000, searchRange: 60...30_000, hopSize: 480)
    }
    let tiny = Double.leastNonzeroMagnitude
    #expect(throws: EstimatorError.frequencyOutOfRange(tiny...1500, nyquist: 24_000)) {
      try MultiresolutionTracker(sampleRate: 48_000, searchRange: tiny...1500, hopSize: 480)
    }
  }
}
