import LiveAudio
import CPortAudio
import Synchronization

/// Plays with PortAudio.
struct PortAudioPlaybackBackend: PlaybackBackend {
  func open(_ request: PlaybackRequest) async throws(AudioDeviceError) -> any PlaybackStream {
    let stream = try await PortAudio.shared.open(request.device, for: .output) { device in
      plan(for: device, request)
    }
    return PortAudioPlayback(stream, request)
  }
}

/// A device that plays.
private final class PortAudioPlayback: PlaybackStream {
  let format: AudioSinkFormat
  private let stream: PortAudioStream<PlaybackContext>
  private var context: PlaybackContext { stream.context }

  var ring: SampleRing { context.ring }
  var underrunCount: Int { context.underrunCount.load(ordering: .relaxed) }
  var hasFinished: Bool { context.finished.isSet }
  var heard: (frame: Int, time: Int64)? { context.heard.last }

  init(_ stream: PortAudioStream<PlaybackContext>, _ request: PlaybackRequest) {
    self.stream = stream
    format = AudioSinkFormat(
      deviceName: stream.device.name, sampleRate: request.rate(of: stream.device),
      channelCount: request.channelCount)
  }

  func expectEnd(_ isExpected: Bool) {
    context.isEmptyExpected.store(isExpected, ordering: .relaxed)
  }

  func close() async { await stream.close() }
}

private func plan(
  for device: AudioDevice, _ request: PlaybackRequest
) -> StreamPlan<PlaybackContext> {
  let rate = request.rate(of: device)
  return StreamPlan(
    channelCounts: [request.channelCount], sampleRate: rate, callback: play,
    finished: finishPlayback
  ) { count in
    PlaybackContext(channelCount: count, ring: SampleRing(minimumCapacity: Int(rate / 4) * count))
  }
}

extension PlaybackRequest {
  fileprivate func rate(of device: AudioDevice) -> Double { sampleRate ?? device.defaultSampleRate }
}

/// The data of the playback callback: constants, atomic numbers and the ring.
private final class PlaybackContext: StreamContext {
  let channelCount: Int
  let ring: SampleRing
  let underrunCount = Atomic<Int>(0)
  let isEmptyExpected = Atomic<Bool>(true)  // before the first write
  let finished = StopFlag()
  let heard = HeardStamp()
  private let takenFrameCount = Atomic<Int>(0)  // only the device's thread changes it

  init(channelCount: Int, ring: SampleRing) {
    self.channelCount = channelCount
    self.ring = ring
  }

  /// Takes samples from the ring. They will be heard after `delay` seconds, unless the device does
  /// not say that.
  func fill(_ samples: UnsafeMutablePointer<Float>, frameCount: Int, delay: Double?) {
    let wanted = frameCount * channelCount
    let frame = takenFrameCount.load(ordering: .relaxed)
    if let delay { heard.note(frame: frame, at: steadyTime() + Int64(delay * 1e9)) }
    let got = ring.read(wanted) { index, sample in samples[index] = sample }
    for index in got..<wanted { samples[index] = 0 }
    takenFrameCount.store(frame + got / channelCount, ordering: .relaxed)
    if got < wanted { countUnderrun() }
  }

  /// The ring was too slow for the callback, or the callback for the device.
  func countUnderrun() {
    guard !isEmptyExpected.load(ordering: .relaxed) else { return }
    underrunCount.add(1, ordering: .relaxed)
  }
}

/// Runs on the device's real-time thread: no allocation, no lock, no waiting, no logging.
private func play(
  input: UnsafeRawPointer?, output: UnsafeMutableRawPointer?, frameCount: UInt,
  time: UnsafePointer<PaStreamCallbackTimeInfo>?, flags: PaStreamCallbackFlags,
  context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context, let output else { return 0 }
  let hasRunDry = flags & 0x4 != 0  // paOutputUnderflow, a macro Swift does not import
  Unmanaged<PlaybackContext>.fromOpaque(context)._withUnsafeGuaranteedRef { context in
    if hasRunDry { context.countUnderrun() }
    context.fill(
      output.assumingMemoryBound(to: Float.self), frameCount: Int(frameCount),
      delay: time.flatMap { delay(of: $0.pointee) })
  }
  return 0  // paContinue
}

/// The time until the first sample of a buffer is heard; `nil` for what no device takes.
private func delay(of time: PaStreamCallbackTimeInfo) -> Double? {
  let delay = time.outputBufferDacTime - time.currentTime
  return time.outputBufferDacTime > 0 && (0...5).contains(delay) ? delay : nil
}

/// Runs when the stream has become inactive, even if its thread failed.
private func finishPlayback(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<PlaybackContext>.fromOpaque(context)._withUnsafeGuaranteedRef { _ = $0.finished.set() }
}
