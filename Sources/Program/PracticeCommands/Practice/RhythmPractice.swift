import AudioFiles
import CommandKit
import Connections
import IntonationPractice
import LiveAudio
import Metronome
import OnsetDetection

/// `kammerton practice --rhythm`: the times of any sound, against a click or a beat of one's own.
struct RhythmPractice {
  let meter: Meter
  let pattern: RhythmPattern
  let companion: CompanionOptions
  let time: TimeOptions
  /// The microphone; a name or a number.
  let microphone: String?

  /// What was played, beat by beat.
  struct Result: Sendable {
    let judged: RhythmResult
    let latency: TakeLatency?

    var rhythm: Rhythm { judged.rhythm }
    var timing: Timing { judged.timing }
  }

  private func plan(_ tempo: Double?) -> TimingPlan {
    TimingPlan(tempo: tempo, followsRubato: time.rubato, swing: time.swing ?? .straight)
  }

  /// Scores a recording, which has no click.
  func score(recording: String) async throws -> Result {
    let source = FileSource(recording: recording, "scored")
    let heard = try await OnsetListener(pause: nil).run(source) { _ in }
    return result(PracticeTake(onsets: heard.onsets, plan: plan(companion.tempo)))
  }

  /// Listens to the microphone until the player pauses or stops the program, or the bars are over.
  func run(_ status: StatusLine) async throws -> Result {
    let source = SavedSettings.load().microphone(named: microphone)
    let interruption = Interruption()
    let tempo = companion.tempo ?? PracticeMelody.usualTempo
    var live = RhythmStatus(pattern: pattern, tempo: tempo, status: status)
    live.begin(hasClick: time.hasClick)
    guard time.hasClick else {
      let watcher = interruption.watchSignals(stopping: source)
      defer { withExtendedLifetime(watcher) {} }
      let listener = OnsetListener(pause: pattern.pause(at: tempo), interruption: interruption)
      let heard = try await listener.run(source) { live.take($0.time) }
      // Without a click, a tempo that was not asked for is the player's own.
      return result(PracticeTake(onsets: heard.onsets, plan: plan(companion.tempo)))
    }
    let click = try PracticeClicks(meter, tempo: tempo, barCount: time.bars, rests: time.rests())
    let log = ClickLog()
    let player = PracticeSession.player(click, log, loudspeaker: companion.loudspeaker)
    let sound = ReferenceSound(player, source, interruption)
    let watcher = interruption.watchSignals(stopping: source) { player.fadeOut() }
    defer { withExtendedLifetime(watcher) {} }
    let length = time.bars.map { click.leadTime + Double($0) * pattern.meter.length * 60 / tempo }
    let began = ContinuousClock.now
    let heard = try await sound.run(
      { microphone in
        var listener = OnsetListener(pause: pattern.pause(at: tempo), interruption: interruption)
        listener.onStart = { player.change { $0.begin() } }
        if let length {
          // The second of silence before, the latency of Bluetooth, and that of the detector.
          listener.hasEnded = { began.duration(to: .now) > .seconds(length + 2.5) }
        }
        return try await listener.run(microphone) { live.take($0.time) }
      }, isEmpty: { $0.onsets.isEmpty })
    guard let heard, let start = log.start else {
      return result(PracticeTake(plan: plan(tempo)))
    }
    sound.noteMicrophone(heard.deviceName)
    let take = ReferencedTake(
      sound: sound, start: Double(start.frame) / start.sampleRate + click.leadTime,
      sampleRate: start.sampleRate, clicks: click
    ).take(heard, plan(tempo))
    return result(take)
  }

  private func result(_ take: PracticeTake) -> Result {
    Result(
      judged: RhythmResult(
        onsets: take.onsets.map { $0.time }, pattern: pattern, plan: take.plan),
      latency: take.latency)
  }
}

/// The status line of a rhythm.
struct RhythmStatus {
  let pattern: RhythmPattern
  let tempo: Double
  let status: StatusLine
  private var count = 0

  init(pattern: RhythmPattern, tempo: Double, status: StatusLine) {
    (self.pattern, self.tempo, self.status) = (pattern, tempo, status)
  }

  mutating func begin(hasClick: Bool) {
    status.show(
      hasClick
        ? "Play with the clicks after a bar of count-in. Stop, or press Ctrl-C, to end."
        : "Play. Stop, or press Ctrl-C, to end.")
  }

  mutating func take(_ time: Double) {
    count += 1
    status.show("\(count) sounds")
  }
}
