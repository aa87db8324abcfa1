internal import SignalProcessing

extension ChordReading {
  /// The largest distance of two readings of one note, as a ratio: 80 cents.
  private static let sameNote = 1.0473

  /// Returns a reading at a time between two others.
  ///
  /// - Parameters:
  ///   - first: The reading before.
  ///   - second: The reading after.
  ///   - time: In seconds.
  ///   - share: The position from the first to the second, 0...1.
  /// - Returns: The notes of the nearer one; those that both have glide from one to the other.
  static func between(
    _ first: ChordReading, _ second: ChordReading, time: Double, share: Double
  ) -> ChordReading {
    var reading = ChordReading(time: time)
    let (near, far) = share < 0.5 ? (first, second) : (second, first)
    let part = share < 0.5 ? share : 1 - share
    for index in 0..<near.count {
      var note = near[index]
      if let other = far.note(near: note.frequency) {
        note.frequency += part * (other.frequency - note.frequency)
        note.level += part * (other.level - note.level)
        note.confidence += part * (other.confidence - note.confidence)
        note.error += part * (other.error - note.error)
      }
      reading.append(note)
    }
    return reading
  }

  /// Returns the note nearest to a frequency in hertz, if it is the same one.
  func note(near frequency: Double) -> ChordNote? {
    var (nearest, distance): (Int?, Double) = (nil, Self.sameNote)
    for index in 0..<count {
      let ratio = self[index].frequency / frequency
      let away = max(ratio, 1 / ratio)
      if away < distance { (nearest, distance) = (index, away) }
    }
    return nearest.map { self[$0] }
  }
}
