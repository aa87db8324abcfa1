import Metronome
import SignalProcessing
import _TestSignals

/// Latencies measured in loops with known delays.
enum LatencyTrial {
  private static let sampleRate = 48_000.0

  /// - Returns: A JSON object with an entry for each room: how many loops of how many were measured
  ///   within a millisecond, the median error and the largest one.
  static func run(in rooms: [(name: String, response: [Float])], count: Int) throws -> String {
    var random = SeededRandom(seed: 5)
    var paths = [("dry", SimulatedPath(measured: [1]))]
    for room in rooms { paths.append((room.name, SimulatedPath(measured: room.response))) }
    let probe = try LatencyProbe(sampleRate: sampleRate)
    var finder = ChirpFinder(sampleRate: sampleRate)
    var entries: [String] = []
    for (name, path) in paths {
      let sound = try clicks(of: probe, through: path)
      var errors: [Double] = []
      var failures: [String: Int] = [:]
      for _ in 0..<count {
        let delay = Int.random(in: 0...Int(0.4 * sampleRate), using: &random)
        let decibels = Double.random(in: 20...40, using: &random)
        var samples = TestSignal.noise(
          count: probe.samples.count, rms: 0.1 * amplitude(fromDecibels: -decibels),
          seed: random.next())
        for index in samples.indices where index >= delay { samples[index] += sound[index - delay] }
        do {
          let recording = try ClickRecording(samples.span, sampleRate: sampleRate)
          var measured = try LatencyMeasurement(sent: probe.times, heard: recording)
          let coarse = measured.latency
          try measured.refine(
            by: probe.chirpTimes.compactMap { sent in
              finder.arrival(
                in: samples, from: sent + coarse, within: LatencyMeasurement.chirpWindow
              )
              .map { $0.time - sent }
            })
          errors.append(measured.latency - Double(delay) / sampleRate)
        } catch {
          failures["\(error)", default: 0] += 1
        }
      }
      let sorted = errors.sorted()
      let loudest = path.response.reduce(0) { max($0, Double($1.magnitude)) }
      let strongest = (10 * decibels(fromPower: loudest * loudest)).rounded() / 10
      func milliseconds(_ seconds: Double?) -> Double { ((seconds ?? 0) * 1e6).rounded() / 1e3 }
      let reasons = failures.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
      let largest = sorted.map(\.magnitude).max()
      entries.append(
        """
        "\(name)": {"strongest dB": \(strongest), "loops": \(count), "within 1 ms": \(errors.count { $0.magnitude <= 0.001 }), \
        "median ms": \(milliseconds(sorted.isEmpty ? nil : sorted[sorted.count / 2])), \
        "largest ms": \(milliseconds(largest)), "refused": {\(reasons.joined(separator: ", "))}}
        """)
    }
    return "{\(entries.joined(separator: ",\n"))}"
  }

  /// The clicks of a probe as they arrive, with a peak of 0.1 where they are loudest.
  private static func clicks(of probe: LatencyProbe, through path: SimulatedPath) throws -> [Float]
  {
    var sound = [Float](repeating: 0, count: probe.samples.count)
    let size = Int(0.1 * sampleRate)
    for time in probe.times + probe.chirpTimes {
      let start = Int((time - 0.002) * sampleRate)
      let click = Array(probe.samples[start..<start + size])
      for (index, sample) in path.heard(click).enumerated() where start + index < sound.count {
        sound[start + index] += sample
      }
    }
    let lastClick = Int(((probe.times.last ?? 0) + 0.5) * sampleRate)
    let peak = sound.prefix(lastClick).reduce(0) { max($0, $1.magnitude) }
    return sound.map { $0 * 0.1 / peak }
  }
}
