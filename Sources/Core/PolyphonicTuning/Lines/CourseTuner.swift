internal import SignalProcessing

/// Reads courses of two strings that are tuned alike, in frames that are long enough to tell them
/// apart.
struct CourseTuner: Sendable {
  /// The longest frame, in seconds: it tells lines apart that are 1 Hz from each other.
  static let longestFrame = 2.0

  /// The reading of each string, in their order; `nil` for one that is not a course, or is silent.
  private(set) var readings: [CourseReading?]
  private var misses: [Int]  // readings in a row that could not tell the strings apart
  private let isCourse: [Bool]
  private let top: Double
  private var reducer: RateReducer
  private var history: SampleHistory
  private var frame: [Float]
  private var fit: CourseFit

  /// Creates a tuner for strings some of which are courses; `nil` if none is.
  init?(isCourse: [Bool], sampleRate: Double) {
    guard isCourse.contains(true) else { return nil }
    self.isCourse = isCourse
    readings = isCourse.map { _ in nil }
    misses = isCourse.map { _ in 0 }
    reducer = RateReducer(sampleRate: sampleRate)
    top = min(6500, 0.42 * reducer.outputRate)
    let capacity = Int(Self.longestFrame * reducer.outputRate) + 1
    history = SampleHistory(capacity: capacity)
    frame = Array(repeating: 0, count: capacity)
    fit = CourseFit(longest: capacity, sampleRate: reducer.outputRate)
  }

  /// Appends the next samples of the stream.
  mutating func append(_ block: Span<Float>) { reducer.reduce(block, into: &history) }

  /// Forgets the strum before.
  mutating func reset() {
    for index in readings.indices { (readings[index], misses[index]) = (nil, 0) }
  }

  /// Reads all courses in the newest samples.
  mutating func measure(duration: Double, _ strings: [StringReading]) {
    let count = min(frame.count, Int(duration * reducer.outputRate))
    let history = history
    frame.withUnsafeMutableBufferPointer {
      var part = UnsafeMutableBufferPointer(rebasing: $0[0..<count]).mutableSpan
      history.copyNewest(into: &part)
    }
    for index in strings.indices where isCourse[index] {
      guard strings[index].isPresent else {
        readings[index] = nil
        continue
      }
      let before = readings[index]
      var reading = fit.read(
        frame, count, sampleRate: reducer.outputRate, strings[index], others: strings, below: top,
        after: before)
      // Now and then a frame has two strings in opposite phase at its middle.
      misses[index] = reading.beat == nil ? misses[index] + 1 : 0
      if let before, before.beat != nil, misses[index] > 0, misses[index] < 4 { reading = before }
      readings[index] = reading
    }
  }
}

/// The reading of a course of two strings that are tuned alike.
struct CourseReading: Sendable {
  /// Both frequencies, in hertz; that of the course twice while they cannot be told apart.
  var lower: Double
  var upper: Double
  /// One standard error of each, in cents.
  var error = 0.0
  /// The distance between them, and one standard error, in hertz.
  var beat: Double?
  var beatError = 0.0
  /// The slowest beat that could be measured, in hertz.
  var limit: Double?

  init(frequency: Double) {
    lower = frequency
    upper = frequency
  }
}

/// The strings that are played as one.
struct Courses: Sendable {
  /// The targets without repeats, in hertz.
  private(set) var targets: [Double] = []
  /// For each of them, whether two strings or more are tuned to it.
  private(set) var isUnison: [Bool] = []
  /// For each string its index in ``targets``.
  private(set) var slots: [Int] = []
  /// For each string, whether another one before it has the same target.
  private(set) var isUpper: [Bool] = []
  /// For each string a lower one of its course whose partial it is tuned to, as an octave is.
  private(set) var below: [Int?] = []

  init(targets given: [Double], numbers: [Int]) {
    for (index, target) in given.enumerated() {
      let slot = targets.firstIndex { ($0 / target - 1).magnitude < 1e-9 }
      isUpper.append(slot != nil)
      slots.append(slot ?? targets.count)
      if let slot {
        isUnison[slot] = true
      } else {
        targets.append(target)
        isUnison.append(false)
      }
      below.append(Self.lower(index, given, numbers))
    }
  }

  private static func lower(_ index: Int, _ targets: [Double], _ numbers: [Int]) -> Int? {
    guard numbers.count == targets.count else { return nil }
    return targets.indices.first { other in
      let ratio = targets[index] / targets[other]
      let order = Double(Int(ratio + 0.5))
      return numbers[other] == numbers[index] && order >= 2 && (ratio / order - 1).magnitude < 0.01
    }
  }
}
