internal import ChordEstimation
internal import InstrumentTuning
internal import MusicTheory

/// Every note of a chord that sounds, for the page.
///
/// The page's side fills `settings` and applies them, and then fills `input` again and again; the chord that stands
/// is in `state`, `notes`, `beats` and `texts`.
final class ChordCore: Core {
  /// The most pairs of notes.
  static let beatLimit = ChordTracker.mostNotes * (ChordTracker.mostNotes - 1) / 2

  enum Part: Int, CaseIterable { case input, settings, state, notes, beats, texts }

  /// The positions of the settings.
  enum Setting: Int, CaseIterable {
    case concertPitch
    case tolerance
    case spelling  // as NameSpelling counts
    case names  // the index of the words among NoteNotation.Names.allCases
    case octaves  // the index of the marks among NoteNotation.Octaves.allCases
    case transposition  // semitones from what is written to what sounds
    case temperament  // the first of twelve
  }

  /// The positions of what is said of a chord.
  enum Field: Int, CaseIterable {
    case reportCount  // since the start
    case number  // counts the chords from 1
    case noteCount  // 0 while nothing sounds
    case beatCount
    case interval  // semitones, for two notes with the name of their interval; otherwise 0
    case textCount  // the bytes of `texts`
  }

  /// The positions of what is said of a note, from the lowest.
  enum NoteField: Int, CaseIterable {
    case cents
    case verdict
    case isSounding  // or missing for a moment
    case isBase  // of the pure intervals
    case numerator  // of the pure interval above the base
    case denominator
    case centsFromRatio
  }

  /// The positions of what is said of two notes.
  enum BeatField: Int, CaseIterable {
    case lower  // its place among the notes
    case upper
    case lowerPartial
    case upperPartial
    case rate  // hertz
    case isLocked
  }

  /// What is said of the cents of a note: its place among all cases.
  typealias Verdict = NoteDeviation.State

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  let settings = Record<Setting>(more: pitchClassCount)
  let state = Record<Field>()
  let notes = Record<NoteField>(rows: ChordTracker.mostNotes)
  let beats = Record<BeatField>(rows: ChordCore.beatLimit)
  private var texts = ByteExchange()

  private var tracker: ChordTracker
  private var listener = ChordListener()
  private var concertPitch = ConcertPitch.standard
  private var tolerance = Tuner().tolerance
  private var writing = ChordWriting()
  private var written: [Int] = []

  init?(sampleRate: Double) {
    guard let tracker = try? ChordTracker(sampleRate: sampleRate) else { return nil }
    self.tracker = tracker
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .settings: settings.address
    case .state: state.address
    case .notes: notes.address
    case .beats: beats.address
    case .texts: texts.address
    case nil: nil
    }
  }

  /// Takes the settings over; refuses them if one is out of its range. Another concert pitch, temperament or
  /// spelling hears the chord anew.
  func configure() -> Bool {
    guard Tuner.toleranceLimits.contains(settings[.tolerance]),
      let writing = ChordWriting(settings),
      let pitch = sharedPitch(
        settings[.concertPitch], offsets: settings.values, from: Setting.temperament.rawValue)
    else { return false }
    if pitch != concertPitch || writing.spelling != self.writing.spelling {
      listener = ChordListener(concertPitch: pitch, spelling: writing.spelling)
    }
    (concertPitch, tolerance, self.writing) = (pitch, settings[.tolerance], writing)
    written.removeAll()
    report()
    return true
  }

  /// Analyses the first samples of `input`.
  func push(_ count: Int) {
    let block = UnsafeBufferPointer(rebasing: input.values[0..<min(blockLimit, max(0, count))])
    tracker.append(block.span)
    while let reading = tracker.next() {
      if listener.updateReport(reading) { report() }
    }
  }

  private func report() {
    let chord = listener.chord
    state[.reportCount] += 1
    state[.number] = Double(chord.number)
    state[.noteCount] = Double(chord.notes.count)
    state[.beatCount] = Double(chord.beats.count)
    for (index, note) in chord.notes.enumerated() {
      write(note, index, isBase: index == chord.base)
    }
    for (index, beat) in chord.beats.enumerated() { write(beat, index) }
    writeTexts(chord)
  }

  private func write(_ note: HeardChord.Note, _ index: Int, isBase: Bool) {
    notes[index, .cents] = note.cents
    let verdict = Verdict(cents: note.cents, tolerance: tolerance)
    notes[index, .verdict] = Double(Verdict.allCases.firstIndex(of: verdict) ?? 0)
    notes[index, .isSounding] = note.isSounding ? 1 : 0
    notes[index, .isBase] = isBase ? 1 : 0
    notes[index, .numerator] = Double(note.ratio.numerator)
    notes[index, .denominator] = Double(note.ratio.denominator)
    notes[index, .centsFromRatio] = note.centsFromRatio
  }

  private func write(_ beat: HeardChord.Beat, _ index: Int) {
    beats[index, .lower] = Double(beat.lower)
    beats[index, .upper] = Double(beat.upper)
    beats[index, .lowerPartial] = Double(beat.lowerPartial)
    beats[index, .upperPartial] = Double(beat.upperPartial)
    beats[index, .rate] = beat.rate
    beats[index, .isLocked] = beat.isLocked ? 1 : 0
  }

  /// Writes the names, if they are others than before.
  private func writeTexts(_ chord: HeardChord) {
    var isOther = chord.notes.count != written.count
    for (index, note) in chord.notes.enumerated() where !isOther {
      isOther = note.midiNumber != written[index]
    }
    guard isOther else { return }
    written = chord.notes.map { $0.midiNumber }
    let name = writing.name(of: written)
    if case .interval(let interval) = name {
      state[.interval] = Double(interval.semitones)
    } else {
      state[.interval] = 0
    }
    let bytes = writing.lines(name, written)
    state[.textCount] = Double(bytes.count)
    texts.write(bytes)
  }
}

/// Creates a listener of chords.
@_cdecl("chord_create")
func createChord(_ sampleRate: Hertz) -> Handle? {
  sampleRates.contains(sampleRate) ? handle(ChordCore(sampleRate: sampleRate)) : nil
}

/// Applies the `settings`; the chord that stands is written anew.
@_cdecl("chord_configure")
func configureChord(_ chord: Handle) -> Accepted { (object(chord) as ChordCore).configure() }

/// Hears the first samples of `input`; `state`, `notes`, `beats` and `texts` have the chord that stands.
@_cdecl("chord_push")
func pushChord(_ chord: Handle, _ count: Int32) { (object(chord) as ChordCore).push(Int(count)) }
