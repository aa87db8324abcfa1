public import SignalProcessing

/// Detects when sounds start: plucked, struck, bowed, blown, sung or clapped.
///
/// Onsets follow ``latency`` seconds after they sound, and the size of the blocks never changes
/// them. It allocates, so do not use it on the audio thread.
public struct OnsetDetector: SampleAnalysis {
  /// The sample rates that are supported, in hertz.
  public static var sampleRates: ClosedRange<Double> { 8000...192_000 }
  /// The shortest time between two onsets, in seconds.
  public static var shortestGap: Double { 0.05 }
  /// The longest time from an onset to its detection, in seconds.
  public static var latency: Double { 0.35 }

  static var lowestFrequency: Double { 60 }
  static var highestFrequency: Double { 16_000 }

  private let sampleRate: Double
  private let hop: Double  // seconds
  private var framer: Framer
  private(set) var novelty: Novelty
  private var locator: AttackLocator
  private var segment: [Float]
  private var candidates: [Novelty.Candidate] = []
  private var found: [Onset] = []
  private var last = -1.0

  /// Creates a detector.
  ///
  /// - Parameter sampleRate: Samples per second, in ``sampleRates``.
  /// - Throws: ``OnsetDetectorError`` if the sample rate is out of its range.
  public init(sampleRate: Double) throws(OnsetDetectorError) {
    try self.init(sampleRate: sampleRate, settings: Novelty.Settings())
  }

  init(sampleRate: Double, settings: Novelty.Settings) throws(OnsetDetectorError) {
    guard Self.sampleRates.contains(sampleRate) else { throw .invalidSampleRate(sampleRate) }
    self.sampleRate = sampleRate
    let hopSize = (0.0058 * sampleRate).rounded()
    hop = hopSize / sampleRate
    novelty = Novelty(sampleRate: sampleRate, hop: hop, settings: settings)
    locator = AttackLocator(sampleRate: sampleRate)
    segment = Array(repeating: 0, count: locator.length + 1)
    framer = Framer(
      frameSize: novelty.frameSize, hopSize: hopSize,
      historySize: Int(0.8 * sampleRate))
  }

  public mutating func append(_ block: Span<Float>) {
    framer.append(block)
    analyze()
  }

  private mutating func analyze() {
    while framer.hasFrame {
      framer.withFrame { novelty.append($0) }
      framer.advance()
      while let candidate = novelty.next() { candidates.append(candidate) }
      locate()
    }
  }

  private mutating func locate() {
    let now = Double(novelty.frameCount - 1) * hop
    while let candidate = candidates.first, now >= candidate.time + AttackLocator.reach.after {
      candidates.removeFirst()
      locate(candidate)
    }
  }

  private mutating func locate(_ candidate: Novelty.Candidate) {
    let count = locator.length | 1
    let start = Int64(((candidate.time - AttackLocator.reach.before) * sampleRate).rounded())
    framer.copySamples(
      around: start + Int64(count / 2), count: count, within: framer.passedPositions, to: &segment)
    guard let attack = locator.locate(segment) else { return }
    let time = max(0, Double(start) / sampleRate + attack.time)
    guard last < 0 || time - last > Self.shortestGap else { return }
    last = time
    found.append(
      Onset(
        time: time, rise: attack.rise, level: attack.level, strength: Double(candidate.strength)))
  }

  public mutating func next() -> Onset? { found.isEmpty ? nil : found.removeFirst() }

  public mutating func interrupt() {}

  public mutating func finish() {
    framer.finish()
    analyze()
    novelty.finish()
    while let candidate = novelty.next() { candidates.append(candidate) }
    while !candidates.isEmpty { locate(candidates.removeFirst()) }
  }

  public static func delayed(_ reading: Onset, by seconds: Double) -> Onset {
    var onset = reading
    onset.time += seconds
    return onset
  }
}
