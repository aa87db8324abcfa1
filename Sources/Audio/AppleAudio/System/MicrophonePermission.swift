#if canImport(AVFAudio)
  import AVFAudio
  import LiveAudio

  /// The user's leave to record.
  enum MicrophonePermission {
    /// Asks the user, if nobody has asked yet.
    ///
    /// - Throws: `microphoneRefused` if the user, or the manager of the device, has refused.
    static func request() async throws(AudioDeviceError) {
      switch AVAudioApplication.shared.recordPermission {
      case .granted: return
      case .undetermined:
        guard await AVAudioApplication.requestRecordPermission() else { throw .microphoneRefused }
      default: throw .microphoneRefused
      }
    }
  }
#endif
