import AudioDevices
import CommandKit
import Connections
import LiveAudio
import Metronome
import Synchronization
import ToneGeneration

/// Plays clicks through a loudspeaker, records them with a microphone, and measures how late they
/// come back.
struct LatencyRun {
  let microphone: any AudioSource
  let sink: any AudioSink

  /// - Returns: The latency of the two devices.
  /// - Throws: ``LatencyError``, ``LatencyRunError``, `AudioDeviceError`; `CancellationError` if the
  ///   user stopped it.
  func run() async throws -> LatencyRecord {
    let probe = ProbeLog()
    let soundTime = SoundTime()
    let microphone = TimestampedSource(self.microphone)
    let player = SoundPlayer(sink: sink) { format in
      try ProbeSound(
        sampleRate: format.sampleRate, channelCount: format.channelCount, log: probe)
    }
    let interruption = Interruption()
    let watcher = interruption.watchSignals(stopping: microphone) { player.fadeOut() }
    defer { withExtendedLifetime(watcher) {} }
    let status = StatusLine()
    status.show("Six clicks are played and recorded. Keep quiet for \(ProbeSound.seconds) s.")
    defer { status.clear() }
    // The microphone is opened once the loudspeaker is: while a device opens, the other may stumble.
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let playing = Task {
      defer {
        start.finish()
        probe.end()
      }
      let progress = try await player.play { event in
        soundTime.take(event)
        probe.take(event)
        if case .started = event { start.yield() }
      }
      return progress.underrunCount
    }
    defer { player.fadeOut() }
    for await _ in starts { break }
    let heard: Recording
    do {
      heard = try await record(from: microphone, until: probe) { player.change { $0.begin() } }
    } catch {
      player.fadeOut()
      _ = try? await playing.value
      throw error
    }
    player.fadeOut()
    let underrunCount = try await playing.value
    guard !interruption.isRequested else { throw CancellationError() }
    guard !heard.hasGap, underrunCount == 0, !probe.isLost else { throw LatencyRunError.gap }
    return try measure(heard, probe: probe, soundTime: soundTime, microphone: microphone)
  }
}

// MARK: - Steps

extension LatencyRun {
  private struct Recording {
    var deviceName = ""
    var sampleRate = 48_000.0
    var samples: [Float] = []
    var hasGap = false
  }

  /// Records until the clicks have ended. They begin with the first sound of the microphone.
  private func record(
    from microphone: TimestampedSource, until probe: ProbeLog, begin: () -> Void
  ) async throws -> Recording {
    var recording = Recording()
    for try await event in Live(source: microphone, makeAnalysis: { _ in SampleBlocks() }) {
      switch event {
      case .started(let name, let rate): (recording.deviceName, recording.sampleRate) = (name, rate)
      case .reading(let block):
        if recording.samples.isEmpty { begin() }
        recording.samples += block
      case .dropped: recording.hasGap = true
      case .lost(let reason): throw LatencyRunError.microphoneLost(reason)
      case .skipped, .retrying, .resumed, .ended: break
      }
      if probe.hasEnded { break }
    }
    return recording
  }

  private func measure(
    _ heard: Recording, probe: ProbeLog, soundTime: SoundTime, microphone: TimestampedSource
  ) throws -> LatencyRecord {
    let clicks = probe.clickFrames.compactMap { soundTime.time(of: $0) }
    guard let origin = clicks.first else { throw LatencyRunError.gap }
    func seconds(_ time: Int64) -> Double { Double(time - origin) / 1e9 }
    func onClock(_ times: [Double]) -> [Double] {
      times.compactMap { microphone.time(ofSecond: $0).map(seconds) }
    }
    var recording = try ClickRecording(heard.samples.span, sampleRate: heard.sampleRate)
    recording.onsets = onClock(recording.onsets)
    recording.clippings = onClock(recording.clippings)
    var measured = try LatencyMeasurement(sent: clicks.map(seconds), heard: recording)
    let chirps = probe.chirpFrames.compactMap { soundTime.time(of: $0) }
    var finder = ChirpFinder(sampleRate: heard.sampleRate)
    try measured.refine(
      by: chirps.compactMap { sent -> Double? in
        guard let second = microphone.second(at: sent + Int64(measured.latency * 1e9)),
          let arrival = finder.arrival(
            in: heard.samples, from: second, within: LatencyMeasurement.chirpWindow),
          let time = microphone.time(ofSecond: arrival.time)
        else { return nil }
        return Double(time - sent) / 1e9
      })
    if measured.clickCount < clicks.count {
      complain(
        "\(measured.clickCount) of \(clicks.count) clicks were heard; the others do not count.")
    }
    return LatencyRecord(
      microphone: heard.deviceName, loudspeaker: probe.deviceName, latency: measured.latency,
      spread: measured.spread)
  }
}

/// A reason why the devices did not measure their latency.
enum LatencyRunError: Error, Equatable, CustomStringConvertible {
  /// Samples were lost on the way out or in, so that the times are not known.
  case gap
  /// The microphone went away; the reason is a clause.
  case microphoneLost(String)

  var description: String {
    switch self {
    case .gap:
      """
      The sound was interrupted during the measurement. Close programs that use the processor or the \
      sound, and measure again.
      """
    case .microphoneLost(let reason):
      "The microphone was lost during the measurement: \(reason.printable). Measure again."
    }
  }
}

// MARK: - The sound

/// Silence until the recording runs, a second more, and the clicks.
struct ProbeSound: SoundRendering {
  /// The duration that is told to the user, rounded.
  static var seconds: Int { Int((leadTime + LatencyProbe.duration).rounded()) }
  /// The time in which devices fill their buffers, at an irregular rate, in seconds.
  private static let leadTime = 1.0

  let channelCount: Int
  private let probe: LatencyProbe
  private let log: ProbeLog
  private var frame = 0
  /// The frame of the probe's first sample; `nil` before it is known.
  private var start: Int?

  init(sampleRate: Double, channelCount: Int, log: ProbeLog) throws {
    probe = try LatencyProbe(sampleRate: sampleRate)
    (self.channelCount, self.log) = (channelCount, log)
  }

  var sampleRate: Double { probe.sampleRate }

  /// Begins with the next block.
  mutating func begin() {
    guard start == nil else { return }
    let first = frame + Int(Self.leadTime * sampleRate)
    start = first
    func position(_ time: Double) -> Int64 { Int64(first) + Int64((time * sampleRate).rounded()) }
    log.begin(clicks: probe.times.map(position), chirps: probe.chirpTimes.map(position))
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    for index in interleaved.indices { interleaved[index] = 0 }
    let wanted = interleaved.count / channelCount
    let first = frame - (start ?? .max)
    let count = start == nil ? wanted : max(0, min(wanted, probe.samples.count - first))
    if start != nil {
      for index in 0..<count where first + index >= 0 {
        for channel in 0..<channelCount {
          interleaved[index * channelCount + channel] = probe.samples[first + index]
        }
      }
    }
    frame += count
    return count
  }
}

/// A record of the clicks while they are played.
final class ProbeLog: Sendable {
  private struct State {
    var deviceName = ""
    var clickFrames: [Int64] = []
    var chirpFrames: [Int64] = []
    var hasEnded = false
    var isLost = false
  }

  private let state = Mutex(State())

  /// The name of the loudspeaker.
  var deviceName: String { state.withLock { $0.deviceName } }
  /// The frames of the player at which the clicks start.
  var clickFrames: [Int64] { state.withLock { $0.clickFrames } }
  /// The frames of the player at which the chirps start.
  var chirpFrames: [Int64] { state.withLock { $0.chirpFrames } }
  /// True once the sound is over, for whatever reason.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }
  /// True if the loudspeaker went away meanwhile.
  var isLost: Bool { state.withLock { $0.isLost } }

  func begin(clicks: [Int64], chirps: [Int64]) {
    state.withLock { ($0.clickFrames, $0.chirpFrames) = (clicks, chirps) }
  }

  func end() { state.withLock { $0.hasEnded = true } }

  func take(_ event: SoundPlayerEvent) {
    switch event {
    case .started(let format): state.withLock { $0.deviceName = format.deviceName }
    case .lost:
      state.withLock { state in
        state.isLost = true
        state.hasEnded = true
      }
    case .progress, .resumed: break
    }
  }
}
