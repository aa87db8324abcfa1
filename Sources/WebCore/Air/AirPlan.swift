internal import SoundModem

/// Which mode a message would be sent in.
///
/// - Parameters:
///   - payloadCount: The number of bytes.
///   - band: As `ModemBand` counts.
///   - distance: The fastest mode that reaches so far, as `ModemMode` counts, and 1; 0 is not known.
/// - Returns: As `ModemMode` counts, or -1 if something is out of its range.
@_cdecl("air_mode")
func airMode(_ payloadCount: Int32, _ band: Int32, _ distance: Int32) -> Int32 {
  guard (0...OutgoingMessage.largestPayload).contains(Int(payloadCount)),
    let band = AirSettings.band(Double(band)),
    let distance = AirSettings.Distance(Double(distance))
  else { return -1 }
  return Int32(distance.mode(payloadCount: Int(payloadCount), band: band).rawValue)
}

/// How long a message takes in a mode, with its repair parts and gaps.
///
/// - Parameters:
///   - payloadCount: The number of bytes.
///   - band: As `ModemBand` counts.
///   - mode: As `ModemMode` counts.
/// - Returns: Seconds, or -1 if something is out of its range.
@_cdecl("air_duration")
func airDuration(_ payloadCount: Int32, _ band: Int32, _ mode: Int32) -> Double {
  guard (0...OutgoingMessage.largestPayload).contains(Int(payloadCount)),
    let band = AirSettings.band(Double(band)),
    let mode = UInt8(exactly: mode).flatMap({ ModemMode(rawValue: $0) })
  else { return -1 }
  return mode.duration(ofMessage: Int(payloadCount), band: band)
}
