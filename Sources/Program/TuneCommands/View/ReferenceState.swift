package import InstrumentTuning
package import MusicTheory

/// The reference tone of the tuner. While it sounds, and for a moment after, readings are ignored,
/// because the microphone hears the tone too.
package struct ReferenceState: Hashable, Sendable {
  /// What sounds.
  package var pitch: TargetPitch
  /// Hertz.
  package var frequency: Double
  /// Whether it has been told to stop, but may still be heard.
  var isEnding = false

  package var note: Note { pitch.note }
}
