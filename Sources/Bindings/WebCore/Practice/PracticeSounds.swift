internal import IntonationPractice
internal import OnsetDetection

/// The sounds of a rhythm that is practised alone, and when the player has stopped.
struct PracticeSounds {
  /// When the sounds started.
  private(set) var onsets: [Onset] = []
  private var detector: OnsetDetector?

  /// The most sounds that are kept.
  private static let most = 10 * PracticeScore.mostNotes

  /// Starts to listen; `nil` if the sample rate is out of its range.
  static func listening(sampleRate: Double) -> PracticeSounds? {
    guard let detector = try? OnsetDetector(sampleRate: sampleRate) else { return nil }
    var sounds = PracticeSounds()
    sounds.detector = detector
    return sounds
  }

  /// Appends the next samples.
  ///
  /// - Returns: Whether another sound was heard.
  mutating func append(_ block: Span<Float>) -> Bool {
    detector?.append(block)
    return take()
  }

  /// Marks missing samples: no sound is found across the gap.
  mutating func interrupt() { detector?.interrupt() }

  /// Ends the sound: what is still open counts.
  mutating func finish() {
    detector?.finish()
    _ = take()
    detector = nil
  }

  private mutating func take() -> Bool {
    let before = onsets.count
    while let onset = detector?.next() {
      if onsets.count < Self.most { onsets.append(onset) }
    }
    return onsets.count > before
  }
}
