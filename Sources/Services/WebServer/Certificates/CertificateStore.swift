internal import FileWriting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Stores a self-signed certificate between runs, so that a phone has to trust it only once.
public struct CertificateStore: Sendable {
  private let directory: String

  /// - Parameter directory: The directory of the certificate and its key; created if it does not
  ///   exist.
  public init(directory: String) {
    self.directory = directory
  }

  private var certificatePath: String { directory + "/certificate.pem" }
  private var keyPath: String { directory + "/key.pem" }

  /// Returns the stored certificate, or a new one if there is none, if it expires within 30 days,
  /// or if it lacks a name.
  ///
  /// - Parameter names: Host names and addresses by which the server can be reached.
  /// - Returns: The identity, and whether it is new.
  /// - Throws: ``CertificateError``.
  public func identity(for names: [String]) throws(CertificateError) -> (
    ServerIdentity, isNew: Bool
  ) {
    let now = Date()
    if let kept = kept(), kept.serves(names, now: now) {
      return (try identity(of: kept), isNew: false)
    }
    let made = try SelfSignedCertificate(names: names, now: now)
    try keep(made)
    return (try identity(of: made), isNew: true)
  }

  private func identity(
    of certificate: SelfSignedCertificate
  ) throws(CertificateError) -> ServerIdentity {
    guard let text = try? certificate.certificatePEM(), let key = try? certificate.keyPEM() else {
      throw .notMade(reason: "it has no text")
    }
    return try ServerIdentity(certificates: Array(text.utf8), key: Array(key.utf8))
  }

  private func kept() -> SelfSignedCertificate? {
    guard let certificate = try? String(contentsOfFile: certificatePath, encoding: .utf8),
      let key = try? String(contentsOfFile: keyPath, encoding: .utf8)
    else { return nil }
    return SelfSignedCertificate(certificate: certificate, key: key)
  }

  private func keep(_ certificate: SelfSignedCertificate) throws(CertificateError) {
    guard let text = try? certificate.certificatePEM(), let key = try? certificate.keyPEM() else {
      throw .notMade(reason: "it has no text")
    }
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/" + part
      guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
        throw .notKept(path: path, reason: systemReason())
      }
    }
    try write(key, to: keyPath)
    try write(text, to: certificatePath)
  }

  /// Readable for the owner alone from the first byte on, and under its name when it is complete.
  private func write(_ text: String, to path: String) throws(CertificateError) {
    do throws(FileWritingError) {
      let file = try WholeFile(path: path, privacy: .ownerOnly)
      try file.write(Array(text.utf8))
      try file.finish()
    } catch {
      throw .notKept(path: path, reason: error.reason)
    }
  }
}
