internal import SoundModem

/// What to send and how, as numbers at fixed positions.
struct AirSettings {
  /// The positions of the settings.
  enum Field: Int, CaseIterable {
    case payloadCount
    case band
    case distance  // as Distance counts
    case isExact  // whether the distance names the very mode
    case level
    case number  // random bits, by which messages in parts are told apart
  }

  static let numberBitCount: UInt32 = 24

  let payloadCount: Int
  let band: ModemBand
  /// The fastest mode that reaches the receiver; `nil` if that is not known.
  let fastest: ModemMode?
  /// Whether that is the very mode.
  let isExact: Bool
  let level: Double
  let number: UInt32

  /// Reads the settings; `nil` if one of them is out of its range.
  init?(_ values: UnsafeMutableBufferPointer<Double>) {
    guard let count = Int(exactly: values[Field.payloadCount]),
      (0...OutgoingMessage.largestPayload).contains(count),
      let band = Self.band(values[Field.band]),
      let distance = Distance(values[Field.distance]),
      (-120...0).contains(values[Field.level]),
      let number = UInt32(exactly: values[Field.number]), number < 1 << Self.numberBitCount
    else { return nil }
    (payloadCount, self.band, level, self.number) = (count, band, values[Field.level], number)
    (fastest, isExact) = (distance.fastest, values[Field.isExact] != 0)
    guard !isExact || fastest != nil else { return nil }
  }

  /// The payload, ready to send.
  func message(_ payload: [UInt8]) -> OutgoingMessage? {
    var number = DrawnNumber(value: number)
    guard isExact, let fastest else {
      return try? OutgoingMessage(payload, atLeast: fastest, band: band, using: &number)
    }
    return try? OutgoingMessage(payload, mode: fastest, band: band, using: &number)
  }

  /// How far the receiver is, as a number.
  struct Distance {
    /// The fastest mode that reaches so far; `nil` if that is not known.
    let fastest: ModemMode?

    /// 0 is not known; from 1 on as `ModemMode` counts. `nil` for any other number.
    init?(_ number: Double) {
      guard let number = UInt8(exactly: number), number <= ModemMode.allCases.count else {
        return nil
      }
      fastest = number > 0 ? ModemMode(rawValue: number - 1) : nil
    }

    func mode(payloadCount: Int, band: ModemBand) -> ModemMode {
      .recommended(payloadCount: payloadCount, atLeast: fastest, band: band)
    }
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
