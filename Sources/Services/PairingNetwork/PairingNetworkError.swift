internal import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An error of pairing over the local network.
public enum PairingNetworkError: Error, Equatable, Sendable {
  /// This machine cannot listen at its address; `reason` is the system's own wording.
  case cannotListen(reason: String)
  /// Nobody answers at the address in the offer.
  case cannotConnect(String, reason: String)

  static func reason(_ error: any Error) -> String {
    if let error = error as? IOError { return String(cString: strerror(error.errnoCode)) }
    if error is ChannelError { return "no answer in time" }
    return "\(error)"
  }
}

extension PairingNetworkError: CustomStringConvertible {
  /// One or two sentences with the error and what to do.
  public var description: String {
    switch self {
    case .cannotListen(let reason):
      "This machine cannot be reached over the network (\(reason)). Pair by sound alone."
    case .cannotConnect(let address, let reason):
      "The offer came from \(address), but nothing answers there (\(reason)). Join the same network on "
        + "both devices, or pair by sound alone."
    }
  }
}
