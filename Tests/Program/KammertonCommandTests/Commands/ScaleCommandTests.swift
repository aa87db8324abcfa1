import ArgumentParser
@testable import CommandKit
import Foundation
import InstrumentTuning
@testable import KammertonCommand
import MusicTheory
@testable import NameCommands
import Testing
@testable import TuneCommands

@Suite("Temperaments on the command line")
struct ScaleCommandTests {
  private func report(_ arguments: String...) throws -> NoteReport {
    try #require(try KammertonCommand.parseAsRoot(["note"] + arguments) as? NoteCommand).report()
  }

  private func scale(_ arguments: String...) throws -> String {
    try #require(try KammertonCommand.parseAsRoot(["scale"] + arguments) as? ScaleCommand).output
  }

  private func message(_ arguments: String...) throws -> String {
    let error = #expect(throws: (any Error).self) { try KammertonCommand.parseAsRoot(arguments) }
    let failure = try #require(error)
    #expect(KammertonCommand.exitCode(for: failure).rawValue == 64)
    return KammertonCommand.message(for: failure)
  }

  private func withFile(_ text: String, _ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "kammerton-\(UUID().uuidString).scl"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(path)
  }

  @Test("E4 in quarter-comma meantone at A4 = 440 is 328.98 Hz, 503.42 cents below A4")
  func note() throws {
    let pitch = try report("E4", "--temperament", "quarter-comma-meantone").pitch
    #expect(abs(pitch.frequency - 440 * exp2(-503.42157 / 1200)) < 0.001)
    #expect(pitch.note == Note(.e, octave: 4))
    #expect(pitch.cents == 0)
  }

  @Test("A4 is 415 Hz in every temperament, on every root")
  func a4() throws {
    let names = NamedScale.all.filter { $0.scale.count == 12 }.map(\.name)
    #expect(names.count > 20)
    for name in names {
      for root in ["C", "C#", "D", "Eb", "E", "F", "F#", "G", "G#", "A", "Bb", "B"] {
        let arguments = ["--a4", "415", "--temperament", name, "--root", root]
        let command = try KammertonCommand.parseAsRoot(["note", "A4"] + arguments) as? NoteCommand
        #expect(try #require(command).report().pitch.frequency == 415, "\(name) on \(root)")
      }
    }
  }

  @Test("a scale that notes cannot name shows its nearest degree beside the equal notes")
  func otherScale() throws {
    let report = try report("450", "--temperament", "19-edo", "--harmonics", "0")
    #expect(report.text.contains("(19-edo on C)"))
    #expect(report.text.contains("(-24.25 cents)"))
    #expect(report.pitch.note == Note(.a, octave: 4))
  }

  @Test("a trumpeter reads B4 for a sounding A4, and a German reads H4")
  func transposed() throws {
    let report = try report("440.0", "--transpose", "bb-trumpet", "--notation", "german")
    #expect(report.text.contains("written     H4"))
    #expect(try self.report("H3", "--notation", "german").pitch.note == Note(.b, octave: 3))
  }

  @Test("scale --json has the degrees in cents above the root")
  func json() throws {
    let text = try scale("werckmeister-iii", "--root", "C", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let members = try #require(object as? [String: Any])
    let degrees = try #require(members["degrees"] as? [[String: Any]])
    let cents = degrees.compactMap { $0["cents"] as? Double }
    let published = [
      0, 90.225, 192.18, 294.135, 390.225, 498.045, 588.27, 696.09, 792.18, 888.27, 996.09, 1092.18,
      1200,
    ]
    #expect(cents.count == published.count)
    #expect(zip(cents, published).allSatisfy { abs($0 - $1) < 0.005 })
  }

  @Test("scale --scl writes a file that scale and --temperament read")
  func files() throws {
    try withFile(scale("vallotti", "--scl")) { path in
      let text = try scale(path)
      #expect(text.contains("Vallotti, 1/6 comma from F to B on C"))
      let frequency = try report("C4", "--temperament", path).pitch.frequency
      #expect(abs(frequency - 262.513) < 0.001)
    }
  }

  @Test("track and tune take a temperament; a scale without twelve degrees only tune, by degrees")
  func options() throws {
    _ = try KammertonCommand.parseAsRoot(["track", "x.wav", "--temperament", "young-2"])
    _ = try KammertonCommand.parseAsRoot(["tune", "--temperament", "young-2", "--root", "D"])
    _ = try KammertonCommand.parseAsRoot(["tune", "--scale", "bohlen-pierce"])
    let error = #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["track", "x.wav", "--temperament", "bohlen-pierce"])
    }
    let failure = try #require(error)
    #expect(KammertonCommand.message(for: failure).contains("12 degrees"))
  }

  @Test("bad names, roots and files end with exit code 64 and what to do")
  func refusals() throws {
    #expect(try message("note", "A4", "--temperament", "valloti").contains("vallotti"))
    #expect(
      try message("note", "A4", "--root", "D").contains(
        "--root needs a temperament. Add --temperament"))
    #expect(try message("scale", "just", "--root", "H").contains("without its octave"))
    #expect(try message("scale", "/nowhere/x.scl").contains("could not be read"))
    #expect(try message("note", "A4", "--notation", "germam").contains("german"))
    #expect(try message("note", "A4", "--transpose", "bb-trompet").contains("bb-trumpet"))
    try withFile("t\n1\n2/0\n") { path in
      let text = try message("scale", path)
      #expect(text.contains("Line 3: the denominator is zero"))
    }
  }

  @Test("--mapping shows the frequency of each key of a Scala keyboard mapping")
  func mapping() throws {
    // Middle C is degree 0, and key 69 sounds 432 Hz, as Scala's own example of a linear mapping.
    let kbm =
      "! a comment\n12\n0\n127\n60\n69\n432.0\n12\n"
      + (0..<12).map { "\($0)\n" }.joined()
    try withFile(kbm) { path in
      let text = try scale("12-edo", "--mapping", path)
      #expect(text.contains("key 69 = 432.000 Hz"))
      // 432 · 2^(-9/12)
      #expect(text.contains("256.869"))
      let json = try scale("12-edo", "--mapping", path, "--json")
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
      #expect((object?["keys"] as? [Any])?.count == 128)
    }
    try withFile("12\n0\n127\n60\n69\nloud\n") { path in
      let message = try message("scale", "12-edo", "--mapping", path)
      #expect(message.contains("Line 6"))
    }
  }

  @Test("temperaments finds by name, title, source and alias")
  func search() {
    #expect(TemperamentList.find("").count == NamedScale.all.count)
    #expect(TemperamentList.find("werck").count == 4)
    #expect(TemperamentList.find("Zarlino").map(\.name) == ["two-sevenths-comma-meantone"])
    #expect(TemperamentList.find("salinas").map(\.name) == ["third-comma-meantone"])
  }

  @Test("a new concert pitch keeps the tuner's temperament")
  func tuner() throws {
    let temperament = try Temperament(MusicTheory.Scale(named: "vallotti"))
    var setup = TunerSetup()
    setup.scale = try ScaleChoice(argument: "vallotti")
    var model = TunerModel(setup)
    model.press(.right)
    #expect(model.engine.concertPitch == (try ConcertPitch(441, temperament: temperament)))
  }
}
