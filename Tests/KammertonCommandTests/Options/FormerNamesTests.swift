import ArgumentParser
import Testing

@testable import KammertonCommand

@Suite("Former names")
struct FormerNamesTests {
  @Test(
    "what options were called before is still understood",
    arguments: [
      ("send hi --to-file a.wav", "send hi --output a.wav"),
      ("send hi --to-file=a.wav", "send hi --output=a.wav"),
      ("send hi --device usb", "send hi --loudspeaker usb"),
      ("receive --device usb", "receive --microphone usb"),
      ("pair --offer --secret-to key", "pair --offer --save-secret key"),
      ("pair --offer --output key", "pair --offer --save-secret key"),
      ("tune --device usb", "tune --microphone usb"),
      ("calibrate --reference 440 --device usb", "calibrate --reference 440 --microphone usb"),
      ("serve --listen --device usb", "serve --listen --microphone usb"),
      ("tone A4 --device usb", "tone A4 --loudspeaker usb"),
      ("tone --sweep 20..200 --exponential", "tone --sweep 20..200 --log"),
      ("metronome 120 --device usb", "metronome 120 --loudspeaker usb"),
    ])
  func replaced(before: String, now: String) throws {
    let words = FormerNames.replaced(in: before.split(separator: " ").map(String.init))
    #expect(words.joined(separator: " ") == now)
    #expect(UnknownOption.first(in: words) == nil)
    #expect(throws: Never.self) { try KammertonCommand.parseAsRoot(words) }
  }

  @Test(
    "other words stay as they are",
    arguments: [
      "send -- --to-file", "send --to-files a.wav", "devices --device", "--device", "",
      "track a.wav --device usb",
    ])
  func untouched(line: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(FormerNames.replaced(in: words) == words)
  }

  @Test("every former name belongs to a command that has the new one, and not the old one")
  func table() throws {
    for (command, names) in FormerNames.ofCommands {
      for (before, now) in names {
        #expect(UnknownOption.first(in: [command, now]) == nil)
        #expect(UnknownOption.first(in: [command, before])?.name == before)
      }
    }
  }
}
