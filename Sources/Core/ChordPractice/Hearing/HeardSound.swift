internal import IntonationPractice
internal import OnsetDetection
internal import SignalProcessing

/// What sounded from one beginning to the next: of a chord, of single notes, or of what changed.
public struct HeardSound: Sendable {
  /// A tone of it.
  public struct Tone: Sendable {
    /// The median frequency, in hertz.
    public var frequency: Double
    /// The time that it was heard, in seconds.
    public var duration: Double
    /// The share of the time in which anything sounded, 0...1.
    public var share: Double
    /// True if it began with this sound, and did not ring from before.
    public var begins: Bool
  }

  /// When it began, in seconds: at its attack, if it has one.
  public var onset: Double
  /// When the next one began, or all ended, in seconds.
  public var end: Double
  /// True if it began with an attack.
  public var hasAttack: Bool
  /// Its tones, from the lowest.
  public var tones: [Tone]
}

extension ToneRecord {
  /// The shortest tone that counts, in seconds.
  private static let shortest = 0.07
  /// Beginnings within this time are those of one sound, in seconds.
  private static let together = 0.12
  /// A tone that begins this long after an attack belongs to it, in seconds.
  private static let slow = 0.3
  /// A tone that is back after this time without an attack has only been lost, in seconds.
  private static let lost = 0.7
  /// A tone may be told this much before the attack that it belongs to, in seconds.
  private static let early = 0.08
  /// The readings at the beginning and at the end of a sound that also hear the one beside it, in seconds.
  private static let (ahead, before) = (0.05, 0.03)
  /// The part of a sound in which its notes must be heard, in seconds: high ones die away early.
  private static let window = 1.0

  /// Divides the playing into sounds, by attacks and by tones that begin.
  ///
  /// - Returns: The sounds that have tones, in order.
  /// - Complexity: O(*n* log *n*) for *n* tones, if few sound at a time.
  public func sounds() -> [HeardSound] {
    let tones = joined.filter { $0.last - $0.onset >= Self.shortest - 1e-9 }
    let starts = beginnings(tones)
    var sounds: [HeardSound] = []
    var first = 0  // the first tone that may still sound
    var sounding = 0
    for (index, start) in starts.enumerated() {
      let end = index + 1 < starts.count ? starts[index + 1].time : time + ChordHearing.hop
      while first < tones.count, tones[first].last < start.time - 5 { first += 1 }
      while sounding < soundingTimes.count, soundingTimes[sounding] < start.time { sounding += 1 }
      let all = count(from: sounding, start.time + Self.ahead, end - Self.before)
      var found: [HeardSound.Tone] = []
      for tone in tones[first...] {
        if tone.onset > end { break }
        guard let heard = part(of: tone, start.time, end, all) else { continue }
        Self.insert(heard, into: &found)
      }
      guard !found.isEmpty else { continue }
      sounds.append(
        HeardSound(onset: start.time, end: end, hasAttack: start.hasAttack, tones: found))
    }
    return sounds
  }

  /// The tones, of which one goes on that is back without an attack.
  private var joined: [Tone] {
    var joined: [Tone] = []
    for tone in tones {
      let same = joined.suffix(64).lastIndex { before in
        guard let last = before.frequencies.last, let first = tone.frequencies.first,
          tone.onset > before.last, tone.onset - before.last < Self.lost
        else { return false }
        return Elementary.cents(ofRatio: Double(first / last)).magnitude < 60
      }
      guard let same,
        !attacks.contains(where: {
          $0.time > joined[same].last - Self.before && $0.time < tone.onset + Self.early
        })
      else {
        joined.append(tone)
        continue
      }
      joined[same].last = tone.last
      joined[same].times += tone.times
      joined[same].frequencies += tone.frequencies
    }
    return joined
  }

  /// Returns when sounds begin: attacks and beginnings of tones that are close are one.
  private func beginnings(_ tones: [Tone]) -> [(time: Double, hasAttack: Bool)] {
    var found: [(time: Double, hasAttack: Bool)] = []
    var first = -Double.infinity
    var (tone, attack) = (0, 0)
    var sounding: [Tone] = []
    while tone < tones.count || attack < attacks.count {
      let isAttack =
        tone == tones.count || attack < attacks.count && attacks[attack].time < tones[tone].onset
      let start = (time: isAttack ? attacks[attack].time : tones[tone].onset, isAttack: isAttack)
      if isAttack {
        attack += 1
      } else {
        let begun = tones[tone]
        tone += 1
        sounding.removeAll { $0.last < begun.onset }
        defer { sounding.append(begun) }
        // A partial that comes forward, without an attack, is no beginning.
        let isPartial = sounding.contains {
          $0.onset < begun.onset && Self.isOvertone(begun, of: $0)
        }
        if isPartial { continue }
      }
      let isAfterAttack = found.last?.hasAttack ?? false
      let isSlow = !start.isAttack && isAfterAttack && start.time - first < Self.slow
      if start.time - first > Self.together, !isSlow {
        first = start.time
        found.append((start.time, start.isAttack))
      } else if start.isAttack, !found[found.count - 1].hasAttack {
        found[found.count - 1] = (start.time, true)
        first = start.time
      }
    }
    return found
  }

  private static func isOvertone(_ tone: Tone, of low: Tone) -> Bool {
    guard let frequency = tone.frequencies.first, let base = low.frequencies.last else {
      return false
    }
    return Overtones.contain(Elementary.cents(ofRatio: Double(frequency / base)) / 100, of: 0)
  }

  /// The number of readings with sound, of the first second.
  private func count(from index: Int, _ start: Double, _ end: Double) -> Int {
    var count = 0
    for time in soundingTimes[index...] {
      if time > min(end, start + Self.window) { break }
      if time >= start { count += 1 }
    }
    return count
  }

  /// Returns what of a tone lies in a sound; `nil` if it is too little.
  private func part(
    of tone: Tone, _ start: Double, _ end: Double, _ all: Int
  ) -> HeardSound.Tone? {
    guard tone.last > start + Self.ahead, tone.onset < end - Self.before else { return nil }
    let (from, to) = (Float(start + Self.ahead), Float(end - Self.before))
    let last = Float(start + Self.ahead + Self.window)
    var values: [Double] = []
    var early = 0
    for (time, frequency) in zip(tone.times, tone.frequencies) where time >= from && time <= to {
      values.append(Double(frequency))
      if time <= last { early += 1 }
    }
    guard !values.isEmpty, let median = RobustStatistics.median(values) else { return nil }
    return HeardSound.Tone(
      frequency: median, duration: Double(values.count) * ChordHearing.hop,
      share: min(1, Double(early) / Double(max(1, all))), begins: tone.onset >= start - Self.early)
  }

  /// Inserts a tone; one that was interrupted is one.
  private static func insert(_ tone: HeardSound.Tone, into tones: inout [HeardSound.Tone]) {
    let same = tones.firstIndex {
      Elementary.cents(ofRatio: $0.frequency / tone.frequency).magnitude < 50
    }
    guard let same else {
      let place = tones.firstIndex { $0.frequency > tone.frequency } ?? tones.count
      return tones.insert(tone, at: place)
    }
    let other = tones[same]
    if tone.duration > other.duration { tones[same].frequency = tone.frequency }
    tones[same].duration = other.duration + tone.duration
    tones[same].share = min(1, other.share + tone.share)
    tones[same].begins = other.begins && tone.begins
  }
}
