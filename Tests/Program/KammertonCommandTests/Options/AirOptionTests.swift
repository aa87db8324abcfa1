import ArgumentParser
@testable import CommandKit
@testable import MetronomeCommands
import MusicTheory
import Testing
@testable import TrackCommands
@testable import TuneCommands

@Suite("A4 and the temperature, as options")
struct AirOptionTests {
  @Test("--temperature moves A4 in tone, track and tune alike: 436.2 Hz at 15 °C")
  func commands() throws {
    let tone = try ToneCommand.parse(["A4", "--temperature", "15C", "--duration", "1s"])
    #expect(abs(tone.pitch.pitches.concertPitch.frequency - 436.23) < 0.01)
    let track = try TrackCommand.parse(["a.wav", "--temperature", "59F"])
    #expect(abs(track.options.concertPitch.frequency - 436.23) < 0.01)
    let winds = try TrackCommand.parse(["a.wav", "--temperature", "15C", "--air", "winds"])
    #expect(abs(winds.options.concertPitch.frequency - 438.11) < 0.01)
    let fork = try TrackCommand.parse(["a.wav", "--temperature", "15C", "--air", "strings"])
    #expect(fork.options.concertPitch.frequency == 440)
    let philharmonic = try TrackCommand.parse([
      "a.wav", "--a4", "435", "--tuned-at", "59F", "--temperature", "68F", "--air", "1",
    ])
    #expect(abs(philharmonic.options.concertPitch.frequency - 438.76) < 0.01)
  }

  @Test(
    "a temperature without its unit, beyond its limits or beside --a4 heard is refused",
    arguments: [
      ["--temperature", "18"], ["--temperature", "200C"], ["--temperature", "warm"],
      ["--air", "organ"], ["--tuned-at", "15C"], ["--temperature", "15C", "--air", "kazoo"],
      ["--temperature", "15C", "--air", "1.5"], ["--temperature", "-40C", "--a4", "301"],
      ["--temperature", "nanC"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: (any Error).self) { try TrackCommand.parse(["a.wav"] + arguments) }
    #expect(throws: (any Error).self) { try ToneCommand.parse(["A4"] + arguments) }
    #expect(throws: (any Error).self) {
      try TuneCommand.parse(["--a4", "heard", "--temperature", "15C"])
    }
  }
}
