package import InstrumentTuning
import MusicTheory
import PitchEstimation

/// Everything that the tuner shows, as plain values: what the view draws depends on nothing else.
package struct TunerScreenState: Hashable, Sendable {
  /// The note now, or `nil` while nothing sounds.
  package var deviation: NoteDeviation?
  /// Whether the note has ended and its last value stays for a moment.
  var isHeld = false
  /// The level, in dBFS; -infinity for digital silence.
  package var level = -Double.infinity
  /// The level below which the gate closes, in dBFS; -infinity without a gate.
  var gateThreshold = -Double.infinity
  /// The noise of the room, in dBFS; -infinity while it is unknown.
  var noiseLevel = -Double.infinity
  /// The last seconds.
  var history = TuningHistory()
  /// The calm note for players, while it is shown.
  var playing: PlayingNote.Display?
  /// Cents from ``playing``, over the last seconds.
  var playingHistory = TuningHistory(duration: PlayingNote.historyTime)
  /// What the user has chosen.
  package var setup = TunerSetup() {
    didSet { mode = setup.mode }
  }
  /// What is to be tuned, as `setup` says.
  package private(set) var mode = TargetMode.chromatic
  /// The list that the user chooses from.
  var picker: SetupPicker?
  /// Whether the keys are explained.
  var showsHelp = false
  /// What the views show beside the pitch.
  var scope = ScopeState()
  /// The string or note that is tuned now.
  package var target: TuningTarget?
  /// Whether it has been in tune for long enough to say so.
  var isInTune = false
  /// The microphone, the file or the simulation.
  package var source = ""
  /// Whether the source has gone and is waited for.
  var isLost = false
  /// What went wrong with the source, while it matters.
  package var notice: String?
  /// The reference tone, while it may be heard.
  package var reference: ReferenceState?
  /// Whether the view stands still.
  var isPaused = false

  /// Shows a reading.
  mutating func show(_ reading: TunerReading) {
    deviation = reading.deviation
    isHeld = reading.isHeld
    target = reading.target
    isInTune = reading.isInTune
    level = reading.pitch.level
    gateThreshold = reading.pitch.gateThreshold
    noiseLevel = reading.pitch.noiseLevel
    history.append(time: reading.time, cents: isHeld ? nil : deviation?.cents)
  }
}
