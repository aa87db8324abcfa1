internal import CKammerton
internal import SoundModem

/// The band that a number of the header stands for.
func band(_ number: Int32) throws(Refusal) -> ModemBand {
  guard let number = UInt8(exactly: number), let band = ModemBand(rawValue: number) else {
    throw Refusal(KTN_UNKNOWN_CHOICE)
  }
  return band
}

/// The mode that a number of the header stands for; `nil` for the automatic one.
func mode(_ number: Int32) throws(Refusal) -> ModemMode? {
  if Int(number) == KTN_MODE_AUTOMATIC { return nil }
  guard let number = UInt8(exactly: number), let mode = ModemMode(rawValue: number) else {
    throw Refusal(KTN_UNKNOWN_CHOICE)
  }
  return mode
}

/// A code for what the modem refuses.
func refusal(_ error: ModemError) -> Refusal {
  switch error {
  case .invalidSampleRate: Refusal(KTN_SAMPLE_RATE_OUT_OF_RANGE)
  case .cannotHearBand: Refusal(KTN_RATE_TOO_LOW_FOR_BAND)
  case .payloadTooLong: Refusal(KTN_PAYLOAD_TOO_LONG)
  case .levelOutOfRange: Refusal(KTN_LEVEL_OUT_OF_RANGE)
  default: Refusal(KTN_UNKNOWN_CHOICE)
  }
}

/// Gives the one number that a message in parts draws.
struct GivenNumber: RandomNumberGenerator {
  let value: UInt32

  mutating func next() -> UInt64 { UInt64(value) }
}
