#if !hasFeature(Embedded)
  internal import InstrumentTuning
  internal import Metronome
  internal import MusicTheory
  internal import PitchToMIDI
  internal import SoundModem
  internal import ToneGeneration

  extension Vocabulary {
    /// The settings' names and limits.
    static var settings: Vocabulary {
      var words = Vocabulary("settings", "The settings' names and limits")
      words.add(
        "limits",
        limits.map { (name: $0, value: json($1)) })
      words.add("standardConcertPitch", ConcertPitch.standard.frequency)
      words.add("standardTolerance", Tuner().tolerance)
      words.add("leavingFactor", InTuneDecision.leavingFactor)
      words.add("noteOfConcertPitch", Note(.a, octave: 4).midiNumber)
      words.add("notations", NoteNotation.Names.allCases.map { $0.name }, type: "NotationName")
      words.add("octaveMarks", NoteNotation.Octaves.allCases.map { $0.name }, type: "OctaveMarks")
      words.add("spellings", NameSpelling.allCases.map { "\($0)" }, type: "Spelling")
      words.add("pitchClassCount", pitchClassCount)
      words.add("nameCapacity", nameCapacity)
      addNotes(to: &words)
      words.add(
        "transpositions", transpositions.map { (name: $0, value: "\(semitones(of: $1))") })
      words.add("bandNames", ModemBand.allCases.map { "\($0.letter)" }, type: "BandName")
      words.add("modes", ModemMode.allCases.map { "\($0)" }, type: "ModeName")
      return words
    }

    /// Letters and names that tables, servers and other devices write, before the module of names is there.
    private static func addNotes(to words: inout Vocabulary) {
      let ascii = NoteNotation(.ascii)
      words.add(
        "letters",
        Note.Letter.allCases.map {
          (name: ascii.text(NoteName($0)), value: "\(NoteName($0).pitchClass)")
        })
      words.add(
        "pitchClassNames", (0..<12).map { ascii.text(Spelling.mixed.name(ofPitchClass: $0)) },
        type: "PitchClassName")
    }

    private static var limits: [(String, ClosedRange<Double>)] {
      [
        ("midi", Double(midiNumbers.lowerBound)...Double(midiNumbers.upperBound)),
        ("pitchClass", 0...Double(pitchClassCount - 1)),
        ("concertPitch", ConcertPitch.limits),
        ("tolerance", Tuner.toleranceLimits),
        ("string", 1...Double(Tuning.mostCourses)),
        ("capo", Double(Tuning.capoLimits.lowerBound)...Double(Tuning.capoLimits.upperBound)),
        ("clock", ClockCalibration.limits),
        ("sampleRate", sampleRates),
        ("level", SynthesisError.levelLimits),
        ("tempo", Tempo.limits),
        ("beats", 1...Double(MetronomeSettings.beatLimit)),
        (
          "subdivision",
          Double(Feel.subdivisionLimits.lowerBound)...Double(Feel.subdivisionLimits.upperBound)
        ),
        ("polyrhythm", 0...Double(MetronomeSettings.beatLimit)),
        ("swing", Feel.swingLimits),
        // 0 for the usual range.
        ("bend", 0...Double(BendRange.limits.upperBound)),
      ]
    }

    /// The page's names for keys and octaves, each with an instrument that is in it.
    private static var transpositions: [(String, String?)] {
      [
        ("concert", nil), ("b-flat", "bb-trumpet"), ("b-flat-tenor", "tenor-saxophone"),
        ("e-flat", "alto-saxophone"), ("e-flat-baritone", "baritone-saxophone"), ("f", "f-horn"),
        ("a", "a-clarinet"), ("g", "alto-flute"), ("d", "d-trumpet"),
        ("e-flat-high", "eb-clarinet"), ("octave-down", "guitar"), ("octave-up", "piccolo"),
      ]
    }

    /// Semitones from what is written to what sounds.
    private static func semitones(of instrument: String?) -> Int {
      guard let instrument else { return Transposition.none.interval.semitones }
      guard let found = TransposingInstrument.all.first(where: { $0.name == instrument }) else {
        preconditionFailure("the table of transpositions names an instrument that is not there")
      }
      return found.transposition.interval.semitones
    }
  }
#endif
