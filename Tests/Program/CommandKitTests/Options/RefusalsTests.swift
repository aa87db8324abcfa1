import ArgumentParser
import Testing

@testable import CommandKit

@Suite("Refusals of options that do not go together")
struct RefusalsTests {
  private func message(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? ValidationError)?.message
    }
  }

  @Test("one option of several is accepted, and two are named")
  func exclusion() {
    #expect(message { try Refusals.exclude(["--a": true, "--b": false, "--c": false]) } == nil)
    #expect(
      message { try Refusals.exclude(["--a": true, "--b": false, "--c": true]) }
        == "--a and --c exclude each other. Give one of them.")
    #expect(
      message { try Refusals.exclude(["--a": true, "--b": true, "--c": true]) }
        == "--a, --b and --c exclude each other. Give one of them.")
  }

  @Test("an option without the one that it needs is named, alone or with others")
  func need() {
    #expect(message { try Refusals.require("--x", true, for: ["--a": true]) } == nil)
    #expect(message { try Refusals.require("--x", false, for: ["--a": false]) } == nil)
    #expect(
      message { try Refusals.require("--x", false, for: ["--a": true, "--b": false]) }
        == "--a needs --x. Add it, or remove --a.")
    #expect(
      message { try Refusals.require("--x", false, for: ["--a": true, "--b": true]) }
        == "--a and --b need --x. Add it, or remove them.")
  }

  @Test("a value out of its range is named with its option and its limits; none is accepted")
  func limit() {
    #expect(message { try Refusals.limit("--port", nil, to: 0...65_535) } == nil)
    #expect(message { try Refusals.limit("--port", 65_535, to: 0...65_535) } == nil)
    #expect(
      message { try Refusals.limit("--port", 70_000, to: 0...65_535) }
        == "--port must be between 0 and 65535, but is 70000.")
    #expect(
      message { try Refusals.limit("--osc-rate", Double.nan, to: 0.1...1000, "Hz") }
        == "--osc-rate must be between 0.1 and 1000 Hz, but is nan Hz.")
  }
}
