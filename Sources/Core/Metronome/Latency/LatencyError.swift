/// A reason why clicks do not tell how late a sound comes back.
package enum LatencyError: Error, Equatable, Sendable {
  /// None was heard. `peakLevel` is that of the recording, in dBFS.
  case noClickHeard(peakLevel: Double)
  /// Fewer than ``LatencyMeasurement/fewestClicks`` were heard. `peakLevel` is that of the recording,
  /// in dBFS.
  case tooFewClicks(heard: Int, sent: Int, peakLevel: Double)
  /// Later clicks came with another delay than the first ones, in seconds.
  case changed(from: Double, to: Double)
  /// The delays vary. `spread` is their standard deviation, in seconds, above
  /// ``LatencyMeasurement/largestSpread``.
  case uneven(spread: Double)
  /// The clicks are louder than the microphone can record.
  case clipped
}

#if !hasFeature(Embedded)
  extension LatencyError: CustomStringConvertible {
    /// The problem, and the remedy.
    public var description: String {
      switch self {
      case .noClickHeard(let level) where level < Self.silence:
        """
        The microphone recorded silence. Turn it on, or choose another one with --microphone.
        """
      case .noClickHeard:
        """
        No click was heard. Turn up the loudspeaker and bring the microphone closer to it; with \
        headphones, hold the microphone to one of them. If the clicks came from another device, \
        choose it with --loudspeaker.
        """
      case .tooFewClicks(let heard, let sent, _):
        """
        Only \(heard) of \(sent) clicks were heard. Turn up the loudspeaker, keep the room quiet, and \
        with headphones hold the microphone to one of them.
        """
      case .changed(let before, let after):
        """
        The latency changed during the measurement, from \(Self.milliseconds(before)) to \
        \(Self.milliseconds(after)) ms. Wait until the connection is steady and measure again.
        """
      case .uneven(let spread):
        """
        The latency varies by ±\(Self.milliseconds(spread)) ms from click to click, which is too much \
        to rely on. Close programs that use the processor or the sound, and measure again.
        """
      case .clipped:
        """
        The clicks are too loud for the microphone and were clipped. Turn down the loudspeaker, or \
        move the microphone away from it.
        """
      }
    }

    /// No microphone that is on is so quiet, in dBFS.
    private static var silence: Double { -100 }

    private static func milliseconds(_ seconds: Double) -> String {
      let tenths = Int((seconds * 10_000).rounded())
      let sign = tenths < 0 ? "-" : ""
      return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
    }
  }
#endif
