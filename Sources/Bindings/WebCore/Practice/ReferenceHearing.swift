internal import IntonationPractice

/// Hears a recording that is followed, for the first time or for the second.
struct ReferenceHearing {
  private var listener: ReferenceListener
  private var hearing: PracticeHearing

  /// Begins; `nil` if the sample rate is out of its range.
  ///
  /// - Parameters:
  ///   - first: What was heard the first time; `nil` for that.
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  init?(after first: ReferencePerformance?, sampleRate: Double) {
    listener = ReferenceListener(after: first)
    guard let hearing = try? listener.hearing(sampleRate: sampleRate) else { return nil }
    self.hearing = hearing
  }

  /// Hears the next samples.
  mutating func append(_ samples: Span<Float>) {
    hearing.append(samples)
    takeHeard()
  }

  /// Ends the recording.
  ///
  /// - Returns: What was played.
  /// - Throws: `ReferenceError` if it cannot be followed.
  mutating func performance() throws(ReferenceError) -> ReferencePerformance {
    hearing.finish()
    takeHeard()
    return try listener.performance()
  }

  private mutating func takeHeard() {
    while let heard = hearing.next() { listener.process(heard) }
  }
}
