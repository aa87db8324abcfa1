/// Finds the peaks of a curve of rises that stand out from their past.
struct RisePeaks: Sendable {
  private let reach: Int
  private let least: Float
  private let factor: Float
  private let memory: Int
  private var values: [Float] = []
  private var first = 0  // the frame of values[0]
  private var frame = 0

  struct Peak: Sendable {
    var frame: Int
    var height: Float
  }

  /// - Parameters:
  ///   - reach: The number of frames on both sides that are not higher.
  ///   - least: The least height.
  ///   - factor: The least height above that, in medians of the past.
  ///   - memory: The number of frames in the past.
  init(reach: Int, least: Float, factor: Float, memory: Int) {
    self.reach = reach
    self.least = least
    self.factor = factor
    self.memory = memory
  }

  /// Takes the next value; returns a peak `reach` frames earlier, if there is one.
  mutating func append(_ value: Float) -> Peak? {
    values.append(value)
    frame += 1
    if values.count > memory + 2 * reach + 1 {
      values.removeFirst()
      first += 1
    }
    let candidate = values.count - 1 - reach
    guard candidate >= 0 else { return nil }
    let height = values[candidate]
    guard height >= least else { return nil }
    for other in max(0, candidate - reach)..<candidate where values[other] >= height { return nil }
    for other in (candidate + 1)..<values.count where values[other] > height { return nil }
    guard height >= least + factor * median(before: candidate) else { return nil }
    return Peak(frame: first + candidate, height: height)
  }

  private func median(before candidate: Int) -> Float {
    let past = values[max(0, candidate - memory)...candidate].sorted()
    return past[past.count / 2]
  }
}
