/// The measured latency of a microphone and a loudspeaker together: how much later a sound is in
/// the recording than it was played, on the clocks of `SoundTime` and `TimestampedSource`.
package struct LatencyRecord: Hashable, Sendable {
  /// The name of the microphone, as its source reports it.
  package var microphone: String
  /// The name of the loudspeaker, as its sink reports it.
  package var loudspeaker: String
  /// The latency, in seconds.
  package var latency: Double
  /// The standard deviation of the measurement's clicks, in seconds.
  package var spread: Double

  package init(microphone: String, loudspeaker: String, latency: Double, spread: Double) {
    self.microphone = microphone.trimmed
    self.loudspeaker = loudspeaker.trimmed
    self.latency = latency
    self.spread = spread
  }

  /// Returns, for example, `184 ms ± 0.6, headset`.
  package var text: String {
    let devices = microphone == loudspeaker ? microphone : "\(microphone) and \(loudspeaker)"
    return """
      \((latency * 1000).formatted(decimals: 0)) ms ± \((spread * 1000).formatted(decimals: 1)), \
      \(devices.printable)
      """
  }

  /// The accepted latencies and spreads, in seconds.
  private static let limits = -1.0...5.0
}

// MARK: - As a line of the settings

extension LatencyRecord {
  /// Reads milliseconds, their spread, and the two names, as in `184.32 0.58 headset | headset`.
  init?(setting: String) {
    let parts = setting.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let latency = Double(decimal: String(parts[0])),
      let spread = Double(decimal: String(parts[1])), spread >= 0,
      Self.limits.contains(latency / 1000), Self.limits.contains(spread / 1000)
    else { return nil }
    let names = parts[2].split(separator: "|", omittingEmptySubsequences: false)
      .map { Self.decoded(String($0).trimmed) }
    guard names.count == 2, let microphone = names[0], let loudspeaker = names[1],
      !microphone.isEmpty, !loudspeaker.isEmpty
    else { return nil }
    self.init(
      microphone: microphone, loudspeaker: loudspeaker, latency: latency / 1000,
      spread: spread / 1000)
  }

  /// The text that ``init(setting:)`` reads.
  var setting: String {
    """
    \((latency * 1000).formatted(decimals: 2)) \((spread * 1000).formatted(decimals: 2)) \
    \(Self.encoded(microphone)) | \(Self.encoded(loudspeaker))
    """
  }

  /// A name without bars and line ends, which would end it: they are written as %7C and %0A.
  private static func encoded(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      if scalar.value < 0x20 || scalar == "|" || scalar == "%" || scalar.value == 0x7F {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "%" + (digits.count < 2 ? "0" : "") + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func decoded(_ text: String) -> String? {
    var name = ""
    var rest = Substring(text)
    while let mark = rest.firstIndex(of: "%") {
      name += rest[..<mark]
      let digits = rest[mark...].dropFirst().prefix(2)
      guard digits.count == 2, let value = UInt8(digits, radix: 16), value < 0x80 else {
        return nil
      }
      name.unicodeScalars.append(Unicode.Scalar(value))
      rest = rest[digits.endIndex...]
    }
    return name + rest
  }
}

extension SavedSettings {
  /// Finds the measured latency of two devices.
  ///
  /// - Parameters:
  ///   - microphone: The name with which its source started, also one with the remark on its clock.
  ///   - loudspeaker: The name with which its sink started.
  /// - Returns: The latency; `nil` if it was not measured.
  package func latency(ofMicrophone microphone: String, loudspeaker: String) -> LatencyRecord? {
    let (microphone, loudspeaker) = (plainName(microphone), loudspeaker.trimmed)
    return latencies.first { $0.microphone == microphone && $0.loudspeaker == loudspeaker }
  }

  /// Saves a latency instead of an earlier one of the same devices.
  package mutating func remember(_ record: LatencyRecord) {
    var record = record
    record.microphone = plainName(record.microphone)
    latencies.removeAll {
      $0.microphone == record.microphone && $0.loudspeaker == record.loudspeaker
    }
    latencies.append(record)
  }

  /// The name of a microphone without the remark that ``microphone(named:channel:)`` adds.
  private func plainName(_ name: String) -> String {
    let remark = ", \(clockRemark)"
    return (name.hasSuffix(remark) ? String(name.dropLast(remark.count)) : name).trimmed
  }
}

extension String {
  fileprivate var trimmed: String {
    String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }
}
