import ArgumentParser
import CommandKit
import InstrumentTuning
import IntonationPractice
import MusicTheory

/// The notes of the instrument that is practised.
struct RangeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Instrument, such as violin: report notes it does not have.", valueName: "name"))
  private var instrument: String?

  @Option(help: ArgumentHelp("Tuning of the instrument. (default: its first)", valueName: "name"))
  private var tuning: String?

  @Option(
    help: ArgumentHelp(
      "Lowest and highest note of any other instrument, such as Bb3..C6.", valueName: "low..high"),
    transform: Self.notes)
  private var range: ClosedRange<Int>?

  func validate() throws {
    guard range == nil || instrument == nil else {
      throw ValidationError("--instrument and --range exclude each other. Remove one of them.")
    }
    guard tuning == nil || instrument != nil else {
      throw ValidationError("--tuning needs --instrument. Add it, or remove --tuning.")
    }
    _ = try chosen()
  }

  /// Says before the playing starts which notes the instrument does not have, or nobody can hear.
  ///
  /// - Parameters:
  ///   - score: What is to be played.
  ///   - concertPitch: What it is compared with.
  /// - Returns: Sentences, if there is something to say.
  /// - Throws: Nothing that ``validate()`` has not thrown.
  func remark(on score: PracticeScore, under concertPitch: ConcertPitch) throws -> String? {
    let heard = Self.heard(under: concertPitch)
    let (name, notes) = try chosen() ?? ("what can be detected", heard)
    guard let range = ScoreRange(of: score, on: notes) else { return nil }
    return Self.text(range, name, notes, score)
  }

  private static func heard(under concertPitch: ConcertPitch) -> ClosedRange<Int> {
    let all = (0...127).filter {
      PracticeListener.frequencies.contains(concertPitch.frequency(ofMIDINumber: Double($0)))
    }
    return (all.first ?? 0)...(all.last ?? 127)
  }

  private func chosen() throws -> (name: String, notes: ClosedRange<Int>)? {
    if let range { return ("the range of --range", range) }
    guard let instrument else { return nil }
    do {
      let found = try InstrumentCatalog.builtIn.instrument(named: instrument)
      let tuning = try tuning.map { try found.tuning(named: $0) } ?? found.standardTuning
      return ("the range of the \(found.name.lowercased())", found.playableNotes(in: tuning))
    } catch {
      throw ValidationError("\(error)")
    }
  }

  static func text(
    _ range: ScoreRange, _ name: String, _ notes: ClosedRange<Int>, _ score: PracticeScore
  ) -> String? {
    guard range.octaves != 0 else { return nil }
    func written(_ notes: ClosedRange<Int>) -> String {
      [notes.lowerBound, notes.upperBound].map {
        Note(midiNumber: $0, spelling: score.spelling).asciiDescription
      }.joined(separator: " to ")
    }
    let advice =
      switch range.octaves {
      case .some(1): "An octave higher it fits: play it there."
      case .some: "An octave lower it fits: play it there."
      case nil: "It does not fit an octave higher or lower. Transpose it, or they count as missing."
      }
    return """
      Notes outside \(name), \(written(notes)): \(range.lowerCount + range.higherCount) of \
      \(score.notes.count). The score goes from \(written(range.notes)). \(advice)
      """
  }

  /// Reads `G3..E7`, `G3-E7` or `G3...E7`.
  private static func notes(_ argument: String) throws -> ClosedRange<Int> {
    for separator in ["...", "…", "..", "-", "–"] {
      let parts = argument.split(separator: separator)
      guard parts.count == 2, let low = try? Note(String(parts[0])),
        let high = try? Note(String(parts[1])), low.midiNumber < high.midiNumber
      else { continue }
      return low.midiNumber...high.midiNumber
    }
    throw ValidationError("Write the lowest and the highest note, such as Bb3..C6.")
  }
}
