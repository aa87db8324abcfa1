import AudioFiles
import ChordEstimation
import CommandKit
import LiveAudio
import MusicTheory

// What is written in a pipe instead of single notes.
extension TuneCommand {
  /// Writes the strings of each strum.
  func listen(
    to strum: StrumSetup, _ faults: InputFaults
  ) async throws -> TunerLineWriter.Ending {
    let source = heardSource(under: strum.reference, inRealTime: realtime, faults)
    return try await StrumLineWriter(strum, style: style).run(source)
  }

  /// Writes the chords of the source.
  func listenToChords(
    _ setup: TunerSetup, _ faults: InputFaults
  ) async throws -> TunerLineWriter.Ending {
    let chords = ChordSetup(setup)
    let source = heardSource(under: chords.reference, inRealTime: realtime, faults)
    let isFile = input != nil && input != "-"
    let form: ChordLineWriter.Form =
      if json {
        .json(
          Provenance.of(
            options.analysis(under: chords.reference), searchRange: ChordTracker.frequencies,
            temperament: setup.scale.name, estimator: "chords"))
      } else if jsonl {
        .jsonLines
      } else {
        isFile ? .blocks : .lines
      }
    return try await ChordLineWriter(
      setup: chords, form: form, hasUnicode: capabilities.hasUnicode
    ).run(source)
  }

  /// Writes the lines near a target, and draws them.
  func measureBeats(
    near target: Double, _ reference: ConcertPitch, _ faults: InputFaults
  ) async throws -> TunerLineWriter.Ending {
    let source = source(under: reference, clock: realtime ? ContinuousClock() : nil, faults)
    try beats.requirePlace()
    let result = try await beats.feed(target, isJSON: jsonl).run(source)
    let title = input.map { TrackInput($0).name } ?? "Microphone"
    try beats.draw(result.readings, target: target, title: title)
    return result.ending
  }
}
