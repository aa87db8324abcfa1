import AudioDevices
import AudioFiles
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import MetronomeCommands
import PitchEstimation
import ToneGeneration

/// Has a practice hear the microphone or a recording, beside a click, a melody, a drone or cues.
struct PracticeRun: Sendable {
  let companion: CompanionOptions
  /// Whether tones tell how each note was.
  var hasCues = false
  /// The path of a recording; `nil` for the microphone.
  let recording: String?
  /// The microphone; a name or a number.
  let microphone: String?
  /// Shows what happens.
  let display: any PracticeDisplay
  /// The key that skips a note; `nil` for recordings.
  var skipKey: EnterKey?
  private let interruption = Interruption()

  init(
    _ companion: CompanionOptions, hasCues: Bool = false, recording: String?, microphone: String?,
    display: any PracticeDisplay
  ) {
    (self.companion, self.hasCues, self.display) = (companion, hasCues, display)
    (self.recording, self.microphone) = (recording, microphone)
  }

  /// What was played.
  struct Take: Sendable {
    /// The session, with all that was heard.
    var session: PracticeSession {
      get { sessions[0] }
      set { sessions[0] = newValue }
    }
    // One, which is large: in an array, copies of this structure do not copy it.
    private var sessions: [PracticeSession]
    /// The latency that was measured for the devices; `nil` if it was not.
    var record: LatencyRecord?
    /// True if the player went to the end, or stopped.
    var isComplete = true

    init(session: PracticeSession) { sessions = [session] }
  }

  /// Listens until the playing is over, pass by pass if a loop has a companion.
  func run(_ session: PracticeSession) async throws -> Take {
    display.invite(session)
    defer { display.end() }
    var take = Take(session: session)
    repeat {
      take = try await play(take.session)
      // Passes in any tempo are found in one playing.
    } while take.session.wantsNextPass && !interruption.isRequested
    take.isComplete =
      interruption.isRequested
      || (take.session.waiting?.waiting.isFinished != false && take.session.loop?.isDone != false)
    return take
  }

  private func play(_ session: PracticeSession) async throws -> Take {
    if let recording {
      let source = SilencedSource(recording: recording, "scored")
      // A recording that nobody waits for is interrupted with the program.
      let watcher = session.mode == .through ? nil : watch(source)
      defer { withExtendedLifetime(watcher) {} }
      return finished(try await hear(session, source))
    }
    let source = SavedSettings.load().microphone(named: microphone)
    let sink = SpeakerSink(device: DeviceSelection(companion.loudspeaker ?? ""))
    if let clicks = session.clicks {
      let log = ClickLog()
      let player = SoundPlayer(sink: sink) { format in
        try PracticeClickSound(
          clicks, sampleRate: format.sampleRate, channelCount: format.channelCount, log: log)
      }
      return try await hear(
        session, source, beside: player, onStart: { player.change { $0.begin() } },
        cue: { cue in player.change { $0.play(cue) } },
        start: {
          log.start.map {
            (Double($0.frame) / $0.sampleRate + clicks.leadTime, $0.sampleRate)
          }
        })
    }
    if let program = companion.program(for: session) {
      let player = SoundPlayer(sink: sink) { format in
        try program.sound(sampleRate: format.sampleRate, channelCount: format.channelCount)
      }
      let tempo = session.plan.companion == .melody ? session.plan.tempo : nil
      let start = tempo.map(PracticeMelody.leadTime)
      return try await hear(
        session, source, beside: player, start: { start.map { ($0, 48_000) } })
    }
    if hasCues {
      let player = SoundPlayer(sink: sink) { format in
        CueSound(sampleRate: format.sampleRate, channelCount: format.channelCount)
      }
      return try await hear(
        session, source, beside: player, cue: { cue in player.change { $0.voice.start(cue) } },
        start: { nil })
    }
    let watcher = watch(source)
    defer { withExtendedLifetime(watcher) {} }
    return finished(try await hear(session, source))
  }

  private func finished(_ session: PracticeSession) -> Take {
    var session = session
    session.finish(isBrokenOff: interruption.isRequested)
    return Take(session: session)
  }

  /// Listens beside a sound: `onStart` is called with the first sound of the microphone, `cue` plays a cue,
  /// and `start` returns the start of the score in seconds of the sound with the samples per second of
  /// that, or `nil` if the sound has none.
  private func hear<Sound: SoundRendering>(
    _ session: PracticeSession, _ source: any AudioSource, beside player: SoundPlayer<Sound>,
    onStart: @escaping () -> Void = {}, cue: @escaping (PracticeCue) -> Void = { _ in },
    start: @escaping @Sendable () -> (time: Double, sampleRate: Double)?
  ) async throws -> Take {
    let sound = ReferenceSound(player, source, interruption)
    let clock: @Sendable () -> Double? = {
      start().flatMap { start in
        sound.now(sampleRate: start.sampleRate).map { $0 - start.time }
      }
    }
    let watcher = watch(source, clock: session.clicks == nil ? nil : clock) { player.fadeOut() }
    defer { withExtendedLifetime(watcher) {} }
    let heard = try await sound.run(
      { microphone in
        try await hear(
          session, microphone,
          onStart: {
            sound.noteMicrophone($0)
            onStart()
          }, cue: cue)
      }, isEmpty: { $0.notes.isEmpty && $0.onsets.isEmpty })
    guard var heard else { return finished(session) }
    guard let start = start() else { return finished(heard) }
    let isKnown = heard.move { sound.soundTime(ofSecond: $0, sampleRate: start.sampleRate) }
    let record = isKnown ? sound.latency : nil
    heard.setStart(
      isKnown ? start.time + (record?.latency ?? 0) : nil,
      latency: record.map { ($0.latency, $0.spread) })
    var take = finished(heard)
    take.record = record
    if let found = take.session.judgement.take.heard, found.areHeard {
      complain(Self.remark(on: found))
    }
    return take
  }

  private static func remark(on found: HeardClicks) -> String {
    guard found.areTooLoud, let excess = found.excess else {
      return """
        The microphone hears the clicks. They are left out, but what you play with them may be lost: \
        use headphones.
        """
    }
    return """
      The microphone hears the clicks \(excess.formatted(decimals: 0)) dB louder than you: what you \
      play with them is lost. Use headphones, or turn the loudspeaker down.
      """
  }

  /// The most events that are read after a stop, of a source that does not end by itself: what it has
  /// already delivered still counts, such as the note that sounds.
  private static let mostAfterStop = 2000

  /// Listens until the source ends, or the playing is over.
  private func hear(
    _ session: PracticeSession, _ source: any AudioSource,
    onStart: (_ microphone: String) -> Void = { _ in }, cue: (PracticeCue) -> Void = { _ in }
  ) async throws -> PracticeSession {
    var session = session
    session.begin()
    var (deviceName, hasStarted, afterStop) = ("", false, 0)
    let live = Live(source: source) { [session] in try session.hearing(sampleRate: $0) }
    for try await event in live {
      if interruption.isRequested { afterStop += 1 }
      guard afterStop < Self.mostAfterStop else { break }
      if skipKey?.take() == true { session.skip() }
      switch event {
      case .started(let name, _): deviceName = name
      case .reading(let heard):
        session.process(heard)
        if case .pitch(let reading) = heard { display.show(pitch: reading.frequency) }
        if case .time(let time) = heard, !hasStarted {
          hasStarted = true
          onStart(deviceName)
          session.setClicks(playedFrom: time + PracticeClickSound.leadIn)
          display.begin()
        }
      case .skipped, .dropped, .lost, .retrying, .resumed, .ended:
        if let notice = event.notice { display.show(notice) }
      }
      while let event = session.next() {
        if case .cue(let tone) = event { cue(tone) }
        display.show(event, session)
      }
      if session.isOver { break }
    }
    return session
  }

  /// Ends the playing on a signal, or when the lane, which has the signals then, is left.
  private func watch(
    _ source: any AudioSource, clock: (@Sendable () -> Double?)? = nil,
    onEnd: @escaping @Sendable () -> Void = {}
  ) -> SignalWatcher? {
    guard let lane = display as? PracticeLane else {
      return interruption.watchSignals(stopping: source, onRequest: onEnd)
    }
    lane.connect(
      onLeave: { [interruption] in
        interruption.request()
        onEnd()
        Task { await source.stop() }
      }, clock: clock)
    return nil
  }
}
