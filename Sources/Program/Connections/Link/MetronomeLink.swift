import CommandKit
package import LiveAudio
package import Metronome
import Synchronization

/// Ties a metronome to what is outside of it: follows or shares a beat, and sends MIDI clock.
package final class MetronomeLink: ClickTrackGuide {
  private struct State {
    var ticks = ClockTicks()
    var lock: BeatLock?
    var tempo: Tempo?
    /// Another number for each section that is entered.
    var sectionSerial: UInt32 = 0
    var section = -1
    /// By how much the loudspeaker was known to be late, in nanoseconds.
    var correction: Int64 = 0
    /// The beat of the track before which it is silent.
    var firstBeat = -Double.infinity
  }

  private let state = Mutex(State())
  private let soundTime: SoundTime
  private let sender: ClockSender?
  private let source: (any BeatSource)?

  /// - Parameters:
  ///   - soundTime: When the samples are heard.
  ///   - sender: What sends MIDI clock; `nil` for nothing.
  ///   - source: Where the beat comes from, or is shared; `nil` for the metronome alone.
  init(soundTime: SoundTime, sender: ClockSender?, source: (any BeatSource)?) {
    self.soundTime = soundTime
    self.sender = sender
    self.source = source
    sender?.start()
  }

  package func prepare(_ track: inout ClickTrack, frame: Int64, count: Int) -> GuidedClicks {
    // Until then a device fills its buffers, at no steady rate.
    guard Double(frame) >= Self.leadIn * track.sampleRate else { return .waiting }
    var guided = state.withLock { state in
      var guided = guide(&track, frame: frame, &state)
      guided.isSilent =
        state.lock != nil
        && track.schedule.beat(at: track.position + Int64(count)) < state.firstBeat
      return guided
    }
    if let alignment = source?.alignment, let time = soundTime.time(of: frame) {
      guided.isMuted = alignment.isBusy(at: time)
    }
    if !guided.isWaiting, let sender { pass(track, frame: frame, count: count, to: sender) }
    return guided
  }

  private func pass(_ track: ClickTrack, frame: Int64, count: Int, to sender: ClockSender) {
    let offset = frame - track.position
    var due: [ClockTicks.Tick] = []
    state.withLock { state in
      var ticks = state.lock?.ticks ?? state.ticks
      if track.position == 0, state.lock == nil { ticks = ClockTicks() }  // also another device
      ticks.take(
        from: track.schedule, in: track.position, until: track.position + Int64(count)
      ) { tick in
        due.append(ClockTicks.Tick(frame: tick.frame + offset, position: tick.position))
      }
      if state.lock == nil { state.ticks = ticks } else { state.lock?.ticks = ticks }
    }
    if !due.isEmpty { sender.append(due) }
  }

  package func overlay(
    _ block: inout MutableSpan<Float>, frame: Int64, sampleRate: Double, channelCount: Int
  ) {
    source?.alignment?.overlay(
      &block, frame: frame, sampleRate: sampleRate, channelCount: channelCount)
  }

  package func take(_ event: SoundPlayerEvent) {
    soundTime.take(event)
    source?.alignment?.take(event)
    if case .lost = event { sender?.interrupt() }
  }

  /// Takes an event, and prints what a user should know.
  package func tell(_ event: SoundPlayerEvent) {
    take(event)
    while let news = takeNews() { complain(news) }
  }

  package func setTempo(_ tempo: Tempo) -> Bool { source?.setTempo(tempo) ?? false }

  package func togglePlaying() { _ = source?.togglePlaying() }

  package var session: SharedSession? { source?.session }

  package func time(of frame: Int64) -> Int64? { soundTime.time(of: frame) }

  package func takeNews() -> String? {
    source?.takeNews() ?? source?.alignment?.takeNews() ?? sender?.takeNews()
  }

  package func finish() {
    sender?.close()
    source?.close()
  }

  /// Seconds of silence before the first click.
  private static var leadIn: Double { 1 }
}

// MARK: - The beat from outside

extension MetronomeLink {
  private func guide(
    _ track: inout ClickTrack, frame: Int64, _ state: inout State
  ) -> GuidedClicks {
    guard let source else { return GuidedClicks() }
    switch source.guidance() {
    case .own:
      share(track, frame: frame, with: source, &state)
      return GuidedClicks()
    case .waiting: return guided(state)
    case .stopped:
      begin(nil, &state)
      return .waiting
    case .course(let course, let key):
      guard var time = soundTime.time(of: frame) else { return guided(state) }
      // A loudspeaker that is late plays what is due later.
      let correction = source.alignment?.correction ?? 0
      time += correction
      let isMoved = Double((correction - state.correction).magnitude) > BeatSteering.tolerance * 1e9
      state.correction = correction
      let rate = soundTime.rate
      state.tempo = course.tempo
      // What is learnt while the clicks are silent is not steered to for seconds.
      let isOn =
        !isMoved
        && state.lock?.steer(&track, on: course, key: key, at: time, rate: rate, frame: frame)
          ?? false
      if !isOn {
        let isNew = state.lock == nil
        let lock = BeatLock(
          &track, on: course, key: key, at: time, rate: rate, frame: frame, rhythm: source.rhythm,
          catchesUp: source.isSession)
        begin(lock, &state)
        // Those that join are silent up to the next bar; those that play jump only if the beat does.
        let barBeats = Double(course.meter.beatCount)
        let isJoining = isNew && source.isSession
        state.firstBeat =
          isJoining
          ? (track.schedule.beat(at: track.position) / barBeats).rounded(.down) * barBeats
            + barBeats
          : -.infinity
      }
      return guided(state)
    }
  }

  private func begin(_ lock: BeatLock?, _ state: inout State) {
    if state.lock != nil { sender?.interrupt() }
    state.lock = lock
  }

  private func guided(_ state: State) -> GuidedClicks {
    guard let lock = state.lock else { return .waiting }
    var guided = GuidedClicks()
    guided.tempo = state.tempo
    guided.firstBar = lock.firstBar
    return guided
  }

  private func share(
    _ track: ClickTrack, frame: Int64, with source: any BeatSource, _ state: inout State
  ) {
    let schedule = track.schedule
    if schedule.section != state.section {
      state.section = schedule.section
      state.sectionSerial &+= 1
    }
    guard schedule.upcoming != nil, let time = soundTime.time(of: frame) else {
      return source.publish(nil, section: state.sectionSerial)
    }
    var course = BeatCourse(
      time: time, beat: schedule.beat(at: track.position), tempo: track.tempo,
      meter: schedule.map.sections[schedule.section].meter)
    course.rate = 1 / soundTime.rate
    source.publish(course, section: state.sectionSerial)
  }
}
