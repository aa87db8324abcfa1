internal import MusicTheory

// Notes that sound together.
extension WrittenScore {
  /// The voices of all parts, in the order of their numbers.
  private var allVoices: [(part: Int, voice: String)] {
    parts.indices.flatMap { part in parts[part].voices.map { (part: part, voice: $0) } }
  }

  /// Returns the staves on which the part of a voice has notes, from 1.
  ///
  /// - Parameter number: The number of the voice; `nil` for the first one.
  /// - Returns: Their numbers in order; none if there is no such voice.
  package func staves(ofPartWithVoice number: Int?) -> [Int] {
    let voices = allVoices
    let number = number ?? 1
    guard (1...max(1, voices.count)).contains(number), !voices.isEmpty else { return [] }
    var staves = Array(repeating: false, count: 65)
    for measure in parts[voices[number - 1].part].measures {
      for notes in measure.notes.values {
        for note in notes { staves[note.staff] = true }
      }
    }
    return staves.indices.filter { staves[$0] }
  }

  /// Returns notes that sound together, as they sound: of all voices, of one, or of a staff.
  ///
  /// - Parameters:
  ///   - number: The number of the voice, from 1; `nil` for all.
  ///   - staff: The number of the staff, from 1: of the part with that voice, or of the first part with
  ///     notes. `nil` for all.
  /// - Returns: The notes, with remarks on what was left out.
  /// - Throws: ``MusicXMLError``.
  package func together(
    voice number: Int?, staff: Int?
  ) throws(MusicXMLError) -> NotesTogether {
    let voices = allVoices
    let chosen = number ?? 1
    guard !voices.isEmpty else { throw .score(.empty) }
    guard (1...voices.count).contains(chosen) else {
      throw .score(.noVoice(chosen, count: voices.count))
    }
    let part = parts[voices[chosen - 1].part]
    let layout = ScoreLayout(of: part, in: parts)
    let order = try layout.playedOrder()
    var notes: [PracticeNote] = []
    for (index, item) in voices.enumerated() {
      let isOfPart = item.part == voices[chosen - 1].part
      guard index == chosen - 1 || number == nil && (staff == nil || isOfPart) else { continue }
      notes += try parts[item.part].notes(ofVoice: item.voice, in: order, layout, staff: staff)
      guard notes.count <= PracticeScore.mostReadNotes else { throw .score(.tooManyNotes) }
    }
    guard !notes.isEmpty else { throw .score(.empty) }
    var remarks: [PracticeScore.Remark] = []
    if hasUnpitched { remarks.append(.percussionLeftOut) }
    if hasJumps { remarks.append(.jumpsNotFollowed) }
    if let bars = layout.unreached(by: order) { remarks.append(.barsNotReached(bars)) }
    let withTempos = ([part] + parts).first { $0.measures.contains { !$0.tempos.isEmpty } }
    let score = PracticeScore(
      title: title, notes: PracticeScore.byOnset(notes),
      key: signature.flatMap { Key(signature: $0.fifths, isMinor: $0.isMinor) },
      bars: layout.played(order), tempos: (withTempos ?? part).tempos(in: order, layout),
      remarks: remarks)
    return NotesTogether(score: score, voiceCount: voices.count)
  }
}
