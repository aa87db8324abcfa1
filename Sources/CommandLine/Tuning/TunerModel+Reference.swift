import InstrumentTuning
import MusicTheory

/// The reference tone of the tuner. While it sounds, and for a moment after, readings are ignored,
/// because the microphone hears the tone too.
struct ReferenceState: Hashable, Sendable {
  /// What sounds.
  var note: Note
  /// Hertz.
  var frequency: Double
  /// Whether it has been told to stop, but may still be heard.
  var isEnding = false
}

extension TunerModel {
  /// How long readings are ignored after the tone, in seconds: the delay of microphone and tracker,
  /// and the echo of a room.
  static let referenceTail = 0.5

  /// Starts the reference tone of the note that is shown, or was shown last, or else of A4; or ends
  /// the one that sounds.
  mutating func toggleReference() {
    if state.reference != nil {
      state.reference?.isEnding = true
      return
    }
    let note = state.reading?.note ?? lastNote ?? Note(.a, octave: 4)
    state.reference = ReferenceState(note: note, frequency: frequency(of: note))
    forgetSound()
  }

  /// The tone has become silent, or could not be played.
  ///
  /// - Parameter problem: What went wrong, for the user.
  mutating func referenceEnded(_ problem: String? = nil) {
    guard state.reference != nil else { return }
    state.reference = nil
    startReferenceTail()
    if let problem { notice("no reference tone: \(problem)", duration: 5) }
  }

  /// The tone follows a new concert pitch.
  mutating func retuneReference() {
    guard var reference = state.reference else { return }
    reference.frequency = frequency(of: reference.note)
    state.reference = reference
  }

  private func frequency(of note: Note) -> Double {
    note.frequency(under: displayTuner.concertPitch)
  }
}
