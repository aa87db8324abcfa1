/// The notes of a bar, divided into values that notation has, with rests between them.
struct Pieces {
  /// A note or a rest of one value.
  struct Piece {
    /// `nil` for a rest.
    var midiNumber: Int?
    /// In units; 0 for a grace note.
    var duration: Int
    var isGrace = false
    var isTiedBack = false
    var isTiedOn = false
    /// `start` or `stop` at the ends of a triplet.
    var tuplet: String?
  }

  private(set) var pieces: [Piece] = []
  private let bar: Range<Int>
  private let unit: Int
  private var thirds: Set<Int> = []  // the starts of quarters that are triplets, from the bar

  /// - Parameters:
  ///   - notes: All notes, one after another.
  ///   - bar: The bar, in units.
  ///   - unit: The units of a quarter note.
  init(_ notes: [TakeNotation.Note], _ bar: Range<Int>, _ unit: Int) {
    (self.bar, self.unit) = (bar, unit)
    let heard = notes.filter { note in
      note.onset < bar.upperBound
        && (note.onset + note.duration > bar.lowerBound || note.onset >= bar.lowerBound)
    }
    findThirds(heard)
    var position = bar.lowerBound
    for note in heard {
      if note.duration == 0 {
        guard note.onset >= bar.lowerBound else { continue }
        append(nil, position, note.onset, false, false)
        position = max(position, note.onset)
        pieces.append(Piece(midiNumber: note.midiNumber, duration: 0, isGrace: true))
        continue
      }
      let (start, end) = (max(note.onset, bar.lowerBound), note.onset + note.duration)
      append(nil, position, start, false, false)
      append(
        note.midiNumber, max(start, position), min(end, bar.upperBound),
        note.onset < bar.lowerBound, end > bar.upperBound)
      position = max(position, min(end, bar.upperBound))
    }
    append(nil, position, bar.upperBound, false, false)
  }

  /// Quarters in which a note begins or ends on a third.
  private mutating func findThirds(_ notes: [TakeNotation.Note]) {
    for note in notes {
      for edge in [note.onset, note.onset + note.duration] where bar.contains(edge) {
        let place = edge - bar.lowerBound
        if place % unit % 3 != 0 { thirds.insert(place / unit * unit) }
      }
    }
  }

  /// Appends a note or a rest from one unit to another, divided as needed.
  private mutating func append(
    _ midiNumber: Int?, _ from: Int, _ to: Int, _ isTiedBack: Bool, _ isTiedOn: Bool
  ) {
    var position = from - bar.lowerBound
    let end = to - bar.lowerBound
    while position < end {
      let length = longest(at: position, until: end)
      var piece = Piece(midiNumber: midiNumber, duration: length)
      if midiNumber != nil {
        piece.isTiedBack = position > from - bar.lowerBound || isTiedBack
        piece.isTiedOn = position + length < end || isTiedOn
      }
      let quarter = position / unit * unit
      if thirds.contains(quarter), length < unit {
        if position == quarter { piece.tuplet = "start" }
        if position + length == quarter + unit { piece.tuplet = "stop" }
      }
      pieces.append(piece)
      position += length
    }
  }

  /// The longest value that may stand at a place.
  private func longest(at position: Int, until end: Int) -> Int {
    let quarter = position / unit * unit
    if thirds.contains(quarter), position > quarter || end < quarter + unit {
      let left = min(end, quarter + unit) - position
      return left >= 16 ? 16 : min(8, left)
    }
    for (length, step) in NoteValue.lengths where position + length <= end && position % step == 0 {
      // Before a triplet that begins or ends within the note, the value ends.
      let crossed = thirds.filter { $0 > quarter && $0 < position + length }
      if crossed.contains(where: { position + length < $0 + unit || end < $0 + unit }) { continue }
      return length
    }
    return min(3, end - position)
  }
}

/// A value of notation, such as a dotted quarter.
struct NoteValue {
  let name: String
  let isDotted: Bool
  let isTriplet: Bool

  /// The values in units of a 24th of a quarter, from the longest, and the grid on which each may
  /// stand.
  static let lengths: [(length: Int, step: Int)] = [
    (96, 48), (72, 24), (48, 24), (36, 12), (24, 12), (18, 6), (12, 6), (9, 3), (6, 3), (3, 3),
  ]

  /// - Parameter duration: In units of a 24th of a quarter.
  init?(duration: Int) {
    let names: [(Int, String, Bool, Bool)] = [
      (96, "whole", false, false), (72, "half", true, false), (48, "half", false, false),
      (36, "quarter", true, false), (24, "quarter", false, false), (18, "eighth", true, false),
      (12, "eighth", false, false), (9, "16th", true, false), (6, "16th", false, false),
      (3, "32nd", false, false), (16, "quarter", false, true), (8, "eighth", false, true),
    ]
    guard let found = names.first(where: { $0.0 == duration }) else { return nil }
    (name, isDotted, isTriplet) = (found.1, found.2, found.3)
  }
}
