internal import Metronome
internal import SignalProcessing

/// What the metronome plays, as numbers at fixed places.
struct MetronomeSettings: Equatable {
  /// The places of the settings. After the last comes one accent a beat.
  enum Place {
    static let tempo = 0
    static let level = 1
    static let beats = 2
    static let subdivision = 3
    static let polyrhythm = 4
    static let swing = 5
    static let accents = 6
    static let count = accents + beatLimit
  }

  static let beatLimit = 32

  var tempo: Tempo
  var level: Double
  var accents: [Accent?]
  var feel: Feel

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ values: UnsafeMutableBufferPointer<Double>) {
    guard let tempo = Tempo(values[Place.tempo]), (-120...0).contains(values[Place.level]),
      let beats = Int(exactly: values[Place.beats]), (1...Self.beatLimit).contains(beats),
      let feel = Self.feel(values, beats: beats)
    else { return nil }
    self.tempo = tempo
    self.feel = feel
    level = values[Place.level]
    accents = (0..<beats).map { Self.accent(values[Place.accents + $0]) }
  }

  private static func accent(_ number: Double) -> Accent? {
    switch number {
    case 0: nil
    case 2: .strong
    default: .normal
    }
  }

  private static func feel(_ values: UnsafeMutableBufferPointer<Double>, beats: Int) -> Feel? {
    guard let subdivision = Int(exactly: values[Place.subdivision]),
      Feel.subdivisionLimits.contains(subdivision),
      let clicks = Int(exactly: values[Place.polyrhythm]), (0...beatLimit).contains(clicks),
      Feel.swingLimits.contains(values[Place.swing])
    else { return nil }
    var feel = Feel()
    feel.subdivision = subdivision
    feel.swing = Int((values[Place.swing] * 10).rounded())
    if clicks > 0 { feel.polyrhythm = Polyrhythm(clickCount: clicks, beatCount: beats) }
    return feel
  }

  /// The clicks from the first beat of a bar on; `nil` if the sample rate cannot carry them.
  func schedule(sampleRate: Double) -> ClickSchedule? {
    guard let meter = Meter(groups: [accents.count], denominator: 4),
      let map = try? TempoMap([
        TempoSection(meter: meter, tempo: .steady(tempo), pattern: accents, feel: feel)
      ])
    else { return nil }
    return try? ClickSchedule(map, sampleRate: sampleRate)
  }
}
