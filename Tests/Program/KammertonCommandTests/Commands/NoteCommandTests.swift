import ArgumentParser
@testable import CommandKit
import Foundation
@testable import KammertonCommand
import MusicTheory
@testable import NameCommands
import Testing

@Suite("kammerton note")
struct NoteCommandTests {
  private func report(_ arguments: String...) throws -> NoteReport {
    try #require(try KammertonCommand.parseAsRoot(["note"] + arguments) as? NoteCommand).report()
  }

  @Test(
    "0 to 127 is a MIDI number, other numbers are hertz, the rest are notes",
    arguments: [
      ("69", NoteInput.midiNumber(69)), ("0", .midiNumber(0)), ("127", .midiNumber(127)),
      ("128", .frequency(128)), ("441.3", .frequency(441.3)), ("69.0", .frequency(69)),
      ("440hz", .frequency(440)), ("440Hz", .frequency(440)), ("82.4 HZ", .frequency(82.4)),
      ("69hz", .frequency(69)), ("1e3", .frequency(1000)), (".5", .frequency(0.5)),
      ("-3", .frequency(-3)), ("A4", .note(Note(.a, octave: 4))),
      ("c#6", .note(Note(.c, .sharp, octave: 6))), ("e3", .note(Note(.e, octave: 3))),
      ("Eb", .note(Note(.e, .flat, octave: 4))),
    ])
  func input(text: String, expected: NoteInput) throws {
    #expect(try NoteInput(text) == expected)
  }

  @Test("--as decides what a tone is")
  func inputKinds() throws {
    #expect(try NoteInput("69", as: .frequency) == .frequency(69))
    #expect(try NoteInput("440", as: .midi) == .midiNumber(440))
    #expect(try NoteInput("-5", as: .midi) == .midiNumber(-5))
    #expect(try NoteInput("E4", as: .note) == .note(Note(.e, octave: 4)))
    #expect(try report("--as", "frequency", "69").pitch.frequency == 69)
    #expect(try report("--as", "midi", "--", "-12").pitch.note == Note(.c, octave: -2))
  }

  @Test("441.3 Hz is A4, 5.107 cents sharp, 0.7772 m and 2.2660 ms long")
  func frequency() throws {
    let report = try report("441.3")
    #expect(report.pitch.note == Note(.a, octave: 4))
    #expect(abs(report.closest.cents - 5.1075) < 0.0001)
    #expect(abs(report.wave.wavelength - 0.77725) < 0.00001)
    #expect(abs(report.wave.period - 0.00226603) < 1e-8)
    #expect(report.harmonics.count == 8)
  }

  @Test("the text is an aligned table of at most 80 columns and 23 lines")
  func text() throws {
    let lines = try report("441.3", "--harmonics", "3").text.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(
      lines == [
        "A4 +5.11 cents",
        "",
        "  MIDI note   69",
        "  from A4     0 semitones",
        "  frequency   441.300 Hz",
        "  exact note  440.000 Hz        (A4 = 440 Hz)",
        "  wavelength  0.7772 m          (sound at 343 m/s)",
        "  period      2.2660 ms",
        "",
        "  neighbour            Hz   off by Hz  of the gap      cents",
        "  A4              440.000      +1.300     +4.97 %      +5.11",
        "  A♯4             466.164     -24.864    -95.03 %     -94.89",
        "",
        "  harmonic             Hz   note            cents",
        "  1               441.300   A4              +5.11",
        "  2               882.600   A5              +5.11",
        "  3              1323.900   E6              +7.06",
      ])
    for tone in ["A4", "C8", "0", "127", "20000.5", "0.001"] {
      let lines = try report(tone).text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count <= 23)
      #expect(lines.allSatisfy { $0.count <= 80 })
    }
    #expect(!(try report("A4", "--harmonics", "0").text.contains("harmonic")))
  }

  @Test(
    "numbers at the ends of Double print without a trap", arguments: ["1e300", "1e-300", "1e16"])
  func extremes(tone: String) throws {
    let report = try report(tone)
    #expect(!report.text.isEmpty)
    _ = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
  }

  @Test("--json is one object on one line, with the numbers in full")
  func json() throws {
    let report = try report("Bb3", "--json", "--a4", "442", "--harmonics", "2")
    #expect(!report.json.contains("\n"))
    let object = try JSONSerialization.jsonObject(with: Data(report.json.utf8))
    let members = try #require(object as? [String: Any])
    #expect(members["note"] as? String == "Bb")
    #expect(members["octave"] as? Int == 3)
    #expect(members["midi"] as? Int == 58)
    #expect(members["index"] as? Int == -11)
    #expect(members["cents"] as? Double == 0)
    #expect(members["concertPitch"] as? Double == 442)
    // Compared as text: Foundation on Linux reads some numbers a last bit off.
    #expect(report.json.hasPrefix("{\"frequency\":\(report.pitch.frequency),"))
    #expect(report.json.contains("\"wavelength\":\(report.wave.wavelength),"))
    #expect(report.json.contains("\"period\":\(report.wave.period),"))
    let higher = try #require(members["higher"] as? [String: Any])
    #expect(higher["note"] as? String == "B")
    #expect(higher["percentOfGap"] as? Double == -100)
    let harmonics = try #require(members["harmonics"] as? [[String: Any]])
    #expect(harmonics.map { $0["number"] as? Int } == [1, 2])
    #expect(harmonics[1]["octave"] as? Int == 4)
  }

  @Test("--a4 442 puts 442 Hz at A4, written --a4 442 or --a4=442")
  func concertPitch() throws {
    #expect(try report("442.0", "--a4", "442").closest.cents == 0)
    #expect(try report("442.0", "--a4=442").closest.cents == 0)
    #expect(try report("A4", "--a4", "415").pitch.frequency == 415)
  }

  @Test("--temperature 20 makes 440 Hz 0.7800 m long, and -20 makes it 0.7248 m")
  func temperature() throws {
    #expect(abs(try report("A4", "--temperature", "20").wave.wavelength - 0.7800) < 0.0001)
    #expect(abs(try report("A4", "--temperature", "-20").wave.wavelength - 0.7248) < 0.0001)
  }

  @Test(
    "--spelling writes 466.16 Hz as asked; without it a tone with a flat keeps flats",
    arguments: [
      ("70", "sharps", "A♯4"), ("70", "flats", "B♭4"), ("70", "mixed", "B♭4"), ("70", "F", "B♭4"),
      ("70", "Bm", "A♯4"), ("70", nil, "A♯4"), ("Bb4", nil, "B♭4"), ("Bb4", "sharps", "A♯4"),
    ])
  func spelling(tone: String, spelling: String?, expected: String) throws {
    let arguments = ["note", tone] + (spelling.map { ["--spelling", $0] } ?? [])
    let command = try KammertonCommand.parseAsRoot(arguments)
    let report = try #require(command as? NoteCommand).report()
    #expect(report.pitch.note.description == expected)
  }

  @Test(
    "names are read as --notation helmholtz prints them; marks are understood without it too",
    arguments: ["C-1", "C0", "A1", "Eb2", "F#3", "B3", "A4", "Bb5", "C8"])
  func helmholtz(name: String) throws {
    let note = try Note(name)
    for notation in ["helmholtz", "german-helmholtz", "ascii-helmholtz"] {
      let printed = try NoteNotation(named: notation).text(note)
      let read = try report("--notation", notation, "--", printed)
      #expect(read.pitch.note.midiNumber == note.midiNumber, "\(printed)")
      #expect(read.text.hasPrefix(try NoteNotation(named: notation).text(read.pitch.note)))
    }
    #expect(try report("a'").pitch.note == Note(.a, octave: 4))
    #expect(try report("F♯,").pitch.note == Note(.f, .sharp, octave: 1))
  }

  @Test("a trumpeter's A♯4 is written C5, not B♯4")
  func written() throws {
    #expect(try report("A#4", "--transpose", "bb-trumpet").text.contains("written     C5"))
    #expect(try report("466.16", "--transpose", "bb-trumpet").json.contains("\"written\":\"C\""))
  }

  @Test(
    "bad input ends with exit code 64 and a message that names it",
    arguments: [
      (["A4", "--a4", "-1"], "between 300 and 500 Hz, but is -1 Hz"),
      (["A4", "--a4=-1"], "between 300 and 500 Hz, but is -1 Hz"),
      (["A4", "--a4", "nan"], "frequency in hertz"),
      (["A4", "--a4", "high"], "'high' is invalid for '--a4"),
      (["A4", "--temperature", "-300"], "between -100 and 100 °C, but is -300 °C"),
      (["A4", "--spelling", "H"], "'H' is not a spelling"),
      (["A4", "--spelling", "G#"], "8 sharps"),
      (["A4", "--harmonics", "65"], "between 0 and 64, but is 65"),
      (["A4", "--harmonics", "-1"], "between 0 and 64, but is -1"),
      (["H4"], "'H4' is not a note in English. Write B4, or add --notation german."),
      (["Fis4"], "Write F#4, or add --notation german."),
      (["sol#3"], "Write G#3, or add --notation fixed-do."),
      (["X4"], "'X4' is not a note"),
      (["A4", "--notation", "nosuch"], "vietnamese, midi or helmholtz"),
      (["A4", "--notation", "helmhotlz"], "Did you mean helmholtz?"),
      (["A4", "--temperature", "18K"], "such as 18C or 64F"),
      (["A100"], "between -1 and 10"),
      (["A44"], "The octave of 'A44' must be between -1 and 10."),
      (["C-2"], "between -1 and 10"),
      (["A43", "--notation", "c3"], "between -2 and 9"),
      ([""], "'' is not a note"),
      (["nan"], "'nan' is not a note"),
      (["0hz"], "above 0, but is 0."),
      (["--", "-440"], "above 0, but is -440."),
      (["1e400"], "'1e400' is not a frequency"),
      (["0x1F"], "'0x1F' is not a frequency"),
      (["4A"], "'4A' is not a frequency"),
      (["60.5", "--as", "midi"], "'60.5' is not a MIDI number"),
      (["A4", "--as", "chord"], "'chord' is invalid for '--as"),
      ([], "Missing expected argument"),
    ])
  func refusals(arguments: [String], message: String) throws {
    let error = #expect(throws: (any Error).self) {
      try KammertonCommand.parseAsRoot(["note"] + arguments)
    }
    let failure = try #require(error)
    #expect(KammertonCommand.exitCode(for: failure).rawValue == 64)
    let text = KammertonCommand.message(for: failure)
    #expect(text.contains(message), "\(text)")
  }
}
