public import MusicTheory

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

  private var heldMIDINumber: Int?
  private var heldTarget: TuningTarget?
  private var isInTune = false

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
    if target != heldTarget { reset() }
    heldTarget = target
    let cents = target.cents(to: frequency, under: concertPitch)
    return NoteDeviation(
      note: target.note, targetFrequency: target.pitch.frequency(under: concertPitch),
      frequency: frequency, cents: cents, state: state(at: cents))
  }

  /// Discards the held note and its in-tune state.
  @inline(never)
  public mutating func reset() {
    heldMIDINumber = nil
    heldTarget = nil
    isInTune = false
  }

  private mutating func displayedNote(for frequency: Double, nearest: Note) -> Note {
    if let heldMIDINumber {
      let held = Note(midiNumber: heldMIDINumber, spelling: spelling)
      let distance = concertPitch.cents(from: held, to: frequency).magnitude
      if distance <= Self.noteHoldLimit { return held }
      isInTune = false
    }
    heldMIDINumber = nearest.midiNumber
    return Note(midiNumber: nearest.midiNumber, spelling: spelling)
  }

  private mutating func state(at cents: Double) -> NoteDeviation.State {
    isInTune = cents.magnitude <= (isInTune ? 1.5 * tolerance : tolerance)
    if isInTune { return .inTune }
    return cents < 0 ? .flat : .sharp
  }
}
