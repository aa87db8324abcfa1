import BellTuning
import PitchEstimation
import SignalProcessing
import Synchronization

/// What a ``StrikeTracker`` has heard, for the task that shows readings.
final class StrikeWatch: Sendable {
  private let strike = Mutex<Double?>(nil)
  /// True if the instrument is one that has a strike note.
  private let isExpected: Bool

  init(isExpected: Bool = false) { self.isExpected = isExpected }

  /// True if a bell sounds, and the user has not said so.
  var isUnexpected: Bool { !isExpected && current != nil }

  /// The strike note of the bell that sounds, in hertz; `nil` if none does.
  var current: Double? { strike.withLock { $0 } }

  func set(_ strike: Double?) { self.strike.withLock { $0 = strike } }
}

/// A tracker that also listens for bells and their kin, whose strike note has no period.
///
/// While none sounds, its readings are those of its base. While one does, they are its strike note.
/// Of a known instrument nothing else is read.
struct StrikeTracker<Base: PitchTracking>: PitchTracking {
  private var base: Base
  private var listener: StrikeListener
  private let watch: StrikeWatch
  private let object: SoundingObject?

  init(_ base: Base, object: SoundingObject?, watch: StrikeWatch) {
    self.base = base
    listener = StrikeListener(object, sampleRate: base.sampleRate)
    self.object = object
    self.watch = watch
  }

  var sampleRate: Double { base.sampleRate }
  var rejectedSampleCount: Int { base.rejectedSampleCount }

  mutating func append(_ block: Span<Float>) {
    listener.append(block)
    watch.set(listener.strike)
    base.append(block)
  }

  mutating func next() -> PitchReading? {
    guard var reading = base.next() else { return nil }
    if let strike = listener.strike {
      reading.candidate = PitchCandidate(frequency: strike, periodicity: reading.periodicity)
      reading.isVoiced = reading.isAboveGate
      // A strike note is told by a pattern, not by a period; no probability was measured for it.
      reading.confidence = reading.isVoiced ? min(0.5, reading.confidence ?? 0.5) : 0
      reading.rangeSide = nil
    } else if object != nil {
      reading.candidate = nil
      reading.isVoiced = false
      reading.confidence = 0
    }
    return reading
  }

  mutating func finish() { base.finish() }

  @discardableResult
  mutating func setGate(_ gate: LevelGate.Threshold) -> Bool { base.setGate(gate) }
}
