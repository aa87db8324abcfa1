public import MusicTheory
public import PitchEstimation
import SignalProcessing

/// A chromatic tuner, which turns a stream of frequencies into steady notes for display.
///
/// Two decisions have hysteresis, so that a frequency near a boundary does not make the display
/// flicker: the displayed note changes only if the tone is more than ``noteHoldLimit`` cents away
/// from it, and a tone in tune stays in tune until it is beyond 1.5 times the tolerance.
///
/// ```swift
/// var tuner = Tuner()
/// if let deviation = tuner.read(441.3) {
///   print(deviation.note, deviation.cents, deviation.state)  // A4 5.107… sharp
/// }
/// ```
///
/// - Complexity: O(1) per reading; no allocation.
public struct Tuner: Sendable {
  /// The distance from the displayed note beyond which another note is displayed, in cents.
  public static var noteHoldLimit: Double { 60 }

  /// The accepted tolerances, in cents.
  public static var toleranceLimits: ClosedRange<Double> { 0.1...50 }

  /// The frequency of A4; you can change it at any time.
  public var concertPitch: ConcertPitch
  /// The spelling of notes; you can change it at any time.
  public var spelling: Spelling
  /// The largest deviation from the note that counts as in tune, in cents.
  public private(set) var tolerance: Double

  /// What is remembered of the readings before.
  struct Memory: Sendable {
    fileprivate var midiNumber: Int?
    fileprivate var target: TuningTarget?
    fileprivate var isInTune = false
  }

  /// What is remembered of the readings before.
  var memory = Memory()

  /// Creates a tuner with the default tolerance of 3 cents, which few ears can distinguish from
  /// perfect.
  ///
  /// - Parameters:
  ///   - concertPitch: The frequency of A4; 440 Hz by default.
  ///   - spelling: The spelling of notes; with sharps by default.
  public init(concertPitch: ConcertPitch = .standard, spelling: Spelling = .sharps) {
    self.concertPitch = concertPitch
    self.spelling = spelling
    tolerance = 3
  }

  /// Creates a tuner.
  ///
  /// - Parameters:
  ///   - concertPitch: The frequency of A4; 440 Hz by default.
  ///   - spelling: The spelling of notes; with sharps by default.
  ///   - tolerance: The largest deviation that counts as in tune, in cents, in ``toleranceLimits``.
  /// - Throws: ``TunerError/toleranceOutOfRange(_:)``.
  public init(
    concertPitch: ConcertPitch = .standard, spelling: Spelling = .sharps, tolerance: Double
  ) throws(TunerError) {
    guard Self.toleranceLimits.contains(tolerance) else { throw .toleranceOutOfRange(tolerance) }
    self.concertPitch = concertPitch
    self.spelling = spelling
    self.tolerance = tolerance
  }

  /// Changes the tolerance, and discards the held note.
  mutating func setTolerance(_ tolerance: Double) throws(TunerError) {
    guard Self.toleranceLimits.contains(tolerance) else { throw .toleranceOutOfRange(tolerance) }
    self.tolerance = tolerance
    reset()
  }

  /// Reads the next frequency.
  ///
  /// - Parameter frequency: Hertz, or `nil` for an unvoiced frame. A value that is not finite and
  ///   above 0 counts as `nil`.
  /// - Returns: The note to show, or `nil` for an unvoiced frame, which also discards the held
  ///   note.
  public mutating func read(_ frequency: Double?) -> NoteDeviation? {
    guard let frequency, let nearest = concertPitch.nearestNote(to: frequency) else {
      reset()
      return nil
    }
    let note = displayedNote(for: frequency, nearest: nearest)
    let cents = concertPitch.cents(from: note, to: frequency)
    return NoteDeviation(
      note: note, targetFrequency: note.frequency(under: concertPitch), frequency: frequency,
      cents: cents, state: state(at: cents))
  }

  /// Reads the next frequency relative to a given target.
  ///
  /// - Parameters:
  ///   - frequency: Hertz. A value that is not finite and above 0 gives no reading.
  ///   - target: The target.
  /// - Returns: The deviation from the target, which may be any number of cents; `nil` if there is
  ///   no frequency.
  public mutating func read(_ frequency: Double, target: TuningTarget) -> NoteDeviation? {
    guard concertPitch.nearestNote(to: frequency) != nil else {
      reset()
      return nil
    }
    if target != memory.target { reset() }
    memory.target = target
    let cents = target.cents(to: frequency, under: concertPitch)
    return NoteDeviation(
      note: target.note, targetFrequency: target.pitch.frequency(under: concertPitch),
      frequency: frequency, cents: cents, state: state(at: cents))
  }

  /// Discards the held note and its in-tune state.
  @inline(never)
  public mutating func reset() {
    memory = Memory()
  }

  private mutating func displayedNote(for frequency: Double, nearest: Note) -> Note {
    if let number = memory.midiNumber {
      let held = Note(midiNumber: number, spelling: spelling)
      let distance = concertPitch.cents(from: held, to: frequency).magnitude
      if distance <= Self.noteHoldLimit { return held }
      memory.isInTune = false
    }
    memory.midiNumber = nearest.midiNumber
    return Note(midiNumber: nearest.midiNumber, spelling: spelling)
  }

  private mutating func state(at cents: Double) -> NoteDeviation.State {
    let state = NoteDeviation.State(
      cents: cents, tolerance: memory.isInTune ? 1.5 * tolerance : tolerance)
    memory.isInTune = state == .inTune
    return state
  }
}

/// The deviation of a frequency from its target note.
public struct NoteDeviation: Sendable, Hashable {
  /// The side of the note on which the tone is.
  public enum State: Sendable, Hashable, CaseIterable {
    /// Too low: tune up.
    case flat
    /// Within the tolerance.
    case inTune
    /// Too high: tune down.
    case sharp

    /// Judges a deviation.
    ///
    /// - Parameters:
    ///   - cents: The deviation, in cents; negative below.
    ///   - tolerance: The largest deviation that is in tune, in cents.
    public init(cents: Double, tolerance: Double) {
      self = cents.magnitude <= tolerance ? .inTune : cents < 0 ? .flat : .sharp
    }
  }

  /// The displayed note.
  public let note: Note
  /// The exact frequency of the note, in hertz.
  public let targetFrequency: Double
  /// The measured frequency, in hertz.
  public let frequency: Double
  /// The deviation of the frequency from the note, in cents; negative below.
  ///
  /// It is within ±50, but up to ±``Tuner/noteHoldLimit`` while the note is held, and any value for
  /// a given target.
  public let cents: Double
  /// The side of the note on which the tone is, with the tuner's tolerance.
  public let state: State

  /// Creates a deviation from its parts, for example to simulate a tuner.
  ///
  /// - Parameters:
  ///   - note: The displayed note.
  ///   - targetFrequency: The exact frequency of the note, in hertz.
  ///   - frequency: The measured frequency, in hertz.
  ///   - cents: The deviation of the frequency from the note, in cents.
  ///   - state: The side of the note on which the tone is.
  public init(
    note: Note, targetFrequency: Double, frequency: Double, cents: Double, state: State
  ) {
    self.note = note
    self.targetFrequency = targetFrequency
    self.frequency = frequency
    self.cents = cents
    self.state = state
  }

  /// The position of a needle whose scale ends at ±50 cents, in -1...1.
  public var needlePosition: Double { max(-1, min(1, cents / 50)) }
}

/// The result of a tuner for one reading of a track.
public struct TunerReading: Sendable, Hashable {
  /// The reading of the track, by the corrected clock if the tuner has one.
  public let pitch: PitchReading
  /// The target; `nil` while nothing sounds.
  public internal(set) var target: TuningTarget?
  /// The steadied frequency and its distance from the target; `nil` while nothing sounds.
  public internal(set) var deviation: NoteDeviation?
  /// True if the sound has stopped and its last value is held for a moment.
  public internal(set) var isHeld: Bool
  /// True if the tone is in tune, and has been for long enough.
  public internal(set) var isInTune: Bool
  /// The change, if the tone has just come into tune or gone out of tune.
  public internal(set) var event: InTuneDecision.Event?
  /// The note that has just ended, if any. Only a ``TunerEngine`` reports it.
  public internal(set) var ended: HeardNote?
  /// The kind of sound that has this pitch. Only a ``TunerEngine`` that gets observations reports
  /// more than tones.
  public internal(set) var sound = TunerSound.tone
  /// True while several tones sound at once, whether or not one of them is the pitch.
  public internal(set) var hasSeveralTones = false

  /// Seconds since the first sample.
  public var time: Double { pitch.time }
}

/// An error for a setting that a tuner does not accept.
public enum TunerError: Error, Equatable, Sendable {
  /// The tolerance, in cents, must be in ``Tuner/toleranceLimits``.
  case toleranceOutOfRange(Double)
}

#if !hasFeature(Embedded)
  extension TunerError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .toleranceOutOfRange(let tolerance):
        outOfRange("The tolerance", tolerance, Tuner.toleranceLimits, "cents")
      }
    }
  }
#endif
