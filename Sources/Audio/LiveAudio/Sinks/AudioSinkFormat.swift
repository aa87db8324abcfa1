/// The sample format of a running sink.
public struct AudioSinkFormat: Sendable, Hashable {
  /// The name of the device.
  public let deviceName: String
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The number of interleaved channels.
  public let channelCount: Int

  /// Creates a format.
  ///
  /// - Parameters:
  ///   - deviceName: The name of the device.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - channelCount: The number of interleaved channels, at least 1.
  public init(deviceName: String, sampleRate: Double, channelCount: Int) {
    self.deviceName = deviceName
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}
