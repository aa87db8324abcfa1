import CommandKit
import LiveAudio
import PitchEstimation

/// Several outlets, each of which gets everything.
struct OutletGroup: ReadingOutlet {
  let outlets: [any ReadingOutlet]

  func take(_ event: LiveEvent<PitchReading>, _ line: ReadingLine?) -> String? {
    let problems = outlets.compactMap { $0.take(event, line) }
    return problems.isEmpty ? nil : problems.joined(separator: " ")
  }

  func finish() {
    for outlet in outlets { outlet.finish() }
  }
}
