#if !hasFeature(Embedded)
  internal import PianoTuning

  extension Vocabulary {
    /// What the module of pianos says about keys and files.
    static var piano: Vocabulary {
      var words = Vocabulary("piano", "What the module of pianos says about keys and files")
      words.add("pianoFields", PianoDocument.Field.self)
      words.add("pianoFieldCount", PianoDocument.Field.allCases.count)
      words.add("pianoKeyFields", PianoDocument.KeyField.self)
      words.add("pianoKeyFieldCount", PianoDocument.KeyField.allCases.count)
      words.add("pianoSettings", PianoDocument.Setting.self)
      words.add("pianoTexts", PianoDocument.Text.self)
      words.add("pianoStates", PianoCore.State.self)
      words.add("pianoStateCount", PianoCore.State.allCases.count)
      words.add("pianoModes", PianoCore.Mode.allCases.map { "\($0)" }, type: "PianoMode")
      words.add("pianoOutcomes", PianoCore.Outcome.allCases.map { "\($0)" }, type: "PianoOutcome")
      words.add("pianoKept", PianoCore.Kept.allCases.map { "\($0)" }, type: "PianoKept")
      words.add("pianoProblems", PianoProblem.allCases.map { "\($0)" }, type: "PianoProblem")
      words.add("pianoStyles", TuningStyle.allCases.map(\.rawValue), type: "PianoStyle")
      words.add("lowestPianoKey", PianoKey.midiNumbers.lowerBound)
      words.add("pianoKeyCount", PianoKey.all.count)
      words.add("pianoByteLimit", PianoFile.largestSize)
      words.add("pianoConcertPitches", PianoFile.concertPitches)
      words.add("pianoTemperatures", PianoFile.temperatures)
      words.add("pianoTolerance", KeyListener.usualTolerance)
      words.add("audibleBeat", KeyMeasurement.audibleBeat)
      return words
    }
  }
#endif
