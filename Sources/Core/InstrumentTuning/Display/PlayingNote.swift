package import MusicTheory

/// The calm note of a display for players, who look up from their music for a moment.
///
/// A tuner follows every change; this display only follows changes of the note. Vibrato of up to
/// ±50 cents around the note keeps its name and moves its cents by less than 5. A new note is shown
/// once its readings have agreed for ``changeTime``, so that neither a glide nor a single wrong
/// octave gets a name. After the sound the note stays for ``holdTime``.
///
/// - Complexity: O(*n*) per reading for the *n* readings of ``smoothingTime``.
package struct PlayingNote: Sendable {
  /// The displayed note.
  package struct Display: Sendable, Hashable {
    /// The note.
    package let note: Note
    /// The smoothed deviation from it, in cents.
    package let cents: Double
    /// The side of the note on which the tone is.
    package let state: NoteDeviation.State
    /// True if the sound has stopped and the note stays for a while.
    package let isHeld: Bool

    /// Creates a display from its parts, for example to draw one.
    ///
    /// - Parameters:
    ///   - note: The note.
    ///   - cents: The smoothed deviation from it, in cents.
    ///   - state: The side of the note on which the tone is.
    ///   - isHeld: True if the sound has stopped.
    package init(note: Note, cents: Double, state: NoteDeviation.State, isHeld: Bool) {
      self.note = note
      self.cents = cents
      self.state = state
      self.isHeld = isHeld
    }
  }

  /// The time for which the readings of a new note must agree, in seconds.
  package static var changeTime: Double { 0.12 }
  /// The range within which readings agree, in cents: a semitone and its vibrato, but no arpeggio.
  package static var agreement: Double { 150 }
  /// The distance from the shown note beyond which readings belong to another one, in cents.
  package static var noteReach: Double { 70 }
  /// The distance of the median of ``medianTime`` beyond which the note also changes, in cents.
  package static var medianReach: Double { 55 }
  /// The length of the median, in seconds: a period of slow vibrato.
  package static var medianTime: Double { 0.25 }
  /// The length of the mean that is shown, in seconds: two periods of vibrato at 5 Hz.
  package static var smoothingTime: Double { 0.4 }
  /// The longest pause that changes nothing, such as that of a bow or a tongue, in seconds.
  package static var bridgedPause: Double { 0.15 }
  /// The time that a line of ``deviation(of:)`` covers, in seconds.
  package static var historyTime: Double { 10 }
  /// The smallest tolerance, in cents: nobody plays as exactly as a string is tuned.
  package static var leastTolerance: Double { 10 }

  /// The time for which the note stays after the sound, in seconds.
  package let holdTime: Double
  /// A4, and the temperament that notes are compared with.
  package var concertPitch: ConcertPitch
  /// The spelling of black keys.
  package var spelling: Spelling
  /// The largest deviation that is in tune, in cents; 1.5 times as much for a note already in tune.
  package var tolerance: Double

  private var shown: Display?
  private var recent: [(time: Double, number: Double)] = []
  private var run: Run?
  private var lastTime = -Double.infinity
  private var lastHeard = -Double.infinity

  /// Consecutive readings that do not belong to the shown note.
  private struct Run {
    var start: Double
    var lowest: Double
    var highest: Double
    var sum = 0.0
    var count = 0.0
  }

  /// Creates a display that shows nothing.
  ///
  /// - Parameters:
  ///   - concertPitch: A4, and the temperament that notes are compared with.
  ///   - spelling: The spelling of black keys; sharps by default.
  ///   - tolerance: The largest deviation that is in tune, in cents; lower values than
  ///     ``leastTolerance`` count as that.
  ///   - holdTime: The time for which the note stays after the sound, in seconds; 3 by default.
  package init(
    concertPitch: ConcertPitch = .standard, spelling: Spelling = .sharps, tolerance: Double = 10,
    holdTime: Double = 3
  ) {
    self.concertPitch = concertPitch
    self.spelling = spelling
    self.tolerance = tolerance
    self.holdTime = max(0, holdTime)
  }

  /// Processes the next reading.
  ///
  /// - Parameters:
  ///   - frequency: Hertz; `nil` while nothing sounds. A value that is not finite and above 0 counts
  ///     as `nil`.
  ///   - time: Seconds. A time before the last one resets the display.
  /// - Returns: The note to show, if any.
  package mutating func take(_ frequency: Double?, at time: Double) -> Display? {
    if time < lastTime { reset() }
    lastTime = time
    guard let frequency, concertPitch.nearestNote(to: frequency) != nil else {
      return silence(at: time)
    }
    if time - lastHeard > Self.bridgedPause { forgetReadings() }
    lastHeard = time
    let number = concertPitch.midiNumber(of: frequency)
    recent.append((time, number))
    let expired = recent.prefix { $0.time < time - Self.smoothingTime }.count
    recent.removeFirst(expired)
    follow(number, at: time)
    if let new = newNumber(at: time) { change(to: new) }
    return update(at: time)
  }

  /// Clears the display and discards all readings.
  package mutating func reset() {
    forgetReadings()
    shown = nil
    lastTime = -.infinity
    lastHeard = -.infinity
  }

  /// Returns the deviation of a tone from the shown note, for a line of the last ``historyTime``.
  ///
  /// - Parameter frequency: Hertz; `nil` while nothing sounds.
  /// - Returns: Cents; `nil` if no note is shown, and beyond a semitone, where the tone is another
  ///   note without a name yet.
  package func deviation(of frequency: Double?) -> Double? {
    guard let frequency, frequency.isFinite, frequency > 0 else { return nil }
    let cents = deviation(ofNumber: concertPitch.midiNumber(of: frequency))
    return cents.flatMap { $0.magnitude <= 100 ? $0 : nil }
  }

  private mutating func forgetReadings() {
    recent.removeAll(keepingCapacity: true)
    run = nil
  }

  private mutating func silence(at time: Double) -> Display? {
    let pause = time - lastHeard
    if pause > holdTime { shown = nil }
    guard let shown, pause > Self.bridgedPause else { return shown }
    self.shown = Display(note: shown.note, cents: shown.cents, state: shown.state, isHeld: true)
    return self.shown
  }

  // MARK: - The note

  /// Continues or ends the run of readings that do not belong to the shown note.
  private mutating func follow(_ number: Double, at time: Double) {
    guard (deviation(ofNumber: number)?.magnitude ?? .infinity) > Self.noteReach else {
      run = nil
      return
    }
    var next = run ?? Run(start: time, lowest: number, highest: number)
    next.lowest = min(next.lowest, number)
    next.highest = max(next.highest, number)
    if 100 * (next.highest - next.lowest) > Self.agreement {
      next = Run(start: time, lowest: number, highest: number)
    }
    next.sum += number
    next.count += 1
    run = next
  }

  /// The pitch of the note to show now, as a MIDI number with a fraction; `nil` for no change.
  private func newNumber(at time: Double) -> Double? {
    if let run, time - run.start >= Self.changeTime { return run.sum / run.count }
    guard shown != nil, let first = recent.first, time - first.time >= Self.medianTime else {
      return nil
    }
    let numbers = recent.filter { time - $0.time <= Self.medianTime }.map { $0.number }.sorted()
    let median = numbers[numbers.count / 2]
    // Half of the readings of a glide, or of two notes, do not agree.
    let middleHalf = numbers[3 * numbers.count / 4] - numbers[numbers.count / 4]
    guard 100 * middleHalf <= Self.agreement else { return nil }
    return (deviation(ofNumber: median)?.magnitude ?? 0) > Self.medianReach ? median : nil
  }

  private mutating func change(to number: Double) {
    run = nil
    let frequency = concertPitch.frequency(ofMIDINumber: number)
    guard let note = concertPitch.nearestNote(to: frequency, spelling: spelling),
      note.midiNumber != shown?.note.midiNumber
    else { return }
    let cents = concertPitch.cents(from: note, to: frequency)
    shown = Display(note: note, cents: cents, state: state(at: cents, was: nil), isHeld: false)
    // Earlier readings belong to another note.
    recent = recent.filter { (deviation(ofNumber: $0.number)?.magnitude ?? 0) <= 100 }
  }

  /// Cents from the shown note.
  private func deviation(ofNumber number: Double) -> Double? {
    shown.map {
      concertPitch.cents(from: $0.note, to: concertPitch.frequency(ofMIDINumber: number))
    }
  }

  // MARK: - The deviation

  private mutating func update(at time: Double) -> Display? {
    guard let shown else { return nil }
    guard let cents = smoothedCents(at: time) else { return shown }
    self.shown = Display(
      note: shown.note, cents: cents, state: state(at: cents, was: shown.state), isHeld: false)
    return self.shown
  }

  /// The mean of the readings of the note, weighted by a parabola over their time, which suppresses
  /// vibrato of 4 Hz and faster to 8 % and less.
  private func smoothedCents(at time: Double) -> Double? {
    guard let first = recent.first, let last = recent.last else { return nil }
    let length = max(last.time - first.time, 1e-3)
    var sum = 0.0
    var weights = 0.0
    for (readingTime, number) in recent {
      guard let cents = deviation(ofNumber: number), cents.magnitude <= 100 else { continue }
      let position = (readingTime - first.time) / length
      let weight = position * (1 - position) + 1e-6
      sum += weight * cents
      weights += weight
    }
    return weights > 0 ? sum / weights : nil
  }

  private func state(at cents: Double, was old: NoteDeviation.State?) -> NoteDeviation.State {
    let limit = max(tolerance, Self.leastTolerance) * (old == .inTune ? 1.5 : 1)
    if cents.magnitude <= limit { return .inTune }
    return cents < 0 ? .flat : .sharp
  }
}
