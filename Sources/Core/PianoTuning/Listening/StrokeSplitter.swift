/// Cuts a stream into strokes: each from just before its onset until it is long enough, dies away
/// or the next key is struck.
package struct StrokeSplitter: Sendable {
  /// The longest stroke of a piano's key, in seconds.
  package static let longest = 4.0
  private static let before = 0.05
  private static let step = 0.01
  /// The rise of the power at an onset, and its fall from the highest at the end, as ratios.
  private static let rise = 12.0
  private static let fall = 1e-5
  private static let silence = 1e-7

  private let sampleRate: Double
  private let longest: Double
  private let stepSize: Int
  private var pending: [Float] = []
  private var stroke: [Float] = []
  private var recent: [Float] = []
  private var level = 0.0
  private var highest = 0.0
  private var isSounding = false

  /// - Parameters:
  ///   - sampleRate: In hertz.
  ///   - longest: The longest stroke, in seconds.
  package init(sampleRate: Double, longest: Double = StrokeSplitter.longest) {
    self.sampleRate = sampleRate
    self.longest = longest
    stepSize = max(1, Int(Self.step * sampleRate))
  }

  /// Appends samples, and returns the strokes that are complete.
  package mutating func append(_ block: [Float]) -> [[Float]] {
    pending += block
    var strokes: [[Float]] = []
    var start = 0
    while start + stepSize <= pending.count {
      let part = Array(pending[start..<(start + stepSize)])
      start += stepSize
      if let stroke = process(part) { strokes.append(stroke) }
    }
    pending.removeFirst(start)
    return strokes
  }

  /// Returns the stroke that sounds when the stream ends.
  package mutating func finish() -> [Float]? {
    defer { (isSounding, stroke) = (false, []) }
    return isSounding ? stroke : nil
  }

  /// Marks a gap in the samples: drops the stroke that sounds.
  ///
  /// - Returns: True if one sounded.
  @discardableResult
  package mutating func discard() -> Bool {
    defer { (isSounding, stroke, recent, pending) = (false, [], [], []) }
    return isSounding
  }

  /// The beginning of the stroke that sounds; empty if none does.
  package var sounding: ArraySlice<Float> { isSounding ? stroke[...] : [] }

  private mutating func process(_ part: [Float]) -> [Float]? {
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
      if Double(stroke.count) >= longest * sampleRate || power < Self.fall * highest {
        complete = stroke
        (stroke, isSounding) = ([], false)
      }
    }
    recent = Array((recent + part).suffix(Int(Self.before * sampleRate)))
    return complete
  }
}
