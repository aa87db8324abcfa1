/// The part of a sound that an attack has added.
struct NewSound: Sendable {
  /// In dBFS.
  var level = 0.0
  /// The fall of its level within a tenth of a second, in decibels.
  var fall = 0.0
  /// The number of bands of a twenty-fourth of an octave that hold it: see
  /// ``AttackFilter/breadth``.
  var breadth = 0.0
}

/// The levels of the attacks of a take, so that a touch far below them does not count as an onset.
///
/// Between notes, fingers touch strings and tines, keys and dampers fall back, and the noise of a
/// room or a gate rises. A recording has all of that, 30 to 50 dB below the notes. Quiet notes can
/// be as far below loud ones, so the level alone does not decide: a note rings on and has partials,
/// while a touch has gone after a tenth of a second, and noise is in all bands. Levels count
/// relative to the attacks before, so a take may be as quiet as it likes.
struct RecentAttacks: Sendable {
  /// Sounds that are less than this below the attacks before are not judged, in decibels.
  private static let near = 28.0
  /// Sounds further below than this are no onsets, in decibels: the loudest and the quietest notes
  /// of an instrument are some 40 dB apart.
  private static let far = 45.0
  /// A quiet note falls by less than this in a tenth of a second, in decibels: 60 dB in 0.4 s.
  private static let longestFall = 15.0
  /// A quiet note is in fewer bands than this.
  private static let largestBreadth = 30.0
  /// Attacks are forgotten by this many decibels a second, as ``BandNoise`` forgets loud bands.
  private static let fade = 1.5

  private var loudest: Double?  // in dBFS, at `time`
  private var time = 0.0

  /// Returns whether a sound counts as an onset after the attacks before it.
  func admits(_ sound: NewSound, at time: Double) -> Bool {
    guard let level = level(at: time) else { return true }
    let depth = level - sound.level
    return depth <= Self.near
      || depth <= Self.far && sound.fall < Self.longestFall && sound.breadth < Self.largestBreadth
  }

  /// Takes an attack that counts.
  mutating func append(level: Double, at time: Double) {
    loudest = max(level, self.level(at: time) ?? level)
    self.time = time
  }

  private func level(at time: Double) -> Double? {
    loudest.map { $0 - Self.fade * max(0, time - self.time) }
  }
}
