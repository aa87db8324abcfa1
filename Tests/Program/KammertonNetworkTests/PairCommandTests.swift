import ArgumentParser
@testable import CommandKit
import Foundation
@testable import KammertonCommand
@testable import KammertonNetwork
@testable import MessageCommands
@testable import Pairing
import Testing

@Suite("kammerton pair")
struct PairCommandTests {
  private func pairing(_ arguments: [String]) throws -> PairRun {
    let command = try KammertonCommand.parseAsRoot(["pair"] + arguments)
    return PairRun(command: try #require(command as? PairCommand))
  }

  @Test(
    "a payload is a URL if it looks like one, a text otherwise, or what --kind says",
    arguments: [
      (["see you at eight"], HandOver.text("see you at eight")),
      (["https://example.org/"], .url("https://example.org/")),
      (["see https://example.org/"], .text("see https://example.org/")),
      (["https://example.org/", "--kind", "text"], .text("https://example.org/")),
      (["192.168.1.20:8440", "--kind", "address"], .address("192.168.1.20:8440")),
      (
        ["a4: 442\nroot: D", "--kind", "tuner"],
        .tuner(TunerHandOver(concertPitch: 442, root: "D"))
      ),
    ])
  func payload(arguments: [String], expected: HandOver) throws {
    #expect(try pairing(["--offer", "--payload"] + arguments).handOver() == expected)
  }

  @Test(
    "contradictory options are refused before a device is opened",
    arguments: [
      [], ["--offer", "--join"], ["--join", "--payload", "x"],
      ["--join", "--payload-file", "x"],
      ["--offer", "--payload", "x", "--payload-file", "y"], ["--join", "--network"],
      ["--join", "--band", "z"],
    ])
  func contradictions(arguments: [String]) {
    #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["pair"] + arguments)
    }
  }

  @Test(
    "values that a pairing does not allow are wrong usage too",
    arguments: [
      ["--offer", "--payload", "x", "--kind", "url"], ["--offer", "--timeout", "1s"],
      ["--offer", "--timeout", "1h"], ["--offer", "--payload", "\u{1B}[2J"],
      ["--offer", "--payload", String(repeating: "x", count: 575)],
      ["--offer", "--payload", "volume: 3", "--kind", "tuner"],
    ])
  func refusals(arguments: [String]) throws {
    let pairing = try pairing(arguments)
    let error = #expect(throws: ValidationError.self) { try pairing.check() }
    #expect(ExitStatus.of(try #require(error)) == .validationFailure)
  }

  @Test("a payload comes from a file too, less the line end that editors add")
  func payloadFile() throws {
    let directory = try TemporaryDirectory()
    try Data("https://example.org/\n".utf8).write(to: directory.file("url"))
    #expect(
      try pairing(["--offer", "--payload-file", directory.path("url")]).handOver()
        == .url("https://example.org/"))
    try Data([0xFF]).write(to: directory.file("none"))
    #expect(throws: PayloadIsNoText.self) {
      try pairing(["--offer", "--payload-file", directory.path("none")]).handOver()
    }
    #expect(throws: ByteInputError.self) {
      try pairing(["--offer", "--payload-file", directory.path("missing")]).handOver()
    }
  }

  @Test("a secret that was written is read again, and nothing else is one")
  func secretFile() throws {
    let directory = try TemporaryDirectory()
    let secret = try #require(PairedSecret((0..<32).map { UInt8($0 * 7) }))
    try SecretFile.write(secret, to: directory.path("secret"))
    #expect(try SecretFile.read(directory.path("secret")) == secret)
    let text = try String(contentsOfFile: directory.path("secret"), encoding: .utf8)
    #expect(text.hasPrefix("00070e15") && text.count == 65 && text.hasSuffix("\n"))
    let mode = try FileManager.default.attributesOfItem(atPath: directory.path("secret"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    for other in ["", "00", text + "00", "0" + text, String(text.dropLast(2)) + "g\n"] {
      try Data(other.utf8).write(to: directory.file("other"))
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: directory.path("other"))
      #expect(throws: NoSecret.self) { try SecretFile.read(directory.path("other")) }
    }
  }

  @Test(
    "a file for the secret that cannot be written is refused before a device is opened",
    arguments: [["--join"], ["--offer", "--payload", "x"]])
  func place(arguments: [String]) async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("no/such/x")
    let run = try pairing(arguments + ["--save-secret", path])
    let error = await #expect(throws: OutputError.self) { try await run.run() }
    #expect(error?.description == "\(path) could not be written (No such file or directory).")
    try Data("x".utf8).write(to: directory.file("payload"))
    let overwriting = try pairing([
      "--offer", "--payload-file", directory.path("payload"), "--save-secret",
      directory.path("payload"),
    ])
    await #expect(throws: ValidationError.self) { try await overwriting.run() }
  }

  @Test("a secret that cannot be saved does not swallow the payload, nor a closed pipe the secret")
  func outputs() throws {
    let directory = try TemporaryDirectory()
    let secret = try #require(PairedSecret([UInt8](repeating: 7, count: 32)))
    let result = PairingResult(sharedSecret: secret, handOver: .text("see you at eight"))
    var printed = ""
    let lost = try pairing(["--join", "--save-secret", directory.path("no/such/x")])
    let status = #expect(throws: ExitCode.self) {
      try lost.deliver(result) { printed += $0 }
    }
    #expect(status == ExitStatus.someFailed && printed == "see you at eight\n")

    let full = OutputError.failed(name: "standard output", reason: "No space left on device")
    for (error, expected) in [(.closed, nil), (full, ExitStatus.someFailed)]
      as [(OutputError, ExitCode?)]
    {
      let path = directory.path("secret")
      let saved = try pairing(["--join", "--save-secret", path])
      let thrown = #expect(throws: (any Error).self) {
        try saved.deliver(result) { _ in throw error }
      }
      #expect(thrown as? ExitCode == expected)
      #expect(try SecretFile.read(path) == secret)
      try FileManager.default.removeItem(atPath: path)
    }
    let nothing = #expect(throws: ExitCode.self) {
      try pairing(["--join"]).deliver(result) { _ in throw full }
    }
    #expect(nothing == ExitStatus.nothingDone)
  }

  @Test("a secret that others have access to is refused", arguments: [0o604, 0o602, 0o644])
  func exposedSecret(permissions: Int) throws {
    let directory = try TemporaryDirectory()
    let secret = try #require(PairedSecret([UInt8](repeating: 7, count: 32)))
    let path = directory.path("secret")
    try SecretFile.write(secret, to: path)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    #expect(throws: ExposedSecret.self) { try SecretFile.read(path) }
  }

  @Test("the default time limit is two minutes")
  func timeout() throws {
    #expect(try pairing(["--offer"]).window().lifetime == 120)
    #expect(try pairing(["--join", "--timeout", "5s"]).window().lifetime == 5)
    #expect(try pairing(["--join"]).handOver() == nil)
  }
}
