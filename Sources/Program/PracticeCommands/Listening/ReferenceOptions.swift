import ArgumentParser
import AudioFiles
import CommandKit
import IntonationPractice
import LiveAudio
import MusicTheory

/// Options of a recording that is followed instead of a score.
struct ReferenceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Follow another recording, such as your teacher's, instead of a score: its notes, its tuning and \
      its tempo with all its freedom are wanted. It must be of the melody alone.
      """, valueName: "recording"), completion: .file())
  private var like: String?

  @Flag(
    help: """
      With --like: take only notes and note values from the recording, and compare with --a4, \
      --temperament and a steady beat.
      """)
  var absolute = false

  /// The path of the recording; `nil` without one.
  var path: String? { like }

  /// True if the pitches and the times of a recording are wanted.
  var isRelative: Bool { like != nil && !absolute }

  func validate() throws {
    try Refusals.require("--like", like != nil, for: ["--absolute": absolute])
  }

  /// What is taken from the recording.
  struct Music {
    var score: PracticeScore
    /// Its own A4; `nil` with --absolute.
    var concertPitch: ConcertPitch?
    /// Whether times can be compared.
    var hasTimes: Bool
  }

  /// Hears the recording.
  ///
  /// - Returns: Its music; `nil` without the option.
  /// - Throws: ``PracticeFileError`` if it cannot be followed.
  func music() async throws -> Music? {
    guard let like else { return nil }
    let performance = try await Self.performance(like)
    let name = String(like.split(separator: "/").last ?? "")
    if let share = performance.doubtfulShare {
      complain(
        """
        \(name.printable): \((100 * share).formatted(decimals: 0)) % of its sound has no single clear \
        pitch. With an accompaniment, or in a large room, its notes are uncertain: choose a recording \
        of the melody alone, from near by.
        """)
    }
    guard absolute else {
      return Music(
        score: performance.score(title: "like \(name)"),
        concertPitch: performance.concertPitch, hasTimes: true)
    }
    let (score, hasNoteValues) = performance.writtenScore(title: "notes of \(name)")
    if !hasNoteValues {
      complain(
        """
        The note values of \(name.printable) are not clear, because its tempo moves too much: times \
        are not compared. Without --absolute they are.
        """)
    }
    return Music(score: score, concertPitch: nil, hasTimes: hasNoteValues)
  }

  private static func performance(_ path: String) async throws -> ReferencePerformance {
    var first: ReferencePerformance?
    while true {
      var listener = ReferenceListener(after: first)
      let source: any AudioSource =
        first == nil ? SilencedSource(recording: path, "followed") : FileSource(path: path)
      let live = Live(source: source) { [listener] in try listener.hearing(sampleRate: $0) }
      for try await event in live {
        if case .reading(let heard) = event { listener.process(heard) }
      }
      let performance: ReferencePerformance
      do {
        performance = try listener.performance()
      } catch {
        throw PracticeFileError(path: path, reason: "\(error)")
      }
      guard first == nil else { return performance }
      first = performance
    }
  }
}
