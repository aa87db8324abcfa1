import Crypto
internal import FileWriting
import SwiftASN1
import X509

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
      // A key that others may have read or replaced is not used again.
      let bytes = try? PEMFile.read(keyPath, isKey: true),
      let key = String(validating: bytes, as: UTF8.self)
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

  /// Writes a file that only the owner can read, and that gets its name when it is complete.
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

/// A self-signed certificate for names and addresses of a local network, with its key.
struct SelfSignedCertificate {
  /// The validity, in seconds: phones reject certificates that are valid for more than 825 days.
  static let lifetime = 800.0 * 86_400

  let certificate: Certificate
  let key: Certificate.PrivateKey

  /// Creates a certificate with a new key on the curve P-256.
  ///
  /// - Parameters:
  ///   - names: The host names and addresses to certify.
  ///   - now: The current time. It is valid from an hour earlier, for clocks that are late.
  /// - Throws: ``CertificateError/notMade(reason:)``.
  init(names: [String], now: Date) throws(CertificateError) {
    do {
      let key = Certificate.PrivateKey(P256.Signing.PrivateKey())
      let subject = try DistinguishedName {
        CommonName("Kammerton on \(names.first ?? "localhost")")
      }
      certificate = try Certificate(
        version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: key.publicKey,
        notValidBefore: now.addingTimeInterval(-3600),
        notValidAfter: now.addingTimeInterval(Self.lifetime), issuer: subject, subject: subject,
        extensions: Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          Critical(KeyUsage(digitalSignature: true))
          try ExtendedKeyUsage([.serverAuth])
          SubjectAlternativeNames(names.map(Self.generalName))
        },
        issuerPrivateKey: key)
      self.key = key
    } catch {
      throw .notMade(reason: "\(error)")
    }
  }

  /// Reads the text of ``certificatePEM()`` and ``keyPEM()``; `nil` for any other text.
  init?(certificate: String, key: String) {
    guard let certificate = try? Certificate(pemEncoded: certificate),
      let key = try? Certificate.PrivateKey(pemEncoded: key),
      key.publicKey == certificate.publicKey
    else { return nil }
    (self.certificate, self.key) = (certificate, key)
  }

  /// Returns `true` if it covers all these names, for at least the next 30 days.
  func serves(_ names: [String], now: Date) -> Bool {
    guard let covered = try? certificate.extensions.subjectAlternativeNames else { return false }
    return certificate.notValidBefore <= now
      && now.addingTimeInterval(30 * 86_400) < certificate.notValidAfter
      && Set(names.map(Self.generalName)).isSubset(of: covered)
  }

  func certificatePEM() throws -> String { try certificate.serializeAsPEM().pemString }
  func keyPEM() throws -> String { try key.serializeAsPEM().pemString }

  private static func generalName(_ name: String) -> GeneralName {
    var (old, new) = (in_addr(), in6_addr())
    let bytes =
      if inet_pton(AF_INET, name, &old) == 1 {
        withUnsafeBytes(of: old) { Array($0) }
      } else if inet_pton(AF_INET6, name, &new) == 1 {
        withUnsafeBytes(of: new) { Array($0) }
      } else {
        [UInt8]()
      }
    return bytes.isEmpty ? .dnsName(name) : .ipAddress(ASN1OctetString(contentBytes: bytes[...]))
  }
}
