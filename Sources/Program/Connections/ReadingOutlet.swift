package import CommandKit
package import InstrumentTuning
package import LiveAudio

/// Passes the tuner's readings to other programs while it runs.
///
/// The tuner calls from one task, in order, between two readings: an outlet never waits for a network
/// or a device.
package protocol ReadingOutlet: Sendable {
  /// Takes the next event.
  ///
  /// - Parameters:
  ///   - event: The event. After a loss or the end of the source, nothing sounds.
  ///   - line: What programs are told, if the event is a reading.
  /// - Returns: A problem, or its end, that the user should know; each once.
  func take(_ event: LiveEvent<TunerObservation>, _ line: ReadingLine?) -> String?

  /// Ends what was begun, such as a note that sounds. Nothing follows.
  func finish()

  /// True if the end left something undone, such as a file that should be there; the user has been
  /// told.
  var hasFailed: Bool { get }
}

/// Several outlets, each of which gets everything.
struct OutletGroup: ReadingOutlet {
  let outlets: [any ReadingOutlet]

  func take(_ event: LiveEvent<TunerObservation>, _ line: ReadingLine?) -> String? {
    let problems = outlets.compactMap { $0.take(event, line) }
    return problems.isEmpty ? nil : problems.joined(separator: " ")
  }

  func finish() {
    for outlet in outlets { outlet.finish() }
  }

  var hasFailed: Bool { outlets.contains { $0.hasFailed } }
}
