import Metronome
import OnsetDetection
import SignalProcessing
import Testing
import _TestSignals

@Suite("Clicks that measure the latency")
struct LatencyProbeTests {
  private let sampleRate = 48_000.0

  /// What a microphone records of a probe, late by so many samples, with noise.
  private func recording(
    _ probe: LatencyProbe, through path: SimulatedPath, delay: Int, noise: Double, seed: UInt64
  ) -> [Float] {
    var samples = TestSignal.noise(count: probe.samples.count, rms: noise, seed: seed)
    for time in probe.times + probe.chirpTimes {
      let start = Int((time - 0.002) * sampleRate)
      let sound = Array(probe.samples[start..<start + Int(0.1 * sampleRate)])
      for (index, sample) in path.heard(sound).enumerated()
      where start + delay + index < samples.count {
        samples[start + delay + index] += sample
      }
    }
    return samples
  }

  private func latency(_ probe: LatencyProbe, in samples: [Float]) throws -> LatencyMeasurement {
    let recording = try ClickRecording(samples.span, sampleRate: sampleRate)
    var measured = try LatencyMeasurement(sent: probe.times, heard: recording)
    let coarse = measured.latency
    var finder = ChirpFinder(sampleRate: sampleRate)
    try measured.refine(
      by: probe.chirpTimes.compactMap { sent in
        finder.arrival(in: samples, from: sent + coarse, within: LatencyMeasurement.chirpWindow)
          .map { $0.time - sent }
      })
    return measured
  }

  @Test("delays of 0 to 400 ms are found within 0.1 ms, dry with noise 40 dB below the clicks")
  func dry() throws {
    let probe = try LatencyProbe(sampleRate: sampleRate)
    for milliseconds in stride(from: 0, through: 400, by: 50) {
      let samples = recording(
        probe, through: SimulatedPath(measured: [1]), delay: milliseconds * 48, noise: 0.002,
        seed: UInt64(milliseconds))
      let measured = try latency(probe, in: samples)
      #expect((measured.latency - Double(milliseconds) / 1000).magnitude < 1e-4)
      #expect(measured.spread < 1e-4)
      #expect(measured.clickCount == 6)
    }
  }

  @Test(
    "in a room, the direct sound counts, within 0.5 ms, also if all reflections are 6 dB louder",
    arguments: [(0.3, 0.5, 1), (0.5, 1, 2), (0.8, 4, 3)] as [(Double, Double, UInt64)])
  func room(time: Double, reverberation: Double, seed: UInt64) throws {
    let probe = try LatencyProbe(sampleRate: sampleRate)
    let path = SimulatedPath(
      seed: seed, reverberationTime: time, reverberation: reverberation, sampleRate: sampleRate)
    for delay in [0, 4801, 19_200] {
      let samples = recording(probe, through: path, delay: delay, noise: 0.003, seed: seed)
      let measured = try latency(probe, in: samples)
      #expect((measured.latency - Double(delay) / sampleRate).magnitude < 5e-4)
    }
  }

  @Test("no two clicks are as far apart as two others, so no delay is taken for another")
  func ruler() throws {
    let times = try LatencyProbe(sampleRate: sampleRate).times
    #expect(times.count == LatencyProbe.clickCount)
    let distances = times.indices.flatMap { first in
      times.indices.filter { $0 > first }.map { times[$0] - times[first] }
    }.sorted()
    #expect(zip(distances, distances.dropFirst()).allSatisfy { $1 - $0 > 0.04 })
  }

  @Test("at the sample rates of devices, clicks are found where they begin, within 0.5 ms")
  func rates() throws {
    for sampleRate in [16_000.0, 44_100, 48_000, 96_000] {
      let probe = try LatencyProbe(sampleRate: sampleRate)
      for time in probe.times {
        let start = Int((time - 0.0005) * sampleRate)
        let end = Int((time + 0.001) * sampleRate)
        #expect(probe.samples[max(0, start - 480)..<start].allSatisfy { $0 == 0 })
        #expect(probe.samples[start..<end].contains { $0.magnitude > 0.1 })
      }
    }
  }

  @Test("clipping is seen where samples stay at full scale, not at a single peak")
  func clipping() throws {
    var samples = [Float](repeating: 0, count: 48_000)
    samples[10_000] = 1
    for index in 20_000..<20_005 { samples[index] = -1 }
    let recording = try ClickRecording(samples.span, sampleRate: sampleRate)
    #expect(recording.clippings.count == 1)
    #expect((recording.clippings[0] - 20_002.0 / 48_000).magnitude < 1e-3)
    #expect(recording.peakLevel == 0)
  }

  @Test("a sample rate that no detector takes is refused")
  func refusal() {
    #expect(throws: OnsetDetectorError.invalidSampleRate(4000)) {
      try LatencyProbe(sampleRate: 4000)
    }
  }
}
