public import ChordEstimation
public import OnsetDetection
public import SignalProcessing

/// Hears a player of chords: the notes that sound at each moment, and the attacks.
///
/// It allocates, so do not use it on the audio thread.
public struct ChordHearing: SampleAnalysis {
  /// What has been heard.
  public enum Event: Sendable {
    /// The notes that sound at a moment.
    case notes(ChordReading)
    /// A sound has begun; attacks come later than notes.
    case attack(Onset)
  }

  /// The time from reading to reading, in seconds.
  public static let hop = 0.02

  // One of each, which is large: copies of this structure share it until it changes.
  private var trackers: [ChordTracker]
  private var detectors: [OnsetDetector]
  private var events: [Event] = []
  private var taken = 0

  /// Creates the hearing of a stream.
  ///
  /// - Parameter sampleRate: Samples per second, in 8000...192000 Hz.
  /// - Throws: `ChordTrackerError` if it is out of its range.
  public init(sampleRate: Double) throws(ChordTrackerError) {
    trackers = [try ChordTracker(sampleRate: sampleRate, hopDuration: Self.hop)]
    do throws(OnsetDetectorError) {
      detectors = [try OnsetDetector(sampleRate: sampleRate)]
    } catch {
      throw .sampleRateOutOfRange(sampleRate)
    }
  }

  /// Appends the next samples of the sound.
  public mutating func append(_ block: Span<Float>) {
    trackers[0].append(block)
    detectors[0].append(block)
    hear()
  }

  /// Returns the next event, or `nil` until more samples arrive.
  public mutating func next() -> Event? {
    guard taken < events.count else {
      events.removeAll(keepingCapacity: true)
      taken = 0
      return nil
    }
    taken += 1
    return events[taken - 1]
  }

  /// Marks missing samples: no attack is found across the gap.
  public mutating func interrupt() { detectors[0].interrupt() }

  /// Ends the sound.
  public mutating func finish() {
    trackers[0].finish()
    detectors[0].finish()
    hear()
  }

  private mutating func hear() {
    while let onset = detectors[0].next() { events.append(.attack(onset)) }
    while let reading = trackers[0].next() { events.append(.notes(reading)) }
  }

  /// Returns an event of a sound that began later.
  public static func delayed(_ event: Event, by seconds: Double) -> Event {
    switch event {
    case .notes(let reading):
      .notes(ChordReading(time: reading.time + seconds, notes: reading.notes))
    case .attack(let onset): .attack(OnsetDetector.delayed(onset, by: seconds))
    }
  }
}
