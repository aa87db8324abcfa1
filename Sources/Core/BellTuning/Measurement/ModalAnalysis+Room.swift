internal import PolyphonicTuning

extension ModalAnalysis {
  /// Left out after the stroke where the room's answer is a part of the fit, in seconds.
  private static let blow = 0.02
  /// Lines are followed for so many times the time in which they fall by 60 dB, and for so many
  /// seconds more.
  private static let following = (times: 1.3, seconds: 0.3)
  /// The band is this many times as wide as a line that decays fast, in hertz for nepers a second.
  private static let reachOfDecay = 1.5
  /// Lines lie this near one that was found without the room, in hertz and as a share of the
  /// frequency: further away they follow something else, such as a gap in the sound.
  private static let farthest = (hertz: 2.0, share: 0.002)
  /// The logarithm by which a second line must raise the likelihood, beside the room's answer.
  private static let evidenceInRooms = 12.0

  /// Measures the lines again, together with the room's answer to them.
  ///
  /// - Returns: The partial; `nil` if it cannot be told from the room.
  mutating func clearedOfTheRoom(
    _ partial: ObjectPartial, _ found: [DampedLines.Line], _ frequency: Double, room: Double
  ) -> ObjectPartial? {
    guard found.count <= 2 else { return nil }
    let strongest = found[partial.strongest]
    let decay = max(0.02, strongest.pole.decay)
    let reach = min(
      Self.widest, max(1.5, 0.45 * room),
      max(Self.narrowest, Self.reachShare * frequency, Self.reachOfDecay * decay))
    begin(at: Self.blow)
    let length = min(
      duration - start, Self.following.times * 6.907755 / decay + Self.following.seconds)
    let wide = extract(frequency, reach, length)
    var search = ReverberantLines(band)
    var one = search.fit([strongest], reach: wide) ? search : nil
    let pair = found.count == 2 ? found : likeliestPair
    if pair.count == 2, search.fit(pair, reach: wide) {
      let both = search
      // A line alone is not to lose because it began at another place.
      for (index, line) in pair.enumerated() where found.count == 1 {
        var start = line
        start.pole = both.poles[index]
        if search.fit([start], reach: wide), search.cost < one?.cost ?? .infinity { one = search }
      }
      if (one?.cost ?? .infinity) - both.cost > Self.evidenceInRooms,
        Self.decayAlike(both.poles[0], both.poles[1])
      {
        return taking(both, partial, frequency, wide)
      }
    }
    let farthest = max(Self.farthest.hertz, Self.farthest.share * frequency)
    guard let one, let pole = one.poles.first, let error = one.errors.first,
      found.contains(where: { ($0.pole.offset - pole.offset).magnitude < farthest })
    else { return nil }
    var cleared = partial
    cleared.lines = [partial.lines[partial.strongest]]
    cleared.strongest = 0
    cleared.lines[0].take(pole, error, frequency)
    cleared.frequency = cleared.lines[0].frequency
    return cleared
  }

  /// Returns a partial with two lines; if it had one only, with their levels as they are in the band.
  private mutating func taking(
    _ both: ReverberantLines, _ partial: ObjectPartial, _ frequency: Double, _ reach: Double
  ) -> ObjectPartial? {
    var cleared = partial
    if partial.lines.count == 1 {
      guard fit.fit(both.poles, in: band) else { return nil }
      cleared = self.partial(partial.mode, fit.lines, frequency, reach)
      cleared.clearness = partial.clearness
    }
    for index in 0..<2 {
      cleared.lines[index].take(both.poles[index], both.errors[index], frequency)
    }
    if (cleared.beats.first ?? 0) > Self.slowestSplit {
      cleared.frequency = cleared.lines[cleared.strongest].frequency
    }
    return cleared
  }
}

extension ObjectPartial.Line {
  fileprivate mutating func take(_ pole: DampedLines.Pole, _ error: Double, _ middle: Double) {
    frequency = middle + pole.offset
    self.error = error
    decayTime = pole.decay > 0.02 ? 6.907755 / pole.decay : nil
  }
}
