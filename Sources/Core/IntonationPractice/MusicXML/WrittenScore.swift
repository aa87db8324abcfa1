internal import MusicTheory
internal import SignalProcessing

/// The contents of a MusicXML file, before a voice is chosen and repeats are played.
package struct WrittenScore {
  /// A note of a measure.
  struct Note {
    /// The note as it sounds, 0...127.
    var midiNumber: Int
    /// The cents above it, in -50...50.
    var microtone = 0.0
    /// In quarter notes from the start of its measure.
    var onset: Double
    var duration: Double
    /// The staff of its part, from 1.
    var staff = 1
    var isGrace = false
    /// True if a tie continues the note before it.
    var isTied = false
  }

  /// A measure of a part, with what its part says of the bar.
  struct Measure {
    /// The number that is written; empty if there is none.
    var label = ""
    /// In quarter notes; 0 if it is empty.
    var length = 0.0
    /// The meter that begins here; `nil` inside for free time.
    var newMeter: NewMeter?
    /// In quarter notes from the start of the measure.
    var tempos: [PracticeTempo] = []
    /// By the name of the voice.
    var notes: [String: [Note]] = [:]
    var startsRepeat = false
    /// The number of times that the music up to here is played; `nil` if no repeat ends here.
    var endsRepeat: Int?
    /// The passes of a bracket that begins here, empty for all; `nil` if none begins.
    var startsEnding: Set<Int>?
    /// True if a bracket ends here.
    var stopsEnding = false
  }

  /// A meter that begins; `nil` for free time.
  struct NewMeter {
    var meter: PracticeMeter?
  }

  struct Part {
    var name = ""
    var measures: [Measure] = []
    /// In order of their first notes.
    var voices: [String] = []
  }

  var title = ""
  var parts: [Part] = []
  /// Sharps, or flats as a negative number, as it sounds; and whether it is minor.
  var signature: (fifths: Int, isMinor: Bool)?
  var hasJumps = false
  var hasUnpitched = false
}

extension WrittenScore {
  /// Returns one voice, as it sounds.
  ///
  /// - Parameters:
  ///   - number: The number of the voice, from 1; `nil` for the first with notes.
  ///   - mostNotes: The most notes that it may have.
  /// - Returns: The voice, with remarks on what was left out.
  /// - Throws: ``MusicXMLError``.
  package func score(
    voice number: Int?, mostNotes: Int = PracticeScore.mostNotes
  ) throws(MusicXMLError) -> PracticeScore {
    let number = number ?? 1
    let voices = parts.flatMap { part in part.voices.map { (part: part, voice: $0) } }
    guard !voices.isEmpty else { throw .score(.empty) }
    guard (1...voices.count).contains(number) else {
      throw .score(.noVoice(number, count: voices.count))
    }
    let (part, voice) = voices[number - 1]
    let layout = ScoreLayout(of: part, in: parts)
    let order = try layout.playedOrder()
    let all = try part.notes(ofVoice: voice, in: order, layout)
    let (notes, leftOut) = PracticeScore.singleVoice(all)
    guard notes.count <= mostNotes else { throw .score(.tooManyNotes) }
    var remarks: [PracticeScore.Remark] = []
    if voices.count > 1 {
      remarks.append(.chosenVoice(number: number, count: voices.count, name: part.name))
    }
    if leftOut > 0 { remarks.append(.lowerNotesLeftOut(leftOut)) }
    if hasUnpitched { remarks.append(.percussionLeftOut) }
    if hasJumps { remarks.append(.jumpsNotFollowed) }
    if let bars = layout.unreached(by: order) { remarks.append(.barsNotReached(bars)) }
    let key = signature.flatMap { Key(signature: $0.fifths, isMinor: $0.isMinor) }
    // Tempos are often written in one part only.
    let withTempos = ([part] + parts).first { $0.measures.contains { !$0.tempos.isEmpty } }
    return PracticeScore(
      title: title, notes: notes, key: key, bars: layout.played(order),
      tempos: (withTempos ?? part).tempos(in: order, layout), remarks: remarks)
  }
}

extension WrittenScore.Part {
  /// Returns the tempos as they are played: after a jump back, that of the measure there.
  func tempos(in order: [Int], _ layout: ScoreLayout) -> [PracticeTempo] {
    var atStart: [Double?] = []  // of each measure
    var current: Double?
    for measure in measures {
      atStart.append(current)
      current = measure.tempos.last?.quartersPerMinute ?? current
    }
    var tempos: [PracticeTempo] = []
    var start = 0.0
    for index in order {
      if index < atStart.count {
        if let tempo = atStart[index] {
          tempos.append(PracticeTempo(onset: start, quartersPerMinute: tempo))
        }
        for tempo in measures[index].tempos {
          tempos.append(
            PracticeTempo(
              onset: start + tempo.onset, quartersPerMinute: tempo.quartersPerMinute))
        }
      }
      start += layout.bars[index].length
    }
    return PracticeScore.inOrder(tempos)
  }

  /// Returns one voice as it is played, with ties joined; of one staff, if its number is given.
  func notes(
    ofVoice voice: String, in order: [Int], _ layout: ScoreLayout, staff: Int? = nil
  ) throws(MusicXMLError) -> [PracticeNote] {
    var notes: [PracticeNote] = []
    var start = 0.0
    for index in order {
      let written = (index < measures.count ? measures[index].notes[voice] ?? [] : [])
        .ascending { $0.onset }
      for note in written where staff == nil || note.staff == staff {
        let played = PracticeNote(
          midiNumber: note.midiNumber, onset: start + note.onset, duration: note.duration,
          isGrace: note.isGrace, microtone: note.microtone)
        if note.isTied, let same = Self.tied(to: played, in: notes) {
          notes[same].duration = played.onset + played.duration - notes[same].onset
          continue
        }
        guard notes.count < PracticeScore.mostReadNotes else { throw .score(.tooManyNotes) }
        notes.append(played)
      }
      start += layout.bars[index].length
    }
    return notes
  }

  /// Returns the index of the note that a tied one continues.
  private static func tied(to note: PracticeNote, in notes: [PracticeNote]) -> Int? {
    guard let last = notes.lastIndex(where: { $0.onset + $0.duration > note.onset - 1e-3 }) else {
      return nil
    }
    return notes[last...].lastIndex { $0.number == note.number }
      ?? notes[max(0, last - 8)...].lastIndex {
        $0.number == note.number && ($0.onset + $0.duration - note.onset).magnitude < 1e-3
      }
  }
}
