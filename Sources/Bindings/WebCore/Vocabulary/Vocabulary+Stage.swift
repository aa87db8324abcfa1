#if !hasFeature(Embedded)
  internal import InstrumentTuning
  internal import PitchToMIDI

  extension Vocabulary {
    /// What the modules of notes for synthesizers and of the players' view say.
    static var stage: Vocabulary {
      var words = Vocabulary("stage", "What the modules of MIDI and of the players' view say")
      words.add("midiFields", MIDICore.Field.self)
      words.add("midiFieldCount", MIDICore.fieldCount)
      words.add("midiByteLimit", MIDICore.byteLimit)
      words.add(
        "usualBends",
        [false, true].map {
          (name: $0 ? "mpe" : "plain", value: "\(BendRange.usual(isMPE: $0).semitones)")
        })
      words.add("playingSettings", PlayingCore.Setting.self)
      words.add("playingSettingCount", PlayingCore.settingCount)
      words.add("playingFields", PlayingCore.Field.self)
      words.add("playingFieldCount", PlayingCore.Field.allCases.count)
      words.add("playingHistoryTime", PlayingNote.historyTime)
      return words
    }
  }
#endif
