/// A sound device, in its state when the list was made.
public struct AudioDevice: Sendable, Hashable, Identifiable {
  /// The number in the list, from 0. It may change when devices come and go.
  public let number: Int
  /// The name that the system gives to the device.
  public let name: String
  /// The sound system that reaches the device, such as ALSA or Core Audio.
  public let hostName: String
  /// The number of channels to record from; 0 for a loudspeaker.
  public let inputChannelCount: Int
  /// The number of playback channels; 0 for a microphone.
  public let outputChannelCount: Int
  /// The default rate of the device, in hertz.
  public let defaultSampleRate: Double
  /// Whether the system records from this device by default.
  public let isDefaultInput: Bool
  /// Whether the system plays to this device by default.
  public let isDefaultOutput: Bool

  /// The number in the list.
  public var id: Int { number }
}
