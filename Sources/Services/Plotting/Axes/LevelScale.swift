/// The levels that colours or heights stand for, in dBFS.
struct LevelScale: Sendable, Hashable {
  let range: ClosedRange<Double>

  /// From quiet to loud, in decibels.
  static let span = 70.0

  init(_ range: ClosedRange<Double>) {
    self.range = range
  }

  /// The scale whose top is the next ten at or above the loudest level.
  ///
  /// - Parameter loudest: In dBFS; -infinity for silence.
  init(loudest: Double) {
    let top = loudest.isFinite ? (min(60, max(-100, loudest)) / 10).rounded(.up) * 10 : 0
    self.init((top - Self.span)...top)
  }

  /// 0 at or below the bottom of the scale, 1 at or above its top.
  func position(of level: Double) -> Double {
    min(1, max(0, (level - range.lowerBound) / (range.upperBound - range.lowerBound)))
  }

  /// Every multiple of `step`, from the bottom up.
  func ticks(every step: Double) -> [Double] {
    let first = (range.lowerBound / step).rounded(.up)
    let last = (range.upperBound / step).rounded(.down)
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }
}
