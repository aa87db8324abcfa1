#if canImport(AVFoundation)
  import AVFoundation
#elseif canImport(Musl)
  import Musl
#elseif canImport(Glibc)
  import Glibc
#endif

/// Whether the system lets this program record.
///
/// Where it does not, a sound library only finds no device (Linux) or hears silence (Apple).
package enum MicrophoneAccess {
  #if canImport(AVFoundation)
    /// What the user can do about a refusal.
    static let remedy = "allow it in the system's privacy settings"

    /// Whether the user, or who manages the device, has refused.
    package static var isRefused: Bool {
      switch AVCaptureDevice.authorizationStatus(for: .audio) {
      case .denied, .restricted: true
      default: false
      }
    }
  #else
    /// What the user can do about a refusal.
    static let remedy = "join the group of its device files in /dev/snd, usually audio"

    /// Whether there are devices to record from, none of which may be opened.
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

  /// Whether some of the devices of ALSA record, and none of these may be opened.
  ///
  /// - Parameters:
  ///   - names: File names such as `pcmC0D0c`: card 0, device 0, capture.
  ///   - isAllowed: Whether a file may be opened.
  /// - Returns: `true` for a refusal; `false` also where nothing records.
  static func isRefused(names: [String], isAllowed: (String) -> Bool) -> Bool {
    let microphones = names.filter { $0.hasPrefix("pcm") && $0.hasSuffix("c") }
    return !microphones.isEmpty && !microphones.contains(where: isAllowed)
  }
}
