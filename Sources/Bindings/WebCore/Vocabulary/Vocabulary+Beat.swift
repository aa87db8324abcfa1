#if !hasFeature(Embedded)
  extension Vocabulary {
    /// The records of a beat that several devices share.
    static var beat: Vocabulary {
      var words = Vocabulary("beat", "The records of a beat that several devices share")
      words.add("packetSize", BeatCore.packetSize)
      words.add("slotLimit", BeatCore.slotLimit)
      words.add(record: "BeatState", BeatCore.Field.self)
      words.add(
        "beatStatuses", BeatCore.Status.allCases.map { "\($0)" }, type: "BeatStatus")
      words.add(
        "beatChanges", BeatCore.Change.allCases.map { "\($0)" }, type: "BeatChange")
      words.add("sharedCourseCount", SharedCourse.count)
      words.add("sharedCourseFields", SharedCourse.Field.self)
      words.add(record: "SharedCourse", SharedCourse.Field.self, [.groups: .unread])
      return words
    }
  }
#endif
