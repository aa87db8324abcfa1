import LiveAudio
import CPortAudio
import Synchronization

/// Records with PortAudio.
struct PortAudioCaptureBackend: CaptureBackend {
  func open(_ request: CaptureRequest) async throws(AudioDeviceError) -> any CaptureStream {
    #if canImport(AVFoundation)
      guard !MicrophoneAccess.isRefused else { throw .microphoneRefused }
    #endif
    let channel = request.channel
    do throws(AudioDeviceError) {
      let stream = try await PortAudio.shared.open(request.device, for: .input) {
        device throws(AudioDeviceError) in
        try plan(for: device, channel: channel)
      }
      return PortAudioCapture(stream: stream)
    } catch {
      throw error == .noInputDevice && MicrophoneAccess.isRefused ? .microphoneRefused : error
    }
  }
}

/// A device that records.
private final class PortAudioCapture: CaptureStream {
  private let stream: PortAudioStream<CaptureContext>
  private var context: CaptureContext { stream.context }

  var deviceName: String { stream.device.name }
  var sampleRate: Double { stream.device.defaultSampleRate }
  var ring: SampleRing { context.ring }
  var droppedCount: Int { context.droppedCount.load(ordering: .relaxed) }
  var overflowCount: Int { context.overflowCount.load(ordering: .relaxed) }
  var hasFinished: Bool { context.finished.isSet }

  init(stream: PortAudioStream<CaptureContext>) { self.stream = stream }

  func close() async { await stream.close() }
}

private func plan(
  for device: AudioDevice, channel: InputChannel
) throws(AudioDeviceError) -> StreamPlan<CaptureContext> {
  if case .channel(let number) = channel, !(1...device.inputChannelCount).contains(number) {
    throw .channelOutOfRange(
      device: device.name, channel: number, channelCount: device.inputChannelCount)
  }
  let rate = device.defaultSampleRate
  return StreamPlan(
    channelCounts: channelCounts(of: device, channel: channel), sampleRate: rate,
    callback: capture, finished: finishCapture
  ) { count in
    CaptureContext(
      channel: channel, channelCount: count, ring: SampleRing(minimumCapacity: Int(2 * rate)))
  }
}

/// Few channels first: sound servers offer 32, most of them empty. All of them for devices that
/// take nothing less.
private func channelCounts(of device: AudioDevice, channel: InputChannel) -> [Int] {
  let all = device.inputChannelCount
  let few =
    switch channel {
    case .mix: min(2, all)
    case .channel(let number): number
    }
  return [few, max(few, min(2, all)), all].reduce(into: []) { counts, count in
    if counts.last != count { counts.append(count) }
  }
}

/// The data of the capture callback: constants, atomic numbers and the ring.
private final class CaptureContext: StreamContext {
  let channel: InputChannel
  let channelCount: Int
  let ring: SampleRing
  let droppedCount = Atomic<Int>(0)
  let overflowCount = Atomic<Int>(0)
  let finished = StopFlag()

  init(channel: InputChannel, channelCount: Int, ring: SampleRing) {
    self.channel = channel
    self.channelCount = channelCount
    self.ring = ring
  }

  func store(_ samples: UnsafePointer<Float>, frameCount: Int) {
    let written: Int
    switch channel {
    case .channel(let number):
      written = ring.write(frameCount) { samples[$0 * channelCount + number - 1] }
    case .mix:
      let scale = 1 / Float(channelCount)
      written = ring.write(frameCount) { frame in
        var sum: Float = 0
        for index in 0..<channelCount { sum += samples[frame * channelCount + index] }
        return sum * scale
      }
    }
    droppedCount.add(frameCount - written, ordering: .relaxed)
  }
}

/// Runs on the device's real-time thread: no allocation, no lock, no waiting, no logging.
private func capture(
  input: UnsafeRawPointer?, output: UnsafeMutableRawPointer?, frameCount: UInt,
  time: UnsafePointer<PaStreamCallbackTimeInfo>?, flags: PaStreamCallbackFlags,
  context: UnsafeMutableRawPointer?
) -> Int32 {
  guard let context else { return 0 }
  Unmanaged<CaptureContext>.fromOpaque(context)._withUnsafeGuaranteedRef { context in
    // 2 is paInputOverflow, a macro that Swift does not import.
    if flags & 2 != 0 { context.overflowCount.add(1, ordering: .relaxed) }
    if let input {
      context.store(input.assumingMemoryBound(to: Float.self), frameCount: Int(frameCount))
    }
  }
  return 0  // paContinue
}

/// Runs when the stream has become inactive, even if its thread failed.
private func finishCapture(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<CaptureContext>.fromOpaque(context)._withUnsafeGuaranteedRef { _ = $0.finished.set() }
}
