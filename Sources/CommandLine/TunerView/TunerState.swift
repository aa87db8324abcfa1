import InstrumentTuning
import MusicTheory

/// Everything that the tuner shows, as plain values: what the view draws depends on nothing else.
struct TunerState: Hashable, Sendable {
  /// The note now, or `nil` while nothing sounds.
  var reading: TunerReading?
  /// Whether the note has ended and its last value stays for a moment.
  var isHeld = false
  /// The level, in dBFS; -infinity for digital silence.
  var level = -Double.infinity
  /// The level below which the gate closes, in dBFS; -infinity without a gate.
  var gateThreshold = -Double.infinity
  /// The last seconds.
  var history = TuningHistory()
  /// The frequency of A4, in hertz.
  var concertPitch = 440.0
  /// How black keys are written.
  var spelling = Spelling.sharps
  /// The half width of the in-tune zone, in cents.
  var tolerance = 3.0
  /// What is to be tuned.
  var mode = TargetMode.chromatic
  /// Instrument and tuning, for people.
  var tuningTitle: String?
  /// The string or note that is tuned now.
  var target: TuningTarget?
  /// Whether it has been in tune for long enough to say so.
  var isInTune = false
  /// The microphone, the file or the simulation.
  var source = ""
  /// Whether the source has gone and is waited for.
  var isLost = false
  /// What went wrong with the source, while it matters.
  var notice: String?
  /// The reference tone, while it may be heard.
  var reference: ReferenceState?
  /// Whether the view stands still.
  var isPaused = false
}
