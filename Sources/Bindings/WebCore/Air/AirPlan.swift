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

/// How long a message takes, with its repair parts and gaps.
///
/// - Parameters:
///   - payloadCount: The number of bytes.
///   - band: As `ModemBand` counts.
///   - distance: The fastest mode that reaches so far, as `ModemMode` counts, and 1; 0 is not known.
///   - isExact: 1 if the distance names the very mode.
/// - Returns: Seconds, or -1 if something is out of its range.
@_cdecl("air_duration")
func airDuration(
  _ payloadCount: Int32, _ band: Int32, _ distance: Int32, _ isExact: Int32
) -> Double {
  guard (0...OutgoingMessage.largestPayload).contains(Int(payloadCount)),
    let band = AirSettings.band(Double(band)),
    let distance = AirSettings.Distance(Double(distance)), isExact == 0 || distance.fastest != nil
  else { return -1 }
  let count = Int(payloadCount)
  guard isExact != 0, let mode = distance.fastest else {
    return ModemMode.duration(ofMessage: count, atLeast: distance.fastest, band: band)
  }
  return mode.duration(ofMessage: count, band: band)
}
