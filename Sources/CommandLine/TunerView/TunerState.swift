/// Everything that the tuner shows, as plain values: what the view draws depends on nothing else.
struct TunerState: Hashable, Sendable {
  /// The note now, or `nil` while nothing sounds.
  var note: DisplayedNote?
  /// The level, in dBFS; -infinity for digital silence.
  var level = -Double.infinity
  /// The level below which the gate closes, in dBFS; -infinity without a gate.
  var gateThreshold = -Double.infinity
  /// The last seconds.
  var history = TuningHistory()
  /// The frequency of A4, in hertz.
  var concertPitch = 440.0
  /// Whether black keys are written as flats.
  var usesFlats = false
  /// The half width of the in-tune zone, in cents.
  var tolerance = 3.0
  /// The microphone, the file or the simulation.
  var source = ""
  /// What went wrong with the source, while it matters.
  var notice: String?
  /// Whether the view stands still.
  var isPaused = false
}

/// A note with its distance from the target.
struct DisplayedNote: Hashable, Sendable {
  enum Accidental: Hashable, Sendable { case natural, sharp, flat }
  enum Verdict: Hashable, Sendable { case flat, inTune, sharp }

  /// A…G.
  var letter: Character
  var accidental: Accidental
  /// Scientific pitch notation: C4 is middle C.
  var octave: Int
  /// What sounds, in hertz.
  var frequency: Double
  /// What should sound, in hertz.
  var target: Double
  /// From the target to the frequency.
  var cents: Double
  var verdict: Verdict
  /// Whether the note has ended and its last value stays for a moment.
  var isHeld = false

  /// For example `A♯4`, in ASCII `A#4`.
  func name(hasUnicode: Bool) -> String {
    let sign =
      switch accidental {
      case .natural: ""
      case .sharp: hasUnicode ? "♯" : "#"
      case .flat: hasUnicode ? "♭" : "b"
      }
    return "\(letter)\(sign)\(octave)"
  }
}
