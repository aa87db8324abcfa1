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
