#if canImport(AVFoundation)
  import AVFoundation
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// An error of recording or playing. Each description is one sentence for the user.
public enum AudioDeviceError: Error, Equatable, Sendable {
  /// No device can record.
  case noInputDevice
  /// There is no device for playing.
  case noOutputDevice
  /// There is a microphone, but the system does not let this program record.
  case microphoneRefused
  /// No device has this name; `near` has up to three names that the user may have meant.
  case unknownDevice(String, near: [String])
  /// No device for this direction has this number; `known` has the existing numbers.
  case unknownNumber(Int, known: [Int])
  /// The channel must be in `1...channelCount`.
  case channelOutOfRange(device: String, channel: Int, channelCount: Int)
  /// The device refused; `reason` is the sound system's message.
  case cannotOpen(device: String, reason: String)
  /// The device went away while it played.
  case lost(device: String)
  /// The system has stopped the device for good, and only the user may start it again; `reason` is a
  /// clause, such as "another app uses the sound".
  case stopped(device: String, reason: String)
  /// The sink was stopped, or never started.
  case notStarted
  /// The sound system itself does not start; `reason` is its message.
  case unavailable(reason: String)
}

extension AudioDeviceError: CustomStringConvertible {
  /// One sentence with the error and what to do about it.
  public var description: String {
    switch self {
    case .noInputDevice:
      "No microphone was found. Connect one, or use a file or the simulated guitar."
    case .noOutputDevice:
      "No loudspeaker was found. Connect one."
    case .microphoneRefused:
      "The system does not let this program use the microphone; \(MicrophoneAccess.remedy)."
    case .unknownDevice(let name, let near):
      "No device is called \"\(name)\". Similar names: \(Self.list(near.map { "\"\($0)\"" }))."
    case .unknownNumber(let number, let known):
      "No device has number \(number). Use \(Self.list(known.map(String.init)))."
    case .channelOutOfRange(let device, let channel, let count):
      "\"\(device)\" has no channel \(channel). Choose one in 1...\(count), or mix them."
    case .cannotOpen(let device, let reason):
      "\"\(device)\" cannot be opened (\(reason)). Close other programs that use it."
    case .lost(let device):
      "\"\(device)\" was disconnected. Connect it again."
    case .stopped(let device, let reason):
      "\"\(device)\" was stopped, because \(reason). Start it again."
    case .notStarted:
      "The loudspeaker is not running. Start it first."
    case .unavailable(let reason):
      "The sound system does not start (\(reason)). Check its service."
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "none" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The permission to record.
///
/// Without it, a sound library only finds no device (Linux) or receives silence (Apple).
package enum MicrophoneAccess {
  #if canImport(AVFoundation)
    /// The advice for the user after a refusal.
    static let remedy = "allow it in the system's privacy settings"

    /// True if the user, or the administrator of the device, has refused.
    package static var isRefused: Bool {
      switch AVCaptureDevice.authorizationStatus(for: .audio) {
      case .denied, .restricted: true
      default: false
      }
    }
  #else
    /// The advice for the user after a refusal.
    static let remedy = "join the group of its device files in /dev/snd, usually audio"

    /// True if there are devices to record from, but none may be opened.
    package static var isRefused: Bool {
      isRefused(names: names(in: "/dev/snd")) { access("/dev/snd/\($0)", R_OK | W_OK) == 0 }
    }

    private static func names(in folder: String) -> [String] {
      guard let stream = opendir(folder) else { return [] }
      defer { closedir(stream) }
      var names: [String] = []
      while let entry = readdir(stream) {
        names.append(
          withUnsafeBytes(of: entry.pointee.d_name) {
            String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
          })
      }
      return names
    }
  #endif

  /// Checks whether ALSA has devices to record from, none of which may be opened.
  ///
  /// - Parameters:
  ///   - names: File names such as `pcmC0D0c`: card 0, device 0, capture.
  ///   - isAllowed: Returns `true` for a file that may be opened.
  /// - Returns: `true` for a refusal; `false` if a device may be opened or there is none.
  static func isRefused(names: [String], isAllowed: (String) -> Bool) -> Bool {
    let microphones = names.filter { $0.hasPrefix("pcm") && $0.hasSuffix("c") }
    return !microphones.isEmpty && !microphones.contains(where: isAllowed)
  }
}
