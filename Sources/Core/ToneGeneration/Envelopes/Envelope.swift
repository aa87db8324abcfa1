internal import SignalProcessing

/// The gain of a note over time: attack, decay, sustain, release.
///
/// Each part follows a raised cosine, so that it does not click. The gain depends only on the
/// position in the note.
public struct Envelope: Sendable, Hashable {
  /// The time from silence to full strength, in seconds.
  public var attack: Double
  /// The time from full strength to ``sustain``, in seconds.
  public var decay: Double
  /// The gain while the note is held, in 0...1.
  public var sustain: Double
  /// The time from there to silence at the end of the note, in seconds.
  public var release: Double

  /// Creates an envelope.
  ///
  /// - Parameters:
  ///   - attack: Seconds, 0 or more; 50 ms by default.
  ///   - decay: Seconds, 0 or more; none by default.
  ///   - sustain: A gain in 0...1; 1 by default.
  ///   - release: Seconds, 0 or more; 50 ms by default.
  public init(
    attack: Double = Fade.standardDuration, decay: Double = 0, sustain: Double = 1,
    release: Double = Fade.standardDuration
  ) {
    self.attack = attack
    self.decay = decay
    self.sustain = sustain
    self.release = release
  }

  /// Returns an envelope that fades in and out in the same time.
  ///
  /// - Parameter fade: Seconds.
  /// - Returns: The envelope.
  public static func fade(_ fade: Double = Fade.standardDuration) -> Envelope {
    Envelope(attack: fade, release: fade)
  }
}

/// The gain of one note, sample by sample.
struct EnvelopeGenerator: Sendable {
  private let attack: Int
  private let decay: Int
  private let sustain: Double
  private let release: Int
  private let length: Int?

  /// - Parameters:
  ///   - envelope: The envelope. If a note is too short for it, attack and release shrink in
  ///     proportion.
  ///   - length: The length of the note in samples, including its release; `nil` for no end.
  ///   - sampleRate: Samples per second, in hertz.
  init(_ envelope: Envelope, length: Int?, sampleRate: Double) {
    func samples(_ seconds: Double) -> Int {
      Int((max(0, min(86_400, seconds)) * sampleRate).rounded())
    }
    var (attack, release) = (samples(envelope.attack), samples(envelope.release))
    if let length, attack + release > length {
      let part = Double(length) / Double(attack + release)
      attack = Int(Double(attack) * part)
      release = length - attack
    }
    self.attack = attack
    self.release = release
    self.length = length
    decay = samples(envelope.decay)
    sustain = max(0, min(1, envelope.sustain))
  }

  /// The sample from which the gain is constant until the release.
  private var sustainStart: Int { attack + decay }
  private var releaseStart: Int? { length.map { $0 - release } }

  /// Returns the gain if it is constant over a range of samples, else `nil`.
  func constantGain(in range: Range<Int>) -> Float? {
    guard range.lowerBound >= sustainStart, range.upperBound <= releaseStart ?? .max else {
      return nil
    }
    return Float(sustain)
  }

  /// Returns the gain at a sample of the note.
  func gain(at index: Int) -> Double {
    guard let releaseStart, index >= releaseStart else { return gainWhenHeld(at: index) }
    let part = Double(index - releaseStart) / Double(max(1, release))
    return gainWhenHeld(at: releaseStart) * (0.5 + 0.5 * Elementary.cos(.pi * part))
  }

  private func gainWhenHeld(at index: Int) -> Double {
    if index < attack {
      return 0.5 - 0.5 * Elementary.cos(.pi * Double(index) / Double(attack))
    }
    if index < attack + decay {
      let part = Double(index - attack) / Double(decay)
      return sustain + (1 - sustain) * (0.5 + 0.5 * Elementary.cos(.pi * part))
    }
    return sustain
  }
}
