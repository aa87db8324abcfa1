import ArgumentParser
import CommandKit
import IntonationPractice
import MusicTheory

/// `--export`: what was played as notes, for notation programs and sequencers.
struct ExportOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Write what you played to this .musicxml or .mid file: MusicXML with note values, MIDI with the \
      times as played. With --loop: the last pass.
      """, valueName: "file"), completion: .file())
  private var export: String?

  private enum Format {
    case midi, musicXML
  }

  func validate() throws {
    guard let export else { return }
    guard format != nil else {
      throw ValidationError(
        "\(export.printable) is not a format of notes. Write a file name that ends in .musicxml or .mid."
      )
    }
  }

  private var format: Format? {
    guard let name = export?.lowercased() else { return nil }
    if [".musicxml", ".xml"].contains(where: name.hasSuffix) { return .musicXML }
    return [".mid", ".midi"].contains(where: name.hasSuffix) ? .midi : nil
  }

  /// The path of the file; `nil` without the option.
  var path: String? { export }

  /// Writes the file, unless nothing was played or none is wanted.
  ///
  /// - Parameters:
  ///   - take: The played notes, and what their times are compared with.
  ///   - score: The score that was played.
  ///   - result: The comparison with it.
  ///   - concertPitch: A4 and the temperament.
  /// - Throws: `OutputError`
  func write(
    _ take: PlayedTake, of score: PracticeScore, _ result: Intonation,
    under concertPitch: ConcertPitch
  ) throws {
    guard let export, let format else { return }
    guard !take.notes.isEmpty else {
      complain("Nothing was played: \(export) was not written.")
      return
    }
    let bytes: [UInt8]
    switch format {
    case .musicXML: bytes = take.musicXML(of: score, result, under: concertPitch)
    case .midi:
      let midi = take.midi(of: score, under: concertPitch)
      if midi.leftOutCount > 0 {
        complain("Notes beyond the keys of MIDI, which were left out: \(midi.leftOutCount).")
      }
      bytes = midi.bytes
    }
    let file = try AtomicTextFile(path: export)
    try file.write(bytes)
    try file.finish()
  }
}
