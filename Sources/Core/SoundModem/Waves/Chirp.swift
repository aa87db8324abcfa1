internal import ToneGeneration

/// A chirp across a band, in time from its start.
struct Chirp: Sendable {
  let isRising: Bool
  /// In seconds.
  let duration: Double
  /// The width of the band, in hertz.
  let bandwidth: Double
  /// How long it fades in and out, in seconds.
  let fade: Double

  init(_ grid: SymbolGrid, length: Int, isRising: Bool) {
    self.isRising = isRising
    duration = Double(length) / grid.basebandRate
    bandwidth = grid.bandwidth
    fade = Double(grid.fadeLength) / grid.basebandRate
  }

  /// The turns since the start, relative to a tone in the middle of the band.
  func turns(at time: Double) -> Double {
    let turns = bandwidth / 2 * time * (time / duration - 1)
    return isRising ? turns : -turns
  }

  /// The envelope, in 0...1.
  func gain(at time: Double) -> Double {
    Fade.gain(at: time, duration: duration, fade: fade)
  }
}
