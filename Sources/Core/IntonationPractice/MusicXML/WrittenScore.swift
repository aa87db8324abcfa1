internal import MusicTheory

/// The contents of a MusicXML file, before a voice is chosen and repeats are played.
package struct WrittenScore {
  /// A note of a measure.
  struct Note {
    /// The note as it sounds, 0...127.
    var midiNumber: Int
    /// In quarter notes from the start of its measure.
    var onset: Double
    var duration: Double
    var isGrace = false
    /// True if a tie continues the note before it.
    var isTied = false
  }

  struct Measure {
    /// The number that is written; `nil` if it is none.
    var number: Int?
    /// In quarter notes.
    var length = 0.0
    /// The meter; `nil` in free time.
    var meter: PracticeMeter? = .common
    /// In quarter notes from the start of the measure.
    var tempos: [PracticeTempo] = []
    /// By the name of the voice.
    var notes: [String: [Note]] = [:]
    var startsRepeat = false
    /// The number of times that the music up to here is played; `nil` if no repeat ends here.
    var endsRepeat: Int?
    /// The passes in which it is played, by its bracket; `nil` for all.
    var passes: Set<Int>?
    /// True if a bracket ends here.
    var endsEnding = false
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

extension WrittenScore.Part {
  /// The largest number of measures of a score with its repeats.
  static let mostMeasures = 20_000

  /// Returns the measures in the order in which they are played: repeats, and endings by pass.
  ///
  /// - Throws: ``MusicXMLError/tooManyMeasures(_:)``.
  func playedOrder() throws(MusicXMLError) -> [Int] {
    var order: [Int] = []
    var (index, start, pass) = (0, 0, 1)
    while index < measures.count {
      let measure = measures[index]
      if measure.startsRepeat, start != index { (start, pass) = (index, 1) }
      guard measure.passes?.contains(pass) ?? true else {
        index += 1
        continue
      }
      order.append(index)
      guard order.count <= Self.mostMeasures else { throw .tooManyMeasures(Self.mostMeasures) }
      if let times = measure.endsRepeat, pass < passes(at: index, times: times) {
        pass += 1
        index = start
      } else {
        index += 1
        if measure.endsRepeat != nil || measure.endsEnding { (start, pass) = (index, 1) }
      }
    }
    return order
  }

  /// Returns the passes of a repeat: before another ending it leads there, whatever its own count.
  private func passes(at index: Int, times: Int) -> Int {
    guard let here = measures[index].passes?.max(), index + 1 < measures.count,
      let next = measures[index + 1].passes?.max(), next > here
    else { return times }
    return max(times, next)
  }

  /// Returns the bars as they are played. Empty measures are none.
  ///
  /// The first measure, if it is shorter than its meter, is a pickup: the end of a bar. So is the
  /// second part of a bar that a repeat divides.
  ///
  /// - Throws: ``MusicXMLError/tooManyMeasures(_:)``.
  func bars() throws(MusicXMLError) -> [PracticeBar] {
    var bars: [PracticeBar] = []
    var (start, filled) = (0.0, 0.0)
    for index in try playedOrder() where measures[index].length > 0 {
      let measure = measures[index]
      let rest = (measure.meter?.length ?? 0) - measure.length
      let isSecondPart = filled > 0 && abs(rest - filled) < 1e-6
      let isPickup = rest > 1e-6 && (bars.isEmpty || isSecondPart)
      // Bars are numbered from 1 if the document has no numbers.
      bars.append(
        PracticeBar(
          number: measure.number ?? index + 1, onset: start, length: measure.length,
          meter: measure.meter, lead: isPickup ? rest : 0))
      filled = rest > 1e-6 && !isPickup ? measure.length : 0
      start += measure.length
    }
    return bars
  }

  /// Returns the tempos as they are played: after a jump back, that of the measure there.
  ///
  /// - Parameter written: The part in which they are written.
  /// - Returns: The tempos in order of time.
  /// - Throws: ``MusicXMLError/tooManyMeasures(_:)``.
  func tempos(from written: Self) throws(MusicXMLError) -> [PracticeTempo] {
    var atStart: [Double?] = []  // of each measure
    var current: Double?
    for measure in written.measures {
      atStart.append(current)
      current = measure.tempos.last?.quartersPerMinute ?? current
    }
    var tempos: [PracticeTempo] = []
    var start = 0.0
    for index in try playedOrder() {
      if index < atStart.count {
        if let tempo = atStart[index] {
          tempos.append(PracticeTempo(onset: start, quartersPerMinute: tempo))
        }
        for tempo in written.measures[index].tempos {
          tempos.append(
            PracticeTempo(
              onset: start + tempo.onset, quartersPerMinute: tempo.quartersPerMinute))
        }
      }
      start += measures[index].length
    }
    return PracticeScore.inOrder(tempos)
  }

  /// Returns one voice as it is played, with ties joined.
  func notes(ofVoice voice: String) throws(MusicXMLError) -> [PracticeNote] {
    var notes: [PracticeNote] = []
    var start = 0.0
    for index in try playedOrder() {
      let measure = measures[index]
      let written = (measure.notes[voice] ?? []).enumerated().sorted {
        ($0.element.onset, $0.offset) < ($1.element.onset, $1.offset)
      }
      for (_, note) in written {
        let onset = start + note.onset
        if note.isTied,
          let tied = notes.lastIndex(where: { $0.onset + $0.duration > onset - 1e-3 }),
          let same = notes[tied...].lastIndex(where: { $0.midiNumber == note.midiNumber })
            ?? notes[max(0, tied - 8)...].lastIndex(where: {
              $0.midiNumber == note.midiNumber && abs($0.onset + $0.duration - onset) < 1e-3
            })
        {
          notes[same].duration = onset + note.duration - notes[same].onset
          continue
        }
        guard notes.count < 16 * PracticeScore.mostNotes else { throw .score(.tooManyNotes) }
        notes.append(
          PracticeNote(
            midiNumber: note.midiNumber, onset: onset, duration: note.duration,
            isGrace: note.isGrace))
      }
      start += measure.length
    }
    return notes
  }
}

extension WrittenScore {
  /// Returns one voice, as it sounds.
  ///
  /// - Parameter number: The number of the voice, from 1; `nil` for the first with notes.
  /// - Returns: The voice, with remarks on what was left out.
  /// - Throws: ``MusicXMLError``.
  package func score(voice number: Int?) throws(MusicXMLError) -> PracticeScore {
    let number = number ?? 1
    let voices = parts.flatMap { part in part.voices.map { (part: part, voice: $0) } }
    guard !voices.isEmpty else { throw .score(.empty) }
    guard (1...voices.count).contains(number) else {
      throw .score(.noVoice(number, count: voices.count))
    }
    let (part, voice) = voices[number - 1]
    let (notes, leftOut) = PracticeScore.singleVoice(try part.notes(ofVoice: voice))
    guard notes.count <= PracticeScore.mostNotes else { throw .score(.tooManyNotes) }
    var remarks: [PracticeScore.Remark] = []
    if voices.count > 1 {
      remarks.append(.chosenVoice(number: number, count: voices.count, name: part.name))
    }
    if leftOut > 0 { remarks.append(.lowerNotesLeftOut(leftOut)) }
    if hasUnpitched { remarks.append(.percussionLeftOut) }
    if hasJumps { remarks.append(.jumpsNotFollowed) }
    let key = signature.flatMap { Key(signature: $0.fifths, isMinor: $0.isMinor) }
    // Tempos are often written in one part only.
    let withTempos = ([part] + parts).first { $0.measures.contains { !$0.tempos.isEmpty } }
    return PracticeScore(
      title: title, notes: notes, key: key, bars: try part.bars(),
      tempos: try part.tempos(from: withTempos ?? part), remarks: remarks)
  }
}
