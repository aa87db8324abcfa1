internal import SoundModem

/// What to send and how, as numbers at fixed places.
struct AirSettings {
  /// The places of the settings.
  enum Place {
    static let payloadCount = 0
    static let band = 1
    static let distance = 2  // as DistanceHint counts: 0 is not known
    static let isExact = 3  // whether the distance names the very mode
    static let level = 4
    static let number = 5  // 24 random bits, by which messages in parts are told apart
    static let count = 6
  }

  let payloadCount: Int
  let band: ModemBand
  let mode: ModemMode
  let level: Double
  let number: UInt32

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ values: UnsafeMutableBufferPointer<Double>) {
    guard let count = Int(exactly: values[Place.payloadCount]),
      (0...OutgoingMessage.largestPayload).contains(count),
      let band = Self.band(values[Place.band]),
      let distance = UInt8(exactly: values[Place.distance]),
      let hint = DistanceHint(rawValue: distance),
      (-120...0).contains(values[Place.level]),
      let number = UInt32(exactly: values[Place.number]), number < 1 << 24
    else { return nil }
    (payloadCount, self.band, level, self.number) = (count, band, values[Place.level], number)
    guard values[Place.isExact] != 0 else {
      mode = .recommended(payloadCount: count, distance: hint, band: band)
      return
    }
    guard distance > 0, let mode = ModemMode(rawValue: distance - 1) else { return nil }
    self.mode = mode
  }

  static func band(_ number: Double) -> ModemBand? {
    UInt8(exactly: number).flatMap { ModemBand(rawValue: $0) }
  }
}

/// Gives the one number that a message in parts draws.
struct DrawnNumber: RandomNumberGenerator {
  let value: UInt32

  mutating func next() -> UInt64 { UInt64(value) }
}
