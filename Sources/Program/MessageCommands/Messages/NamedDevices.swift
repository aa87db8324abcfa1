import AudioDevices

extension MicrophoneSource {
  /// - Parameter name: Number or part of the name; `nil` for the default one.
  package convenience init(named name: String?) {
    self.init(device: DeviceSelection(name ?? ""), channel: .mix)
  }
}

extension SpeakerSink {
  /// - Parameter name: Number or part of the name; `nil` for the default one.
  package init(named name: String?) {
    self.init(device: DeviceSelection(name ?? ""), channelCount: 1)
  }
}
