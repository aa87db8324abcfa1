import CommandKit
import Connections
import MusicTheory
import SignalProcessing
package import ToneGeneration

/// The program of `kammerton tone`: plain values, which make the sound for any sample rate.
package struct ToneProgram: Hashable, Sendable {
  /// The kind of sound, with its frequencies.
  package enum Subject: Hashable, Sendable {
    /// Tones together, in hertz.
    case chord([Double])
    /// One tone on the left, in hertz, and another on the right.
    case binaural(left: Double, right: Double)
    /// A tone that moves, in hertz.
    case sweep(from: Double, to: Double, law: SweepLaw)
    /// Tones one after the other.
    case sequence([SequenceStep])
    /// The keys of a telephone.
    case dialling([DTMFKey])
    /// Plucked strings around a tonic, in hertz.
    case tanpura(tonic: Double)
    case noise(NoiseColor)
    /// One plucked string after the other, or together, in hertz.
    case strings([Double])
  }

  var subject: Subject
  package var waveform = Waveform.sine
  /// The peak level of everything together, in dBFS.
  var level = -20.0
  /// The gains of the voices relative to each other, in decibels; missing ones count as 0.
  var gains: [Double] = []
  var envelope = Envelope()
  /// The duration, in seconds; `nil` for as long as the subject lasts, or until someone stops it.
  var duration: Double?
  var seed: UInt64 = 1

  package init(subject: Subject) {
    self.subject = subject
  }

  /// True if it plays until someone stops it.
  var isEndless: Bool {
    guard duration == nil else { return false }
    switch subject {
    case .sweep, .sequence, .dialling: return false
    default: return true
    }
  }

  /// The duration that a sequence or dialling has by itself, in seconds; `nil` for other subjects.
  var ownDuration: Double? {
    switch subject {
    case .sequence, .dialling: naturalDuration
    default: nil
    }
  }

  /// The number of channels that it needs.
  var channelCount: Int {
    if case .binaural = subject { 2 } else { 1 }
  }

  /// Creates the sound for a sample rate and a number of channels.
  ///
  /// - Parameters:
  ///   - sampleRate: Samples per second, in hertz.
  ///   - channelCount: The channels of the destination.
  /// - Returns: The sound, which ends after ``duration`` or with its subject.
  /// - Throws: ``SynthesisError`` if a tone does not fit into the sample rate.
  package func sound(sampleRate: Double, channelCount: Int) throws(SynthesisError) -> Fader<Mixer> {
    let voices = try ToneVoices(self, sampleRate: sampleRate).voices()
    let mixer = Mixer(voices, sampleRate: sampleRate, channelCount: channelCount)
    // The release of the voices is the end; a sound that is cut off gets one of its own.
    let isWhole = mixer.frameCount != nil && duration.map { $0 >= naturalDuration } ?? true
    guard !isWhole, let duration else { return Fader(mixer) }
    return Fader(mixer, frameCount: Int((duration * sampleRate).rounded()))
  }

  /// The duration of the subject by itself, in seconds; 0 if ``duration`` sets it, infinite if it
  /// has no end.
  private var naturalDuration: Double {
    switch subject {
    case .sequence(let steps): steps.reduce(0) { $0 + $1.duration }
    case .dialling(let keys): Double(keys.count) * Dialling.period - Dialling.pause
    case .chord, .binaural, .sweep: 0  // made to measure
    case .tanpura, .noise, .strings: .infinity
    }
  }
}

/// A tone of a sequence, or a rest.
package struct SequenceStep: Hashable, Sendable {
  /// The frequency, in hertz; `nil` for a rest.
  var frequency: Double?
  /// The duration, in seconds.
  var duration: Double

  package init(frequency: Double? = nil, duration: Double) {
    self.frequency = frequency
    self.duration = duration
  }
}

/// The timing of telephone dialling, in seconds. Receivers accept tones and pauses from 40 ms
/// (ITU-T Q.24).
enum Dialling {
  static let tone = 0.1
  static let pause = 0.1
  static let period = tone + pause
}

extension ToneProgram {
  /// Returns the text of the status line, such as `A4 +7.9 cents  442.00 Hz  -20 dBFS`.
  ///
  /// - Parameters:
  ///   - concertPitch: The concert pitch for naming the notes.
  ///   - notation: The names of notes; ASCII English by default.
  /// - Returns: The tones and the level.
  func title(
    under concertPitch: ConcertPitch, in notation: NoteNotation = NoteNotation(.ascii)
  ) -> String {
    let what =
      switch subject {
      case .chord(let tones), .strings(let tones): Self.names(tones, concertPitch, notation)
      case .binaural(let left, let right):
        Self.name(left, concertPitch, notation) + " left, \(right.formatted(decimals: 2)) Hz right"
      case .sweep(let from, let to, _):
        "\(from.formatted(decimals: 1)) to \(to.formatted(decimals: 1)) Hz"
      case .sequence(let steps): "\(steps.count) tones"
      case .dialling(let keys): "\(keys.count) keys"
      case .tanpura(let tonic): "tanpura on " + Self.name(tonic, concertPitch, notation)
      case .noise(let color): "\(color) noise"
      }
    return what + "  \(level.formatted(decimals: level == level.rounded() ? 0 : 1)) dBFS"
  }

  private static func names(
    _ frequencies: [Double], _ concertPitch: ConcertPitch, _ notation: NoteNotation
  ) -> String {
    if frequencies.count == 1 { return name(frequencies[0], concertPitch, notation) }
    return frequencies.map { "\($0.formatted(decimals: 2))" }.joined(separator: " + ") + " Hz"
  }

  private static func name(
    _ frequency: Double, _ concertPitch: ConcertPitch, _ notation: NoteNotation
  ) -> String {
    let hertz = "\(frequency.formatted(decimals: 2)) Hz"
    guard let pitch = try? Pitch(frequency: frequency, concertPitch: concertPitch) else {
      return hertz
    }
    let cents = pitch.cents.magnitude < 0.05 ? "" : " \(pitch.cents.signed(decimals: 1)) cents"
    return "\(notation.text(pitch.note))\(cents)  \(hertz)"
  }
}
