internal import ChordEstimation
internal import OnsetDetection
internal import SignalProcessing

/// All tones that were heard, each from its beginning to its end, and all attacks.
public struct ToneRecord: Sendable {
  /// A tone that goes on from reading to reading.
  struct Tone: Sendable {
    /// The time of its first reading, in seconds.
    var onset: Double
    /// The time of its last reading, in seconds.
    var last: Double
    /// The times of its readings in seconds, and their frequencies in hertz.
    var times: [Float] = []
    var frequencies: [Float] = []
  }

  /// The largest distance of two readings of one tone, as a ratio: 80 cents.
  private static let sameTone = 1.0473
  /// The longest gap in a tone, in seconds.
  private static let longestGap = 0.1
  /// The most tones that are kept: those of the longest score, and many that are not in it.
  private static let mostTones = 100_000

  private(set) var tones: [Tone] = []
  /// The times of all readings in which something sounds, in seconds.
  private(set) var soundingTimes: [Double] = []
  private(set) var attacks: [Onset] = []
  /// The time of the last reading, in seconds; 0 before the first.
  public private(set) var time = 0.0
  /// The time at which something sounded last, in seconds; `nil` if nothing did.
  public private(set) var lastSound: Double?
  private var open: [Int] = []  // of tones that may go on

  /// Creates a record of nothing.
  public init() {}

  /// Adds what was heard.
  ///
  /// - Parameter event: Of a time after those before, or an attack.
  public mutating func add(_ event: ChordHearing.Event) {
    switch event {
    case .attack(let onset): if attacks.count < Self.mostTones { attacks.append(onset) }
    case .notes(let reading): add(reading)
    }
  }

  private mutating func add(_ reading: ChordReading) {
    time = reading.time
    open.removeAll { time - tones[$0].last > Self.longestGap + 1e-9 }
    guard reading.count > 0 else { return }
    lastSound = time
    soundingTimes.append(time)
    var taken: [Int] = []
    for place in 0..<reading.count {
      let note = reading[place]
      var (nearest, distance): (Int?, Double) = (nil, Self.sameTone)
      for index in open where !taken.contains(index) {
        let ratio = Double(tones[index].frequencies.last ?? 0) / note.frequency
        let away = max(ratio, 1 / ratio)
        if away < distance { (nearest, distance) = (index, away) }
      }
      if nearest == nil, tones.count < Self.mostTones {
        tones.append(Tone(onset: time, last: time))
        nearest = tones.count - 1
        open.append(tones.count - 1)
      }
      guard let nearest else { continue }
      taken.append(nearest)
      tones[nearest].last = time
      tones[nearest].times.append(Float(time))
      tones[nearest].frequencies.append(Float(note.frequency))
    }
  }
}
