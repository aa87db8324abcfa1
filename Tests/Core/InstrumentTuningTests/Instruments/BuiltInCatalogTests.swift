import InstrumentTuning
import MusicTheory
import Testing

@Suite("The built-in instruments")
struct BuiltInCatalogTests {
  private static let catalog = InstrumentCatalog.builtIn

  private struct Published: Sendable {
    var name: String
    var notes: String
    var frequencies: [Double]
  }

  /// Notes and frequencies as published for A4 = 440 Hz, rounded to a hundredth of a hertz.
  private static let published: [Published] = [
    Published(
      name: "Guitar", notes: "E2 A2 D3 G3 B3 E4",
      frequencies: [82.41, 110, 146.83, 196, 246.94, 329.63]),
    Published(
      name: "7-string guitar", notes: "B1 E2 A2 D3 G3 B3 E4",
      frequencies: [61.74, 82.41, 110, 146.83, 196, 246.94, 329.63]),
    Published(name: "Bass guitar", notes: "E1 A1 D2 G2", frequencies: [41.20, 55, 73.42, 98]),
    Published(
      name: "5-string bass", notes: "B0 E1 A1 D2 G2", frequencies: [30.87, 41.20, 55, 73.42, 98]),
    Published(name: "Ukulele", notes: "G4 C4 E4 A4", frequencies: [392, 261.63, 329.63, 440]),
    Published(name: "Violin", notes: "G3 D4 A4 E5", frequencies: [196, 293.66, 440, 659.26]),
    Published(name: "Viola", notes: "C3 G3 D4 A4", frequencies: [130.81, 196, 293.66, 440]),
    Published(name: "Cello", notes: "C2 G2 D3 A3", frequencies: [65.41, 98, 146.83, 220]),
    Published(name: "Double bass", notes: "E1 A1 D2 G2", frequencies: [41.20, 55, 73.42, 98]),
    Published(name: "Mandolin", notes: "G3 D4 A4 E5", frequencies: [196, 293.66, 440, 659.26]),
    Published(
      name: "Banjo", notes: "G4 D3 G3 B3 D4", frequencies: [392, 146.83, 196, 246.94, 293.66]),
    Published(name: "Erhu", notes: "D4 A4", frequencies: [293.66, 440]),
    Published(
      name: "Charango", notes: "G4 C5 E5/E4 A4 E5",
      frequencies: [392, 523.25, 659.26, 329.63, 440, 659.26]),
    Published(
      name: "Baritone ukulele", notes: "D3 G3 B3 E4", frequencies: [146.83, 196, 246.94, 329.63]),
  ]

  @Test("14 instruments have the strings and frequencies that are published")
  func standardTunings() throws {
    for published in Self.published {
      let tuning = try Self.catalog.instrument(named: published.name).standardTuning
      #expect(InstrumentFile.strings(of: tuning) == published.notes)
      let frequencies = tuning.strings.map { $0.pitch.frequency() }
      #expect(frequencies.count == published.frequencies.count)
      for (frequency, expected) in zip(frequencies, published.frequencies) {
        #expect(abs(frequency - expected) < 0.006)
      }
    }
  }

  @Test(
    "alternate tunings keep their own spelling",
    arguments: [
      ("Guitar", "Half step down", "Eb2 Ab2 Db3 Gb3 Bb3 Eb4"),
      ("Guitar", "Drop C#", "C#2 G#2 C#3 F#3 A#3 D#4"),
      ("Guitar", "Open E", "E2 B2 E3 G#3 B3 E4"), ("Guitar", "dadgad", "D2 A2 D3 G3 A3 D4"),
      ("Guitar", "double-drop-d", "D2 A2 D3 G3 B3 D4"), ("Bass", "BEAD", "B0 E1 A1 D2"),
      ("12-string guitar", "Standard", "E3/E2 A3/A2 D4/D3 G4/G3 B3 E4"),
      ("Double bass", "Solo", "F#1 B1 E2 A2"), ("Banjo", "Double C", "G4 C3 G3 C4 D4"),
    ])
  func alternates(instrument: String, tuning: String, strings: String) throws {
    let found = try Self.catalog.instrument(named: instrument).tuning(named: tuning)
    #expect(InstrumentFile.strings(of: found) == strings)
  }

  @Test("a concert harp has 47 strings from C♭1 to G♭7, a lever harp 34, a guzheng 21")
  func counts() throws {
    let harp = try Self.catalog.instrument(named: "Concert harp").standardTuning
    #expect(harp.courses.count == 47)
    #expect(harp.strings.first?.pitch.note.description == "C♭1")
    #expect(harp.strings.last?.pitch.note.description == "G♭7")
    #expect(try Self.catalog.instrument(named: "lever-harp").standardTuning.courses.count == 34)
    #expect(try Self.catalog.instrument(named: "guzheng").standardTuning.courses.count == 21)
  }

  @Test("a sweetened guitar is 12 cents below E2, which is 81.838 Hz")
  func sweetened() throws {
    let tuning = try Self.catalog.instrument(named: "guitar").tuning(named: "sweetened")
    #expect(tuning.strings.map(\.pitch.cents) == [-12, -10, -8, -4, -6, -3])
    #expect(abs(tuning.strings[0].pitch.frequency() - 81.8376) < 0.001)
    let baroque = try ConcertPitch(415)
    #expect(abs(tuning.strings[0].pitch.frequency(under: baroque) - 77.1878) < 0.001)
  }

  @Test("every group of instruments that musicians ask for is there, at least 60 in all")
  func complete() throws {
    #expect(Self.catalog.instruments.count >= 60)
    #expect(
      Self.catalog.groups == [
        "Guitars", "Basses", "Ukuleles", "Bowed", "Mandolins", "Banjos", "Lutes",
        "Zithers and others", "Harps",
      ])
    for name in [
      "8-string guitar", "6-string bass", "baritone guitar", "guitalele", "bağlama", "oud", "saz",
      "setar", "pipa", "balalaika", "domra", "pedal steel", "lap steel", "irish bouzouki",
      "kamancheh", "viola da gamba", "mountain dulcimer", "Dobro",
    ] {
      _ = try Self.catalog.instrument(named: name)
    }
  }

  @Test("the catalog is written and read again")
  func roundTrip() throws {
    #expect(try InstrumentFile.parse(InstrumentFile.write(Self.catalog)) == Self.catalog)
    #expect(try InstrumentCatalog(Self.catalog.instruments) == Self.catalog)
  }
}

@Suite("Instrument catalog")
struct InstrumentCatalogTests {
  private static let catalog = InstrumentCatalog.builtIn

  @Test("a search finds names, groups, other names and tunings, every word of it")
  func search() {
    #expect(Self.catalog.search("").count == Self.catalog.instruments.count)
    #expect(Self.catalog.search("erhu").map(\.name) == ["Erhu"])
    #expect(Self.catalog.search("BAGLAMA").map(\.name) == ["Saz"])
    #expect(Self.catalog.search("harps").map(\.name) == ["Concert harp", "Lever harp"])
    #expect(Self.catalog.search("guitar dadgad").map(\.name) == ["Guitar"])
    #expect(Self.catalog.search("kazoo").isEmpty)
  }

  @Test("a name is found in either case, by its start, and by another name")
  func lookup() throws {
    #expect(try Self.catalog.instrument(named: "GUITAR").name == "Guitar")
    #expect(try Self.catalog.instrument(named: "fiddle").name == "Violin")
    #expect(try Self.catalog.instrument(named: "mandoc").name == "Mandocello")
  }

  @Test("a name that nobody has gets near names")
  func unknown() throws {
    #expect(
      throws: InstrumentLookupError.unknownInstrument("gitar", near: ["Guitar", "Sitar", "Tar"])
    ) { try Self.catalog.instrument(named: "gitar") }
    let guitar = try Self.catalog.instrument(named: "guitar")
    let error = #expect(throws: InstrumentLookupError.self) { try guitar.tuning(named: "dorp d") }
    #expect(error?.description.contains("Drop D") == true)
    #expect(throws: InstrumentLookupError.self) { try Self.catalog.instrument(named: "") }
    #expect(throws: InstrumentLookupError.self) { try guitar.tuning(named: "open") }
  }

  @Test("a file of one's own adds tunings and instruments, and replaces tunings")
  func adding() throws {
    let own = try InstrumentFile.parse(
      """
      instrument: guitar
      tuning: Mine
      strings: C2 G2 C3 G3 C4 C4
      tuning: Drop D
      strings: D2(-5) A2 D3 G3 B3 E4
      instrument: Cigar box
      tuning: GDG
      strings: G2 D3 G3
      """)
    let all = Self.catalog.adding(own)
    #expect(all.instruments.count == Self.catalog.instruments.count + 1)
    let guitar = try all.instrument(named: "guitar")
    #expect(guitar.group == "Guitars")
    #expect(try guitar.tuning(named: "mine").courses.count == 6)
    #expect(try guitar.tuning(named: "drop d").strings[0].pitch.cents == -5)
    #expect(guitar.tunings.count == 26)
    #expect(try all.instrument(named: "cigar").group == Instrument.defaultGroup)
  }
}
