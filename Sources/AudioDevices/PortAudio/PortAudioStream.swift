import CPortAudio

/// Delivers or fetches samples, on the device's real-time thread.
typealias RealTimeCallback =
  @convention(c) (
    _ input: UnsafeRawPointer?, _ output: UnsafeMutableRawPointer?, _ frameCount: UInt,
    _ time: UnsafePointer<PaStreamCallbackTimeInfo>?, _ flags: PaStreamCallbackFlags,
    _ context: UnsafeMutableRawPointer?
  ) -> Int32

/// Tells that a stream has become inactive.
typealias FinishedCallback = @convention(c) (_ context: UnsafeMutableRawPointer?) -> Void

/// An open stream of PortAudio, with the context that its callback reads.
///
/// `@unchecked Sendable` holds because the pointers are written once, before anybody else can see
/// the stream, and are used only by ``PortAudio`` (on its one queue) until ``close()``.
final class PortAudioStream: @unchecked Sendable {
  private let stream: UnsafeMutableRawPointer
  private let context: Unmanaged<AnyObject>

  /// Opens and starts a stream; the first of `attempts` that the device takes. Keeps `context`
  /// alive for the callback until the stream is closed.
  init(
    on device: AudioDevice, _ direction: Direction, attempts: [StreamShape], context: AnyObject,
    callback: @escaping RealTimeCallback, finished: @escaping FinishedCallback
  ) throws(AudioDeviceError) {
    let retained = Unmanaged.passRetained(context)
    var opened: UnsafeMutableRawPointer?
    var code: PaError = 0
    for shape in attempts {
      (opened, code) = withoutStandardError {
        Self.open(device, direction, shape, retained.toOpaque(), callback, finished)
      }
      if opened != nil { break }
    }
    guard let opened else {
      retained.release()
      throw .cannotOpen(device: device.name, reason: errorText(code))
    }
    stream = opened
    self.context = retained
  }

  /// Stops and frees the stream. May block for as long as the sound system does.
  func close() {
    Pa_AbortStream(stream)
    Pa_CloseStream(stream)
    context.release()
  }

  private static func open(
    _ device: AudioDevice, _ direction: Direction, _ shape: StreamShape,
    _ context: UnsafeMutableRawPointer, _ callback: @escaping RealTimeCallback,
    _ finished: @escaping FinishedCallback
  ) -> (UnsafeMutableRawPointer?, PaError) {
    shape.prepare()
    var parameters = PaStreamParameters(
      device: PaDeviceIndex(device.number), channelCount: Int32(shape.channelCount),
      sampleFormat: floatSamples, suggestedLatency: latency(of: device, direction),
      hostApiSpecificStreamInfo: nil)
    var stream: UnsafeMutableRawPointer?
    var code = withUnsafePointer(to: &parameters) { parameters in
      Pa_OpenStream(
        &stream, direction == .input ? parameters : nil, direction == .output ? parameters : nil,
        shape.sampleRate, 0, 0, callback, context)  // 0: any block size; 0: clip and dither
    }
    guard code == 0, let stream else { return (nil, code) }
    Pa_SetStreamFinishedCallback(stream, finished)
    code = Pa_StartStream(stream)
    guard code == 0 else {
      Pa_CloseStream(stream)
      return (nil, code)
    }
    return (stream, 0)
  }

  private static func latency(of device: AudioDevice, _ direction: Direction) -> PaTime {
    guard let info = Pa_GetDeviceInfo(PaDeviceIndex(device.number))?.pointee else { return 0.02 }
    // The low latency of a sound server is some 9 ms. On a busy machine that overruns, and each
    // overrun costs up to 1.5 s until the server delivers again; with 35 ms there was none.
    // To play, the high latency of 35 ms ran dry again and again on a busy machine.
    return direction == .input
      ? max(info.defaultLowInputLatency, min(info.defaultHighInputLatency, 0.035))
      : max(info.defaultHighOutputLatency, 0.1)
  }

  private static let floatSamples = PaSampleFormat(1)  // paFloat32, a macro Swift does not import
}

/// A number of channels and a rate that a device may or may not take.
struct StreamShape {
  var channelCount: Int
  var sampleRate: Double
  /// Tells the context of the callback what it will get.
  var prepare: () -> Void
}
