public import LiveAudio
extension AudioDevice {
  /// Returns the devices that are available now.
  ///
  /// - Returns: All devices, in the order of their numbers; none is not an error.
  /// - Throws: ``LiveAudio/AudioDeviceError/unavailable(reason:)`` if the sound system does not
  ///   start.
  public static func all() async throws(AudioDeviceError) -> [AudioDevice] {
    try await PortAudio.shared.devices()
  }
}
