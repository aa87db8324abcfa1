import SignalProcessing

/// Finds the peaks of a curve of rises that stand out from its past.
struct RisePeaks: Sendable {
  /// A peak.
  struct Peak: Sendable {
    var frame: Int
    var height: Float
  }

  private let reach: Int
  private let least: Float
  private let memory: Int
  private let usualWeight: Float
  private var values: [Float] = []
  private var first = 0  // the frame of values[0]

  /// - Parameters:
  ///   - reach: The number of frames on both sides that are not higher.
  ///   - least: The least height above what is usual.
  ///   - memory: The number of frames in the past.
  ///   - usualWeight: How often what is usual is taken off.
  init(reach: Int, least: Float, memory: Int, usualWeight: Float) {
    self.reach = reach
    self.least = least
    self.memory = memory
    self.usualWeight = usualWeight
  }

  /// By how much limits are higher for these frequencies, in hertz: the mean of fewer bands varies more.
  static func scale(_ range: ClosedRange<Double>) -> Float {
    max(1, 8 / Float(Elementary.log2(range.upperBound / range.lowerBound)))
  }

  /// Takes the next value; returns a peak `reach` frames earlier, if there is one.
  mutating func append(_ value: Float) -> Peak? {
    remember(value)
    let place = values.count - 1 - reach
    guard place >= 0, values[place] >= least else { return nil }
    let height = values[place]
    for other in max(0, place - reach)..<place where values[other] >= height { return nil }
    for other in (place + 1)..<values.count where values[other] > height { return nil }
    return height >= limit(at: place) ? Peak(frame: first + place, height: height) : nil
  }

  /// Takes the next value; returns true if it is an amount at least, and stands out, whatever follows.
  mutating func standsOut(_ value: Float, least: Float) -> Bool {
    remember(value)
    return value >= least && value >= limit(at: values.count - 1)
  }

  private mutating func remember(_ value: Float) {
    values.append(value)
    if values.count > memory + 2 * reach + 1 {
      values.removeFirst()
      first += 1
    }
  }

  /// The least height of what stands out from its past.
  private func limit(at place: Int) -> Float {
    let past = max(0, place - memory)..<max(0, place - 2 * reach)
    return least + usualWeight * usual(in: past) + echo(of: past, at: place)
  }

  /// The value that seven in ten are below: what vibrato, beats and noise reach again and again.
  private func usual(in past: Range<Int>) -> Float {
    past.isEmpty ? 0 : values[past].sorted()[past.count * 7 / 10]
  }

  /// A share of the highest peak of the past, which decays: the height of its echoes.
  private func echo(of past: Range<Int>, at place: Int) -> Float {
    var highest: Float = 0
    for index in past {
      highest = max(highest, values[index] * Float(memory - (place - index)) / Float(memory))
    }
    return 0.05 * highest
  }
}
