#if !hasFeature(Embedded)
  internal import MusicTheory

  extension Vocabulary {
    /// What the module of files says about those that a user brings.
    static var files: Vocabulary {
      var words = Vocabulary(
        "files", "What the module of files says about those that a user brings")
      words.add("fileFields", FileReader.Field.self)
      words.add("fileFieldCount", FileReader.Field.allCases.count)
      words.add("fileProblems", FileProblem.allCases.map { "\($0)" }, type: "FileProblem")
      words.add("scalaParts", ScalaPart.allCases.map { "\($0)" }, type: "ScalaPart")
      words.add("fileByteLimit", FileReader.byteLimit)
      return words
    }
  }
#endif
