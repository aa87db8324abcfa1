import NIOSSL

/// A certificate with its chain and key: the identity of a TLS server.
public struct ServerIdentity: Sendable {
  private let chain: [NIOSSLCertificate]
  private let key: NIOSSLPrivateKey

  /// Reads a certificate and its key.
  ///
  /// - Parameters:
  ///   - certificates: PEM; the server's own first.
  ///   - key: PEM, not encrypted.
  /// - Throws: ``CertificateError`` if one of them is invalid, or if they do not belong together.
  public init(certificates: [UInt8], key: [UInt8]) throws(CertificateError) {
    do {
      chain = try NIOSSLCertificate.fromPEMBytes(certificates)
    } catch {
      throw .noCertificate
    }
    guard !chain.isEmpty else { throw .noCertificate }
    do {
      self.key = try NIOSSLPrivateKey(bytes: key, format: .pem)
    } catch {
      throw .noKey
    }
    do {
      _ = try NIOSSLContext(configuration: configuration())
    } catch {
      throw .mismatch
    }
  }

  /// Returns a configuration for TLS 1.2 and 1.3 without client certificates.
  func configuration() -> TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    return configuration
  }
}

/// An error of setting up TLS.
public enum CertificateError: Error, Equatable {
  /// The text has no PEM certificate.
  case noCertificate
  /// The text has no PEM key, or an encrypted one.
  case noKey
  /// The operating system refused to read `path`.
  case unreadable(path: String, reason: String)
  /// Every user of this machine may read the private key at `path`, or even write it.
  case exposed(path: String)
  /// The key does not belong to the certificate.
  case mismatch
  /// No certificate could be created; `reason` is the library's message.
  case notMade(reason: String)
  /// The operating system refused to store the certificate at `path`.
  case notKept(path: String, reason: String)
}

extension CertificateError: CustomStringConvertible {
  /// One sentence with the error, and what to do.
  public var description: String {
    switch self {
    case .noCertificate:
      "The certificate could not be read. Give a PEM file with BEGIN CERTIFICATE."
    case .noKey:
      "The key could not be read. Give a PEM file with BEGIN PRIVATE KEY and without a password."
    case .unreadable(let path, let reason):
      "\(path) could not be read (\(reason))."
    case .exposed(let path):
      "Every user of this machine has access to the private key \(path). If one of them may have "
        + "used that, make a new key; otherwise run chmod 600 on it."
    case .mismatch:
      "The key does not belong to the certificate. Give the key that the certificate was made for."
    case .notMade(let reason):
      "No certificate could be made (\(reason)). Give your own with --certificate and --key."
    case .notKept(let path, let reason):
      "The certificate could not be saved in \(path) (\(reason)). "
        + "Set XDG_STATE_HOME to a directory that you can write to."
    }
  }
}
