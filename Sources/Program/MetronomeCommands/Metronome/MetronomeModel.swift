import CommandKit
import Connections
import LiveAudio
import Metronome

/// Turns beats and keys into the state that a metronome shows, without a terminal or a clock.
struct MetronomeModel: Sendable {
  /// The state for the view.
  var state: MetronomeState

  /// A change of the sound by a key.
  enum Action: Hashable, Sendable {
    case setTempo(Tempo)
    case setMuted(Bool)
    case jump(section: Int)
    case save(Tempo)
    /// Starts or stops a session.
    case togglePlaying
  }

  private let map: TempoMap
  private var taps = TapTempo()
  private var sampleRate = 48_000.0
  private var noticeEnd = Double.infinity
  /// The number of the last change of the tempo by a key; 0 before the first.
  private(set) var tempoChange = 0
  /// True until a beat is heard that knows of that change: until then, the tempo of the key is shown,
  /// from which the next key goes on.
  private var isTempoAhead = false
  private var sectionIndex = 0
  private var wantedSection: Int?

  /// Creates a model before the first beat.
  init(map: TempoMap) {
    self.map = map
    state = MetronomeState(tempo: map.sections[0].tempo.first, section: map.sections[0])
    state.hasSections = map.sections.filter { !$0.isCountIn }.count > 1
  }

  /// Advances to the current beat.
  ///
  /// - Parameters:
  ///   - entry: The last beat; `nil` before the first.
  ///   - frame: The frame that sounds now.
  ///   - time: Seconds on any clock that does not go back.
  mutating func advance(to entry: BeatLog.Entry?, at frame: Int64, time: Double) {
    if time >= noticeEnd {
      state.notice = nil
      noticeEnd = .infinity
    }
    if let tempo = state.session?.tempo { state.tempo = tempo }
    guard let entry else { return }
    let section = entry.section ?? map.sections[entry.click.section]
    state.section = section
    if entry.section == nil { sectionIndex = entry.click.section }
    state.bar = entry.click.bar
    state.beat = entry.click.beat
    state.isSilentBar = entry.click.isMuted && section.rests.isSilent(bar: entry.click.bar)
    state.isSilentBeat = entry.click.isMuted && !state.isSilentBar
    if entry.tempoChange >= tempoChange { isTempoAhead = false }
    if !isTempoAhead, state.session?.tempo == nil { state.tempo = entry.tempo }
    if entry.click.section == wantedSection { wantedSection = nil }
    let note = entry.tempo.note
    let beats =
      entry.tempo.beatsPerMinute * Double(note.numerator * section.meter.denominator)
      / Double(note.denominator)
    let period = 60 * sampleRate / beats
    state.phase = max(0, min(0.999, Double(frame - entry.click.frame) / period))
  }

  /// Handles an event of the sound.
  mutating func handle(_ event: SoundPlayerEvent, time: Double) {
    switch event {
    case .started(let format):
      sampleRate = format.sampleRate
      state.source = format.deviceName
    case .progress(let progress):
      state.underrunCount = progress.underrunCount
      state.overCount = progress.overCount
    case .lost: break
    case .resumed(let format, _):
      sampleRate = format.sampleRate
      isTempoAhead = false  // The sound may have been created again, without the change.
    }
    if let told = event.notice { notice(told.text, until: time + told.duration) }
  }

  /// Shows a notice until a time.
  mutating func notice(_ text: String, until end: Double) {
    state.notice = text
    noticeEnd = end
  }

  /// Handles any key but those that quit.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - time: The time of the press, in seconds on the clock of ``advance(to:at:time:)``.
  /// - Returns: The change of the sound; `nil` for none.
  mutating func press(_ key: KeyPress, time: Double) -> Action? {
    switch key {
    case .left: return change(by: -1)
    case .right: return change(by: 1)
    case .down: return change(by: -5)
    case .up: return change(by: 5)
    case .character("["): return change(by: -0.1)
    case .character("]"): return change(by: 0.1)
    case .character(" "): return tap(time)
    case .character("m"), .character("M"):
      state.isMuted.toggle()
      return .setMuted(state.isMuted)
    case .character("n"), .character("N"): return jump(by: 1)
    case .character("b"), .character("B"): return jump(by: -1)
    case .character("p"), .character("P"):
      return state.session?.isPlaying == nil ? nil : .togglePlaying
    case .character("s"), .character("S"): return .save(state.tempo)
    default: return nil
    }
  }

  private mutating func change(by amount: Double) -> Action? {
    if let tempo = state.session?.tempo { state.tempo = tempo }
    // Tenths, so that ten small steps make one great one.
    let wanted = ((state.tempo.beatsPerMinute + amount) * 10).rounded() / 10
    let limits = Tempo.limits
    return set(max(limits.lowerBound, min(limits.upperBound, wanted)))
  }

  private mutating func tap(_ time: Double) -> Action? {
    state.tapCount += 1
    guard let wanted = taps.tap(at: time) else {
      state.tapCount = 1
      notice("tap on", until: time + 3)
      return nil
    }
    notice("tapped \(wanted.formatted(decimals: 1))", until: time + 3)
    return set((wanted * 10).rounded() / 10)
  }

  private mutating func set(_ beatsPerMinute: Double) -> Action? {
    guard let tempo = Tempo(beatsPerMinute, note: state.tempo.note) else { return nil }
    state.tempo = tempo
    if state.session == nil {
      tempoChange += 1
      isTempoAhead = true
    } else {
      state.session?.tempo = tempo  // which the session itself says from now on
    }
    return .setTempo(tempo)
  }

  private mutating func jump(by step: Int) -> Action? {
    let current = wantedSection ?? sectionIndex
    let section = current + step
    guard map.sections.indices.contains(section), !map.sections[section].isCountIn else {
      return nil
    }
    wantedSection = section
    return .jump(section: section)
  }
}

/// The state that the full-screen metronome shows.
struct MetronomeState: Hashable, Sendable {
  var tempo: Tempo
  var section: TempoSection
  /// Counted from 0; `nil` before the first beat.
  var bar: Int?
  var beat = 0
  /// The part of the beat that has gone by, in 0..<1.
  var phase = 0.0
  /// True in a bar that is silent.
  var isSilentBar = false
  /// True in a silent beat of a bar that sounds.
  var isSilentBeat = false
  /// True while the user has silenced the clicks.
  var isMuted = false
  var hasSections = false
  var tapCount = 0
  var source = ""
  var notice: String?
  var underrunCount = 0
  var overCount = 0
  /// Those that share the beat as equals.
  var session: SharedSession?

  init(tempo: Tempo, section: TempoSection) {
    self.tempo = tempo
    self.section = section
  }
}
