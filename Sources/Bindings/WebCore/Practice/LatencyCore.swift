internal import Metronome
internal import OnsetDetection

/// Clicks that measure how late a sound comes back through loudspeaker and microphone.
///
/// The page's side plays `probe`, fills `input` with what is heard meanwhile, again and again, and then
/// asks for the result.
final class LatencyCore: Core {
  enum Part: Int, CaseIterable { case input, probe, result }

  /// The positions of the result.
  enum Field: Int, CaseIterable {
    case sampleCount  // of the probe
    case problem  // as LatencyProblem counts
    case latency  // in milliseconds, as are the next three
    case spread
    case before  // where it has changed
    case after
    case heardCount  // of clicks
    case clickCount
  }

  /// The reasons why there is no latency.
  enum LatencyProblem: Int, CaseIterable {
    case none, silence, noClickHeard, tooFewClicks, changed, uneven, clipped
  }

  /// No microphone that is on is so quiet, in dBFS.
  private static let silence = -100.0
  /// The longest recording, in seconds.
  private static let longest = 20.0

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let result = Record<Field>()
  private let probe: LatencyProbe
  private let probeMemory: SharedMemory<Float>
  private var recording: [Float] = []

  init?(sampleRate: Double) {
    guard let probe = try? LatencyProbe(sampleRate: sampleRate) else { return nil }
    self.probe = probe
    probeMemory = SharedMemory(repeating: 0, count: probe.samples.count)
    for (index, sample) in probe.samples.enumerated() { probeMemory[index] = sample }
    result[.sampleCount] = Double(probe.samples.count)
    result[.clickCount] = Double(probe.times.count)
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .probe: probeMemory.address
    case .result: result.address
    case nil: nil
    }
  }

  /// Keeps the first samples of `input`.
  func push(_ count: Int) {
    guard (1...blockLimit).contains(count),
      Double(recording.count) < Self.longest * probe.sampleRate
    else { return }
    recording.append(contentsOf: input.values[..<count])
  }

  /// Measures the latency of what was heard.
  ///
  /// - Parameter start: When the probe was played, in seconds from the first sample that was heard.
  /// - Returns: `false` if the sample rate is out of its range.
  func measure(from start: Double) -> Bool {
    guard let heard = try? ClickRecording(recording.span, sampleRate: probe.sampleRate) else {
      return false
    }
    do throws(LatencyError) {
      var measured = try LatencyMeasurement(sent: probe.times.map { start + $0 }, heard: heard)
      try measured.refine(by: chirpDelays(from: start, about: measured.latency))
      result[.problem] = Double(LatencyProblem.none.rawValue)
      result[.latency] = 1000 * measured.latency
      result[.spread] = 1000 * measured.spread
      result[.heardCount] = Double(measured.clickCount)
    } catch {
      report(error)
    }
    return true
  }

  private func chirpDelays(from start: Double, about latency: Double) -> [Double] {
    var finder = ChirpFinder(sampleRate: probe.sampleRate)
    return probe.chirpTimes.compactMap { time in
      finder.arrival(
        in: recording, from: start + time + latency, within: LatencyMeasurement.chirpWindow
      ).map { $0.time - start - time }
    }
  }

  private func report(_ error: LatencyError) {
    let problem: LatencyProblem
    switch error {
    case .noClickHeard(let level):
      problem = level < Self.silence ? .silence : .noClickHeard
      result[.heardCount] = 0
    case .tooFewClicks(let count, _, _):
      problem = .tooFewClicks
      result[.heardCount] = Double(count)
    case .changed(let before, let after):
      problem = .changed
      result[.before] = 1000 * before
      result[.after] = 1000 * after
    case .uneven(let spread):
      problem = .uneven
      result[.spread] = 1000 * spread
    case .clipped: problem = .clipped
    }
    result[.problem] = Double(problem.rawValue)
  }
}

/// Creates a measurement of the latency, with the sound to be played in `probe`.
@_cdecl("practice_latency_create")
func createLatency(_ sampleRate: Hertz) -> Handle? {
  handle(LatencyCore(sampleRate: sampleRate))
}

/// Keeps the first samples of `input`.
@_cdecl("practice_latency_push")
func pushLatency(_ latency: Handle, _ count: Int32) {
  (object(latency) as LatencyCore).push(Int(count))
}

/// Measures how late the clicks came back, and writes `result`; `start` is when the probe was
/// played, from the first sample that was heard.
@_cdecl("practice_latency_measure")
func measureLatency(_ latency: Handle, _ start: Seconds) -> Bool {
  (object(latency) as LatencyCore).measure(from: start)
}
