public import SignalProcessing

/// Detects when sounds start: plucked, struck, bowed, blown, sung or clapped.
///
/// Onsets follow up to ``latency`` after they sound, and the size of the blocks never changes them.
/// A sound that is already running at the first sample has no onset; one that starts there and dies
/// away has. It allocates, so do not use it on the audio thread.
public struct OnsetDetector: SampleAnalysis {
  /// The sample rates that are supported, in hertz.
  public static var sampleRates: ClosedRange<Double> { 8000...192_000 }
  /// The shortest time between two onsets, in seconds.
  public static var shortestGap: Double { 0.05 }
  /// The longest time from an onset to its detection, in seconds.
  public static var latency: Double { 0.35 }

  private let sampleRate: Double
  private let hop: Double
  private var framer: Framer
  private var novelty: Novelty
  private var locator: AttackLocator
  private var stretch: [Float]
  private var candidates: [OnsetCandidate] = []
  private var gaps: [Range<Int64>] = []  // in samples; the last one may still be open
  private var isInGap = false
  private var attacks = RecentAttacks()
  private var returns: ReturnDetector
  private var found: [Onset] = []
  private var nextTime = -Double.infinity  // of an onset, at the earliest

  /// Creates a detector.
  ///
  /// - Parameter sampleRate: Samples per second, in ``sampleRates``.
  /// - Throws: ``OnsetDetectorError`` if the sample rate is out of its range.
  public init(sampleRate: Double) throws(OnsetDetectorError) {
    guard Self.sampleRates.contains(sampleRate) else { throw .invalidSampleRate(sampleRate) }
    self.sampleRate = sampleRate
    let hopSize = Self.hopSize(sampleRate: sampleRate)
    hop = hopSize / sampleRate
    novelty = Novelty(sampleRate: sampleRate, hop: hop)
    locator = AttackLocator(sampleRate: sampleRate)
    returns = ReturnDetector(sampleRate: sampleRate)
    stretch = Array(repeating: 0, count: locator.length | 1)
    framer = Framer(
      frameSize: novelty.frameSize, hopSize: hopSize, historySize: Int(0.8 * sampleRate))
  }

  /// Appends the next samples of the stream.
  ///
  /// - Parameter block: Mono samples, nominal range -1...1, any count. Samples that are not finite
  ///   count as silence.
  public mutating func append(_ block: Span<Float>) {
    if isInGap { followGap(block) }
    framer.append(block)
    returns.append(block)
    analyze()
  }

  /// Returns the next onset, or `nil` until more samples arrive.
  ///
  /// - Returns: The onsets in chronological order.
  public mutating func next() -> Onset? { found.isEmpty ? nil : found.removeFirst() }

  /// Returns the next moment at which a sound is back that had stopped, or `nil` until more samples
  /// arrive.
  ///
  /// A note that is stopped for a few hundredths of a second and comes back as loud has no onset. Each return is told
  /// for each ``SoundReturn/duration`` that shows it.
  ///
  /// - Returns: The returns, up to ``latency`` after they sound; those of one duration are in chronological order.
  public mutating func nextReturn() -> SoundReturn? {
    while let found = returns.next() {
      if !isNearGap(found.stop...found.sound.time) { return found.sound }
    }
    return nil
  }

  /// Marks missing samples: where the sound breaks off, and where it is back after the silence that
  /// replaces them, there is no onset.
  public mutating func interrupt() {
    isInGap = true
    gaps.append(framer.sampleCount..<framer.sampleCount)
  }

  /// Ends the stream: the onsets up to its last sample become available, and no blocks may follow.
  public mutating func finish() {
    framer.finish()
    returns.finish()
    analyze()
    novelty.finish()
    while let candidate = novelty.next() { candidates.append(candidate) }
    for candidate in candidates { locate(candidate) }
    candidates = []
  }

  /// Returns an onset of a stream that began later.
  ///
  /// - Parameters:
  ///   - reading: An onset whose time counts from the first sample of this detector.
  ///   - seconds: The duration of the sound before this detector, in seconds.
  /// - Returns: The onset with its time from the first sample of all.
  public static func delayed(_ reading: Onset, by seconds: Double) -> Onset {
    var onset = reading
    onset.time += seconds
    return onset
  }

  /// The number of samples from frame to frame.
  static func hopSize(sampleRate: Double) -> Double { (0.0058 * sampleRate).rounded() }

  /// The frequencies that count, in hertz.
  static func frequencies(sampleRate: Double) -> ClosedRange<Double> {
    60...min(16_000, 0.46 * sampleRate)
  }
}

extension OnsetDetector {
  private mutating func analyze() {
    while framer.hasFrame {
      framer.withFrame { novelty.append($0) }
      framer.advance()
      while let candidate = novelty.next() { candidates.append(candidate) }
      let now = Double(novelty.frameCount - 1) * hop
      while let candidate = candidates.first, now >= candidate.time + AttackLocator.reach.after {
        candidates.removeFirst()
        locate(candidate)
      }
    }
  }

  private mutating func locate(_ candidate: OnsetCandidate) {
    let start = Int64(((candidate.time - AttackLocator.reach.before) * sampleRate).rounded())
    framer.copySamples(
      around: start + Int64(stretch.count / 2), count: stretch.count,
      within: framer.passedPositions, to: &stretch)
    guard let attack = locator.locate(stretch, candidate) else { return }
    let time = max(0, Double(start) / sampleRate + attack.time)
    guard time > nextTime, !isNearGap(time...time), attacks.admits(attack.news, at: time) else {
      return
    }
    attacks.append(level: attack.level, at: time)
    // A sound that rises for long is noticed more than once.
    nextTime = time + max(Self.shortestGap, min(attack.rise, 0.12))
    var onset = Onset(
      time: time, rise: attack.rise, level: attack.level, strength: Double(candidate.strength))
    onset.newLevel = attack.news.level - attack.level
    onset.newBreadth = attack.news.breadth
    onset.tonalRise = Double(candidate.tonalRise)
    onset.grows = candidate.isSoft
    found.append(onset)
  }

  /// The gap lasts as long as the silence after it.
  private mutating func followGap(_ block: Span<Float>) {
    let start = gaps[gaps.count - 1].lowerBound
    for index in block.indices where block[index] != 0 {
      gaps[gaps.count - 1] = start..<(framer.sampleCount + Int64(index))
      isInGap = false
      return
    }
    gaps[gaps.count - 1] = start..<(framer.sampleCount + Int64(block.count))
  }

  private mutating func isNearGap(_ times: ClosedRange<Double>) -> Bool {
    let margin = 0.03
    gaps.removeAll { Double($0.upperBound) / sampleRate < times.lowerBound - 1 }
    return gaps.contains {
      times.upperBound > Double($0.lowerBound) / sampleRate - margin
        && times.lowerBound < Double($0.upperBound) / sampleRate + margin
    }
  }
}
