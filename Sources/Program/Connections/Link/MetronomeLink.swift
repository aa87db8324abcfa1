import CommandKit
package import LiveAudio
package import Metronome
import Synchronization

/// Ties a metronome to what is outside of it: follows or shares a beat, and sends MIDI clock.
package final class MetronomeLink: ClickTrackGuide {
  private struct State {
    var ticks = ClockTicks()
    var following = BeatFollowing()
    var tempo: Tempo?
    /// Another number for each section that is entered.
    var sectionSerial: UInt32 = 0
    var section = -1
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
      guided.isSilent = state.following.isSilent(track, until: track.position + Int64(count))
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
      let isFollowing = state.following.lock != nil
      var ticks = state.following.lock?.ticks ?? state.ticks
      if track.position == 0, !isFollowing { ticks = ClockTicks() }  // also another device
      ticks.take(
        from: track.schedule, in: track.position, until: track.position + Int64(count)
      ) { tick in
        due.append(ClockTicks.Tick(frame: tick.frame + offset, position: tick.position))
      }
      if isFollowing { state.following.lock?.ticks = ticks } else { state.ticks = ticks }
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
    source?.alignment?.process(event)
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
    source?.takeNews() ?? sender?.takeNews()
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
      if state.following.lock != nil { sender?.interrupt() }
      state.following.leave()
      return .waiting
    case .course(let course, let key):
      guard let time = soundTime.time(of: frame) else { return guided(state) }
      state.tempo = course.tempo
      let wasFollowing = state.following.lock != nil
      let hasBegun = state.following.follow(
        &track, on: course, key: key, at: time, rate: soundTime.rate, frame: frame,
        correction: source.alignment?.correction ?? 0, rhythm: source.rhythm,
        isSession: source.isSession)
      if hasBegun, wasFollowing { sender?.interrupt() }
      return guided(state)
    }
  }

  private func guided(_ state: State) -> GuidedClicks {
    guard let lock = state.following.lock else { return .waiting }
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
