import ArgumentParser
import AudioDevices
import AudioFiles
package import CommandKit
import LiveAudio
import PianoTuning

/// A run that measures strokes, from recordings or from the microphone, and stores each at once.
package protocol StrokeSession: Sendable {
  associatedtype Meter: StrokeMeter

  /// The longest stroke that is waited for, in seconds.
  static var longestStroke: Double { get }
  /// What to do, where nothing was played yet.
  var invitation: String { get }
  /// What to do about a clipped recording.
  static var clippedRecording: String { get }

  /// Creates a meter for a sample rate in hertz.
  func meter(sampleRate: Double) throws(Meter.Refusal) -> Meter

  /// Prints a measurement, and keeps it where that is wanted.
  mutating func store(_ measurement: Meter.Measurement, file: String?) throws

  /// What is measured so far, in a line of at most this many columns.
  func progress(columns: Int) -> String
}

extension StrokeSession {
  /// Measures recordings of one stroke each.
  ///
  /// - Throws: `ExitCode` 1 if some of them could not be measured, 2 if none could.
  package mutating func read(_ files: [String]) async throws {
    var failures = 0
    for file in files {
      do {
        try await read(file)
      } catch let error as AudioFileError {
        complain("\(error)")
        failures += 1
      } catch let error as Meter.Refusal {
        complain("\(file.printable): \(error)")
        failures += 1
      }
    }
    guard failures > 0 else { return }
    throw ExitCode(failures == files.count ? 2 : 1)
  }

  private mutating func read(_ file: String) async throws {
    let source = FileSource(recording: file, "measured")
    for try await event in strokes(of: source, wholeIsOneStroke: true) {
      switch event {
      case .reading(.measured(let measurement, let isClipped)):
        if isClipped { complain("\(file.printable): \(Self.clippedRecording)") }
        try store(measurement, file: file)
      case .reading(.refused(let error, let isClipped)):
        if isClipped { complain("\(file.printable): \(Self.clippedRecording)") }
        throw error
      default: continue
      }
    }
  }

  /// Measures strokes until the user ends it.
  package func listen(_ device: MicrophoneOption) async throws {
    let status = StatusLine()
    let source = SavedSettings.load().microphone(named: device.microphone)
    try await untilStopped((), leave: status.clear) {
      defer { status.clear() }
      var session = self
      for try await event in strokes(of: source, wholeIsOneStroke: false) {
        status.clear()
        switch event {
        case .started:
          status.show(invitation)
          continue
        case .reading(.measured(let measurement, let isClipped)):
          if isClipped { complain(InputAdvice.clipped) }
          try session.store(measurement, file: nil)
        case .reading(.refused(let error, let isClipped)):
          complain("\(error)\(isClipped ? " " + InputAdvice.clipped : "")")
        case .reading(.interrupted): complain(SoundNotice.incompleteStroke.text)
        case .skipped, .dropped, .lost, .retrying, .resumed, .ended: event.complain()
        }
        status.show(session.progress(columns: status.columns))
      }
    }
  }

  private func strokes(
    of source: any AudioSource, wholeIsOneStroke: Bool
  ) -> Live<StrokeReader<Meter>> {
    Live(source: source) { [self] rate in
      StrokeReader(
        try meter(sampleRate: rate), longest: Self.longestStroke,
        wholeIsOneStroke: wholeIsOneStroke, sampleRate: rate)
    }
  }
}
