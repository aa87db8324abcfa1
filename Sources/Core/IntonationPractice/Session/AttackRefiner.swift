internal import OnsetDetection

/// Locates the attacks of notes whose pitch is known, for the comparison of two performances.
///
/// The detector of onsets knows no pitch, and may lock to a period of the sound: then the same attack is some
/// milliseconds apart in two performances. Here the power is the mean over whole periods, which has no
/// ripple, and an attack is where that reaches a quarter of its peak. It needs silence before the attack:
/// beside other sounds, the detector tells them apart better.
struct AttackRefiner: Sendable {
  /// The sound around an onset that is kept, in seconds.
  private static let reach = (before: 0.05, after: 0.07)
  /// Where the silence before an attack is, in seconds from its onset.
  private static let silence = (from: -0.035, to: -0.015)
  /// The longest time to the peak, and the shortest window of the power, in seconds.
  private static let (peak, window) = (0.04, 0.004)
  /// The farthest that an onset is moved, in seconds.
  private static let farthest = 0.015
  /// The least ratio of the power of the peak to that of the silence: 20 dB.
  private static let clear = 100.0
  /// The power of half of an amplitude.
  private static let level = 0.25
  /// The most onsets that wait for their note.
  private static let most = 64

  private struct Attack: Sendable {
    var time: Double  // in seconds
    var offset: Double  // of its onset, in samples from the first one
    var samples: [Float]
  }

  private let sampleRate: Double
  private var recent: [Float] = []
  private var end = 0  // the number of samples that were appended
  private var attacks: [Attack] = []

  /// - Parameter sampleRate: Samples per second.
  init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Appends the next samples of the sound.
  mutating func append(_ block: Span<Float>) {
    for index in 0..<block.count { recent.append(block[index]) }
    end += block.count
    // Twice what is needed, so that it is seldom moved.
    let needed = Int((OnsetDetector.latency + 0.5) * sampleRate)
    if recent.count > 2 * needed { recent.removeFirst(recent.count - needed) }
  }

  /// Keeps the sound around an onset.
  mutating func add(_ onset: Onset) {
    let start = Int(((onset.time - Self.reach.before) * sampleRate).rounded())
    let count = Int((Self.reach.before + Self.reach.after) * sampleRate)
    let first = start - (end - recent.count)
    guard first >= 0, first + count <= recent.count else { return }
    if attacks.count >= Self.most { attacks.removeFirst() }
    attacks.append(
      Attack(
        time: onset.time, offset: onset.time * sampleRate - Double(start),
        samples: Array(recent[first..<(first + count)])))
  }

  /// Returns a note with the time of its attack, if that is clear.
  mutating func refined(_ note: PlayedNote) -> PlayedNote {
    attacks.removeAll { $0.time < note.onset - 1 }
    guard note.hasAttack, note.frequency > 0,
      let attack = attacks.first(where: { ($0.time - note.onset).magnitude < 1e-3 }),
      let shift = shift(of: attack, period: 1 / note.frequency)
    else { return note }
    var note = note
    note.onset += shift
    note.duration = max(0, note.duration - shift)
    return note
  }

  /// Returns how much later than its onset an attack reaches half of its amplitude, in seconds; `nil` if
  /// that is not clear.
  private func shift(of attack: Attack, period: Double) -> Double? {
    let samples = attack.samples
    var sums = [0.0]
    sums.reserveCapacity(samples.count + 1)
    for sample in samples { sums.append((sums.last ?? 0) + Double(sample) * Double(sample)) }
    let periods = (Self.window / period).rounded(.up)
    let width = Int((periods * period * sampleRate).rounded())
    let onset = Int((Self.reach.before * sampleRate).rounded())
    let half = width / 2
    func power(_ index: Int) -> Double {
      let (low, high) = (max(0, index - half), min(samples.count, index - half + width))
      return high > low ? (sums[high] - sums[low]) / Double(high - low) : 0
    }
    func index(_ seconds: Double) -> Int { onset + Int((seconds * sampleRate).rounded()) }
    let (from, to) = (index(Self.silence.from), index(Self.silence.to))
    let floor = max(0, sums[max(to, 0)] - sums[max(from, 0)]) / Double(max(1, to - from))
    var top = (index: onset, power: 0.0)
    for place in index(-Self.farthest)...index(Self.peak) where power(place) > top.power {
      top = (place, power(place))
    }
    guard top.power > Self.clear * floor, top.power > 0 else { return nil }
    let wanted = floor + Self.level * (top.power - floor)
    var place = top.index
    while place > index(Self.silence.to), power(place) > wanted { place -= 1 }
    let (low, high) = (power(place), power(place + 1))
    guard low <= wanted, high > low else { return nil }
    let crossing = Double(place) + (wanted - low) / (high - low)
    let shift = (crossing - attack.offset) / sampleRate
    return shift.magnitude <= Self.farthest ? shift : nil
  }
}
