import Metronome
import SignalProcessing
import _TestSignals

/// Groups of devices that align themselves in measured rooms.
enum AlignmentTrial {
  private static let sampleRate = 48_000.0

  /// - Returns: A JSON object: for how many groups the clicks of all devices lie within a millisecond.
  static func run(in rooms: [(name: String, response: [Float])], count: Int) -> String {
    var random = SeededRandom(seed: 7)
    let places = Dictionary(grouping: rooms) { room in
      String(room.name.prefix { !$0.isNumber }.drop { $0 == "-" })
    }.sorted { $0.key < $1.key }.map { $0.value.map { SimulatedPath(measured: $0.response) } }
    var widths: [Double] = []
    var byCount: [Int: [Double]] = [:]
    for _ in 0..<count {
      let deviceCount = Int.random(in: 3...6, using: &random)
      let paths = places.randomElement(using: &random) ?? []
      let width = width(of: deviceCount, paths, &random)
      widths.append(width)
      byCount[deviceCount, default: []].append(width)
    }
    let counts = byCount.sorted { $0.key < $1.key }.map {
      "\"\($0.key)\": {\(summary(of: $0.value))}"
    }
    return "{\(summary(of: widths)), \"by devices\": {\(counts.joined(separator: ", "))}}"
  }

  private static func summary(of widths: [Double]) -> String {
    let sorted = widths.sorted()
    func milliseconds(at part: Double) -> Double {
      guard !sorted.isEmpty else { return 0 }
      let index = min(sorted.count - 1, Int(part * Double(sorted.count)))
      return (sorted[index] * 1e6).rounded() / 1e3
    }
    return """
      "groups": \(sorted.count), "within 1 ms": \(sorted.count { $0 <= 0.001 }), \
      "median ms": \(milliseconds(at: 0.5)), "95 % ms": \(milliseconds(at: 0.95)), \
      "largest ms": \(milliseconds(at: 1))
      """
  }

  /// Returns the time from the first to the last click of all devices after alignment, in seconds.
  private static func width(
    of count: Int, _ paths: [SimulatedPath], _ random: inout SeededRandom
  ) -> Double {
    let group = SimulatedDevices(
      count: count, paths: paths, sampleRate: sampleRate, using: &random)
    let chirp = AlignmentChirp(sampleRate: sampleRate)
    let quiet = chirp.samples.map {
      $0 * Float(amplitude(fromDecibels: AlignmentChirp.standardLevel))
    }
    var finder = ChirpFinder(sampleRate: sampleRate)
    let noiseLevel = amplitude(fromDecibels: .random(in: -60 ... -45, using: &random))
    var delays = [[Double?]](repeating: [Double?](repeating: nil, count: count), count: count)
    for hearer in 0..<count {
      for player in 0..<count {
        let heard = group.sound(at: hearer, from: player, quiet)
        var rounds: [Double] = []
        for _ in 0..<AlignmentPlan.standardRoundCount {
          let window = AlignmentPlan.window
          let first = Int(window.lowerBound * sampleRate)
          let size = Int(
            (window.upperBound - window.lowerBound + AlignmentChirp.duration) * sampleRate)
          var samples = TestSignal.noise(count: size, rms: noiseLevel, seed: random.next())
          // Someone talks or claps in one slot of ten.
          if Int.random(in: 0..<10, using: &random) == 0 { disturb(&samples, &random) }
          // Clocks of both devices, and the lines through their reports.
          let jitter = normal(deviation: 0.00015, &random)
          let start = heard.start - first + Int((jitter * sampleRate).rounded())
          for (index, sample) in heard.samples.enumerated() where start + index < size {
            samples[start + index] += sample
          }
          if let arrival = finder.arrival(in: samples[...]) {
            rounds.append(arrival.time + Double(first) / sampleRate)
          }
        }
        delays[hearer][player] = AlignmentPlan.combined(rounds)
      }
    }
    let alignment = SpeakerAlignment(delays: delays)
    var (earliest, latest) = (Double.infinity, -Double.infinity)
    for (device, lateness) in zip(group.devices, alignment.latenesses) {
      let sounds =
        device.outputLatency - (lateness?.seconds ?? 0) + normal(deviation: 0.0001, &random)
      (earliest, latest) = (min(earliest, sounds), max(latest, sounds))
    }
    return latest - earliest
  }

  private static func disturb(_ samples: inout [Float], _ random: inout SeededRandom) {
    let start = Int.random(in: 0..<samples.count - 9600, using: &random)
    let burst = TestSignal.noise(count: 9600, rms: 0.02, seed: random.next())
    for (index, sample) in burst.enumerated() { samples[start + index] += sample }
  }

  private static func normal(deviation: Double, _ random: inout SeededRandom) -> Double {
    deviation * ((0..<12).reduce(-6) { sum, _ in sum + .random(in: 0...1, using: &random) })
  }
}
