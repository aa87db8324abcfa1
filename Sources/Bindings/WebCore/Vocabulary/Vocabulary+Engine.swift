#if !hasFeature(Embedded)
  internal import InstrumentTuning
  internal import PitchEstimation

  extension Vocabulary {
    /// Where the modules of tuner, views, tones and metronome keep their numbers.
    static var engine: Vocabulary {
      var words = Vocabulary(
        "engine", "Where the modules of tuner, views, tones and metronome keep their numbers")
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
      words.add("tunerFields", TunerSettings.Field.self)
      words.add("tunerModes", TunerSettings.Mode.self)
      words.add("gateKinds", GateKind.self)
      words.add("stringLimit", TunerSettings.mostStrings)
      words.add("stringSize", TunerSettings.stringSize)
      words.add("degreeLimit", TunerSettings.mostDegrees)
      words.add("tunerSettingCount", TunerSettings.count)
      words.add("standardRange", SearchRange.allKeys)
      words.add("hopDuration", TunerListening.hopDuration)
    }

    private static func addState(to words: inout Vocabulary) {
      words.add("stateFields", TunerState.Field.self)
      words.add("stateCount", TunerState.count)
      words.add("silence", TunerState.silence)
      words.add("eventLimit", TunerState.eventLimit)
      words.add("eventSize", TunerState.eventSize)
      words.add("eventFields", TunerState.EventField.self)
      words.add("eventKinds", TunerState.Event.self)
    }

    private static func addViews(to words: inout Vocabulary) {
      words.add("viewFields", ViewsCore.Field.self)
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
      words.add("toneFields", TonesCore.Field.self)
      words.add("toneLimit", TonesCore.toneLimit)
      words.add("waveforms", TonesCore.Shape.allCases.map { "\($0)" }, type: "Waveform")
    }

    private static func addMetronome(to words: inout Vocabulary) {
      words.add("metronomeFields", MetronomeSettings.Field.self)
      words.add("beatLimit", MetronomeSettings.beatLimit)
      words.add("accentCodes", MetronomeSettings.Strength.self, type: "AccentCode")
      words.add("clickLimit", MetronomeCore.clickLimit)
      words.add("clickSize", MetronomeCore.clickSize)
      words.add("clickFields", MetronomeCore.ClickField.self)
      words.add("clickVoices", MetronomeCore.Voice.allCases.map { "\($0)" }, type: "ClickVoice")
    }
  }
#endif
