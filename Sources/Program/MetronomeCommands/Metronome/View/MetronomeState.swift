import Metronome

/// What the full-screen metronome shows.
struct MetronomeState: Hashable, Sendable {
  var tempo: Tempo
  var section: TempoSection
  /// Counted from 0; `nil` before the first beat.
  var bar: Int?
  var beat = 0
  /// The part of the beat that has gone by, in 0..<1.
  var phase = 0.0
  /// Whether the bar is one of those that are silent.
  var isSilentBar = false
  /// Whether the user has silenced the clicks.
  var isMuted = false
  var hasSections = false
  var tapCount = 0
  var source = ""
  var notice: String?
  var underrunCount = 0
  var overCount = 0

  init(tempo: Tempo, section: TempoSection) {
    self.tempo = tempo
    self.section = section
  }
}
