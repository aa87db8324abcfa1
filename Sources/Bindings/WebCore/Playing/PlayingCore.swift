internal import InstrumentTuning
internal import MusicTheory

/// The calm note of the players' view, for the page.
final class PlayingCore {
  /// The positions of the settings.
  enum Setting: Int, CaseIterable {
    case concertPitch
    case temperament  // and eleven more
    case tolerance = 13
  }

  /// The positions of what is shown.
  enum Field: Int, CaseIterable {
    case isShown
    case note
    case cents
    case side  // -1 flat, 0 in tune, 1 sharp
    case isHeld
    case hasDeviation
    case deviation  // of the tone from the note, in cents
  }

  static let settingCount = Setting.tolerance.rawValue + 1

  let settings = SharedMemory<Double>(repeating: 0, count: settingCount)
  let state = SharedMemory<Double>(repeating: 0, count: Field.allCases.count)
  private var playing = PlayingNote()

  /// Takes the settings over; refuses them if one is out of its range.
  func configure() -> Bool {
    guard Tuner.toleranceLimits.contains(settings[Setting.tolerance]),
      let pitch = sharedPitch(
        settings[Setting.concertPitch], offsets: settings.values, from: Setting.temperament.rawValue
      )
    else { return false }
    playing.concertPitch = pitch
    playing.tolerance = settings[Setting.tolerance]
    return true
  }

  /// Takes the next reading; `nil` is silence.
  func take(_ frequency: Double?, at time: Double) {
    let shown = playing.take(frequency, at: time)
    let deviation = playing.deviation(of: frequency)
    state[Field.isShown] = shown == nil ? 0 : 1
    state[Field.note] = Double(shown?.note.midiNumber ?? 0)
    state[Field.cents] = shown?.cents ?? 0
    state[Field.side] = side(shown)
    state[Field.isHeld] = shown?.isHeld == true ? 1 : 0
    state[Field.hasDeviation] = deviation == nil ? 0 : 1
    state[Field.deviation] = deviation ?? 0
  }

  func reset() {
    playing.reset()
    for field in Field.allCases { state[field] = 0 }
  }

  private func side(_ shown: PlayingNote.Display?) -> Double {
    switch shown?.state {
    case .flat: -1
    case .sharp: 1
    case .inTune, nil: 0
    }
  }
}

@_cdecl("playing_create")
func createPlaying() -> UnsafeMutableRawPointer { handle(PlayingCore()) }

@_cdecl("playing_release")
func releasePlaying(_ playing: UnsafeMutableRawPointer) { release(PlayingCore.self, playing) }

@_cdecl("playing_settings")
func playingSettings(_ playing: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(playing) as PlayingCore).settings.address
}

@_cdecl("playing_state")
func playingState(_ playing: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(playing) as PlayingCore).state.address
}

@_cdecl("playing_configure")
func configurePlaying(_ playing: UnsafeMutableRawPointer) -> Int32 {
  (object(playing) as PlayingCore).configure() ? 1 : 0
}

/// A frequency of 0 is silence.
@_cdecl("playing_take")
func takePlaying(_ playing: UnsafeMutableRawPointer, _ frequency: Double, _ time: Double) {
  (object(playing) as PlayingCore).take(frequency > 0 ? frequency : nil, at: time)
}

@_cdecl("playing_reset")
func resetPlaying(_ playing: UnsafeMutableRawPointer) { (object(playing) as PlayingCore).reset() }
