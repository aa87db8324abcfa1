import _TestSignals
import Foundation
import OnsetDetection
import Testing

/// Of synthetic sounds whose attacks are known to the sample.
@Suite("OnsetDetector") struct OnsetDetectorTests {
  @Test("refuses sample rates out of its range", arguments: [0, 7999, 192_001, .nan, .infinity])
  func sampleRates(rate: Double) throws {
    #expect(throws: OnsetDetectorError.self) { try OnsetDetector(sampleRate: rate) }
  }

  @Test(
    "finds claps, hats and strikes within 2 ms, and nothing else",
    arguments: [Double?.none, 20, 10])
  func hardAttacks(noise: Double?) throws {
    let times = (0..<8).map { 0.4 + 0.437 * Double($0) }
    for timbre in 0..<3 {
      var sounds = OnsetSounds(duration: 4.5)
      for (index, time) in times.enumerated() {
        let seed = UInt64(index + 1)
        switch timbre {
        case 0: sounds.add(sounds.burst(decay: 0.015, seed: seed), at: time)
        case 1: sounds.add(sounds.burst(decay: 0.04, seed: seed), at: time)
        default: sounds.add(sounds.strike(98 * pow(2, Double(index) / 4), seed: seed), at: time)
        }
      }
      if let noise { sounds.addNoise(below: noise) }
      let onsets = try onsets(in: sounds)
      #expect(onsets.count == times.count, "timbre \(timbre)")
      for (onset, time) in zip(onsets, times) { #expect(abs(onset.time - time) < 0.002) }
    }
  }

  @Test(
    "places a soft attack where a quarter of its amplitude is reached",
    arguments: [0.02, 0.05, 0.1, 0.15])
  func softAttacks(rise: Double) throws {
    var sounds = OnsetSounds(duration: 5)
    let times = (0..<6).map { 0.4 + 0.7 * Double($0) }
    for (index, time) in times.enumerated() {
      sounds.add(sounds.bow(196 * pow(2, Double(index) / 6), rise: rise), at: time)
    }
    sounds.addNoise(below: 40)
    let onsets = try onsets(in: sounds)
    #expect(onsets.count == times.count)
    for (onset, time) in zip(onsets, times) {
      #expect(abs(onset.time - (time + rise / 4)) < 0.015)
      if rise >= 0.1 { #expect(onset.rise > 0.015) }
    }
  }

  @Test("hears a change of pitch without a change of level")
  func legato() throws {
    var sounds = OnsetSounds(duration: 3)
    let first = TestSignal.sawtooth(220, sampleRate: 48_000, count: 48_000, amplitude: 0.2)
    let second = TestSignal.sawtooth(247, sampleRate: 48_000, count: 60_000, amplitude: 0.2)
    sounds.add(first, at: 0.5)
    sounds.add(second, at: 1.5)
    let times = try onsets(in: sounds).map(\.time)
    #expect(times.count == 2)
    #expect(abs(times[0] - 0.5) < 0.01 && abs(times[1] - 1.5) < 0.01)
  }

  @Test("hears slurred notes that fade into each other, with vibrato")
  func slurs() throws {
    var sounds = OnsetSounds(duration: 4)
    let steps = [0, 2, 4, 5, 7, 4, 9, 7, 5, 2, 4, 0]
    let times = steps.indices.map { 0.4 + 0.25 * Double($0) }
    for (step, time) in zip(steps, times) {
      let frequency = 294 * pow(2, Double(step) / 12)
      sounds.add(sounds.bow(frequency, rise: 0.05, duration: 0.3, vibrato: 15), at: time)
    }
    sounds.addNoise(below: 40)
    let onsets = try onsets(in: sounds)
    #expect(onsets.count == times.count)
    for (onset, time) in zip(onsets, times) { #expect(abs(onset.time - time - 0.0125) < 0.03) }
  }

  @Test("a wide vibrato is no onset", arguments: [110.0, 220, 330, 440, 660, 880], [25.0, 50, 80])
  func wideVibrato(frequency: Double, cents: Double) throws {
    var sounds = OnsetSounds(duration: 3.5)
    sounds.add(sounds.bow(frequency, rise: 0.02, duration: 2.8, vibrato: cents), at: 0.4)
    sounds.addNoise(below: 40)
    #expect(try onsets(in: sounds).count == 1)
  }

  @Test("vibrato and tremolo are no onsets")
  func vibrato() throws {
    var sounds = OnsetSounds(duration: 4)
    sounds.add(sounds.bow(330, rise: 0.01, duration: 3.4, vibrato: 50), at: 0.5)
    #expect(try onsets(in: sounds).count == 1)
    let tremolo = sounds.samples.enumerated().map { index, sample in
      sample * Float(1 + 0.33 * sin(2 * .pi * 5.5 * Double(index) / 48_000))
    }
    #expect(try onsets(in: tremolo, sampleRate: 48_000).count == 1)
  }

  @Test("what was already running at the start has no onset")
  func running() throws {
    let tone = TestSignal.sawtooth(196, sampleRate: 48_000, count: 96_000)
    #expect(try onsets(in: tone, sampleRate: 48_000).isEmpty)
    let hum = TestSignal.sine(50, sampleRate: 48_000, count: 96_000)
    #expect(try onsets(in: hum, sampleRate: 48_000).isEmpty)
    for rms in [0.1, 0.001, 0.000_01] {
      let noise = TestSignal.noise(count: 240_000, rms: rms)
      #expect(try onsets(in: noise, sampleRate: 48_000).isEmpty)
    }
  }

  @Test("a stroke at the first sample has an onset")
  func firstSample() throws {
    var sounds = OnsetSounds(duration: 1)
    sounds.add(sounds.strike(196), at: 0)
    let onset = try #require(try onsets(in: sounds).first)
    #expect(onset.time < 0.002)
  }

  @Test("the end of a sound is no onset")
  func ends() throws {
    var sounds = OnsetSounds(duration: 2)
    sounds.add(TestSignal.sawtooth(196, sampleRate: 48_000, count: 48_000), at: 0.5)
    #expect(try onsets(in: sounds).count == 1)
  }

  @Test("silence, a constant offset and no samples have no onset")
  func silence() throws {
    #expect(try onsets(in: [], sampleRate: 48_000).isEmpty)
    #expect(try onsets(in: [Float](repeating: 0, count: 48_000), sampleRate: 48_000).isEmpty)
    #expect(try onsets(in: [Float](repeating: 0.3, count: 48_000), sampleRate: 48_000).isEmpty)
    #expect(try onsets(in: [Float](repeating: .nan, count: 48_000), sampleRate: 48_000).isEmpty)
  }

  @Test(
    "touches of a finger and steps of the noise, far below the notes, are no onsets",
    arguments: [1, 0.03])
  func touches(gain: Double) throws {
    var sounds = OnsetSounds(duration: 9)
    let times = (0..<5).map { 0.4 + 1.6 * Double($0) }
    for (index, time) in times.enumerated() {
      let seed = UInt64(index + 1)
      sounds.add(sounds.strike(262 * pow(2, Double(index) / 5), seed: seed), at: time)
      // Some 40 dB below the note: a touch, and 0.3 s of noise.
      sounds.add(sounds.burst(decay: 0.015, amplitude: 0.006, seed: seed), at: time + 1.1)
      sounds.add(TestSignal.noise(count: 14_400, rms: 0.0015, seed: seed), at: time + 1.25)
    }
    sounds.addNoise(below: 70)
    let take = sounds.samples.map { $0 * Float(gain) }
    let onsets = try onsets(in: take, sampleRate: 48_000)
    #expect(onsets.count == times.count)
    for (onset, time) in zip(onsets, times) { #expect(abs(onset.time - time) < 0.002) }
  }

  @Test("a quiet note after loud ones has an onset", arguments: [24.0, 30, 34])
  func quietNotes(decibels: Double) throws {
    var sounds = OnsetSounds(duration: 6)
    let times = (0..<4).map { 0.4 + 1.3 * Double($0) }
    for (index, time) in times.enumerated() {
      let amplitude = 0.4 * (index % 2 == 1 ? pow(10, -decibels / 20) : 1)
      let note = sounds.strike(196 * pow(2, Double(index) / 4), amplitude: amplitude)
      sounds.add(note, at: time)
    }
    sounds.addNoise(below: 70)
    let onsets = try onsets(in: sounds)
    #expect(onsets.count == times.count)
    for (onset, time) in zip(onsets, times) { #expect(abs(onset.time - time) < 0.01) }
  }

  @Test("works at every sample rate", arguments: [8000.0, 11_025, 22_050, 44_100, 96_000, 192_000])
  func everySampleRate(rate: Double) throws {
    var sounds = OnsetSounds(duration: 2, sampleRate: rate)
    let times = [0.4, 0.9, 1.4]
    for (time, frequency) in zip(times, [196.0, 294, 220]) {
      sounds.add(sounds.strike(frequency), at: time)
    }
    let onsets = try onsets(in: sounds)
    #expect(onsets.count == 3)
    for (onset, time) in zip(onsets, times) { #expect(abs(onset.time - time) < 0.002) }
  }

  @Test("the size of blocks changes nothing")
  func blockSizes() throws {
    var sounds = OnsetSounds(duration: 2.2)
    for (index, time) in [0.3, 0.8, 1.1, 1.6].enumerated() {
      sounds.add(sounds.strike(130 * Double(index + 1)), at: time)
    }
    sounds.add(sounds.bow(200, rise: 0.1), at: 1.65)
    sounds.addNoise(below: 20)
    let whole = try onsets(in: sounds)
    for size in [1, 17, 480, 9001] { #expect(try onsets(in: sounds, blockSize: size) == whole) }
  }

  @Test("onsets follow within the latency")
  func latency() throws {
    var sounds = OnsetSounds(duration: 1.6)
    sounds.add(sounds.strike(196), at: 0.5)
    sounds.add(sounds.bow(196, rise: 0.1), at: 0.9)
    var detector = try OnsetDetector(sampleRate: 48_000)
    var found = 0
    for start in stride(from: 0, to: sounds.samples.count, by: 480) {
      detector.append(sounds.samples.span.extracting(start..<(start + 480)))
      while let onset = detector.next() {
        found += 1
        #expect(Double(start + 480) / 48_000 - onset.time <= OnsetDetector.latency)
      }
    }
    #expect(found == 2)
  }

  @Test("a gap is no onset")
  func gap() throws {
    let tone = TestSignal.sawtooth(196, sampleRate: 48_000, count: 48_000)
    var detector = try OnsetDetector(sampleRate: 48_000)
    detector.append(tone.span)
    detector.interrupt()
    detector.append([Float](repeating: 0, count: 7000).span)
    detector.append(tone.span)
    detector.finish()
    #expect(detector.next() == nil)
  }

  @Test("the level is that of the attack")
  func level() throws {
    var sounds = OnsetSounds(duration: 1.5)
    sounds.add(TestSignal.sine(1000, sampleRate: 48_000, count: 24_000, amplitude: 0.1), at: 0.5)
    let onset = try #require(try onsets(in: sounds).first)
    #expect(abs(onset.level - -23) < 0.5)
    #expect(onset.rise < 0.005)
  }

  private func onsets(in sounds: OnsetSounds, blockSize: Int = 4096) throws -> [Onset] {
    try onsets(in: sounds.samples, sampleRate: sounds.sampleRate, blockSize: blockSize)
  }

  private func onsets(
    in samples: [Float], sampleRate: Double, blockSize: Int = 4096
  ) throws -> [Onset] {
    var detector = try OnsetDetector(sampleRate: sampleRate)
    var onsets: [Onset] = []
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      detector.append(samples.span.extracting(start..<min(samples.count, start + blockSize)))
      while let onset = detector.next() { onsets.append(onset) }
    }
    detector.finish()
    while let onset = detector.next() { onsets.append(onset) }
    return onsets
  }
}
