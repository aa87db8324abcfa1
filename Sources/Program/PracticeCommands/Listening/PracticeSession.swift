import AudioDevices
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import Metronome
import MusicTheory
import OnsetDetection
import ToneGeneration

/// Listens to a player, who may follow a click, a melody or a drone.
struct PracticeSession {
  let score: PracticeScore
  let concertPitch: ConcertPitch
  let companion: CompanionOptions
  let time: TimeOptions
  /// The microphone; a name or a number.
  let microphone: String?
  /// How the score is gone through: a pass of a loop ends sooner.
  var mode = PracticeMode.through
  /// Shows what happens; `nil` for nothing.
  var display: (any PracticeDisplay)?
  /// Tells by tones how each note was; `nil` without `--cues`.
  var cues: PracticeCues?
  /// Ends the playing on a signal.
  let interruption = Interruption()
  /// Called with each note.
  var report: @Sendable (PlayedNote) -> Void = { _ in }

  /// What the times of a recording are compared with.
  var plan: TimingPlan {
    TimingPlan(
      tempo: companion.tempo, followsRubato: time.rubato, swing: time.swing ?? .straight)
  }

  /// Listens to the microphone until the player pauses or stops the program.
  func run() async throws -> PracticeTake {
    let source = SavedSettings.load().microphone(named: microphone)
    if time.hasClick { return try await followClick(source, interruption) }
    if companion.isWanted { return try await followMelody(source, interruption) }
    if let cues { return try await hearCues(cues, source) }
    let watcher = watch(interruption, source)
    defer { withExtendedLifetime(watcher) {} }
    let heard = try await listener(interruption, pause: companion.pause(for: score, in: mode))
      .run(source, reporter())
    return PracticeTake(notes: heard.notes, onsets: heard.onsets, plan: plan)
  }

  private func listener(_ interruption: Interruption, pause: Double?) -> NoteListener {
    var listener = NoteListener(
      score: score, concertPitch: concertPitch, pause: pause, interruption: interruption)
    guard let display else { return listener }
    listener.onStart = { display.begin() }
    listener.onPitch = { display.take(pitch: $0) }
    listener.onNotice = { display.show($0) }
    return listener
  }

  /// Returns what takes each note: the report, and the display with all of them.
  private func reporter() -> (PlayedNote) -> Void {
    var notes: [PlayedNote] = []
    return { note in
      report(note)
      notes.append(note)
      if notes.count <= PracticeScore.mostLive {
        display?.take(notes)
        cues?.take(notes)
      }
    }
  }

  /// Ends the playing on a signal, or when the lane, which has the signals then, is left.
  private func watch(
    _ interruption: Interruption, _ source: any AudioSource,
    clock: (@Sendable () -> Double?)? = nil, onEnd: @escaping @Sendable () -> Void = {}
  ) -> SignalWatcher? {
    guard let lane = display as? PracticeLane else {
      return interruption.watchSignals(stopping: source, onRequest: onEnd)
    }
    lane.connect(
      onLeave: {
        interruption.request()
        onEnd()
        Task { await source.stop() }
      }, clock: clock)
    return nil
  }

  /// Tones after the notes, and nothing else.
  private func hearCues(
    _ cues: PracticeCues, _ source: any AudioSource
  ) async throws -> PracticeTake {
    let player = SoundPlayer(
      sink: SpeakerSink(device: DeviceSelection(companion.loudspeaker ?? ""))
    ) { format in
      CueSound(sampleRate: format.sampleRate, channelCount: format.channelCount)
    }
    cues.connect { cue in player.change { $0.voice.start(cue) } }
    let sound = ReferenceSound(player, source, interruption)
    let watcher = watch(interruption, source, onEnd: { player.fadeOut() })
    defer { withExtendedLifetime(watcher) {} }
    let heard = try await sound.run(
      { microphone in
        try await listener(interruption, pause: companion.pause(for: score, in: mode)).run(
          microphone, reporter())
      }, isEmpty: { $0.notes.isEmpty })
    guard let heard else { return PracticeTake(plan: plan) }
    return PracticeTake(notes: heard.notes, onsets: heard.onsets, plan: plan)
  }

  /// A drone, or the notes of the score after four beats.
  private func followMelody(
    _ source: any AudioSource, _ interruption: Interruption
  ) async throws -> PracticeTake {
    guard let player = companion.player(for: score, under: concertPitch) else {
      return PracticeTake(plan: plan)
    }
    let sound = ReferenceSound(player, source, interruption)
    let watcher = watch(interruption, source, onEnd: { player.fadeOut() })
    defer { withExtendedLifetime(watcher) {} }
    let heard = try await sound.run(
      { microphone in
        try await listener(interruption, pause: companion.pause(for: score, in: mode)).run(
          microphone, reporter())
      }, isEmpty: { $0.notes.isEmpty })
    guard let heard else { return PracticeTake(plan: plan) }
    guard companion.play else {
      return PracticeTake(notes: heard.notes, onsets: heard.onsets, plan: plan)
    }
    let tempo = companion.melodyTempo(of: score)
    return take(
      heard, sound, start: 4 * 60 / tempo, sampleRate: 48_000, plan: fixed(tempo), clicks: nil)
  }

  private func fixed(_ tempo: Double?) -> TimingPlan {
    var plan = plan
    plan.tempo = tempo
    return plan
  }

  /// A metronome, after a bar of count-in.
  private func followClick(
    _ source: any AudioSource, _ interruption: Interruption
  ) async throws -> PracticeTake {
    let tempo = companion.tempo ?? score.usualTempo
    guard let click = try PracticeClicks(score, tempo: tempo, rests: time.rests()) else {
      return PracticeTake(plan: plan)
    }
    let log = ClickLog()
    let player = Self.player(click, log, loudspeaker: companion.loudspeaker)
    cues?.connect { cue in player.change { $0.play(cue) } }
    let sound = ReferenceSound(player, source, interruption)
    let watcher = watch(
      interruption, source,
      clock: {
        log.start.flatMap { start in
          sound.now(sampleRate: start.sampleRate).map {
            $0 - Double(start.frame) / start.sampleRate - click.leadTime
          }
        }
      }
    ) { player.fadeOut() }
    defer { withExtendedLifetime(watcher) {} }
    let pause = mode.pause(of: score, tempo: tempo, isLed: true)
    let heard = try await sound.run(
      { microphone in
        var listener = listener(interruption, pause: pause)
        let onStart = listener.onStart
        listener.onStart = {
          onStart()
          player.change { $0.begin() }
        }
        return try await listener.run(microphone, reporter())
      }, isEmpty: { $0.notes.isEmpty })
    guard let heard else { return PracticeTake(plan: plan) }
    guard let start = log.start else {
      return PracticeTake(notes: heard.notes, onsets: heard.onsets, plan: plan)
    }
    return take(
      heard, sound, start: Double(start.frame) / start.sampleRate + click.leadTime,
      sampleRate: start.sampleRate, plan: fixed(tempo), clicks: click)
  }

  /// Returns a player of clicks, which are silent until the microphone listens.
  static func player(
    _ click: PracticeClicks, _ log: ClickLog, loudspeaker: String?
  ) -> SoundPlayer<PracticeClickSound> {
    SoundPlayer(sink: SpeakerSink(device: DeviceSelection(loudspeaker ?? ""))) { format in
      try PracticeClickSound(
        click, sampleRate: format.sampleRate, channelCount: format.channelCount, log: log)
    }
  }

  /// Puts what was heard on the clock of the sound that the player followed.
  ///
  /// - Parameters:
  ///   - heard: What the microphone heard.
  ///   - sound: The sound.
  ///   - start: The start of the score, in seconds of the sound.
  ///   - sampleRate: Samples per second of the sound, in hertz.
  ///   - plan: What times are compared with, but for the click.
  ///   - clicks: The clicks; `nil` for a melody.
  /// - Returns: The take, compared with the sound.
  private func take<Sound>(
    _ heard: HeardPlaying, _ sound: ReferenceSound<Sound>, start: Double, sampleRate: Double,
    plan: TimingPlan, clicks: PracticeClicks?
  ) -> PracticeTake {
    sound.noteMicrophone(heard.deviceName)
    return ReferencedTake(sound: sound, start: start, sampleRate: sampleRate, clicks: clicks)
      .take(heard, plan)
  }
}
