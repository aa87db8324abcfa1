import ArgumentParser
import CommandKit
import IntonationPractice
import Metronome

/// Options of early and late.
struct TimeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Practise a rhythm without a score, by any sound: clap, pad, drum. The meter, such as 4/4 or \
      7/8=2+2+3.
      """, valueName: "n/d"))
  var rhythm: String?

  @Option(
    help: ArgumentHelp("With --rhythm: sounds per beat, 1...16. (default: 1)", valueName: "count"))
  var subdivide: String?

  @Option(
    help: ArgumentHelp(
      "With --rhythm: one sign per beat, x to play and . for a rest.", valueName: "signs"))
  var pattern: String?

  @Option(
    help: ArgumentHelp(
      "With --rhythm: end after this many bars, 1...1000. (default: with Ctrl-C)",
      valueName: "count"),
    transform: Self.barCount)
  var bars: Int?

  @Flag(
    inversion: .prefixedNo,
    help: """
      Play a metronome meanwhile, after a bar of count-in. Use headphones. (default: with --rhythm \
      only)
      """)
  var click: Bool?

  @Option(
    help: ArgumentHelp(
      """
      Play some bars without the click: 3:1 after every three, 25% at random. Or single beats: 2,4 \
      or beat:3 in each bar, 25%beats at random.
      """, valueName: "bars|beats"))
  var mute: String?

  @Flag(
    help: """
      Play a tone after each note that is off: high for early, low for late, rising for sharp, falling \
      for flat, a buzz for another note. Use headphones.
      """)
  var cues = false

  @Option(
    help: ArgumentHelp(
      """
      Where the second of two eighths belongs, as a share of the beat, 50...80 %, or own for where \
      you put it. (default: 50)
      """, valueName: "percent"),
    transform: Self.swing)
  var swing: TimingPlan.Swing?

  @Flag(help: "Compare notes with a curve that follows your tempo, instead of a steady beat.")
  var rubato = false

  func validate() throws {
    try Refusals.require(
      "--rhythm", rhythm != nil,
      for: ["--subdivide": subdivide != nil, "--pattern": pattern != nil, "--bars": bars != nil])
    try Refusals.exclude(["--click": click == true, "--rubato": rubato])
    if click == false { try Refusals.require("--click", false, for: ["--mute": mute != nil]) }
    _ = try rhythmPattern()
    _ = try rests()
  }

  /// Returns true if a metronome is to sound.
  var hasClick: Bool { click ?? (rhythm != nil && !rubato || mute != nil) }

  /// True if times were asked for.
  var isWanted: Bool { rhythm != nil || hasClick || swing != nil || rubato }

  /// The meter of --rhythm, with its groups; `nil` without it.
  func meter() throws -> Meter? {
    do {
      return try rhythm.map { try Meter(notation: $0) }
    } catch let error as MetronomeError {
      throw ValidationError(error.description)
    }
  }

  /// Returns the rhythm to be played; `nil` without --rhythm.
  func rhythmPattern() throws -> RhythmPattern? {
    guard let meter = try meter() else { return nil }
    guard
      let plain = PracticeMeter(beatCount: meter.beatCount, beatUnit: meter.denominator)
    else { throw ValidationError("--rhythm must have 1...128 beats.") }
    do {
      let count = try subdivide.map { try Feel.subdivision(notation: $0) } ?? 1
      let accents = try pattern.map { try TempoSection.accents(notation: $0, meter: meter) }
      guard accents?.contains(where: { $0 != nil }) != false else {
        throw ValidationError("--pattern must have a beat that is played: write x for it.")
      }
      return RhythmPattern(
        meter: plain, subdivision: count, beats: accents?.map { $0 != nil })
    } catch let error as MetronomeError {
      throw ValidationError(error.description)
    }
  }

  /// Returns the bars without a click.
  func rests() throws -> BarRests {
    do {
      return try mute.map { try BarRests(notation: $0) } ?? .none
    } catch let error as MetronomeError {
      throw ValidationError(error.description)
    }
  }

  private static func barCount(_ argument: String) throws -> Int {
    guard let count = Int(argument), (1...1000).contains(count) else {
      throw ValidationError("Write a number of bars in 1...1000.")
    }
    return count
  }

  private static func swing(_ argument: String) throws -> TimingPlan.Swing {
    if argument.lowercased() == "own" { return .own }
    guard let percent = Double(argument, in: .percent), (50...80).contains(percent) else {
      throw ValidationError("Write a percentage in 50...80, such as 66.7, or own.")
    }
    return percent == 50 ? .straight : .share(percent / 100)
  }
}
