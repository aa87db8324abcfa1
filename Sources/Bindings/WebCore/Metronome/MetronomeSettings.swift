internal import Metronome
internal import SignalProcessing

/// The metronome's settings, as numbers at fixed positions.
struct MetronomeSettings: Equatable {
  /// The positions of the settings. After the last comes one accent a beat.
  enum Field: Int, CaseIterable {
    case tempo
    case level
    case beats
    case subdivision
    case polyrhythm
    case swing
    case accents
  }

  /// The accents that the page knows; beats without one are normal.
  enum Strength: Int, CaseIterable {
    case silent
    case normal
    case strong
    case medium

    init(_ accent: Accent?) {
      self =
        switch accent {
        case nil: .silent
        case .strong: .strong
        case .medium: .medium
        case .normal, .weak: .normal
        }
    }

    var accent: Accent? {
      switch self {
      case .silent: nil
      case .normal: .normal
      case .strong: .strong
      case .medium: .medium
      }
    }
  }

  static let beatLimit = 32
  static let count = Field.accents.rawValue + beatLimit

  var tempo: Tempo
  var level: Double
  var accents: [Accent?]
  var feel: Feel

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ values: UnsafeMutableBufferPointer<Double>) {
    guard let tempo = Tempo(values[Field.tempo]), (-120...0).contains(values[Field.level]),
      let beats = Int(exactly: values[Field.beats]), (1...Self.beatLimit).contains(beats),
      let feel = Self.feel(values, beats: beats)
    else { return nil }
    self.tempo = tempo
    self.feel = feel
    level = values[Field.level]
    accents = (0..<beats).map { Self.accent(values[Field.accents.rawValue + $0]) }
  }

  private static func accent(_ number: Double) -> Accent? {
    (Int(exactly: number).flatMap { Strength(rawValue: $0) } ?? .normal).accent
  }

  private static func feel(_ values: UnsafeMutableBufferPointer<Double>, beats: Int) -> Feel? {
    guard let subdivision = Int(exactly: values[Field.subdivision]),
      Feel.subdivisionLimits.contains(subdivision),
      let clicks = Int(exactly: values[Field.polyrhythm]), (0...beatLimit).contains(clicks),
      Feel.swingLimits.contains(values[Field.swing])
    else { return nil }
    var feel = Feel()
    feel.subdivision = subdivision
    feel.swing = Int((values[Field.swing] * 10).rounded())
    if clicks > 0 { feel.polyrhythm = Polyrhythm(clickCount: clicks, beatCount: beats) }
    return feel
  }

  /// The clicks from the first beat of a bar on; `nil` if the sample rate cannot carry them.
  func schedule(sampleRate: Double) -> ClickSchedule? {
    guard let meter = Meter(groups: [accents.count], denominator: 4),
      let map = try? TempoMap([
        TempoSection(meter: meter, tempo: .steady(tempo), accents: accents, feel: feel)
      ])
    else { return nil }
    return try? ClickSchedule(map, sampleRate: sampleRate)
  }
}
