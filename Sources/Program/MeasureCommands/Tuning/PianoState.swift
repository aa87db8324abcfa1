import CommandKit
import PianoTuning

/// The readings of the key that sounds, for the screen.
struct PianoState: Sendable {
  var reading: KeyListener.Reading?
  /// The beats of its strings, once it has sounded long enough.
  var unison: UnisonReading?
  var notice: String?
  /// The cycles that the partial has run ahead of its target.
  private(set) var phase = 0.0
  private(set) var strokeCount = 0

  /// The largest deviation that counts as in tune, in cents.
  var tolerance = PianoFile.usualTolerance
  /// True while the screen stands still.
  private(set) var isPaused = false
  /// True while the help shows the keys.
  private(set) var showsHelp = false
  /// The reference tone, while it may be heard.
  private(set) var tone: Tone?
  /// The time of the last reading, and that until which readings are ignored, in seconds.
  private var time = 0.0
  private var muteEnd = -Double.infinity

  /// A reference tone.
  struct Tone: Hashable, Sendable {
    /// In hertz.
    var frequency: Double
    /// True while it fades out.
    var isEnding = false
  }

  init(tolerance: Double = PianoFile.usualTolerance) { self.tolerance = tolerance }

  var hasHeard: Bool { reading != nil }

  mutating func show(_ reading: KeyListener.Reading) {
    time = reading.time
    // The microphone hears the reference tone, too.
    guard !isPaused, tone == nil, time >= muteEnd else { return }
    if reading.isNewStroke {
      (phase, unison) = (0, nil)
      strokeCount += 1
    }
    // A cent at a high partial is fast: as a strobe disc does, the pattern slows down there.
    phase += KeyListener.interval * min(4, max(-4, reading.cents))
    self.reading = reading
  }

  /// Shows the unison of a stroke, unless another key was struck meanwhile.
  mutating func show(_ unison: UnisonReading, ofStroke number: Int) {
    if number == strokeCount { self.unison = unison }
  }
}

// MARK: - Keys

extension PianoState {
  /// The keys and their meanings.
  static var keys: [(key: String, text: String)] {
    [
      ("[ ]", "tolerance: 0.5, 1, 2, 3, 5 cents"),
      ("r", "reference tone of the key: its first partial, as it is to sound"),
      ("p", "pause"),
      ("q Esc", "quit"),
      ("", "A4, temperament and stretch are those of the piano file:"),
      ("", "kammerton piano measure --piano FILE --a4 441 changes them"),
    ]
  }

  private static let tolerances = [0.5, 1, 2, 3, 5]

  /// Handles a key of the tuner. The caller handles quitting.
  mutating func press(_ key: KeyPress, targets: [KeyTarget]) {
    if showsHelp {
      showsHelp = false
      return
    }
    switch key {
    case .character("?"): showsHelp = true
    case .character("p"), .character("P"), .character(" "): isPaused.toggle()
    case .character("]"): tolerance = Self.tolerances.first { $0 > tolerance } ?? tolerance
    case .character("["): tolerance = Self.tolerances.last { $0 < tolerance } ?? tolerance
    case .character("r"), .character("R"): toggleTone(targets)
    case .left, .right, .up, .down: notice = Self.fixed
    case .character(let character) where "itsSmknxhvVyY#b".contains(character): notice = Self.fixed
    case .character, .enter, .escape, .backspace: break
    }
  }

  private static let fixed =
    "The piano file sets this. ? lists the keys of this screen."

  /// Starts the tone of the key that sounded last, of A4 before the first; or ends it.
  private mutating func toggleTone(_ targets: [KeyTarget]) {
    if tone != nil {
      tone?.isEnding = true
      return
    }
    let index = reading?.key.index ?? 48
    guard targets.indices.contains(index) else { return }
    tone = Tone(frequency: targets[index].frequency)
  }

  /// Handles a tone that has become silent, or could not be played.
  mutating func toneEnded(_ problem: String?) {
    guard tone != nil else { return }
    tone = nil
    muteEnd = time + ReferenceTone.tail
    if let problem { notice = "no reference tone: \(problem)" }
  }
}
