import ArgumentParser
package import LiveAudio
package import MusicTheory

/// What `--simulate` plays.
package enum Simulation: Hashable, Sendable {
  case guitar
  case tones([FrequencyBound])

  /// Reads `guitar`, or tones such as `440,A4,82.4`.
  package init(argument: String) throws {
    guard argument.lowercased() != "guitar" else {
      self = .guitar
      return
    }
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
    let limits = 20.0...20_000
    self = .tones(
      try parts.map { part in
        guard let tone = FrequencyBound(part), limits.contains(tone.frequency(under: .standard))
        else {
          throw ValidationError(
            "'\(part)' is not a tone. Write guitar, or tones of 20...20000 Hz such as 440 or E2,A2,D3."
          )
        }
        return tone
      })
  }

  /// What the tuner hears.
  ///
  /// - Parameters:
  ///   - concertPitch: What tones that are notes are under.
  ///   - clock: What the tones wait for; `nil` for full speed. The guitar, which has no end, always waits.
  /// - Returns: The source.
  package func source(under concertPitch: ConcertPitch, clock: ContinuousClock?) -> SimulatedSource
  {
    switch self {
    case .guitar: SimulatedSource(.guitar, clock: ContinuousClock())
    case .tones(let tones):
      SimulatedSource(
        .tones(tones.map { $0.frequency(under: concertPitch) }, duration: 2), clock: clock)
    }
  }
}
