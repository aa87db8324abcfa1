import Foundation
import Testing

@testable import Pairing

/// The vectors of docs/pairing.md, which Scripts/test-pairing.py computes with other libraries.
@Suite("Test vectors of docs/pairing.md")
struct VectorTests {
  private let vectors: [String: String]

  init() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../../..").standardized
    let text = try String(contentsOf: root.appending(path: "docs/pairing.md"), encoding: .utf8)
    let block = try #require(text.components(separatedBy: "```text vectors\n").dropFirst().first)
    vectors = Self.read(try #require(block.components(separatedBy: "```").first))
  }

  private static func read(_ block: String) -> [String: String] {
    var vectors: [String: String] = [:]
    var name = ""
    for line in block.split(separator: "\n") {
      let parts = line.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
      if line.contains("=") { name = parts[0] }
      vectors[name, default: ""] += line.contains("=") ? parts.dropFirst().joined() : parts[0]
    }
    return vectors
  }

  private func value(_ name: String) throws -> [UInt8] { bytes(try #require(vectors[name])) }

  private func duo(_ route: OfferRoute = .sound) throws -> Duo {
    try Duo(
      handOver: .url(String(decoding: value("handed over"), as: UTF8.self)), route: route,
      offererSecrets: PairingSecrets(
        privateKey: value("offerer's private key"), nonce: value("offerer's nonce")),
      joinerSecrets: PairingSecrets(
        privateKey: value("joiner's private key"), nonce: value("joiner's nonce")))
  }

  @Test("fixed keys and nonces give these ten messages, to the bit")
  func messages() throws {
    var duo = try duo()
    try duo.talk()
    let names = [
      "offer", "join", "reveal", "joiner confirms", "offerer confirms", "receipt 0", "part 0",
      "receipt 1", "part 1", "receipt 2",
    ]
    #expect(duo.messages.count == names.count)
    for (name, message) in zip(names, duo.messages) {
      #expect(try message == value(name), "\(name)")
    }
    #expect(try duo.joinerResult?.sharedSecret.bytes == value("shared secret"))
    #expect(duo.digits[.offerer]?.shown == vectors["offerer's digits"])
    #expect(duo.digits[.joiner]?.shown == vectors["joiner's digits"])
    #expect(duo.areMutual)
    #expect(duo.joinerResult?.handOver?.text.utf8.count == 39)
  }

  @Test("an offer with an address has another commitment, transcript, secret and other digits")
  func network() throws {
    let address = try #require(LocalAddress(bytes: [192, 168, 1, 20], port: 40_000))
    var duo = try duo(.network(address))
    try duo.talk()
    #expect(try duo.messages[0] == value("network: offer"))
    #expect(try duo.joinerResult?.sharedSecret.bytes == value("network: shared secret"))
    #expect(duo.digits[.offerer]?.shown == vectors["network: offerer's digits"])
    #expect(duo.digits[.joiner]?.shown == vectors["network: joiner's digits"])
    #expect(duo.areMutual)
    let transcript = Transcript.hash(
      offer: duo.messages[0], join: duo.messages[1], reveal: duo.messages[2])
    #expect(try transcript == value("network: transcript"))
  }
}
