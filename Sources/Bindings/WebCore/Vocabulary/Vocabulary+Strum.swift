#if !hasFeature(Embedded)
  extension Vocabulary {
    /// What the module of strums says about strings.
    static var strum: Vocabulary {
      var words = Vocabulary("strum", "What the module of strums says about strings")
      words.add("strumFields", StrumCore.Field.self)
      words.add("strumFieldCount", StrumCore.Field.allCases.count)
      words.add("strumStringFields", StrumCore.StringField.self)
      words.add("strumStringFieldCount", StrumCore.StringField.allCases.count)
      words.add("strumStringLimit", StrumCore.stringLimit)
      words.add("strumStateCount", StrumCore.stateCount)
      return words
    }
  }
#endif
