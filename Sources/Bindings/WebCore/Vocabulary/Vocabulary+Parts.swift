#if !hasFeature(Embedded)
  internal import BellTuning
  internal import InstrumentTuning
  internal import IntonationPractice
  internal import MusicTheory
  internal import PianoTuning
  internal import PitchToMIDI
  internal import SoundModem

  // The parts of the page that are loaded when they are first used.

  extension Vocabulary {
    /// The records, bands and codes of the sound modem.
    static var air: Vocabulary {
      var words = Vocabulary(
        "air", "The records, bands and codes of the sound modem")
      let bands = ModemBand.allCases.map { band in
        let range = band.frequencies
        return
          "  { name: '\(band.letter)', low: \(json(range.lowerBound)), high: \(json(range.upperBound)), "
          + "lowestSampleRate: \(json(band.lowestSampleRate)) },\n"
      }
      words.add("bands", literal: "([\n\(bands.joined())])")
      words.add("largestPayload", OutgoingMessage.largestPayload)
      words.add("signedMark", literal: "(\(SignedMessage.mark))")
      words.add("signatureByteCount", SignedMessage.signatureByteCount)
      words.add("numberBitCount", Int(AirSettings.numberBitCount))
      words.add(record: "AirSettings", AirSettings.Field.self, isWritten: true)
      words.add(record: "AirStatus", AirSender.Field.self)
      words.add(
        record: "AirEventNumbers", AirReceiver.Field.self,
        [.verdict: .word(list: "channelVerdicts", type: "ChannelVerdict")])
      words.add("eventKinds", AirReceiver.Kind.self)
      words.add(
        "abandonReasons", MessageEvent.AbandonReason.allCases.map(\.name), type: "AbandonReason")
      words.add(
        "channelVerdicts", ChannelQuality.Verdict.allCases.map(\.name), type: "ChannelVerdict")
      return words
    }

    /// The records and problems of files that a user brings.
    static var files: Vocabulary {
      var words = Vocabulary(
        "files", "The records and problems of files that a user brings")
      words.add(
        record: "FileFacts", FileReader.Field.self,
        [
          .problem: .word(list: "fileProblems", type: "FileProblem"),
          .part: .word(list: "scalaParts", type: "ScalaPart"),
        ])
      words.add("fileProblems", FileProblem.allCases.map { "\($0)" }, type: "FileProblem")
      words.add("scalaParts", ScalaPart.allCases.map { "\($0)" }, type: "ScalaPart")
      words.add("fileByteLimit", FileReader.byteLimit)
      return words
    }

    /// The records of strums and their strings.
    static var strum: Vocabulary {
      var words = Vocabulary("strum", "The records of strums and their strings")
      words.add(record: "StrumState", StrumCore.Field.self)
      words.add(
        record: "StrumStringState", StrumCore.StringField.self, [.cents: .known, .beat: .known])
      words.add("strumStringLimit", StrumCore.stringLimit)
      return words
    }

    /// The records of chords, their notes and their beats.
    static var chord: Vocabulary {
      var words = Vocabulary("chord", "The records of chords, their notes and their beats")
      words.add(
        record: "ChordSettings", ChordCore.Setting.self,
        [.temperament: .list(pitchClassCount)], isWritten: true)
      words.add(record: "ChordState", ChordCore.Field.self)
      words.add(
        record: "ChordNote", ChordCore.NoteField.self,
        [.verdict: .word(list: "chordVerdicts", type: "ChordVerdict")])
      words.add(record: "ChordBeat", ChordCore.BeatField.self)
      words.add("chordVerdicts", ChordCore.Verdict.allCases.map { "\($0)" }, type: "ChordVerdict")
      return words
    }

    /// What pianos and bells share: the records of strokes, and the problems of files.
    static var measured: Vocabulary {
      var words = Vocabulary(
        "measured", "What pianos and bells share: the records of strokes, and the problems of files"
      )
      words.add(
        record: "MeasuredFacts", MeasuredCore.Fact.self,
        [.problem: .word(list: "measuredProblems", type: "MeasuredProblem")])
      words.add(
        record: "MeasuredOutcome", MeasuredCore.OutcomeField.self,
        [
          .kind: .word(list: "measuredOutcomes", type: "MeasuredOutcomeKind"), .object: .known,
          .kept: .word(list: "keptMeasurements", type: "KeptMeasurement"),
        ])
      words.add("measuredTexts", MeasuredTexts.Text.self)
      words.add(
        "measuringPurposes", MeasuringPurpose.allCases.map { "\($0)" }, type: "MeasuringPurpose")
      words.add(
        "measuredOutcomes", MeasuredCore.Outcome.allCases.map { "\($0)" },
        type: "MeasuredOutcomeKind")
      words.add(
        "keptMeasurements", KeptMeasurement.allCases.map { "\($0)" }, type: "KeptMeasurement")
      words.add("measuredProblems", FileFault.allCases.map { "\($0)" }, type: "MeasuredProblem")
      words.add("measuredTolerance", PianoFile.usualTolerance)
      return words
    }

    /// The records of keys, and the limits of their files.
    static var piano: Vocabulary {
      var words = Vocabulary("piano", "The records of keys, and the limits of their files")
      words.add(
        record: "PianoFacts", PianoDocument.Field.self,
        [.style: .word(list: "pianoStyles", type: "PianoStyle"), .temperature: .known])
      words.add(
        record: "PianoKey", PianoDocument.KeyField.self,
        [
          .measured: .known, .measuredError: .known, .before: .known, .after: .known,
          .beat: .known,
        ])
      words.add(record: "PianoReading", PianoCore.ReadingField.self)
      words.add(record: "PianoUnison", PianoCore.UnisonField.self)
      words.add("pianoSettings", PianoDocument.Setting.self)
      words.add("pianoStyles", TuningStyle.allCases.map(\.rawValue), type: "PianoStyle")
      words.add("lowestPianoKey", PianoKey.midiNumbers.lowerBound)
      words.add("pianoKeyCount", PianoKey.all.count)
      words.add("pianoConcertPitches", PianoFile.concertPitches)
      words.add("pianoTemperatures", PianoFile.temperatures)
      words.add("audibleBeat", KeyMeasurement.audibleBeat)
      return words
    }

    /// The records of bells and their kin, and the limits of their files.
    static var bell: Vocabulary {
      var words = Vocabulary(
        "bell", "The records of bells and their kin, and the limits of their files")
      words.add(
        record: "BellFacts", BellDocument.Field.self,
        [
          .object: .word(list: "bellObjects", type: "BellObject"),
          .third: .word(list: "bellThirds", type: "BellThird"), .air: .known, .beat: .known,
        ])
      words.add(
        record: "BellRow", BellDocument.RowField.self,
        [.third: .word(list: "bellThirds", type: "BellThird"), .likelier: .known])
      words.add(
        record: "BellPartial", BellDocument.PartialField.self,
        [.off: .known, .decay: .known, .beat: .known, .wantedBeat: .known])
      words.add("bellSettings", BellDocument.Setting.self)
      words.add("bellObjects", ResonatorKind.allCases.map(\.rawValue), type: "BellObject")
      words.add("bellThirds", BellDocument.Third.allCases.map { "\($0)" }, type: "BellThird")
      let partials = ResonatorKind.allCases.map { object in
        let names = object.modes.map { "'\($0.name)'" }.joined(separator: ", ")
        return "  \(object.rawValue): [\(names)],\n"
      }
      words.add("bellPartials", literal: "({\n\(partials.joined())})")
      words.add("bellCurrentRow", BellDocument.currentRow)
      words.add("bellPartialLimit", BellDocument.partialLimit)
      words.add("bellConcertPitches", BellFile.concertPitches)
      words.add("bellTemperatures", BellFile.temperatures)
      words.add("bellBeats", BellFile.beatRates)
      words.add("bellLongest", ResonatorMeter.longestStroke)
      return words
    }

    /// The records of scores and their playing, and the problems of their files.
    static var practice: Vocabulary {
      var words = Vocabulary(
        "practice", "The records of scores and their playing, and the problems of their files")
      words.add(
        record: "PracticeReport", PracticeCore.ReportField.self,
        [.problem: .word(list: "practiceProblems", type: "PracticeProblem")])
      words.add(record: "PracticeFile", PracticeCore.FileField.self)
      words.add(
        record: "PracticeFacts", PracticeCore.ScoreField.self,
        [.tempo: .known, .recordedPitch: .known])
      words.add(
        record: "PracticeResult", PracticeCore.ResultField.self,
        [
          .spread: .known, .firstSpread: .known, .lastSpread: .known, .loopTempo: .known,
          .answer: .word(list: "practiceAnswers", type: "PracticeAnswer"),
          .cue: .word(list: "practiceCues", type: "PracticeCue"),
        ])
      words.add("practiceCues", PracticeCue.allCases.map { "\($0)" }, type: "PracticeCue")
      words.add(
        "practiceAnswers", PracticeCore.PracticeAnswer.allCases.map { "\($0)" },
        type: "PracticeAnswer")
      words.add(
        "practiceModes", PracticeMode.allCases.map { "\($0)" }, type: "PracticeMode")
      words.add(
        record: "PracticeNote", PracticeCore.NoteField.self,
        [
          .spelling: .word(list: "practiceSpellings", type: "PracticeSpelling"), .cents: .known,
          .time: .known, .duration: .known, .frequency: .known, .spread: .known, .due: .known,
          .dueEnd: .known, .bar: .known, .beat: .known, .expected: .known, .late: .known,
          .first: .known, .last: .known,
        ])
      addTimes(to: &words)
      words.add(record: "PracticeFrozen", PracticeFrozen.Field.self, [.midi: .known])
      words.add(record: "PracticeMean", PracticeCore.MeanField.self, [.error: .known])
      words.add("practiceTexts", PracticeCore.Text.self)
      words.add(
        "practiceSpellings", PracticeCore.PracticeSpelling.allCases.map { "\($0)" },
        type: "PracticeSpelling")
      words.add(
        "practiceProblems", PracticeProblem.allCases.map { "\($0)" }, type: "PracticeProblem")
      words.add("practicePatterns", ScalePattern.all.map(\.name), type: "PracticePattern")
      words.add(
        "practiceDirections", ScaleForm.Direction.allCases.map { "\($0)" },
        type: "PracticeDirection")
      words.add("xmlMarks", XMLEventText.Mark.self)
      words.add("xmlByteLimit", XMLLimits.mostBytes)
      words.add("midiByteLimit", MIDIScore.mostBytes)
      words.add("practicePause", PracticeListener.usualPause)
      words.add("practiceTimeTolerance", Timing.tolerance)
      words.add("practiceCentsTolerance", Intonation.tolerance)
      return words
    }

    /// The records of early and late, and of the latency.
    private static func addTimes(to words: inout Vocabulary) {
      words.add(
        record: "PracticeTimes", PracticeTimes.Field.self,
        [
          .reference: .word(list: "practiceReferences", type: "PracticeReference"),
          .advice: .word(list: "practiceAdvice", type: "PracticeAdvice"),
          .verdict: .word(list: "practiceVerdicts", type: "PracticeVerdict"),
          .median: .known, .spread: .known, .tempo: .known, .tempoError: .known,
          .tempoStart: .known, .tempoEnd: .known, .tempoChange: .known, .tempoWanted: .known,
          .swingRatio: .known, .swingError: .known, .leaning: .known, .adviceValue: .known,
          .adviceOther: .known, .adviceOthers: .known, .verdictIndex: .known,
          .verdictNumber: .known, .verdictCents: .known, .verdictOtherCents: .known,
          .verdictMilliseconds: .known, .verdictCount: .known, .verdictOthers: .known,
          .verdictWrong: .known, .verdictMissing: .known, .verdictExtra: .known,
          .clickDelay: .known, .clickExcess: .known, .duration: .known,
        ])
      words.add(record: "PracticePlace", PracticeTimes.PlaceField.self, [.error: .known])
      words.add(record: "PracticeClick", PracticeTimes.ClickField.self)
      words.add(record: "PracticeVoice", PracticeTimes.VoiceField.self, [.midi: .known])
      words.add(
        "practiceReferences", PracticeTimes.PracticeReference.allCases.map { "\($0)" },
        type: "PracticeReference")
      words.add(
        "practiceAdvice", PracticeTimes.PracticeAdvice.allCases.map { "\($0)" },
        type: "PracticeAdvice")
      words.add(
        "practiceVerdicts", PracticeFinding.Kind.allCases.map { "\($0)" },
        type: "PracticeVerdict")
      words.add("practiceTempos", TimingPlan.tempos)
      words.add(
        record: "LatencyResult", LatencyCore.Field.self,
        [.problem: .word(list: "latencyProblems", type: "LatencyProblem")])
      words.add(
        "latencyProblems", LatencyCore.LatencyProblem.allCases.map { "\($0)" },
        type: "LatencyProblem")
    }

    /// The records of MIDI and of the players' view.
    static var stage: Vocabulary {
      var words = Vocabulary("stage", "The records of MIDI and of the players' view")
      words.add(
        record: "MIDISettings", MIDICore.Field.self,
        [.temperament: .list(pitchClassCount)], isWritten: true)
      words.add("midiOutputLimit", MIDICore.byteLimit)
      words.add(
        "usualBends",
        [false, true].map {
          (name: $0 ? "mpe" : "plain", value: "\(BendRange.usual(isMPE: $0).semitones)")
        })
      words.add(
        record: "PlayingSettings", PlayingCore.Setting.self,
        [.temperament: .list(pitchClassCount)], isWritten: true)
      words.add(record: "PlayedNote", PlayingCore.Field.self, [.deviation: .known])
      words.add("playingHistoryTime", PlayingNote.historyTime)
      return words
    }
  }

  extension MessageEvent.AbandonReason {
    fileprivate var name: String {
      switch self {
      case .timedOut: "timed-out"
      case .crowdedOut: "crowded-out"
      case .damaged: "damaged"
      }
    }
  }

  extension ChannelQuality.Verdict {
    fileprivate var name: String {
      switch self {
      case .good: "good"
      case .faint: "faint"
      case .echoing: "echoing"
      }
    }
  }
#endif
