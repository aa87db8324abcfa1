internal import InstrumentTuning
internal import MusicTheory

/// The calm note of the players' view, for the page.
final class PlayingCore: Core {
  enum Part: Int, CaseIterable { case settings, state }

  /// The positions of the settings.
  enum Setting: Int, CaseIterable {
    case concertPitch
    case tolerance
    case temperament  // the first of twelve
  }

  /// The positions of what is shown.
  enum Field: Int, CaseIterable {
    case isShown
    case note
    case cents
    case side  // -1 flat, 0 in tune, 1 sharp
    case isHeld
    case deviation  // of the tone from the note, in cents; not a number while none sounds
  }

  let settings = Record<Setting>(more: pitchClassCount)
  let state = Record<Field>()
  private var playing = PlayingNote()

  override init() {
    super.init()
    state[.deviation] = .nan
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .settings: settings.address
    case .state: state.address
    case nil: nil
    }
  }

  /// Takes the settings over; refuses them if one is out of its range.
  func configure() -> Bool {
    guard Tuner.toleranceLimits.contains(settings[.tolerance]),
      let pitch = sharedPitch(
        settings[.concertPitch], offsets: settings.values, from: Setting.temperament.rawValue
      )
    else { return false }
    playing.concertPitch = pitch
    playing.tolerance = settings[.tolerance]
    return true
  }

  /// Processes the next reading; `nil` is silence.
  func process(_ frequency: Double?, at time: Double) {
    let shown = playing.take(frequency, at: time)
    let deviation = playing.deviation(of: frequency)
    state[.isShown] = shown == nil ? 0 : 1
    state[.note] = Double(shown?.note.midiNumber ?? 0)
    state[.cents] = shown?.cents ?? 0
    state[.side] = side(shown)
    state[.isHeld] = shown?.isHeld == true ? 1 : 0
    state[.deviation] = deviation ?? .nan
  }

  func reset() {
    playing.reset()
    state.clear()
    state[.deviation] = .nan
  }

  private func side(_ shown: PlayingNote.Display?) -> Double {
    switch shown?.state {
    case .flat: -1
    case .sharp: 1
    case .inTune, nil: 0
    }
  }
}

/// Creates what steadies the note for players.
@_cdecl("playing_create")
func createPlaying() -> Handle? { handle(PlayingCore()) }

/// Applies the `settings`.
@_cdecl("playing_configure")
func configurePlaying(_ playing: Handle) -> Accepted {
  (object(playing) as PlayingCore).configure()
}

/// Takes the next reading, whose frequency is 0 for silence, and writes what to show to `state`.
@_cdecl("playing_take")
func takePlaying(_ playing: Handle, _ frequency: Hertz, _ time: Seconds) {
  (object(playing) as PlayingCore).process(frequency > 0 ? frequency : nil, at: time)
}

/// Shows nothing, and forgets what was heard.
@_cdecl("playing_reset")
func resetPlaying(_ playing: Handle) { (object(playing) as PlayingCore).reset() }
