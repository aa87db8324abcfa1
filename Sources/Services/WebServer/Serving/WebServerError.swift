import NIOCore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An error of serving the page.
public enum WebServerError: Error, Equatable {
  /// Another program listens at the port.
  case portInUse(Int)
  /// The operating system reserves the port, like those below 1024.
  case portNotPermitted(Int)
  /// The host is not a name or address of this machine.
  case noSuchHost(String, reason: String)
  /// Another error; `reason` is the message of the system or the library.
  case failed(reason: String)

  init(_ error: any Error, host: String, port: Int) {
    if let error = error as? WebServerError {
      self = error
      return
    }
    guard let error = error as? IOError else {
      self =
        error is SocketAddressError || error is SocketAddressError.UnknownHost
        ? .noSuchHost(host, reason: "no such name") : .failed(reason: "\(error)")
      return
    }
    self =
      switch error.errnoCode {
      case EADDRINUSE: .portInUse(port)
      case EACCES: .portNotPermitted(port)
      case EADDRNOTAVAIL: .noSuchHost(host, reason: String(cString: strerror(EADDRNOTAVAIL)))
      default: .failed(reason: String(cString: strerror(error.errnoCode)))
      }
  }
}

extension WebServerError: CustomStringConvertible {
  /// One sentence with the error, and what to do.
  public var description: String {
    switch self {
    case .portInUse(let port):
      "Port \(port) is in use, perhaps by another kammerton serve. "
        + "Stop that one, or choose another port with --port \(port == 8440 ? 8441 : 8440)."
    case .portNotPermitted(let port):
      "Port \(port) is reserved for the system. Choose one from 1024 up, such as --port 8440."
    case .noSuchHost(let host, let reason):
      "This machine has no address \(host) (\(reason)). Try --host 0.0.0.0, which means all its addresses."
    case .failed(let reason):
      "The server failed (\(reason)). Start it again."
    }
  }
}
