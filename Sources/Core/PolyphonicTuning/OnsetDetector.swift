internal import SignalProcessing

/// Tells when a pluck or a strum begins, from the level in steps of 10 ms.
struct OnsetDetector: Sendable {
  /// Below this power, of full scale 1, nothing sounds: −60 dBFS.
  private static let silence = 1e-6
  /// By what factor the power must rise, and how far it may fall below a strum's highest.
  private static let rise = 8.0
  private static let fall = 3e-5
  private static let memory = 12  // steps

  private(set) var isOnset = false
  private(set) var isSilent = true
  private let stepSize: Int
  private var count = 0
  private var energy = 0.0
  private var powers: [Double]  // of the latest steps, a ring
  private var next = 0
  private var highest = 0.0

  init(sampleRate: Double) {
    stepSize = max(1, Int(0.01 * sampleRate))
    powers = Array(repeating: 0, count: Self.memory)
  }

  /// How many samples complete the current step.
  var missingCount: Int { stepSize - count }

  /// Takes in up to ``missingCount`` samples; returns whether a step is complete.
  mutating func append(_ piece: Span<Float>) -> Bool {
    for index in 0..<piece.count {
      let sample = Double(piece[index])
      if sample.magnitude <= Double(Framer.largestMagnitude) { energy += sample * sample }
    }
    count += piece.count
    guard count >= stepSize else { return false }
    decide(energy / Double(count))
    (count, energy) = (0, 0)
    return true
  }

  private mutating func decide(_ power: Double) {
    // The steps just before this one may hold the beginning of the same rise.
    var mean = 0.0
    for offset in 0..<(Self.memory - 2) { mean += powers[(next + offset) % Self.memory] }
    mean /= Double(Self.memory - 2)
    isOnset = power > Self.silence && power > Self.rise * mean
    if isOnset { highest = power } else { highest = max(highest, power) }
    isSilent = power < Self.silence || power < Self.fall * highest
    powers[next] = power
    next = (next + 1) % Self.memory
  }
}
