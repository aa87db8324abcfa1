#if !hasFeature(Embedded)
  internal import InstrumentTuning
  internal import PitchEstimation

  extension Vocabulary {
    /// The records and limits of tuner, views, tones and metronome.
    static var engine: Vocabulary {
      var words = Vocabulary(
        "engine", "The records and limits of tuner, views, tones and metronome")
      words.add("blockLimit", blockLimit)
      addTuner(to: &words)
      addState(to: &words)
      addViews(to: &words)
      addKnob(to: &words)
      addTones(to: &words)
      addMetronome(to: &words)
      return words
    }

    private static func addTuner(to words: inout Vocabulary) {
      words.add(
        record: "TunerNumbers", TunerSettings.Field.self,
        [.strings: .list(TunerSettings.mostDegrees)], isWritten: true)
      words.add("temperamentStart", TunerSettings.temperament)
      words.add("tunerModes", TunerSettings.Mode.self)
      words.add("gateKinds", GateKind.self)
      words.add("stringLimit", TunerSettings.mostStrings)
      words.add("degreeLimit", TunerSettings.mostDegrees)
      words.add("tunerSettingCount", TunerSettings.count)
      words.add("standardRange", SearchRange.allKeys)
      words.add("hopDuration", TunerListening.hopDuration)
      words.add("farDistance", TargetMode.farDistance)
    }

    private static func addState(to words: inout Vocabulary) {
      words.add("stateFields", TunerState.Field.self)
      words.add(
        record: "TunerState", TunerState.Field.self,
        [
          .voiced: .flag, .held: .flag, .inTune: .flag, .events: .unread,
          .sound: .word(list: "sounds", type: "Sound"),
        ])
      words.add("sounds", TunerState.Sound.allCases.map { "\($0)" }, type: "Sound")
      words.add(record: "TunerEvent", TunerState.EventField.self)
      words.add("stateCount", TunerState.count)
      words.add("evidenceCount", TunerEvidence.count)
      words.add("silence", TunerState.silence)
      words.add("eventLimit", TunerState.eventLimit)
      words.add("eventKinds", TunerState.Event.self)
    }

    private static func addViews(to words: inout Vocabulary) {
      words.add(
        "viewFields",
        [
          ("waveDuration", "\(ViewsCore.waveDuration)"), ("spectrum", "\(ViewsCore.spectrum)"),
          ("wave", "\(ViewsCore.wave)"), ("strobe", "\(ViewsCore.strobe)"),
        ])
      words.add("viewCount", ViewsCore.count)
      words.add("spectrumCount", ViewsCore.spectrumCount)
      words.add("spectrumRange", ViewsCore.spectrumRange)
      words.add("waveCount", ViewsCore.waveCount)
      words.add("partialCount", ViewsCore.partialCount)
      words.add("strobeFields", ViewsCore.StrobeField.self)
      words.add("strobeSize", ViewsCore.StrobeField.allCases.count)
    }

    private static func addKnob(to words: inout Vocabulary) {
      words.add(
        "dial",
        [
          ("radius", json(TunerDial.radius)),
          ("degreesPerSemitone", json(TunerDial.degreesPerSemitone)),
          ("thinDashes", "\(TunerDial.thinDashCount)"),
          ("thickDashes", "\(TunerDial.thickDashCount)"),
          ("dashLength", json(TunerDial.dashLength)),
          ("offsets", "[\(TunerDial.labelOffsets.map(String.init).joined(separator: ", "))]"),
          ("labelDistance", json(TunerDial.labelDistance)),
          ("labelLift", json(TunerDial.labelLift)),
          ("labelLiftAngle", json(TunerDial.labelLiftAngle)),
          ("labelSizes", json(TunerDial.labelSizes)),
          ("labelFade", json(TunerDial.labelFade)),
          ("arrowLimit", json(TunerDial.arrowLimit)),
        ])
      words.add(
        "pitchWaves",
        [
          ("amplifiers", json(PitchWaves.amplifiers)), ("opacities", json(PitchWaves.opacities)),
          ("frequencyOfTurn", json(PitchWaves.frequencyOfTurn)),
          ("largestTurnCount", json(PitchWaves.largestTurnCount)),
          ("gain", json(PitchWaves.gain)),
          ("frequencyTime", json(PitchWaves.frequencyTime)),
          ("amplitudeTime", json(PitchWaves.amplitudeTime)),
        ])
    }

    private static func addTones(to words: inout Vocabulary) {
      words.add(
        record: "ToneNumbers", TonesCore.Field.self,
        [
          .waveform: .word(list: "waveforms", type: "Waveform"),
          .frequencies: .list(TonesCore.toneLimit),
        ], isWritten: true)
      words.add("toneLimit", TonesCore.toneLimit)
      words.add("waveforms", TonesCore.Shape.allCases.map { "\($0)" }, type: "Waveform")
    }

    private static func addMetronome(to words: inout Vocabulary) {
      words.add(
        record: "MetronomeNumbers", MetronomeSettings.Field.self,
        [.accents: .list(MetronomeSettings.beatLimit)], isWritten: true)
      words.add("beatLimit", MetronomeSettings.beatLimit)
      words.add("accentCodes", MetronomeSettings.Strength.self, type: "AccentCode")
      words.add("clickLimit", MetronomeCore.clickLimit)
      words.add(
        record: "Click", MetronomeCore.ClickField.self,
        [.voice: .word(list: "clickVoices", type: "ClickVoice")])
      words.add("clickVoices", MetronomeCore.Voice.allCases.map { "\($0)" }, type: "ClickVoice")
    }
  }
#endif
