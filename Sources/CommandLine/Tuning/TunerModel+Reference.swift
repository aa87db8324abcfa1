import InstrumentTuning
import MusicTheory

/// The reference tone of the tuner. While it sounds, and for a moment after, readings are ignored,
/// because the microphone hears the tone too.
struct ReferenceState: Hashable, Sendable {
  /// What sounds.
  var pitch: TargetPitch
  /// Hertz.
  var frequency: Double
  /// Whether it has been told to stop, but may still be heard.
  var isEnding = false

  var note: Note { pitch.note }
}

extension TunerModel {
  /// How long readings are ignored after the tone, in seconds: the delay of microphone and tracker,
  /// and the echo of a room.
  static let referenceTail = 0.5

  /// Starts the reference tone of what is tuned to, or was last, or else of A4; or ends the one that
  /// sounds.
  mutating func toggleReference() {
    if state.reference != nil {
      state.reference?.isEnding = true
      return
    }
    guard let pitch = state.target?.pitch ?? lockedPitch ?? lastPitch ?? Self.pitchOfA4 else {
      return
    }
    state.reference = ReferenceState(
      pitch: pitch, frequency: pitch.frequency(under: displayTuner.concertPitch))
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
    reference.frequency = reference.pitch.frequency(under: displayTuner.concertPitch)
    state.reference = reference
  }

  /// The pitch of a string or note that was locked.
  private var lockedPitch: TargetPitch? {
    let targets = state.mode.targets
    return targets.count == 1 ? targets[0].pitch : nil
  }

  private static let pitchOfA4 = try? TargetPitch(Note(.a, octave: 4))
}
