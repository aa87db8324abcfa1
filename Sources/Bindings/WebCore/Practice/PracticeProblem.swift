internal import IntonationPractice

/// Why a score is not read.
enum PracticeProblem: Int, CaseIterable {
  case none
  case notMIDI, truncated, unknownFormat, invalidDivision, empty, tooManyNotes, noVoice
  case unknownScale, noteOutOfRange
  case notXML, notAScore, entities, tooDeep, tooLong, outOfMemory, tooManyMeasures
  case archiveTruncated, damaged, encrypted, severalParts, tooManyFiles, unknownMethod
  case archiveTooLong, noContainer, noScore
  case unknownEncoding
  case noNotesHeard, tooManyHeard, noSingleVoice

  /// A problem with the number and the words that belong to it.
  struct Report {
    var problem: PracticeProblem
    var number = 0
    var text = ""
  }

  static func of(_ error: PracticeScoreError) -> Report {
    switch error {
    case .notMIDI: Report(problem: .notMIDI)
    case .truncated: Report(problem: .truncated)
    case .unknownFormat(let format): Report(problem: .unknownFormat, number: format)
    case .invalidDivision: Report(problem: .invalidDivision)
    case .empty: Report(problem: .empty)
    case .tooManyNotes: Report(problem: .tooManyNotes, number: PracticeScore.mostNotes)
    case .noVoice(let number, _): Report(problem: .noVoice, number: number)
    case .unknownScale, .notInScale, .noRange: Report(problem: .unknownScale)
    case .noteOutOfRange(let number): Report(problem: .noteOutOfRange, number: number)
    }
  }

  static func of(_ error: ReferenceError) -> Report {
    switch error {
    case .noNotes: Report(problem: .noNotesHeard)
    case .tooManyNotes: Report(problem: .tooManyHeard, number: PracticeScore.mostNotes)
    case .noSingleVoice(let share):
      Report(problem: .noSingleVoice, number: Int((100 * share).rounded()))
    }
  }

  static func of(_ error: MusicXMLError) -> Report {
    switch error {
    case .archive(let error): of(error)
    case .notXML(let line): Report(problem: .notXML, number: line)
    case .unknownEncoding(let name): Report(problem: .unknownEncoding, text: name)
    case .notAScore(let name): Report(problem: .notAScore, text: name)
    case .entities: Report(problem: .entities)
    case .tooDeep: Report(problem: .tooDeep, number: XMLLimits.mostDepth)
    case .tooLong: Report(problem: .tooLong)
    case .outOfMemory: Report(problem: .outOfMemory)
    case .tooManyMeasures(let limit): Report(problem: .tooManyMeasures, number: limit)
    case .score(let error): of(error)
    }
  }

  static func of(_ error: ScoreArchiveError) -> Report {
    switch error {
    case .truncated: Report(problem: .archiveTruncated)
    case .damaged: Report(problem: .damaged)
    case .encrypted: Report(problem: .encrypted)
    case .severalParts: Report(problem: .severalParts)
    case .tooManyFiles(let limit): Report(problem: .tooManyFiles, number: limit)
    case .unknownMethod(let method): Report(problem: .unknownMethod, number: method)
    case .tooLong(let limit): Report(problem: .archiveTooLong, number: limit / 1000)
    case .noContainer: Report(problem: .noContainer)
    case .noScore(let path): Report(problem: .noScore, text: path)
    }
  }
}
