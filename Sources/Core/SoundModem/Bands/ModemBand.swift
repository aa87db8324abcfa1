import SignalProcessing

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

/// An error for a configuration or a payload that a modem cannot use.
public enum ModemError: Error, Equatable, Sendable {
  /// The sample rate, in hertz, must be finite, above 0 and at most
  /// ``ModemBand/highestSampleRate``.
  case invalidSampleRate(Double)
  /// This input or output cannot carry the band: half of its sample rate, in hertz, is too low.
  case cannotHearBand(ModemBand, sampleRate: Double)
  /// The payload has more bytes than the limit.
  case payloadTooLong(Int, limit: Int)
  /// The peak level, in dBFS, must be in -120...0.
  case levelOutOfRange(Double)
  /// The number of repair parts for each part of a message must be in 0...4.
  case repairShareOutOfRange(Double)
  /// A message must be sent once, and at most as often as its parts can be numbered.
  case repetitionsOutOfRange(Int, limit: Int)
  /// The silence between two packets, in seconds, must be in 0...60.
  case gapOutOfRange(Double)
  /// The number of a requested part must be between 0 and the limit.
  case partNumberOutOfRange(Int, limit: Int)
}

#if !hasFeature(Embedded)
  extension ModemError: CustomStringConvertible {
    /// One sentence with the offending value and its limit.
    public var description: String {
      switch self {
      case .invalidSampleRate(let rate):
        """
        The sample rate must be above 0 Hz and at most \(ModemBand.highestSampleRate.plainText) Hz, \
        but is \(rate.plainText) Hz.
        """
      case .cannotHearBand(let band, let rate):
        """
        Band \(band.letter) needs a sample rate of at least \(band.lowestSampleRate.plainText) Hz, but \
        this one is \(rate.plainText) Hz. Raise the rate\(Self.carriesBandA(rate) ? ", or use band A" : "").
        """
      case .payloadTooLong(let count, let limit):
        "The message has \(count) bytes, but the limit here is \(limit). Shorten or split it."
      case .levelOutOfRange(let level):
        outOfRange("The level", level, -120...0, "dBFS")
      case .repairShareOutOfRange(let share):
        "The share of repair parts must be between 0 and 4, where 0.25 adds a quarter, but is \(share.plainText)."
      case .repetitionsOutOfRange(let count, let limit):
        "This message can be sent 1 to \(limit) times, but \(count) were requested."
      case .gapOutOfRange(let gap):
        outOfRange("The silence between packets", gap, 0...60, "s")
      case .partNumberOutOfRange(let number, let limit):
        "This message has parts 0 to \(limit), but part \(number) was requested."
      }
    }

    /// Returns `true` if the audible band fits a rate, in hertz.
    private static func carriesBandA(_ sampleRate: Double) -> Bool {
      sampleRate >= ModemBand.audible.lowestSampleRate
    }
  }
#endif
