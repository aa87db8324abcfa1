import Foundation
import NIOSSL
import Testing
import X509

@testable import WebServer

@Suite("The certificate made here", .timeLimit(.minutes(5)))
struct CertificateStoreTests {
  private static let names = ["studio", "localhost", "127.0.0.1", "192.168.1.5", "fd00::1"]

  // That clients which trust it accept it for its names is checked with curl, in ServeProcessTests.
  @Test("lets the server speak TLS 1.3, and nothing else")
  func handshake() async throws {
    let folder = try TemporaryDirectory()
    let (identity, isNew) = try CertificateStore(directory: folder.path("state/kammerton"))
      .identity(for: Self.names)
    #expect(isNew)
    try await WebServer.running(identity: identity) { port in
      let request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
      var client = TLSConfiguration.makeClientConfiguration()
      let strict = client
      client.certificateVerification = .none
      client.minimumTLSVersion = .tlsv13
      let response = try await Wire.exchange(request, port: port, tls: client)
      #expect(response.hasPrefix("HTTP/1.1 200 OK\r\n"))
      // Who does not trust it hangs up; who speaks no TLS is not understood.
      let distrusting = await Result { try await Wire.exchange(request, port: port, tls: strict) }
      #expect((try? distrusting.get())?.contains("200 OK") != true)
      let plain = await Result { try await Wire.exchange(request, port: port) }
      #expect((try? plain.get())?.contains("200 OK") != true)
    }
  }

  @Test("is kept, and only its owner may read the key")
  func kept() throws {
    let folder = try TemporaryDirectory()
    let store = CertificateStore(directory: folder.path)
    _ = try store.identity(for: Self.names)
    let text = try folder.text("certificate.pem")
    #expect(try !store.identity(for: Self.names).isNew)
    #expect(try !store.identity(for: ["localhost"]).isNew)
    #expect(try folder.text("certificate.pem") == text)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("key.pem"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try folder.names() == ["certificate.pem", "key.pem"])
  }

  @Test("is made anew for another address, from broken files, and 30 days before it ends")
  func renewed() throws {
    let folder = try TemporaryDirectory()
    let store = CertificateStore(directory: folder.path)
    _ = try store.identity(for: Self.names)
    #expect(try store.identity(for: Self.names + ["192.168.1.6"]).isNew)
    try folder.put("nonsense", at: "key.pem")
    #expect(try store.identity(for: Self.names).isNew)
    let now = Date()
    let made = try SelfSignedCertificate(names: Self.names, now: now)
    let day = 86_400.0
    #expect(made.serves(["studio", "fd00::1"], now: now.addingTimeInterval(769 * day)))
    #expect(!made.serves(["studio"], now: now.addingTimeInterval(771 * day)))
    #expect(!made.serves(["studio"], now: now.addingTimeInterval(-day)))
    #expect(!made.serves(["192.168.1.7"], now: now))
  }

  @Test(
    "names what phones ask for: names, addresses, server authentication; 800 days, of 825 allowed")
  func contents() throws {
    let now = Date()
    let made = try SelfSignedCertificate(names: Self.names, now: now).certificate
    let alternatives = try #require(try made.extensions.subjectAlternativeNames)
    #expect(alternatives.count == 5)
    #expect(alternatives.contains(.dnsName("studio")))
    #expect(try made.extensions.extendedKeyUsage?.contains(.serverAuth) == true)
    #expect(abs(made.notValidAfter.timeIntervalSince(now) / 86_400 - 800) < 0.01)
    #expect(made.notValidAfter.timeIntervalSince(made.notValidBefore) < 825 * 86_400)
  }

  @Test("is made anew if others could read or write its key", arguments: [0o604, 0o602])
  func exposed(permissions: Int) throws {
    let folder = try TemporaryDirectory()
    let store = CertificateStore(directory: folder.path)
    _ = try store.identity(for: Self.names)
    let key = try folder.text("key.pem")
    try FileManager.default.setAttributes(
      [.posixPermissions: permissions], ofItemAtPath: folder.path("key.pem"))
    #expect(try store.identity(for: Self.names).isNew)
    #expect(try folder.text("key.pem") != key)
    #expect(try !store.identity(for: Self.names).isNew)
  }

  @Test("brought along, it must be in a file that nobody else has access to, and in no pipe")
  func files() throws {
    let folder = try TemporaryDirectory()
    try folder.put("text", at: "key")
    for (permissions, isExposed) in [
      (0o600, false), (0o400, false), (0o640, false), (0o644, true), (0o602, true), (0o666, true),
    ] {
      try FileManager.default.setAttributes(
        [.posixPermissions: permissions], ofItemAtPath: folder.path("key"))
      #expect(try PEMFile.read(folder.path("key")) == Array("text".utf8))
      let key = Result { try PEMFile.read(folder.path("key"), isKey: true) }
      #expect(key.isFailure == isExposed, "\(String(permissions, radix: 8))")
    }
    #expect(throws: CertificateError.exposed(path: folder.path("key"))) {
      _ = try PEMFile.read(folder.path("key"), isKey: true)
    }
    #expect(CertificateError.exposed(path: "key").description.contains("chmod 600"))
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for path in [folder.path("pipe"), folder.path, "/dev/zero"] {
      #expect(
        throws: CertificateError.unreadable(path: path, reason: "it is not a regular file")
      ) { _ = try PEMFile.read(path, isKey: true) }
    }
    let missing = folder.path("missing")
    #expect(
      throws: CertificateError.unreadable(path: missing, reason: "No such file or directory")
    ) { _ = try PEMFile.read(missing) }
  }

  @Test("brought along, it must be a certificate, with its key")
  func brought() throws {
    let folder = try TemporaryDirectory()
    _ = try CertificateStore(directory: folder.path("a")).identity(for: Self.names)
    _ = try CertificateStore(directory: folder.path("b")).identity(for: Self.names)
    let certificate = Array(try folder.text("a/certificate.pem").utf8)
    let key = Array(try folder.text("a/key.pem").utf8)
    let other = Array(try folder.text("b/key.pem").utf8)
    #expect(throws: CertificateError.noCertificate) {
      try ServerIdentity(certificates: key, key: key)
    }
    #expect(throws: CertificateError.noKey) {
      try ServerIdentity(certificates: certificate, key: certificate)
    }
    #expect(throws: CertificateError.mismatch) {
      try ServerIdentity(certificates: certificate, key: other)
    }
    _ = try ServerIdentity(certificates: certificate, key: key)
  }
}
