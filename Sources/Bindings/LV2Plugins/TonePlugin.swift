internal import MusicTheory
internal import PitchEstimation
internal import SignalProcessing
internal import ToneGeneration

/// The reference tone.
///
/// Each waveform has its own voice, so that another choice allocates nothing and fades over.
final class TonePlugin: Plugin {
  private static let waveforms: [Waveform] = [
    .sine, .triangle, .sawtooth, .square(duty: 0.5), .pulse,
  ]
  /// The number of samples that are rendered at a time.
  private static let portion = 512
  /// The lowest frequency, in hertz: below that of the lowest note with the lowest A4.
  private static let lowestFrequency = 10.0

  private let sampleRate: Double
  private let highestFrequency: Double
  private let temperaments = Temperaments()
  private let silent: [ToneVoice]
  private let scratch: UnsafeMutableBufferPointer<Float>
  private var ports = Ports<TonePort>()
  private var voices: [ToneVoice]

  private init(sampleRate: Double, voices: [ToneVoice]) {
    self.sampleRate = sampleRate
    highestFrequency = Self.highestFrequency(sampleRate: sampleRate)
    silent = voices
    self.voices = voices
    scratch = .allocate(capacity: Self.portion)
    scratch.initialize(repeating: 0)
  }

  deinit { scratch.deallocate() }

  /// - Returns: `nil` for a sample rate out of its range.
  static func make(sampleRate: Double) -> TonePlugin? {
    guard SearchRange.supportedSampleRates.contains(sampleRate) else { return nil }
    var voices: [ToneVoice] = []
    for waveform in waveforms {
      guard
        let oscillator = try? Oscillator(
          waveform, frequency: 440, sampleRate: sampleRate,
          frequencies: lowestFrequency...highestFrequency(sampleRate: sampleRate))
      else { return nil }
      voices.append(ToneVoice(oscillator))
    }
    return TonePlugin(sampleRate: sampleRate, voices: voices)
  }

  private static func highestFrequency(sampleRate: Double) -> Double {
    min(20_000, 0.49 * sampleRate)
  }

  override func connect(_ port: Int, to place: UnsafeMutablePointer<Float>?) {
    ports.connect(port, to: place)
  }

  override func activate() { for index in voices.indices { voices[index] = silent[index] } }

  override func run(_ sampleCount: Int) {
    let isOn = ports.isOn(.play, standard: true)
    let frequency = isOn ? self.frequency : nil
    let level = ports.value(of: .level, in: -60...0, standard: -20)
    let chosen = ports.choice(of: .waveform, count: voices.count)
    for index in voices.indices {
      voices[index].set(frequency: index == chosen ? frequency : nil, level: level)
    }
    if let output = ports[.output] {
      render(into: UnsafeMutableBufferPointer(start: output, count: sampleCount))
    }
    ports.show(frequency ?? 0, at: .sounding)
  }

  /// The frequency in hertz; `nil` if it is too high for the sample rate.
  private var frequency: Double? {
    let frequency =
      ports.choice(of: .source, count: 2) == 1
      ? ports.value(of: .frequency, in: 20...20_000, standard: 440) : frequencyOfNote
    return frequency <= highestFrequency ? frequency : nil
  }

  private var frequencyOfNote: Double {
    let choice = ConcertPitchChoice(
      frequency: ports.value(of: .a4, in: ConcertPitchChoice.limits, standard: 440),
      temperament: ports.choice(of: .temperament, count: temperaments.count),
      root: ports.choice(of: .root, count: 12))
    let number = ports.value(of: .note, in: 12...120, standard: 69).rounded()
    let cents = ports.value(of: .cents, in: -100...100, standard: 0)
    let note = Note(midiNumber: Int(number), spelling: .sharps)
    return note.frequency(under: choice.pitch(of: temperaments)) * Elementary.ratio(ofCents: cents)
  }

  private func render(into output: UnsafeMutableBufferPointer<Float>) {
    output.update(repeating: 0)
    for index in voices.indices where !voices[index].isSilent {
      var start = 0
      while start < output.count {
        let end = min(output.count, start + scratch.count)
        voices[index].add(
          to: UnsafeMutableBufferPointer(rebasing: output[start..<end]),
          using: UnsafeMutableBufferPointer(rebasing: scratch[..<(end - start)]))
        start = end
      }
    }
  }
}

/// The ports of the tone, in the order of tone.ttl.
enum TonePort: Int, CaseIterable {
  case output
  case play
  case waveform
  case source
  case note
  case cents
  case a4
  case temperament
  case root
  case frequency
  case level
  case sounding
}

/// A tone of one waveform, which comes and goes without a click.
struct ToneVoice {
  private var oscillator: Oscillator
  private var gain = Ramp(0)
  private var level = 0.0
  private var wanted = 0.0  // hertz

  init(_ oscillator: Oscillator) { self.oscillator = oscillator }

  /// `true` while there is nothing to render.
  var isSilent: Bool { gain.value == 0 && !gain.isMoving }

  /// Plays, or fades out.
  ///
  /// - Parameters:
  ///   - frequency: Hertz, within the range of the oscillator; `nil` to fade out.
  ///   - level: The peak level, in dBFS, in -120...0.
  mutating func set(frequency: Double?, level: Double) {
    let duration = isSilent ? 0 : Fade.standardDuration
    if let frequency {
      // The caller keeps both within their limits.
      if isSilent || frequency != wanted {
        wanted = frequency
        try? oscillator.setFrequency(frequency, duration: duration)
      }
      if isSilent || level != self.level {
        self.level = level
        try? oscillator.setLevel(level, duration: duration)
      }
    }
    let target: Double = frequency == nil ? 0 : 1
    if target != gain.target {
      gain.move(to: target, length: Int(Fade.standardDuration * oscillator.sampleRate))
    }
  }

  /// Adds the next samples.
  ///
  /// - Parameters:
  ///   - output: Receives them.
  ///   - scratch: Memory of the same size to work in.
  mutating func add(
    to output: UnsafeMutableBufferPointer<Float>, using scratch: UnsafeMutableBufferPointer<Float>
  ) {
    var span = scratch.mutableSpan
    oscillator.render(into: &span)
    for index in output.indices {
      output[index] += Float(gain.next()) * scratch[index]
    }
  }
}
