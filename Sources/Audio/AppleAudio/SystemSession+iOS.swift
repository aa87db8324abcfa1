#if canImport(AVFAudio) && !os(macOS)
  import AVFAudio
  import Foundation
  import LiveAudio
  import Synchronization

  /// A share in the app's audio session, which is active while anyone has one.
  ///
  /// The app has a single session for all its sound. So a source that stops must not silence a sink
  /// that still plays, and the last one to go lets other apps continue. Stop the engine before you
  /// release the share: the system refuses to end a session that has running engines.
  final class SessionShare: Sendable {
    private static let count = Mutex(0)

    /// Activates the session, unprocessed, for recording and playing.
    static func take() throws(AudioDeviceError) -> SessionShare {
      let problem: AudioDeviceError? = count.withLock { count in
        do {
          try SystemSession.activate()
          count += 1
          return nil
        } catch { return .unavailable(reason: error.localizedDescription) }
      }
      if let problem { throw problem }
      return SessionShare()
    }

    // It does not throw: an initialiser that did would run the end of a share that nobody has.
    private init() {}

    deinit {
      Self.count.withLock { count in
        count -= 1
        if count == 0 { SystemSession.deactivate() }
      }
    }
  }

  /// The app's audio session on an iPhone or iPad.
  enum SystemSession {
    /// Sets the session up and activates it; repeated calls change nothing.
    ///
    /// Without an accessory the sound would come from the receiver, at the ear. It is sent to the
    /// loudspeaker then only, because `defaultToSpeaker` also overrides headphones; and only if no
    /// other input than the built-in microphone is in use, to which the override would switch.
    fileprivate static func activate() throws {
      let session = AVAudioSession.sharedInstance()
      try session.setCategory(
        .playAndRecord, mode: .measurement, options: [.mixWithOthers, .allowBluetoothA2DP])
      try session.setActive(true)
      let route = session.currentRoute
      if route.outputs.contains(where: { $0.portType == .builtInReceiver }),
        route.inputs.allSatisfy({ $0.portType == .builtInMic })
      {
        try session.overrideOutputAudioPort(.speaker)
      }
    }

    /// Lets other apps continue. An interrupted session is not active, which is an error here, and
    /// of no consequence.
    fileprivate static func deactivate() {
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

    /// Forwards interruptions, the removal of devices, and restarts of the sound service.
    static func observe(
      _ handler: @escaping @Sendable (SystemEvent) -> Void
    ) -> [any NSObjectProtocol] {
      func observe(
        _ name: Notification.Name, _ event: @escaping @Sendable (Notification) -> SystemEvent?
      ) -> any NSObjectProtocol {
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
          if let event = event($0) { handler(event) }
        }
      }
      return [
        observe(AVAudioSession.interruptionNotification, interruption),
        // New devices change the engine's configuration, which has its own observer.
        observe(AVAudioSession.routeChangeNotification) { notification in
          let reason = value(AVAudioSessionRouteChangeReasonKey, of: notification)
            .flatMap(AVAudioSession.RouteChangeReason.init(rawValue:))
          return reason == .oldDeviceUnavailable ? .deviceRemoved : nil
        },
        observe(AVAudioSession.mediaServicesWereResetNotification) { _ in .servicesReset },
      ]
    }

    private static func interruption(_ notification: Notification) -> SystemEvent? {
      let type = value(AVAudioSessionInterruptionTypeKey, of: notification)
      switch type.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
      case .began: return .interrupted
      case .ended:
        let options = value(AVAudioSessionInterruptionOptionKey, of: notification) ?? 0
        return .interruptionEnded(
          shouldResume: AVAudioSession.InterruptionOptions(rawValue: options)
            .contains(.shouldResume))
      default: return nil
      }
    }

    private static func value(_ key: String, of notification: Notification) -> UInt? {
      notification.userInfo?[key] as? UInt
    }
  }
#endif
