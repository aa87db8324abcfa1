import ArgumentParser
import AudioDevices
import CommandKit
import Connections
import InstrumentTuning
import IntonationPractice
import LiveAudio
import MetronomeCommands
import MusicTheory
import ToneGeneration

/// Options of the sound that accompanies the player.
struct CompanionOptions: ParsableArguments {
  @Flag(help: "Play the tonic meanwhile. Use headphones, or the drone is scored too.")
  var drone = false

  @Flag(help: "Play the notes meanwhile, after four beats. Use headphones, or they are scored too.")
  var play = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Tempo in quarter notes per minute, 20...400. (default: that of the score; of --play and \
      --rhythm, or else 80)
      """, valueName: "bpm"),
    transform: NumberUnit.beatsPerMinute.number)
  var tempo: Double?

  @Option(
    help: ArgumentHelp(
      "Loudspeaker of --drone, --play or the click, by number or part of its name.",
      valueName: "name"))
  var loudspeaker: String?

  /// `true` if a sound was requested.
  var isWanted: Bool { drone || play }

  func validate() throws {
    try Refusals.exclude(["--drone": drone, "--play": play])
    guard let tempo else { return }
    guard TimingPlan.tempos.contains(tempo) else {
      throw ValidationError("--tempo must be between 20 and 400.")
    }
  }

  /// Plans how a score is played beside the sound.
  ///
  /// - Parameters:
  ///   - score: The score.
  ///   - time: The options of early and late.
  ///   - isRecorded: Whether a recording is scored, beside which nothing sounds.
  /// - Returns: The plan.
  /// - Throws: `ValidationError` for a meter or a pattern that cannot be read.
  func plan(
    for score: PracticeScore, _ time: TimeOptions, isRecorded: Bool = false
  ) throws -> PracticePlan {
    var plan = PracticePlan(
      isTimed: true, tempo: tempo, followsRubato: time.rubato, swing: time.swing ?? .straight)
    guard !isRecorded else { return plan }
    if time.hasClick {
      plan.companion = .clicks
      plan.tempo = tempo ?? score.usualTempo
      (plan.rests, plan.meter, plan.barCount) = (try time.rests(), try time.meter(), time.bars)
    } else if play {
      let tempos = PracticeMelody.tempos
      plan.companion = .melody
      plan.tempo = tempo ?? max(tempos.lowerBound, min(tempos.upperBound, score.usualTempo))
    }
    return plan
  }

  /// Returns the drone or the melody of a practice; `nil` for silence.
  func program(for session: PracticeSession) -> ToneProgram? {
    let (score, concertPitch) = (session.score, session.concertPitch)
    var program: ToneProgram
    if session.plan.companion == .melody, let tempo = session.plan.tempo {
      let steps = PracticeMelody(score, tempo: tempo).tones.map { tone in
        SequenceStep(
          frequency: tone.midiNumber.map {
            concertPitch.frequency(of: Note(midiNumber: $0))
              * Interval.ratio(ofCents: tone.microtone)
          },
          duration: tone.duration)
      }
      program = ToneProgram(subject: .sequence(steps))
    } else if drone {
      program = ToneProgram(subject: .chord([concertPitch.frequency(of: score.drone)]))
    } else {
      return nil
    }
    program.waveform = .triangle
    return program
  }
}

/// Options of the names of notes.
struct PracticeNamingOptions: ParsableArguments {
  @OptionGroup private var notation: NotationOption

  @Option(
    help: ArgumentHelp(
      """
      Read a scale, and name notes, as written for a transposing instrument such as bb-trumpet. \
      Files sound as they say.
      """, valueName: "name"),
    transform: TransposingInstrument.init(argument:))
  private var transpose: TransposingInstrument?

  /// The options as plain values.
  var naming: PracticeNaming {
    PracticeNaming(notation: notation.notation, instrument: transpose)
  }
}

/// Options of the range of the instrument.
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
    try Refusals.exclude(["--instrument": instrument != nil, "--range": range != nil])
    try Refusals.require("--instrument", instrument != nil, for: ["--tuning": tuning != nil])
    _ = try chosen()
  }

  /// Returns a remark on notes that the instrument does not have, or that cannot be detected.
  ///
  /// - Parameters:
  ///   - score: The score to play.
  ///   - concertPitch: The tuning of the practice.
  ///   - naming: The names of notes.
  /// - Returns: Sentences; `nil` if every note can be played and detected.
  /// - Throws: Only what ``validate()`` throws.
  func remark(
    on score: PracticeScore, under concertPitch: ConcertPitch,
    naming: PracticeNaming = PracticeNaming()
  ) throws -> String? {
    let heard = Self.heard(under: concertPitch)
    let (name, notes) = try chosen() ?? ("what can be detected", heard)
    guard let range = ScoreRange(of: score, on: notes) else { return nil }
    return Self.text(range, name, notes, score, naming)
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
    _ range: ScoreRange, _ name: String, _ notes: ClosedRange<Int>, _ score: PracticeScore,
    _ naming: PracticeNaming = PracticeNaming()
  ) -> String? {
    guard range.octaves != 0 else { return nil }
    func written(_ notes: ClosedRange<Int>) -> String {
      [notes.lowerBound, notes.upperBound].map { naming.name($0, in: score) }
        .joined(separator: " to ")
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

  /// Parses `G3..E7`, `G3-E7` or `G3...E7`.
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
