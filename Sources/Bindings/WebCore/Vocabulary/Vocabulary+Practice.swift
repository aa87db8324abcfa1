#if !hasFeature(Embedded)
  internal import IntonationPractice

  extension Vocabulary {
    /// What the module of practice says about scores and how they are played.
    static var practice: Vocabulary {
      var words = Vocabulary(
        "practice", "What the module of practice says about scores and how they are played")
      words.add("practiceFields", PracticeCore.Field.self)
      words.add("practiceFieldCount", PracticeCore.Field.allCases.count)
      words.add("practiceNoteFields", PracticeCore.NoteField.self)
      words.add("practiceNoteFieldCount", PracticeCore.NoteField.allCases.count)
      words.add("practiceMeanFields", PracticeCore.MeanField.self)
      words.add("practiceMeanFieldCount", PracticeCore.MeanField.allCases.count)
      words.add("practiceTexts", PracticeCore.Text.self)
      words.add(
        "practiceSpellings", PracticeCore.PracticeSpelling.allCases.map { "\($0)" },
        type: "PracticeSpelling")
      words.add(
        "practiceProblems", PracticeProblem.allCases.map { "\($0)" }, type: "PracticeProblem")
      words.add("practicePatterns", ScalePattern.all.map(\.name), type: "PracticePattern")
      words.add("xmlMarks", XMLEventText.Mark.self)
      words.add("xmlByteLimit", XMLLimits.mostBytes)
      words.add("midiByteLimit", MIDIScore.mostBytes)
      words.add("practicePause", PracticeListener.usualPause)
      return words
    }
  }
#endif
