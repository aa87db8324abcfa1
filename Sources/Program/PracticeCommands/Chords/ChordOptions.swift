import ArgumentParser
import ChordPractice
import CommandKit
import IntonationPractice

/// Options of notes that sound together.
struct ChordOptions: ParsableArguments {
  @Flag(
    help: """
      Hear notes that sound together: of all voices of a file, or of those of --voice or --staff. \
      Typed chords, such as 'C4+E4+G4 D4+F4', need no option.
      """)
  var chords = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --chords: a staff of MusicXML, counted from 1, such as one hand of a piano.",
      valueName: "n"))
  var staff: Int?

  func validate() throws {
    try Refusals.require("--chords", chords, for: ["--staff": staff != nil])
    if let staff, staff < 1 { throw ValidationError("--staff must be 1 or more.") }
  }
}

extension PracticeCommand {
  /// True if chords are practised: by an option, or because they are typed.
  var isOfChords: Bool { chord.chords || isTyped }

  /// True if the score is typed chords such as `C4+E4 D4+F4`.
  private var isTyped: Bool {
    guard time.rhythm == nil, reference.path == nil, let score else { return false }
    return PracticeSource.areChords(score)
  }

  /// What chords exclude.
  func validateChords() throws {
    guard isOfChords else { return }
    let name = isTyped ? "Typed chords" : "--chords"
    let others = [
      ("--like", reference.path != nil), ("--rhythm", time.rhythm != nil),
      ("--loop", repetition.loop != nil), ("--ignore-octave", repetition.ignoreOctave),
      (
        "--click, --mute, --cues, --play and --drone",
        time.hasClick || time.cues || companion.isWanted
      ),
      ("--plot and --plot-intervals", plot != nil || plotIntervals != nil),
      ("--export", export.path != nil),
      ("--voice and --staff", isTyped && (voice != nil || chord.staff != nil)),
    ]
    if let other = others.first(where: { $0.1 }) {
      throw ValidationError("\(name) and \(other.0) exclude each other. Give one of them.")
    }
    guard !scale.isWanted else {
      throw ValidationError(
        "--octaves, --up, --down, --from and --to are for scales. Remove them.")
    }
  }

  /// The score, with remarks on what was left out or taken.
  func chordScore() throws -> (score: ChordScore, remarks: [String]) {
    let path = score ?? ""
    do {
      if isTyped { return (try ChordScore(text: Array(path.utf8)), []) }
      let notes = try PracticeSource.together(path, voice: voice, staff: chord.staff)
      var remarks = notes.score.remarks.map { "\($0)".printable }
      if voice == nil, chord.staff == nil, notes.voiceCount > 1 {
        remarks.append(
          """
          All \(notes.voiceCount) voices are heard together. For one of them, add --voice; for one hand, \
          --staff.
          """)
      }
      if notes.score.notes.contains(where: { $0.isGrace }) {
        remarks.append("Grace notes are left out.")
      }
      return (try ChordScore(notes.score), remarks)
    } catch let error as ChordScoreError {
      guard !isTyped else { throw ValidationError("\(error)") }
      throw PracticeFileError(path: path, reason: "\(error)")
    }
  }
}
