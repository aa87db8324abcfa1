import CPortAudio
import Synchronization

/// Records with PortAudio.
struct PortAudioCaptureBackend: CaptureBackend {
  func open(_ request: CaptureRequest) async throws(AudioDeviceError) -> any CaptureStream {
    let system = PortAudio.current
    return try await system.open(request.device, for: .input) {
      device throws(AudioDeviceError) in
      try PortAudioCapture(device, channel: request.channel, system: system)
    }
  }
}

/// A device that records.
private final class PortAudioCapture: CaptureStream {
  let deviceName: String
  let sampleRate: Double
  private let context: CaptureContext
  private let stream: PortAudioStream
  private let system: PortAudio
  private let closed = StopFlag()

  var ring: SampleRing { context.ring }
  var droppedCount: Int { context.droppedCount.load(ordering: .relaxed) }
  var overflowCount: Int { context.overflowCount.load(ordering: .relaxed) }
  var hasFinished: Bool { context.finished.isSet }

  init(
    _ device: AudioDevice, channel: InputChannel, system: PortAudio
  ) throws(AudioDeviceError) {
    if case .channel(let number) = channel, !(1...device.inputChannelCount).contains(number) {
      throw .channelOutOfRange(
        device: device.name, channel: number, channelCount: device.inputChannelCount)
    }
    let context = CaptureContext(
      channel: channel, ring: SampleRing(minimumCapacity: Int(2 * device.defaultSampleRate)))
    stream = try PortAudioStream(
      on: device, .input,
      attempts: channelCounts(of: device, channel: channel).map { count in
        StreamShape(channelCount: count, sampleRate: device.defaultSampleRate) {
          context.channelCount.store(count, ordering: .releasing)
        }
      },
      context: context, callback: capture, finished: finishCapture)
    self.context = context
    self.system = system
    deviceName = device.name
    sampleRate = device.defaultSampleRate
  }

  func close() async {
    guard closed.set() else { return }
    let (stream, system) = (stream, system)
    let isClosed = await completes(within: .seconds(2)) { await system.close(stream) }
    if !isClosed { PortAudio.replace(system) }
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

/// What the capture callback reads and writes: constants, atomic numbers and the ring.
private final class CaptureContext: Sendable {
  let channel: InputChannel
  let ring: SampleRing
  let channelCount = Atomic<Int>(1)
  let droppedCount = Atomic<Int>(0)
  let overflowCount = Atomic<Int>(0)
  let finished = StopFlag()

  init(channel: InputChannel, ring: SampleRing) {
    self.channel = channel
    self.ring = ring
  }

  func take(_ samples: UnsafePointer<Float>, frameCount: Int) {
    let channelCount = channelCount.load(ordering: .acquiring)
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
      context.take(input.assumingMemoryBound(to: Float.self), frameCount: Int(frameCount))
    }
  }
  return 0  // paContinue
}

/// Runs when the stream has become inactive, also when its thread failed.
private func finishCapture(context: UnsafeMutableRawPointer?) {
  guard let context else { return }
  Unmanaged<CaptureContext>.fromOpaque(context)._withUnsafeGuaranteedRef { _ = $0.finished.set() }
}
