internal import PolyphonicTuning
internal import SignalProcessing

/// All strings of a strum at once, for the page.
///
/// The page's side fills `targets`, starts, and then fills `input` again and again; what was read last is
/// in `state`.
final class StrumCore: Core {
  /// The most strings, those of a course counted each.
  static let stringLimit = 26

  enum Part: Int, CaseIterable { case input, targets, courses, state, strings }

  /// The positions of the newest reading.
  enum Field: Int, CaseIterable {
    case readingCount  // since the start
    case time  // the end of the samples that the newest reading used, in seconds
    case isOther  // the sound is something else than the strings
    case isClipped
  }

  /// The positions of the newest reading of a string.
  enum StringField: Int, CaseIterable {
    case cents  // not a number for a string that does not sound
    case frequency
    case isGliding
    case beat  // hertz, with the others of its course; not a number if none is heard
    case isMerged  // it and another one that is tuned alike are read as one
  }

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  /// The frequency of each string in hertz.
  let targets = SharedMemory<Double>(repeating: 0, count: stringLimit)
  /// The number of each string's course.
  let courses = SharedMemory<Double>(repeating: 0, count: stringLimit)
  let state = Record<Field>()
  let strings = Record<StringField>(rows: stringLimit)
  private var tuner: StrumTuner?

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .input: input.address
    case .targets: targets.address
    case .courses: courses.address
    case .state: state.address
    case .strings: strings.address
    case nil: nil
    }
  }

  /// Starts with the first `count` targets; refuses what cannot be heard.
  func start(_ count: Int, sampleRate: Double) -> Bool {
    guard (1...Self.stringLimit).contains(count) else { return false }
    let frequencies = (0..<count).map { targets[$0] }
    let numbers = (0..<count).map { index -> Int in
      let number = courses[index]
      return number.magnitude < 1000 ? Int(number) : 0
    }
    tuner = try? StrumTuner(targets: frequencies, numbers: numbers, sampleRate: sampleRate)
    state.clear()
    strings.clear()
    return tuner != nil
  }

  /// Analyses the first samples of `input`.
  func push(_ count: Int) {
    let block = UnsafeBufferPointer(rebasing: input.values[0..<min(blockLimit, max(0, count))])
    tuner?.append(block.span) { write($0) }
  }

  /// Samples are missing here.
  func interrupt() { tuner?.interrupt() }

  private func write(_ tuner: borrowing StrumTuner) {
    state[.readingCount] += 1
    state[.time] = tuner.time
    state[.isOther] = tuner.sound == .other ? 1 : 0
    state[.isClipped] = tuner.isClipped ? 1 : 0
    for index in tuner.strings.indices {
      let (string, beat) = (tuner.strings[index], tuner.beats[index])
      let isPresent = string.isPresent && tuner.sound == .strings
      let isGliding = isPresent && tuner.isGliding(index)
      strings[index, .cents] = isPresent ? string.cents : .nan
      strings[index, .frequency] = string.frequency
      strings[index, .isGliding] = isGliding ? 1 : 0
      strings[index, .beat] = isPresent ? beat.frequency ?? .nan : .nan
      strings[index, .isMerged] = isPresent && beat.isMerged ? 1 : 0
    }
  }
}

/// Creates a reader of strums.
@_cdecl("strum_create")
func createStrum() -> Handle? { handle(StrumCore()) }

/// Begins to hear `count` strings, whose frequencies and course numbers are in `targets` and
/// `courses`, if they can be heard at once.
@_cdecl("strum_start")
func startStrum(_ strum: Handle, _ count: Int32, _ sampleRate: Hertz) -> Accepted {
  (object(strum) as StrumCore).start(Int(count), sampleRate: sampleRate)
}

/// Reads the first samples of `input`; `state` and `strings` have the newest reading.
@_cdecl("strum_push")
func pushStrum(_ strum: Handle, _ count: Int32) {
  (object(strum) as StrumCore).push(Int(count))
}

/// Samples are missing here; silence replaces those whose number is known.
@_cdecl("strum_interrupt")
func interruptStrum(_ strum: Handle) {
  (object(strum) as StrumCore).interrupt()
}
