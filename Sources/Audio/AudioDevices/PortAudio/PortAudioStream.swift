import LiveAudio
/// What the callbacks of a stream read and write, on the device's real-time thread.
protocol StreamContext: AnyObject, Sendable {
  /// Set by the last callback, after which the thread touches the context no more.
  var finished: StopFlag { get }
}

/// How to open a stream on a device.
struct StreamPlan<Context: StreamContext> {
  /// What to ask for in turn, until the device takes it.
  var channelCounts: [Int]
  var sampleRate: Double
  var callback: RealTimeCallback
  var finished: FinishedCallback
  /// Called for each attempt, with its number of channels.
  var makeContext: (_ channelCount: Int) -> Context
}

/// An open stream of PortAudio.
final class PortAudioStream<Context: StreamContext>: Sendable {
  let device: AudioDevice
  /// Lives for as long as the stream's thread, whatever becomes of this object.
  let context: Context
  private let handle: StreamHandle
  private let system: PortAudio
  private let closed = StopFlag()

  init(handle: StreamHandle, device: AudioDevice, context: Context, system: PortAudio) {
    self.handle = handle
    self.device = device
    self.context = context
    self.system = system
  }

  /// Frees the device. Returns in a few seconds even if the device hangs.
  func close() async {
    guard closed.set() else { return }
    await system.close(handle)
  }
}
