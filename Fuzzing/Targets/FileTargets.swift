@testable import CommandKit
import InstrumentTuning
@testable import Metronome
import PitchEvaluation
@testable import TrackCommands
@testable import TuneCommands

/// Text files of people and of other programs.
extension FuzzTarget {
  static let fileTargets = [melody, tempoMap, instruments, settings]

  /// Tracks of other programs, and what `kammerton evaluate` makes of them.
  private static let melody = FuzzTarget(
    name: "pitch-track", words: ["time,frequency", "0.01", "440", "-440", "nan", ";", "\t"],
    seeds: {
      [
        "time,frequency,confidence\n0.00,440.0,0.9\n0.01,441.5,0.8\n0.02,0,0\n",
        "# aubio\n0.000000 0.000000\n0.005805 220.1\r\n0.011610 -220.5\n",
        "\u{FEFF}0;82.4;1\n1;82.5;1\n2;nan;0\n", "0\t440\n0.5\t\n1e3\t1e2\n",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      let whole = frames([bytes[...]])
      let middle = bytes.count / 2
      let halves = frames([bytes[..<middle], bytes[middle...]])
      require(whole == halves, "the pieces in which a file is read change nothing")
      guard let whole else { return false }
      require(zip(whole, whole.dropFirst()).allSatisfy { $0.time < $1.time }, "times rise")
      require(whole[0].time >= 0 && whole.allSatisfy { $0.time.isFinite }, "times are numbers")
      if let score = try? MelodyScore(of: whole, against: whole, tolerance: 50) {
        require(!score.text.isEmpty && !score.json.isEmpty, "a score is shown")
      }
      return true
    })

  private static func frames(_ pieces: [ArraySlice<UInt8>]) -> [MelodyFrame]? {
    var parser = MelodyParser(name: "fuzz")
    do {
      for piece in pieces { try parser.append(piece) }
      return try parser.finish()
    } catch {
      require(!"\(error)".isEmpty, "an error says what is wrong")
      return nil
    }
  }

  private static let tempoMap = FuzzTarget(
    name: "tempo-map",
    words: [
      "4/4", "7/8=2+2+3", "3/8=80", "80-120/10", "pattern=XoOx.", "volume=0.5", "subdivide=4",
      "swing=66.7", "poly=3:4", "mute=3:1", "ramp=+5/2", "1000000", "*", "intro:", "120,118",
    ],
    seeds: {
      [
        "intro: 2 4/4 120\nverse: 8 3/4 96 Xxx 0.8\n* 7/8=2+2+3 140 subdivide=2 swing=66\n",
        "1 4/4 120,118,116,114\n4 80-120\n4 4/4 80-120/10\n", "* 120 poly=3:4 mute=2:2\n",
        "2 60 ramp=+5/1..90\n# end\n4 q.=60 ....\n", "* 80\n",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      guard let map = try? TempoMap(parsing: bytes) else { return false }
      play(map)
      var changed = map
      changed.countIn(barCount: 2)
      changed.scaleTempos(by: 0.1)
      play(changed)
      changed.scaleTempos(by: 40)
      if let label = map.sections.last?.label {
        require(changed.start(atLabel: label), "a label is found again")
      }
      play(changed)
      return true
    })

  /// Some hundred clicks, in order.
  private static func play(_ map: TempoMap) {
    guard var schedule = try? ClickSchedule(map, sampleRate: 48_000) else { return }
    var last: Int64 = 0
    for _ in 0..<200 {
      guard let click = schedule.next() else { break }
      require(click.frame >= last, "clicks come in order")
      require(map.sections.indices.contains(click.section), "a click belongs to a section")
      last = click.frame
    }
  }

  private static let instruments = FuzzTarget(
    name: "instruments", longestInput: 1024,
    words: ["instrument:", "group:", "also:", "tuning:", "strings:", "E2", "Eb4(+2.5)", "(-", "/"],
    seeds: {
      [
        """
        # Mine
        instrument: Guitar
        group: Guitars
        also: Gitarre, guitarra
        tuning: Standard
        strings: E2 A2 D3 G3 B3 E4
        tuning: Drop D
        strings: D2 A2 D3 G3 B3 E4(-2.5)
        """,
        "instrument: Laute\r\ngroup: L\r\ntuning: T\r\nstrings: G2/G3 C3/C4(+1.125) F##3\r\n",
        "\u{FEFF}instrument: x\ntuning: y\nstrings: C-1 G9\n",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      guard let catalog = try? InstrumentFile.parse(bytes) else { return false }
      let again = try? InstrumentFile.parse(InstrumentFile.write(catalog))
      require(again?.instruments == catalog.instruments, "what is written is read again")
      let all = InstrumentCatalog.builtIn.adding(catalog)
      for instrument in catalog.instruments {
        require(
          (try? all.instrument(named: instrument.name)) != nil, "an instrument is found by its name"
        )
      }
      return !catalog.instruments.isEmpty
    })

  /// `settings.txt`, and what the tuner does with it.
  private static let settings = FuzzTarget(
    name: "settings", quickRuns: 8000,
    words: SavedSettings.Choice.allCases.map { $0.rawValue + ": " } + [
      "a4: 442", "clock-factor: 1.00001", "guitar", "vallotti", "Eb", "helmholtz", "capo-3",
    ],
    seeds: {
      [
        "# comment\nclock-factor: 1.000012345\na4: 442.000\ntemperament: vallotti\nroot: D\n",
        "spelling: Eb\nnotation: german-helmholtz\ntranspose: capo-2\ntolerance: 5.0\nview: strobe\n",
        "instrument: guitar\ntuning: drop-d\nstring: 6\n",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      guard let text = String(validating: bytes, as: UTF8.self),
        let settings = try? SavedSettings(text: text)
      else { return false }
      let again = try? SavedSettings(text: settings.text)
      require(again?.choices == settings.choices, "choices are read again as they are written")
      var safe = settings
      // Names of files would be opened.
      if settings.choices[.temperament].map({ $0.contains("/") || $0.contains(".") }) ?? false {
        safe.choices[.temperament] = nil
      }
      var setup = TunerSetup()
      let problems = setup.take(safe, from: .builtIn, withTarget: true)
      require(problems.count <= SavedSettings.Choice.allCases.count, "one problem for each choice")
      _ = (setup.reference, setup.mode, setup.tuner)
      return true
    })
}
