/// A source whose clock is wrong by a known factor: it reports the true sample rate.
///
/// A device that claims 48 000 samples per second but takes 48 005 makes every tone too low, every
/// decay too slow and every second too long. An analysis at the true rate corrects all of this, so
/// this is the only place where the error of a clock is corrected.
package struct CalibratedSource: AudioSource {
  private let source: any AudioSource
  private let factor: Double
  private let remark: String

  /// The rates that analyses accept, in hertz. A corrected rate does not leave these limits.
  static let sampleRates = 8000.0...192_000

  /// Corrects the clock of a source.
  ///
  /// - Parameters:
  ///   - source: The source, such as a microphone.
  ///   - clockFactor: The ratio of the true sample rate to the one that the device claims, which is
  ///     that of true to measured frequencies.
  ///   - remark: Follows the name of the device, such as `clock +104.2 ppm`; nothing by default.
  package init(_ source: any AudioSource, clockFactor: Double, remark: String = "") {
    (self.source, factor, self.remark) = (source, clockFactor, remark)
  }

  /// Starts recording, or joins the session that already runs.
  package func start() -> AudioSourceEvents {
    source.start().map { [factor, remark] event in
      guard case .started(let name, let rate) = event else { return event }
      return .started(
        deviceName: remark.isEmpty ? name : "\(name), \(remark)",
        sampleRate: Self.sampleRates.clamped(rate * factor, from: rate))
    }
  }

  /// Stops recording, and returns when the device is free.
  package func stop() async { await source.stop() }
}

extension ClosedRange<Double> {
  /// Returns the corrected value, within the range if `start` was; otherwise unlimited.
  fileprivate func clamped(_ value: Double, from start: Double) -> Double {
    contains(start) ? Swift.min(upperBound, Swift.max(lowerBound, value)) : value
  }
}
