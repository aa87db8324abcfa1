internal import PolyphonicTuning
internal import SignalProcessing

/// All strings of a strum at once, for the page.
///
/// The page's side fills `targets`, starts, and then fills `input` again and again; what was read last is
/// in `state`.
final class StrumCore {
  /// The most strings, those of a course counted each.
  static let stringLimit = 26

  /// The positions of what is said of a strum.
  enum Field: Int, CaseIterable {
    case readingCount  // since the start
    case time  // the end of the samples that the newest reading used, in seconds
    case center  // their middle
    case isOther  // whether the sound is something else than the strings
    case isClipped
    case strumCount
  }

  /// The positions of what is said of each string.
  enum StringField: Int, CaseIterable {
    case isPresent
    case cents
    case frequency
    case error  // one standard error, in cents
    case glide  // cents a second
    case beat  // hertz, or -1
    case beatError
    case beatLimit  // hertz, or -1
    case isMerged  // whether it and another one that is tuned alike are read as one
  }

  static let stateCount = Field.allCases.count + stringLimit * StringField.allCases.count

  let input = SharedMemory<Float>(repeating: 0, count: blockLimit)
  /// The frequency of each string in hertz, then the number of each one's course.
  let targets = SharedMemory<Double>(repeating: 0, count: 2 * stringLimit)
  let state = SharedMemory<Double>(repeating: 0, count: stateCount)
  private var tuner: StrumTuner?
  private var readingCount = 0

  /// Starts with the first `count` targets; refuses what cannot be heard.
  func start(_ count: Int, sampleRate: Double) -> Bool {
    guard (1...Self.stringLimit).contains(count) else { return false }
    let frequencies = (0..<count).map { targets[$0] }
    let numbers = (0..<count).map { index -> Int in
      let number = targets[Self.stringLimit + index]
      return number.magnitude < 1000 ? Int(number) : 0
    }
    tuner = try? StrumTuner(targets: frequencies, numbers: numbers, sampleRate: sampleRate)
    readingCount = 0
    for index in 0..<Self.stateCount { state[index] = 0 }
    return tuner != nil
  }

  /// Hears the first samples of `input`.
  func push(_ count: Int) {
    let block = UnsafeBufferPointer(rebasing: input.values[0..<min(blockLimit, max(0, count))])
    tuner?.append(block.span) { take($0) }
  }

  private func take(_ tuner: borrowing StrumTuner) {
    readingCount += 1
    state[Field.readingCount] = Double(readingCount)
    state[Field.time] = tuner.time
    state[Field.center] = tuner.center
    state[Field.isOther] = tuner.sound == .other ? 1 : 0
    state[Field.isClipped] = tuner.isClipped ? 1 : 0
    state[Field.strumCount] = Double(tuner.strumCount)
    for index in tuner.strings.indices {
      let (string, beat) = (tuner.strings[index], tuner.beats[index])
      let isPresent = string.isPresent && tuner.sound == .strings
      set(index, .isPresent, isPresent ? 1 : 0)
      set(index, .cents, string.cents)
      set(index, .frequency, string.frequency)
      set(index, .error, string.error)
      set(index, .glide, tuner.glides[index])
      set(index, .beat, beat.frequency ?? -1)
      set(index, .beatError, beat.error)
      set(index, .beatLimit, beat.limit ?? -1)
      set(index, .isMerged, beat.isMerged ? 1 : 0)
    }
  }

  private func set(_ index: Int, _ field: StringField, _ value: Double) {
    let start = Field.allCases.count + index * StringField.allCases.count
    state[start + field.rawValue] = value
  }
}

@_cdecl("strum_create")
func createStrum() -> UnsafeMutableRawPointer { handle(StrumCore()) }

@_cdecl("strum_input")
func strumInput(_ strum: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(strum) as StrumCore).input.address
}

@_cdecl("strum_targets")
func strumTargets(_ strum: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(strum) as StrumCore).targets.address
}

@_cdecl("strum_state")
func strumState(_ strum: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  (object(strum) as StrumCore).state.address
}

@_cdecl("strum_start")
func startStrum(_ strum: UnsafeMutableRawPointer, _ count: Int32, _ sampleRate: Double) -> Int32 {
  (object(strum) as StrumCore).start(Int(count), sampleRate: sampleRate) ? 1 : 0
}

@_cdecl("strum_push")
func pushStrum(_ strum: UnsafeMutableRawPointer, _ count: Int32) {
  (object(strum) as StrumCore).push(Int(count))
}

@_cdecl("strum_release")
func releaseStrum(_ strum: UnsafeMutableRawPointer) { release(StrumCore.self, strum) }
