import AudioDevices
import CommandKit
import LiveAudio
import Metronome
import SignalProcessing
import Synchronization

/// This device among those that align their loudspeakers: it chirps in its slots, hears the chirps
/// of all, and knows by how much its loudspeaker is late.
final class AlignmentPeer: Sendable {
  /// The clock that all devices share, and this computer's, in nanoseconds.
  struct SharedClock: Sendable {
    var shared: @Sendable (_ own: Int64) -> Int64?
    var own: @Sendable (_ shared: Int64) -> Int64?
  }

  struct State: Sendable {
    var clock: SharedClock?
    var part = AlignmentFollowerState()
    /// The frame at which the chirp that sounds began, and its slot.
    var chirp: (start: Int64, round: Int)?
    var sound: AlignmentChirp?
    var leading: AlignmentCoordinator?
    var hearing: Task<Void, Never>?
    var isClosed = false
    var news: [String] = []
  }

  let microphone: TimestampedSource
  private let soundTime: SoundTime
  private let level: Double
  private let now: @Sendable () -> Int64
  let state: Mutex<State>

  /// - Parameters:
  ///   - microphone: What hears the chirps.
  ///   - soundTime: When samples are heard.
  ///   - level: The peak of the chirps, in dBFS: that of the clicks.
  ///   - now: The time, in nanoseconds.
  init(
    microphone: any AudioSource, soundTime: SoundTime, level: Double,
    now: @escaping @Sendable () -> Int64 = steadyTime
  ) {
    self.microphone = TimestampedSource(microphone, now: now)
    (self.soundTime, self.level, self.now) = (soundTime, level, now)
    state = Mutex(State())
  }

  /// Begins, once the times of both clocks can be told.
  func begin(on clock: SharedClock) { state.withLock { $0.clock = clock } }

  /// The time by which this loudspeaker must play early, in nanoseconds.
  var correction: Int64 { state.withLock { Int64(($0.part.lateness?.seconds ?? 0) * 1e9) } }

  func takeNews() -> String? {
    state.withLock { state in
      while let news = state.part.takeNews() { state.news.append(AlignmentText.sentence(news)) }
      return state.news.isEmpty ? nil : state.news.removeFirst()
    }
  }

  func say(_ sentence: String) { state.withLock { $0.news.append(sentence) } }

  func close() {
    let hearing = state.withLock { state in
      (state.isClosed, state.clock) = (true, nil)
      return state.hearing
    }
    hearing?.cancel()
  }
}

// MARK: - Following

extension AlignmentPeer {
  /// The report to the leader.
  func report(asker: UInt64, asked: Int64) -> AlignmentPacket {
    state.withLock { $0.part.report(asker: asker, asked: asked) }
  }

  /// Takes the leader's answer.
  func take(_ answer: AlignmentPacket.Answer) {
    let time = now()
    state.withLock { $0.part.take(answer, at: $0.clock?.shared(time)) }
  }

  /// Forgets what an earlier leader has found out.
  func forget() { state.withLock { $0.part.forget() } }
}

// MARK: - Leading

extension AlignmentPeer {
  /// Leads, as the program of this number.
  func lead(as number: UInt64) {
    state.withLock { state in
      guard state.leading == nil else { return }
      state.leading = AlignmentCoordinator(
        leader: number, name: "This one", hasMicrophone: state.part.hasMicrophone)
      state.part.lateness = nil
      state.news.append(AlignmentText.waiting)
    }
  }

  /// Answers a report.
  func answer(
    _ report: AlignmentPacket.Report, from name: String, at time: Int64
  ) -> AlignmentPacket? {
    state.withLock { state in
      (state.leading?.answer(report, from: name, at: time)).map { .answer($0) }
    }
  }

  /// Begins and ends sessions. Called several times a second.
  func advance(at time: Int64) {
    let now = now()
    state.withLock { state in
      state.leading?.note(leaderHasMicrophone: state.part.hasMicrophone)
      let own = state.leading?.own
      if let own, state.part.heardSession == own.number {
        state.leading?.take(ownDelays: state.part.delays)
      }
      if let results = state.leading?.advance(at: time) {
        if let own { state.part.end(own.number) }
        state.news += AlignmentText.all(results)
      }
      if let session = state.leading?.own {
        state.part.adopt(session, at: state.clock?.shared(now))
      }
    }
  }
}

// MARK: - Playing

extension AlignmentPeer {
  /// Learns how far the sound has been heard. The microphone is opened once the loudspeaker is.
  func take(_ event: SoundPlayerEvent) {
    guard case .progress = event else { return }
    state.withLock { state in
      guard state.hearing == nil, !state.isClosed else { return }
      state.hearing = Task { [weak self] in await self?.hear() }
    }
  }

  /// True while chirps are played, and the clicks must not disturb them.
  func isBusy(at own: Int64) -> Bool {
    state.withLock { state in
      (state.clock?.shared(own)).map { state.part.isBusy(at: $0) } ?? false
    }
  }

  /// Adds this device's chirps to a block.
  ///
  /// - Parameters:
  ///   - block: Whole frames.
  ///   - frame: The first sample of the block, counted from the start of the sound.
  ///   - sampleRate: In hertz.
  ///   - channelCount: The interleaved channels.
  func overlay(
    _ block: inout MutableSpan<Float>, frame: Int64, sampleRate: Double, channelCount: Int
  ) {
    guard let time = soundTime.time(of: frame) else { return }
    let count = Int64(block.count / channelCount)
    let rate = soundTime.rate
    let due = state.withLock { state -> (chirp: AlignmentChirp, start: Int64)? in
      guard let session = state.part.session, let clock = state.clock else { return nil }
      if state.sound?.sampleRate != sampleRate {
        state.sound = AlignmentChirp(sampleRate: sampleRate)
      }
      guard let chirp = state.sound else { return nil }
      for round in 0..<session.plan.roundCount where state.chirp == nil {
        let slot = session.plan.time(of: session.index, round: round)
        guard let own = clock.own(slot) else { continue }
        let distance = Double(own - time) / 1e9 / rate * sampleRate
        guard distance >= 0, distance < Double(count) else { continue }
        state.chirp = (frame + Int64(distance.rounded()), round)
      }
      guard let start = state.chirp?.start else { return nil }
      if frame + count >= start + Int64(chirp.samples.count) { state.chirp = nil }
      return (chirp, start)
    }
    guard let due else { return }
    let gain = Float(amplitude(fromDecibels: level))
    for (index, sample) in due.chirp.samples.enumerated() {
      let position = due.start + Int64(index) - frame
      guard position >= 0, position < count else { continue }
      for channel in 0..<channelCount {
        block[Int(position) * channelCount + channel] += gain * sample
      }
    }
  }
}
