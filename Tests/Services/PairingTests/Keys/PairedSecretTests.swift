import Testing

@testable import Pairing

@Suite("Messages between paired devices")
struct PairedSecretTests {
  private let secret: PairedSecret
  private let payload = Array("see you at eight".utf8)

  init() throws {
    secret = try #require(PairedSecret(Array(0..<32)))
  }

  private func bytes(_ digits: String) -> [UInt8] {
    let digits = Array(digits)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)
    }
  }

  @Test("a signed message, a receipt and a request are those of Python's hmac and hashlib")
  func vectors() {
    let message = bytes(
      "1cff404142434445464710ac1d4eb68352f273656520796f75206174206569676874")
    #expect(secret.signed(payload, nonce: Array(0x40..<0x48)) == message)
    let receipt = bytes("107c4400228000123400010000")
    #expect(secret.proof(of: receipt, about: message) == bytes("e07305caf3acc300"))
    let request = bytes("0102030258802812340005000c")
    #expect(secret.proof(of: request, about: nil) == bytes("6fe6a7b4d6db8441"))
  }

  @Test("what was signed is opened; with any bit changed, or another secret, it is not")
  func signature() throws {
    let message = secret.signed(payload)
    #expect(secret.payload(ofSigned: message) == payload)
    #expect(secret.payload(ofSigned: secret.signed([])) == [])
    for index in message.indices {
      var changed = message
      changed[index] ^= 1 << UInt8(index % 8)
      #expect(secret.payload(ofSigned: changed) == nil)
    }
    for count in 0..<message.count {
      #expect(secret.payload(ofSigned: Array(message.prefix(count))) == nil)
    }
    let other = try #require(PairedSecret(Array(1..<33)))
    #expect(other.payload(ofSigned: message) == nil)
  }

  @Test("a receipt of one message proves nothing of another, nor of the same text sent again")
  func replay() {
    let (first, again) = (secret.signed(payload), secret.signed(payload))
    #expect(first != again)
    let request: [UInt8] = [1, 2, 3, 0, 32, 128, 0, 9, 9, 0, 1, 0, 0]
    let proof = secret.proof(of: request, about: first)
    #expect(secret.isProof(proof, of: request, about: first))
    #expect(!secret.isProof(proof, of: request, about: again))
    #expect(!secret.isProof(proof, of: request, about: nil))
    #expect(!secret.isProof(proof, of: Array(request.reversed()), about: first))
    #expect(!secret.isProof([], of: request, about: first))
  }

  @Test("a secret has 32 bytes, and none of them is in a log")
  func secrecy() {
    #expect(PairedSecret([]) == nil && PairedSecret([UInt8](repeating: 1, count: 31)) == nil)
    #expect("\(secret)" == "a shared secret" && String(reflecting: secret) == "a shared secret")
  }
}
