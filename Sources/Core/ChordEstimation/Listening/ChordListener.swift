public import MusicTheory
internal import SignalProcessing

/// Tells chords that stand: readings of a ``ChordTracker`` become one chord that does not flicker.
///
/// A chord is told when its notes have sounded for 0.1 s and nothing was added for 0.1 s. A note that
/// is missing is kept for half a second, unless another one begins. If only octaves of its notes come or
/// go, so that it has the same name, it is the same chord.
///
/// - Complexity: O(1) time for a reading. Allocates only when the notes of the chord change.
public struct ChordListener: Sendable {
  /// The readings that the frequencies of a chord are taken from.
  public enum Window: Sendable {
    /// The last 1.3 s, for a display.
    case recent
    /// All since the chord stands, for a verdict.
    case whole
  }

  /// The time that notes must stand, in seconds.
  public static let settling = 0.1
  /// The time that a missing note is waited for, in seconds.
  public static let patience = 0.5
  /// Beats slower than this are none: the interval is pure. In hertz.
  public static let lockedRate = 0.5
  /// The fastest beat that is told, in hertz; faster ones are heard as roughness.
  public static let fastestBeat = 20.0
  /// The highest partial whose beats are told.
  public static let highestPartial = 8

  /// The time from report to report of a chord that stands, in seconds.
  public static let reportInterval = 0.1

  /// The chord now; without notes while nothing stands.
  public private(set) var chord = HeardChord()

  private let concertPitch: ConcertPitch
  private let namer: ChordNamer
  private var voices: ChordVoices
  /// The voices of ``chord``, in the order of its notes, and of the set that may follow it.
  private var told: [Int] = []
  private var candidate: [Int] = []
  private var next: [Int] = []
  private var candidateTime = 0.0
  private var numbers: [Int] = []
  private var reportTime = -Double.infinity

  /// Creates a listener at the start of a stream.
  ///
  /// - Parameters:
  ///   - concertPitch: The frequency of A4 and the temperament that cents are counted from.
  ///   - spelling: The spelling of the names, as for ``ChordNamer``.
  ///   - hopDuration: The time from reading to reading, in seconds.
  ///   - window: The readings that frequencies are taken from.
  public init(
    concertPitch: ConcertPitch = .standard, spelling: Spelling = .sharps,
    hopDuration: Double = 0.01, window: Window = .recent
  ) {
    self.concertPitch = concertPitch
    namer = ChordNamer(spelling: spelling)
    voices = ChordVoices(
      stride: Int((0.02 / hopDuration).rounded()), isRecent: window == .recent)
    told.reserveCapacity(ChordVoices.mostCount)
    candidate.reserveCapacity(ChordVoices.mostCount)
    next.reserveCapacity(ChordVoices.mostCount)
    numbers.reserveCapacity(ChordVoices.mostCount)
  }

  /// Takes the next reading.
  ///
  /// - Parameter reading: Of a time after those before.
  /// - Returns: True if another chord is told from now on, or none.
  @discardableResult
  public mutating func update(_ reading: ChordReading) -> Bool {
    voices.add(reading)
    endVoices(reading.time)
    list(at: reading.time)
    if next != candidate {
      swap(&next, &candidate)
      candidateTime = reading.time
    }
    let isChange = candidate != told && hasSettled(at: reading.time)
    if isChange { tell(reading.time) }
    if !told.isEmpty { measure(reading.time) }
    return isChange
  }

  /// Takes the next reading for a display or a report, which need not follow each.
  ///
  /// - Parameter reading: Of a time after those before.
  /// - Returns: True if another chord is told from now on, or none, and every
  ///   ``reportInterval`` while one stands.
  public mutating func updateReport(_ reading: ChordReading) -> Bool {
    let isChange = update(reading)
    let isDue = !told.isEmpty && reading.time - reportTime >= Self.reportInterval - 1e-9
    guard isChange || isDue else { return false }
    reportTime = reading.time
    return true
  }

  /// Ends what is gone; a note of the chord keeps its place until another chord is told.
  private mutating func endVoices(_ time: Double) {
    for index in voices.voices.indices {
      guard let voice = voices.voices[index], !told.contains(index) else { continue }
      if time - voice.last > Self.settling + 1e-9 { voices.end(index) }
    }
  }

  /// Lists the voices that stand, from the lowest.
  private mutating func list(at time: Double) {
    next.removeAll(keepingCapacity: true)
    for index in voices.voices.indices {
      guard let voice = voices.voices[index], time - voice.last <= Self.settling,
        voice.last - voice.onset >= Self.settling - 1e-9, next.count < ChordTracker.mostNotes
      else { continue }
      var place = next.count
      while place > 0, let other = voices.voices[next[place - 1]],
        other.frequency > voice.frequency
      { place -= 1 }
      next.insert(index, at: place)
    }
  }

  private func hasSettled(at time: Double) -> Bool {
    let isRest = candidate.allSatisfy { told.contains($0) } && !told.isEmpty
    // Silence needs no waiting: nothing could be added.
    let needed = candidate.isEmpty ? 0 : isRest ? Self.patience : Self.settling
    return time - candidateTime >= needed - 1e-9
  }

  private mutating func tell(_ time: Double) {
    numbers.removeAll(keepingCapacity: true)
    for index in candidate {
      numbers.append(concertPitch.nearestNote(to: voices.median(index))?.midiNumber ?? 0)
    }
    let name = namer.name(of: numbers)
    let isSame = name.chord != nil && name == chord.name
    if !isSame {
      chord.isRest = !candidate.isEmpty && candidate.allSatisfy { told.contains($0) }
      chord.number += 1
      chord.name = name
      chord.start = chord.isRest ? time : 0
    }
    told.removeAll(keepingCapacity: true)
    chord.notes.removeAll(keepingCapacity: true)
    chord.beats.removeAll(keepingCapacity: true)
    chord.time = time
    for (place, index) in candidate.enumerated() {
      told.append(index)
      if !isSame {
        voices.forget(index)  // what sounded before the chord stood
        chord.start = max(chord.start, voices.voices[index]?.onset ?? 0)
      }
      chord.notes.append(
        HeardChord.Note(
          midiNumber: numbers[place], frequency: 0, cents: 0, level: 0, isSounding: true,
          ratio: JustRatio(1, 1), centsFromRatio: 0))
    }
    findBase()
  }

  private mutating func measure(_ time: Double) {
    chord.time = time
    var hasMoved = false
    for place in told.indices {
      guard let voice = voices.voices[told[place]] else {
        chord.notes[place].isSounding = false
        continue
      }
      let frequency = voices.median(told[place])
      let number = number(of: frequency, before: chord.notes[place])
      if number != chord.notes[place].midiNumber { hasMoved = true }
      chord.notes[place].midiNumber = number
      chord.notes[place].frequency = frequency
      chord.notes[place].cents = cents(number, frequency)
      chord.notes[place].level = voice.level
      chord.notes[place].isSounding = time - voice.last <= Self.settling
    }
    if hasMoved { rename() }
    compare()
    listBeats()
  }

  /// The nearest note; the one before until the frequency is well beyond the middle of two.
  private func number(of frequency: Double, before: HeardChord.Note) -> Int {
    if before.frequency > 0, cents(before.midiNumber, frequency).magnitude < 60 {
      return before.midiNumber
    }
    return concertPitch.nearestNote(to: frequency)?.midiNumber ?? 0
  }

  private func cents(_ number: Int, _ frequency: Double) -> Double {
    concertPitch.cents(from: Note(midiNumber: number), to: frequency)
  }

  private mutating func rename() {
    numbers.removeAll(keepingCapacity: true)
    for note in chord.notes { numbers.append(note.midiNumber) }
    chord.name = namer.name(of: numbers)
    findBase()
  }

  private mutating func findBase() {
    chord.base = 0
    guard let root = chord.name.chord?.root.pitchClass else { return }
    chord.base = numbers.firstIndex { $0 % 12 == root } ?? 0
  }

  /// Compares each note with the pure intervals above the base, octaves left out.
  private mutating func compare() {
    let base = chord.notes[chord.base].frequency
    for place in chord.notes.indices {
      let cents = Elementary.cents(ofRatio: chord.notes[place].frequency / base)
      // Just below an octave is near it, not near a fifteenth; the base itself is no octave.
      let octaves = ((cents + 50) / 1200).rounded(.down)
      let within = cents - 1200 * octaves
      let ratio = JustRatio.nearest(to: max(0, within))
      let isOctave = ratio.numerator == ratio.denominator && place != chord.base
      chord.notes[place].ratio = isOctave ? JustRatio(2, 1) : ratio
      chord.notes[place].centsFromRatio = within - ratio.cents
    }
  }

  private mutating func listBeats() {
    chord.beats.removeAll(keepingCapacity: true)
    for lower in chord.notes.indices {
      for upper in (lower + 1)..<max(lower + 1, chord.notes.count) {
        if let beat = beat(lower, upper) { chord.beats.append(beat) }
      }
    }
  }

  private func beat(_ lower: Int, _ upper: Int) -> HeardChord.Beat? {
    let (low, high) = (chord.notes[lower].frequency, chord.notes[upper].frequency)
    let cents = Elementary.cents(ofRatio: high / low)
    var (nearest, distance): (JustRatio?, Double) = (nil, 50)
    for octaves in 0..<3 {
      for ratio in JustRatio.simple {
        let wide = ratio.widened(byOctaves: octaves)
        let away = (wide.cents - cents).magnitude
        guard wide.numerator <= Self.highestPartial, away < distance else { continue }
        (nearest, distance) = (wide, away)
      }
    }
    guard let nearest else { return nil }
    let rate = (Double(nearest.numerator) * low - Double(nearest.denominator) * high).magnitude
    guard rate <= Self.fastestBeat else { return nil }
    return HeardChord.Beat(
      lower: lower, upper: upper, lowerPartial: nearest.numerator,
      upperPartial: nearest.denominator, rate: rate, isLocked: rate < Self.lockedRate)
  }
}
