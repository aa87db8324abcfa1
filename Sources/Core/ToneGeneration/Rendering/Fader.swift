import SignalProcessing

/// A sound that ends with a fade-out, at a set time or on request.
public struct Fader<Sound: SoundRendering>: SoundRendering {
  /// The sound that fades. A change takes effect with the next block.
  public var sound: Sound
  private var gain = Ramp(1)
  private var framesLeft: Int?  // `nil` while there is no end
  private var fadeLength: Int

  /// Wraps a sound, which starts at its full level.
  ///
  /// - Parameters:
  ///   - sound: The sound.
  ///   - frameCount: The largest number of frames to render, 0 or more, including the fade-out;
  ///     `nil`, the default, for no end.
  ///   - fadeOut: The duration of the fade-out, in seconds; at most half of the total.
  public init(
    _ sound: Sound, frameCount: Int? = nil, fadeOut: Double = Fade.standardDuration
  ) {
    self.sound = sound
    framesLeft = frameCount.map { max(0, $0) }
    let length = Fade.length(fadeOut, at: sound.sampleRate)
    fadeLength = min(length, max(1, (frameCount ?? .max) / 2))
  }

  /// Samples per second, in hertz.
  public var sampleRate: Double { sound.sampleRate }

  /// The number of interleaved channels.
  public var channelCount: Int { sound.channelCount }

  /// Fades out along a raised cosine, and ends. Does nothing if the sound ends earlier anyway.
  ///
  /// - Parameter duration: The duration of the fade, in seconds.
  public mutating func fadeOut(duration: Double = Fade.standardDuration) {
    let length = Fade.length(duration, at: sampleRate)
    guard length < framesLeft ?? .max else { return }
    framesLeft = length
    fadeLength = length
  }

  /// Fades in from silence, after a gap in the sound. Does nothing during the fade-out.
  ///
  /// - Parameter duration: The duration of the fade, in seconds.
  public mutating func fadeIn(duration: Double = Fade.standardDuration) {
    guard fadeLength < framesLeft ?? .max else { return }
    gain = Ramp(0)
    gain.move(to: 1, length: Fade.length(duration, at: sampleRate))
  }

  /// Replaces the contents of a block with the next samples.
  ///
  /// - Parameter interleaved: The block to fill: any number of whole frames.
  /// - Returns: The number of rendered frames; fewer than requested only at the end.
  public mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let count = min(sound.render(into: &interleaved), framesLeft ?? .max)
    let channels = channelCount
    if gain.isMoving || fadeLength + count >= framesLeft ?? .max {
      for frame in 0..<count {
        let factor = Float(nextGain(framesAhead: frame))
        for index in frame * channels..<(frame + 1) * channels { interleaved[index] *= factor }
      }
    }
    framesLeft = framesLeft.map { $0 - count }
    for index in count * channels..<interleaved.count { interleaved[index] = 0 }
    return count
  }

  private mutating func nextGain(framesAhead: Int) -> Double {
    if let framesLeft, framesLeft - framesAhead == fadeLength {
      gain.move(to: 0, length: fadeLength)
    }
    return gain.next()
  }
}

/// The duration and shape of fades.
public enum Fade {
  /// 50 ms, in seconds: the energy that the fade spreads beyond 200 Hz is below -80 dB.
  public static var standardDuration: Double { 0.05 }
  /// The shortest fade that is offered, in seconds: 10 ms.
  package static var shortestDuration: Double { 0.01 }

  /// The number of samples of a fade, at least 1.
  static func length(_ duration: Double, at sampleRate: Double) -> Int {
    max(1, Int((duration * sampleRate).rounded()))
  }

  /// Returns the gain of a sound that begins and ends with a raised cosine.
  ///
  /// - Parameters:
  ///   - time: Seconds since its start.
  ///   - duration: The time from its start to its end, in seconds.
  ///   - fade: The duration of each fade, in seconds.
  /// - Returns: 0...1; 0 before the start and after the end.
  package static func gain(at time: Double, duration: Double, fade: Double) -> Double {
    let edge = min(time, duration - time)
    guard edge < fade else { return 1 }
    return edge <= 0 ? 0 : 0.5 - 0.5 * Elementary.cos(.pi * edge / fade)
  }
}

/// A value that moves to another value along half a period of a cosine, without a corner at either
/// end.
///
/// A level that moves this way is a raised-cosine fade. At 50 ms, the energy of the fade beyond 200
/// Hz of a tone is 80 dB down; a shorter fade spreads more.
package struct Ramp: Sendable {
  /// The value at the end of the move.
  package private(set) var target: Double
  /// The value at the next sample.
  package private(set) var value: Double
  private var start: Double
  private var position = 0
  private var length = 0

  /// Creates a constant value.
  ///
  /// - Parameter value: Any value.
  package init(_ value: Double) {
    target = value
    self.value = value
    start = value
  }

  /// `true` while the value is moving.
  package var isMoving: Bool { position < length }

  /// Starts moving to another value, from the current value.
  ///
  /// - Parameters:
  ///   - target: The new value.
  ///   - length: The number of samples of the move; 0 or less for an immediate change.
  package mutating func move(to target: Double, length: Int) {
    self.target = target
    start = length > 0 ? value : target
    value = start
    position = 0
    self.length = max(0, length)
  }

  /// Returns the value of the next sample.
  ///
  /// - Returns: ``value``, which then moves on by one sample.
  package mutating func next() -> Double {
    let current = value
    if position < length {
      position += 1
      value = position == length ? target : interpolated
    }
    return current
  }

  private var interpolated: Double {
    let part = 0.5 - 0.5 * Elementary.cos(.pi * Double(position) / Double(length))
    return start + (target - start) * part
  }
}
