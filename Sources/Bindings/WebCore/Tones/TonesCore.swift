import SignalProcessing
import ToneGeneration

/// A reference tone, a chord or a drone that changes without a click.
///
/// Nothing is allocated while it sounds; a new waveform, or a leap to other notes, makes tables.
final class TonesCore: Core {
  enum Part: Int, CaseIterable { case settings, output }

  /// The most tones at once.
  static let toneLimit = 8
  /// The most chords that may be fading out; the oldest is cut off for one more.
  private static let endingLimit = 4

  /// The positions of the settings.
  enum Field: Int, CaseIterable {
    case waveform  // as Shape counts
    case level
    case toneCount
    case frequencies
  }

  /// The waveforms that the page may play.
  enum Shape: Int, CaseIterable {
    case sine
    case triangle
    case sawtooth
    case square
    case pulse

    var waveform: Waveform {
      switch self {
      case .sine: .sine
      case .triangle: .triangle
      case .sawtooth: .sawtooth
      case .square: .square(duty: 0.5)
      case .pulse: .pulse
      }
    }
  }

  let settings = Record<Field>(more: toneLimit)
  let output = SharedMemory<Float>(repeating: 0, count: blockLimit)
  private let scratch = SharedMemory<Float>(repeating: 0, count: blockLimit)
  private let sampleRate: Double
  private var sounding: Fader<Chord>?
  private var endings: [Fader<Chord>] = []

  init(sampleRate: Double) {
    self.sampleRate = sampleRate
    endings.reserveCapacity(Self.endingLimit + 1)
  }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .settings: settings.address
    case .output: output.address
    case nil: nil
    }
  }

  /// Plays what the settings say, from now on; refuses them if one is out of its range.
  func play() -> Bool {
    let count = Int(exactly: settings[.toneCount]) ?? 0
    guard (1...Self.toneLimit).contains(count),
      let shape = Int(exactly: settings[.waveform]).flatMap({ Shape(rawValue: $0) })
    else { return false }
    let frequencies = (0..<count).map { settings[Field.frequencies.rawValue + $0] }
    let (waveform, level) = (shape.waveform, settings[.level])
    if sounding?.sound.change(waveform, to: frequencies, level: level) == true { return true }
    guard
      let chord = Chord(waveform, frequencies: frequencies, level: level, sampleRate: sampleRate)
    else { return false }
    stop()
    sounding = Fader(chord)
    sounding?.fadeIn()
    return true
  }

  /// Falls silent in 50 ms.
  func stop() {
    guard var ending = sounding else { return }
    sounding = nil
    ending.fadeOut()
    if endings.count == Self.endingLimit { endings.removeFirst() }
    endings.append(ending)
  }

  /// Fills `output`.
  ///
  /// - Returns: Whether anything sounds; if not, `output` is as it was.
  func render(_ count: Int) -> Bool {
    guard (1...blockLimit).contains(count), sounding != nil || !endings.isEmpty else {
      return false
    }
    let block = UnsafeMutableBufferPointer(rebasing: output.values[..<count])
    block.update(repeating: 0)
    var span = block.mutableSpan
    _ = sounding?.render(into: &span)
    renderEndings(count)
    return true
  }

  private func renderEndings(_ count: Int) {
    var index = 0
    while index < endings.count {
      var span = UnsafeMutableBufferPointer(rebasing: scratch.values[..<count]).mutableSpan
      let rendered = endings[index].render(into: &span)
      for position in 0..<rendered { output[position] += scratch[position] }
      if rendered < count {
        endings.remove(at: index)
      } else {
        index += 1
      }
    }
  }
}

/// Creates a player of up to eight tones at once.
@_cdecl("tones_create")
func createTones(_ sampleRate: Hertz) -> Handle? {
  sampleRates.contains(sampleRate) ? handle(TonesCore(sampleRate: sampleRate)) : nil
}

/// Plays the tones of `settings`.
@_cdecl("tones_play")
func playTones(_ tones: Handle) -> Accepted {
  (object(tones) as TonesCore).play()
}

/// Fades the tones out in 50 ms.
@_cdecl("tones_stop")
func stopTones(_ tones: Handle) { (object(tones) as TonesCore).stop() }

/// Writes sound to `output`, and returns whether there is any.
@_cdecl("tones_render")
func renderTones(_ tones: Handle, _ count: Int32) -> Bool {
  (object(tones) as TonesCore).render(Int(count))
}

/// Steady tones together, which share the level, so that a chord is no louder than a note.
struct Chord: SoundRendering {
  /// The largest glide of a tone, as a ratio: a semitone. Beyond it another chord begins.
  private static let reach = 1.0595

  let sampleRate: Double
  let channelCount = 1
  private let waveform: Waveform
  private var tones: [Oscillator] = []
  private var scratch: [Float]

  /// - Parameters:
  ///   - waveform: The shape of a period.
  ///   - frequencies: Hertz, at least one.
  ///   - level: The peak level of all tones together, in dBFS.
  ///   - sampleRate: Samples per second, in hertz.
  init?(_ waveform: Waveform, frequencies: [Double], level: Double, sampleRate: Double) {
    self.sampleRate = sampleRate
    self.waveform = waveform
    scratch = Array(repeating: 0, count: blockLimit)
    let level = Self.share(of: level, among: frequencies.count)
    for frequency in frequencies {
      let highest = min(frequency * Self.reach, 0.49999 * sampleRate)
      guard
        let tone = try? Oscillator(
          waveform, frequency: frequency, level: level, sampleRate: sampleRate,
          frequencies: min(frequency / Self.reach, highest)...max(frequency, highest))
      else { return nil }
      tones.append(tone)
    }
  }

  private static func share(of level: Double, among count: Int) -> Double {
    max(-120, level - 20 * Elementary.log10(Double(count)))
  }

  /// Glides to other frequencies and another level.
  ///
  /// - Returns: Whether it does; not if the change is too great, or refused.
  mutating func change(_ waveform: Waveform, to frequencies: [Double], level: Double) -> Bool {
    guard waveform == self.waveform, frequencies.count == tones.count,
      SynthesisError.levelLimits.contains(level)
    else { return false }
    for (tone, frequency) in zip(tones, frequencies) {
      let ratio = frequency / tone.frequency
      guard (1 / Self.reach...Self.reach).contains(ratio), frequency < sampleRate / 2 else {
        return false
      }
    }
    let level = Self.share(of: level, among: tones.count)
    for index in tones.indices {
      try? tones[index].setFrequency(frequencies[index])  // checked above
      try? tones[index].setLevel(level)
    }
    return true
  }

  mutating func render(into interleaved: inout MutableSpan<Float>) -> Int {
    let count = min(interleaved.count, scratch.count)
    for index in 0..<count { interleaved[index] = 0 }
    for index in tones.indices { Self.add(&tones[index], to: &interleaved, count, &scratch) }
    return count
  }

  private static func add(
    _ tone: inout Oscillator, to block: inout MutableSpan<Float>, _ count: Int,
    _ scratch: inout [Float]
  ) {
    scratch.withUnsafeMutableBufferPointer { samples in
      var part = UnsafeMutableBufferPointer(rebasing: samples[..<count]).mutableSpan
      tone.render(into: &part)
    }
    for index in 0..<count { block[index] += scratch[index] }
  }
}
