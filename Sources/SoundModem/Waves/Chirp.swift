internal import SignalProcessing

/// A chirp across a band, in time from its start.
struct Chirp: Sendable {
  let isRising: Bool
  /// In seconds.
  let duration: Double
  /// The width of the band, in hertz.
  let bandwidth: Double
  /// How long it fades in and out, in seconds.
  let fade: Double

  init(_ grid: SlotGrid, length: Int, isRising: Bool) {
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

/// The raised cosine with which every wave begins and ends.
enum Fade {
  /// The gain at a moment.
  ///
  /// - Parameters:
  ///   - time: Seconds since the start.
  ///   - duration: From the start to the end, in seconds.
  ///   - fade: How long the fades take, in seconds.
  /// - Returns: 0...1.
  static func gain(at time: Double, duration: Double, fade: Double) -> Double {
    let edge = min(time, duration - time)
    guard edge < fade else { return 1 }
    return edge <= 0 ? 0 : 0.5 - 0.5 * Elementary.cos(.pi * edge / fade)
  }
}
