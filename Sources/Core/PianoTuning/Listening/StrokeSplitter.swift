/// Cuts a stream into strokes: each from just before its onset until it is long enough, dies away or
/// the next key is struck.
package struct StrokeSplitter: Sendable {
  /// How long strokes are, in seconds.
  package static let longest = 4.0
  private static let before = 0.05
  private static let step = 0.01
  /// By how much the power rises at an onset, and how far it may fall below the highest.
  private static let rise = 12.0
  private static let fall = 1e-5
  private static let silence = 1e-7

  private let sampleRate: Double
  private let stepSize: Int
  private var pending: [Float] = []
  private var stroke: [Float] = []
  private var recent: [Float] = []
  private var level = 0.0
  private var highest = 0.0
  private var isSounding = false

  package init(sampleRate: Double) {
    self.sampleRate = sampleRate
    stepSize = max(1, Int(Self.step * sampleRate))
  }

  /// Takes samples; the strokes that are complete.
  package mutating func append(_ block: [Float]) -> [[Float]] {
    pending += block
    var strokes: [[Float]] = []
    var start = 0
    while start + stepSize <= pending.count {
      let part = Array(pending[start..<(start + stepSize)])
      start += stepSize
      if let stroke = take(part) { strokes.append(stroke) }
    }
    pending.removeFirst(start)
    return strokes
  }

  /// What sounds when the stream ends.
  package mutating func finish() -> [Float]? {
    defer { (isSounding, stroke) = (false, []) }
    return isSounding ? stroke : nil
  }

  /// Samples are missing here: drops the stroke that sounds.
  ///
  /// - Returns: Whether one did.
  @discardableResult
  package mutating func discard() -> Bool {
    defer { (isSounding, stroke, recent, pending) = (false, [], [], []) }
    return isSounding
  }

  private mutating func take(_ part: [Float]) -> [Float]? {
    var power = 0.0
    for sample in part where sample.magnitude <= 100 { power += Double(sample) * Double(sample) }
    power /= Double(part.count)
    let isOnset = power > Self.silence && power > Self.rise * level
    level = max(0.9 * level, min(power, level + 0.5 * max(1e-12, power)))
    var complete: [Float]?
    if isOnset, !isSounding || Double(stroke.count) > 0.4 * sampleRate {
      complete = isSounding ? stroke : nil
      (stroke, isSounding, highest) = (recent, true, power)
      level = power
    }
    if isSounding {
      stroke += part
      highest = max(highest, power)
      if Double(stroke.count) >= Self.longest * sampleRate || power < Self.fall * highest {
        complete = stroke
        (stroke, isSounding) = ([], false)
      }
    }
    recent = Array((recent + part).suffix(Int(Self.before * sampleRate)))
    return complete
  }
}
