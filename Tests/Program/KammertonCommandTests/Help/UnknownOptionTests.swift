import Foundation
@testable import CommandParsing
@testable import KammertonCommand
import Testing

@Suite("Unknown options", .timeLimit(.minutes(20)))
struct UnknownOptionTests {
  @Test(
    "an unknown option is found before its value is taken for something else",
    arguments: [
      ("tune --simulate --insturment guitar", "--insturment", "--instrument"),
      ("track --fmin 80 a.wav", "--fmin", nil),
      ("track --fmin=80 a.wav", "--fmin", nil),
      ("track a.wav b.wav --hopp 10ms", "--hopp", "--hop"),
      ("track -x 80 a.wav", "-x", nil),
      ("tone --drone D3 --tuning drop-d", "--tuning", nil),
      ("note --harmonic 3", "--harmonic", "--harmonics"),
      ("send --baand u hi", "--baand", "--band"),
      ("receive --time-out 3s", "--time-out", "--timeout"),
      ("metronome 120 --metre 3/4", "--metre", "--meter"),
      ("tune --microphone --jsonlx", "--jsonlx", "--jsonl"),
      ("evaluate --tolerence 10 a b", "--tolerence", "--tolerance"),
      ("serve --prot 80", "--prot", "--port"),
    ])
  func unknown(line: String, name: String, near: String?) throws {
    let unknown = try #require(
      UnknownOption.first(
        in: line.split(separator: " ").map(String.init), of: KammertonCommand.self))
    #expect(unknown.name == name)
    if let near {
      #expect(unknown.near.contains(near))
      #expect(unknown.message(of: KammertonCommand.self).contains("Did you mean"))
    }
    #expect(unknown.message(of: KammertonCommand.self).contains("Error: Unknown option '\(name)'"))
    #expect(
      unknown.message(of: KammertonCommand.self).contains(
        "Usage: kammerton \(line.prefix { $0 != " " })"))
  }

  @Test(
    "what the parser understands is left to it",
    arguments: [
      "", "tune", "tune --simulate guitar --instrument=guitar --string 6 --no-history --history",
      "track -j4 --range -C1..C8 a.wav", "track -j 4 --temperament vallotti --scale x.scl a.wav",
      "note -- --fmin", "note --temperature -20 A4", "tone --level -20 A4", "tone -h --fmin",
      "tune --fmin 3 --help", "--version", "--frob", "tune -", "help tune",
      "tone --sequence -:250ms,C5", "note --as midi -- -12",
    ])
  func known(line: String) {
    #expect(
      UnknownOption.first(
        in: line.split(separator: " ").map(String.init), of: KammertonCommand.self) == nil)
  }

  @Test("every option that help knows is known", arguments: ["tune", "track", "tone", "serve"])
  func every(command: String) async throws {
    let help = try await Program.run([command, "--help-hidden"]).output
    let options = help.split { " ,/\n[]<>()".contains($0) }.filter {
      $0.hasPrefix("--") && $0.dropFirst(2).allSatisfy { $0.isLetter || $0 == "-" || $0 == "4" }
    }
    #expect(options.count > 10)
    // The help of serve names an option of another command in its words, and none else does.
    for option in options.map(String.init) where option.count > 2 {
      #expect(
        UnknownOption.first(in: [command, option], of: KammertonCommand.self) == nil, "\(option)")
    }
  }

  @Test(
    "options of librosa, crepe, aubio and Praat are answered with what to write here",
    arguments: [
      ("track --fmax 800 a.wav", "Write --range LOW..HIGH"),
      ("track --hop-length=512 a.wav", "--hop 512samples"),
      ("track a.wav --step-size 10", "--hop 10ms"), ("tune --hopsize 256", "--hop 10ms"),
      ("track --method yin a.wav", "--estimator yin"), ("track --silence -60 a.wav", "--gate -60"),
      ("tune --transposition bb-trumpet", "--transpose bb-trumpet"),
      ("tone A4 --volume 50", "--level -20"), ("metronome 120 --time-signature 3/4", "--meter"),
    ])
  func foreign(line: String, advice: String) throws {
    let unknown = try #require(
      UnknownOption.first(
        in: line.split(separator: " ").map(String.init), of: KammertonCommand.self))
    #expect(unknown.description.contains(advice), "\(unknown)")
  }

  @Test("nothing is advised that a command lacks")
  func foreignElsewhere() throws {
    let unknown = try #require(
      UnknownOption.first(in: ["send", "--fmin", "80", "hi"], of: KammertonCommand.self))
    #expect(unknown.advice == nil)
  }

  @Test("the program says so and exits with 64")
  func process() async throws {
    let run = try await Program.run(["track", "--fmin", "80", "a.wav"])
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("Error: Unknown option '--fmin'. Write --range LOW..HIGH, "))
    #expect(run.errors.hasSuffix("See 'kammerton track --help' for more information.\n"))
    #expect(run.output.isEmpty)
  }
}
