internal import IntonationPractice

// What the page reads.
extension PracticeCore {
  enum Part: Int, CaseIterable {
    case input, degrees, report, file, score, result, notes, pitches, steps
    case times, places, clicks, readings, samples, frozen
  }

  /// The positions of what is reported of the last request.
  enum ReportField: Int, CaseIterable {
    case problem  // as PracticeProblem counts; 0 for none
    case number  // the line, the limit or the number that belongs to it
    case textCount  // bytes of the text that was asked for last
  }

  /// The positions of a file of an archive.
  enum FileField: Int, CaseIterable {
    case start  // its place in the archive
    case end
    case isDeflated
    case count  // its length, inflated
  }

  /// The positions of the facts of a score.
  enum ScoreField: Int, CaseIterable {
    case noteCount
    case voice  // from 1; 0 where there is only one
    case voiceCount
    case leftOutCount  // of notes that sound with higher ones
    case leavesPercussionOut
    case leavesJumpsOut
    case leavesBarsOut  // that repeats and endings never reach
    case endlessCount  // of notes without an end
    case hasBarNames  // whether some bars have a name instead of a number
    case isCut  // whether there are too many notes, so that only the first bars were taken
    case chosenFirstBar  // as it is written, of the bars that are practised
    case chosenLastBar
    case isRhythm
    case firstBar  // as it is written, of the whole score, of which some bars may be chosen
    case lastBar
    case tempo  // of the score, in quarter notes per minute; not a number if it has none
    case recordedPitch  // A4 of a recording that is followed, in hertz; else not a number
    case doubtfulShare  // of it without a single clear pitch, in percent; 0 if it is clear
  }

  /// The positions of the result of the playing so far.
  enum ResultField: Int, CaseIterable {
    case droneFrequency  // of the tonic, in hertz
    case playedCount  // of notes that were heard
    case hasPaused
    case rightCount
    case wrongCount
    case missingCount
    case extraCount
    case offset  // in cents
    case spread  // in cents; not a number if nothing was recognised
    case octaves
    case ownConcertPitch  // the player's A4, in hertz
    case pitchCount
    case stepCount
    case firstSpread  // in cents, of the first pitches; not a number if there are none
    case lastSpread
    case correctedCount
    case readingCount  // of the readings of the pitch since the last block
    case heardTime  // up to when the sound was heard, in seconds
    case answerCount  // of answers to a player who is waited for
    case answer  // the last one, as PracticeAnswer counts
    case answerValue  // the MIDI number of a wrong note; octaves
    case position  // of the note that is waited for
    case passCount  // of a loop
    case streak  // of right passes at the tempo that is wanted
    case goal  // of the streak
    case loopTempo  // of the next pass, in quarter notes per minute; not a number without one
    case wantsNextPass
    case cueCount
    case cue  // after the last note that was off, as PracticeCue counts
  }

  /// The positions of the facts of each note of the score; unknown ones are not a number.
  enum NoteField: Int, CaseIterable {
    case midi
    case microtone  // in cents above that note
    case onset  // in quarter notes
    case isGrace
    case spelling  // as PracticeSpelling counts
    case cents  // without the offset
    case isWrong
    case isMissing
    case time  // when it was played, in seconds
    case duration  // in seconds
    case frequency
    case spread  // in cents
    case isInTune
    case due  // when it is to sound, in seconds from the start of the score
    case dueEnd
    case bar
    case beat
    case expected  // on the clock of the playing, in seconds
    case late  // in milliseconds; negative for early
    case first  // its first stable pitch, in cents without the offset
    case last
    case isFirstInTune
    case isCorrected
    case wanted  // by a recording that is followed, in cents above the note; else 0
  }

  /// The positions of the mean of each pitch, and of each interval.
  enum MeanField: Int, CaseIterable {
    case value  // a MIDI number; semitones; both with a fraction for microtones
    case count
    case cents
    case error  // one standard error; not a number for one
  }

  /// The texts that can be asked for.
  enum Text: Int, CaseIterable {
    case title
    case voiceName
    case problem  // the words of the file that are wrong
    case unreached  // the bars that are never played
    case barNames  // of the bar of each note, with a line for each
    case json  // the members of the object that the command prints
    case midi  // the take as a file
    case musicXML
  }

  /// The answers to a player who is waited for.
  enum PracticeAnswer: Int, CaseIterable {
    case none, right, octave, wrong

    /// The answer, and its value: the MIDI number of a wrong note, or the octaves of one in another
    /// octave.
    static func of(_ answer: WaitingScore.Answer?) -> (Self, value: Int) {
      switch answer {
      case nil: (.none, 0)
      case .right: (.right, 0)
      case .octave(let octaves): (.octave, octaves)
      case .wrong(let number): (.wrong, number)
      }
    }
  }

  /// The accidental with which a note is written.
  enum PracticeSpelling: Int, CaseIterable {
    case plain, sharps, flats
  }
}
