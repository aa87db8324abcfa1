/// The part of the spectrum in which a modem sends.
public enum ModemBand: UInt8, Sendable, Hashable, CaseIterable {
  /// 17.0-19.5 kHz: most adults cannot hear it, but most phones can play it.
  case ultrasonic
  /// 15.5-18.0 kHz: for loudspeakers that play nothing above 18 kHz; many people under 40 can hear
  /// it.
  case extended
  /// 2.0-6.5 kHz: for every loudspeaker and telephone line; everyone can hear it.
  case audible

  /// The letter that names the band for users: U, X or A.
  public var letter: Character {
    switch self {
    case .ultrasonic: "U"
    case .extended: "X"
    case .audible: "A"
    }
  }

  /// The frequencies that are used, in hertz.
  public var frequencies: ClosedRange<Double> {
    let grid = SymbolGrid(band: self)
    return grid.centerFrequency - grid.bandwidth / 2...grid.centerFrequency + grid.bandwidth / 2
  }

  /// The lowest sample rate that carries the band, in hertz.
  public var lowestSampleRate: Double { self == .audible ? 16_000 : 44_100 }

  /// The highest supported sample rate, in hertz.
  public static var highestSampleRate: Double { 384_000 }

  /// Checks that a sample rate can carry the band.
  func validate(sampleRate: Double) throws(ModemError) {
    guard sampleRate.isFinite, sampleRate > 0, sampleRate <= Self.highestSampleRate else {
      throw .invalidSampleRate(sampleRate)
    }
    guard sampleRate >= lowestSampleRate else {
      throw .cannotHearBand(self, sampleRate: sampleRate)
    }
  }
}
