import CommandKit
import InstrumentTuning
import PitchEstimation

/// What a source had instead of a tone.
enum Silence: Sendable, Hashable {
  /// Nothing, or nothing loud enough.
  case quiet
  /// Sound without a steady pitch, up to this level, in dBFS.
  case noise(level: Double)
  /// Sound of less than 0.3 s, up to this level, in dBFS.
  case short(level: Double)
  case severalTones
  /// Sound up to this peak, in dBFS, without a note that chords are listened for in.
  case noNote(peak: Double)
  /// A tone outside the range of pitches.
  case outside(RangeSide)
  /// Sound that is not that of the open strings.
  case otherStrings
  /// Nothing near the target of a measurement.
  case nothingNear

  /// One or two sentences for the user.
  var advice: String {
    switch self {
    case .quiet: "It is silent or too quiet. For quiet sound, add --gate off."
    case .noise(let level):
      "It has sound of up to \(level.signed(decimals: 0)) dBFS, but without a steady pitch, such as noise."
    case .short(let level):
      "Its sound, of up to \(level.signed(decimals: 0)) dBFS, is too short for a pitch, or has no steady one."
    case .noNote(let peak):
      "It has sound with a peak of \(peak.signed(decimals: 0)) dBFS, but no note from A0 to C7."
    case .severalTones:
      "Several tones sound at once. Add --chord, or --strum for strings that are strummed together."
    case .outside(.below): "It is below the range. Give a wider one, such as --range 10..1000."
    case .outside(.above): "It is above the range. Give a wider one, such as --range 100..12000."
    case .otherStrings:
      "Its sound is not that of the open strings. Check --instrument, --tuning or --strings."
    case .nothingNear: "Nothing sounds near the target, or it is too quiet."
    }
  }

  /// What to do about channels that cancel each other.
  static let oppositeChannels =
    "Its channels are opposite and cancel each other in their mix. Choose one, such as --channel 1."
}

extension Silence {
  /// The silence of a track whose sound, if any, has no tone.
  init(_ loudness: LoudnessMonitor) {
    switch loudness.loudest {
    case nil: self = .quiet
    case let level?: self = loudness.isShort ? .short(level: level) : .noise(level: level)
    }
  }
}
