#if canImport(AVFAudio) && !os(macOS)
  import AVFAudio
  import Foundation
  import LiveAudio

  /// The app's share of the sound of an iPhone or iPad.
  enum SystemSession {
    /// Activates the audio session, unprocessed, for recording and playing.
    static func activate() throws(AudioDeviceError) {
      let session = AVAudioSession.sharedInstance()
      do {
        try session.setCategory(
          .playAndRecord, mode: .measurement, options: [.defaultToSpeaker, .mixWithOthers])
        try session.setActive(true)
      } catch {
        throw .unavailable(reason: error.localizedDescription)
      }
    }

    /// Lets other apps continue.
    static func deactivate() {
      try? AVAudioSession.sharedInstance().setActive(
        false, options: .notifyOthersOnDeactivation)
    }

    /// The name of the microphone, as the system shows it.
    static var inputName: String {
      AVAudioSession.sharedInstance().currentRoute.inputs.first?.portName ?? "Microphone"
    }

    /// The name of the loudspeaker, as the system shows it.
    static var outputName: String {
      AVAudioSession.sharedInstance().currentRoute.outputs.first?.portName ?? "Loudspeaker"
    }

    /// Forwards interruptions, and the removal of devices.
    static func observe(
      _ handler: @escaping @Sendable (SystemEvent) -> Void
    ) -> [any NSObjectProtocol] {
      let center = NotificationCenter.default
      let interruptions = center.addObserver(
        forName: AVAudioSession.interruptionNotification, object: nil, queue: nil
      ) { notification in
        let value = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
        switch value.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
        case .began: handler(.interrupted)
        case .ended: handler(.interruptionEnded)
        default: break
        }
      }
      let routes = center.addObserver(
        forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
      ) { notification in
        let value = notification.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
        // New devices change the engine's configuration, which has its own observer.
        if value.flatMap(AVAudioSession.RouteChangeReason.init(rawValue:)) == .oldDeviceUnavailable
        {
          handler(.changed)
        }
      }
      return [interruptions, routes]
    }
  }
#endif
