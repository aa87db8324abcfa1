import ArgumentParser
import CommandKit
import MusicTheory
import SignalProcessing
import ToneGeneration

/// Parses the values of the options of `kammerton tone`.
enum ToneText {
  /// `sine`, `triangle`, `saw`, `square`, `square:0.25` or `pulse`; or `pluck`, not a waveform.
  enum Wave: Hashable, Sendable {
    case waveform(Waveform)
    case pluck
  }

  static func wave(_ argument: String) throws -> Wave {
    let parts = argument.lowercased().split(separator: ":", maxSplits: 1).map(String.init)
    if parts.count == 2, parts[0] == "square" {
      guard let duty = Double(decimal: parts[1]), SynthesisError.dutyLimits.contains(duty) else {
        throw ValidationError("A duty cycle must be between 0.01 and 0.99, such as square:0.25.")
      }
      return .waveform(.square(duty: duty))
    }
    switch argument.lowercased() {
    case "sine": return .waveform(.sine)
    case "triangle", "tri": return .waveform(.triangle)
    case "saw", "sawtooth": return .waveform(.sawtooth)
    case "square": return .waveform(.square(duty: 0.5))
    case "pulse": return .waveform(.pulse)
    case "pluck": return .pluck
    default:
      throw Choices.unknown(
        argument, among: ["sine", "triangle", "saw", "square", "pulse", "pluck"],
        list: "sine, triangle, saw, square, square:DUTY such as square:0.25, pulse or pluck")
    }
  }

  static func noise(_ argument: String) throws -> NoiseColor {
    switch argument.lowercased() {
    case "white": return .white
    case "pink": return .pink
    case "brown", "red": return .brown
    default: throw Choices.unknown(argument, among: ["white", "pink", "brown"])
    }
  }

  static func level(_ argument: String) throws -> Double {
    guard let level = Double(argument, in: .decibels), SynthesisError.levelLimits.contains(level)
    else {
      throw ValidationError("Write a level in -120...0 dBFS, where 0 is full scale.")
    }
    return level
  }

  static func keys(_ argument: String) throws -> [DTMFKey] {
    let symbols = argument.unicodeScalars.filter { !" -.".unicodeScalars.contains($0) }
    guard !symbols.isEmpty, symbols.count <= 1000 else {
      throw ValidationError("Write 1 to 1000 telephone keys: 0 to 9, *, # and A to D.")
    }
    return try symbols.map { symbol in
      guard let key = DTMFKey(symbol) else {
        throw ValidationError("'\(symbol)' is not a telephone key. Write 0 to 9, *, # or A to D.")
      }
      return key
    }
  }

  /// Reads gains in decibels, such as `0,-6,-12`.
  static func gains(_ argument: String) throws -> [Double] {
    try argument.commaSeparatedItems.map { part in
      guard let gain = Double(part, in: .decibels), (-120...0).contains(gain) else {
        throw ValidationError("Write gains in -120...0 dB, such as 0,-6,-12.")
      }
      return gain
    }
  }

  /// Reads an envelope, such as `10ms,100ms,0.7,300ms`.
  static func envelope(_ argument: String) throws -> Envelope {
    let parts = argument.commaSeparatedItems
    guard parts.count == 4, let attack = time(parts[0]), let decay = time(parts[1]),
      let sustain = Double(decimal: parts[2]), (0...1).contains(sustain),
      let release = time(parts[3])
    else {
      throw ValidationError(
        "Write attack, decay, sustain (0...1) and release, such as 20ms,100ms,0.7,300ms.")
    }
    guard attack >= Fade.shortestDuration, release >= Fade.shortestDuration else {
      throw ValidationError("Attack and release must last at least 10 ms. Shorter ones click.")
    }
    return Envelope(attack: attack, decay: decay, sustain: sustain, release: release)
  }

  /// Reads a time in 0...60 s, in seconds.
  private static func time(_ text: String) -> Double? {
    if Double(decimal: text) == 0 { return 0 }
    guard let time = try? SoundDuration(argument: text).seconds, time <= 60 else { return nil }
    return time
  }
}

// MARK: - Pitches

extension ToneText {
  /// Returns the frequency of a note, a MIDI number or hertz, as `kammerton note` reads them.
  static func frequency(_ text: String, _ pitches: TonePitches) throws -> Double {
    let tone = try input(text, pitches)
    guard case .note(let note) = tone else { return tone.frequency(under: pitches.concertPitch) }
    return pitches.frequency(of: note)
  }

  private static func input(_ text: String, _ pitches: TonePitches) throws -> NoteInput {
    do {
      return try NoteInput(text, notation: pitches.notation)
    } catch let error as NotationError {
      throw ValidationError(error.description)
    }
  }

  /// Returns the frequencies of a root with its fifth and octave, in hertz.
  static func drone(_ text: String, _ pitches: TonePitches) throws -> [Double] {
    let tone = try input(text, pitches)
    if case .note(let note) = tone { return pitches.drone(on: note) }
    let root = tone.frequency(under: pitches.concertPitch)
    return [root, root * 1.5, root * 2]
  }

  /// Reads `Am`, or `A3,E4,A4`, or ratios to the first tone: `A3,5/4,3/2`.
  static func chord(_ argument: String, _ pitches: TonePitches) throws -> [Double] {
    let parts = argument.commaSeparatedItems
    guard parts.count <= 64 else {
      throw ValidationError("A chord can have at most 64 tones. Remove some.")
    }
    if parts.count == 1 { return try named(parts[0], pitches) }
    var frequencies: [Double] = []
    for part in parts {
      if let ratio = try ratio(part) {
        guard let root = frequencies.first else {
          throw ValidationError(
            "A chord must start with a tone, followed by ratios to it, such as A3,5/4,3/2.")
        }
        frequencies.append(root * ratio)
      } else {
        frequencies.append(try frequency(part, pitches))
      }
    }
    return frequencies
  }

  /// Returns a chord by its name; a tone is a chord of one.
  private static func named(_ text: String, _ pitches: TonePitches) throws -> [Double] {
    do {
      return try pitches.chord(named: text)
    } catch {
      guard let tone = try? frequency(text, pitches) else {
        throw ValidationError(error.description)
      }
      return [tone]
    }
  }

  private static func ratio(_ text: String) throws -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    guard let upper = Int(parts[0]), let lower = Int(parts[1]), (1...10_000).contains(upper),
      (1...10_000).contains(lower)
    else {
      throw ValidationError(
        "'\(text)' is not a ratio. Write two whole numbers in 1...10000, such as 3/2.")
    }
    return Double(upper) / Double(lower)
  }

  /// Reads `A4:1s,-:250ms,C5`; the default is half a second, and `-` is a rest.
  static func sequence(_ argument: String, _ pitches: TonePitches) throws -> [SequenceStep] {
    let parts = argument.commaSeparatedItems
    guard parts.count <= 10_000 else {
      throw ValidationError("A sequence can have at most 10000 tones. Remove some.")
    }
    return try parts.map { part in
      let pieces = part.split(separator: ":", maxSplits: 1).map(String.init)
      guard let tone = pieces.first else {
        throw ValidationError("Write tones with times, such as A4:1s,-:250ms,C5.")
      }
      let duration = pieces.count == 2 ? try SoundDuration(argument: pieces[1]).seconds : 0.5
      let frequency = tone == "-" ? nil : try frequency(tone, pitches)
      return SequenceStep(frequency: frequency, duration: duration)
    }
  }

  /// Reads the ends of a sweep, up or down: `20..20000`, or notes.
  static func sweep(_ argument: String, _ pitches: TonePitches) throws -> (
    from: Double, to: Double
  ) {
    guard let (from, to) = FrequencyRange.bounds(in: argument, pitches.notation) else {
      throw ValidationError("Write two frequencies or notes, such as 20..20000 or A5..A2.")
    }
    func hertz(_ bound: FrequencyBound) -> Double {
      if case .note(let note) = bound { return pitches.frequency(of: note) }
      return bound.frequency(under: pitches.concertPitch)
    }
    return (hertz(from), hertz(to))
  }
}

/// The frequencies behind the names of notes and chords.
struct TonePitches: Hashable, Sendable {
  /// The frequency of A4, and the temperament.
  var concertPitch = ConcertPitch.standard
  /// True if a temperament was chosen, which then sets all intervals.
  var isTempered = false
  /// The names of notes; `nil` for English.
  var notation: NoteNotation?
  /// The interval from the written note to the one that sounds.
  var transposition = Transposition.none

  init(
    concertPitch: ConcertPitch = .standard, isTempered: Bool = false,
    notation: NoteNotation? = nil, transposition: Transposition = .none
  ) {
    self.concertPitch = concertPitch
    self.isTempered = isTempered
    self.notation = notation
    self.transposition = transposition
  }

  /// Returns the frequency of a written note, in hertz.
  func frequency(of written: Note) -> Double {
    concertPitch.frequency(of: transposition.sounding(written))
  }

  /// Returns the frequencies of a chord whose root is in the octave of middle C.
  ///
  /// - Parameter name: A name such as Am or Bbmaj7, in the notation or in English.
  /// - Returns: Hertz, from the lowest note up.
  /// - Throws: ``ChordError``.
  func chord(named name: String) throws(ChordError) -> [Double] {
    try Chord(name, in: notation ?? NoteNotation()).notes(octave: 4).map(frequency)
  }

  /// Returns a written root with its fifth and octave, in hertz; the fifth is pure unless a
  /// temperament was chosen.
  func drone(on root: Note) -> [Double] {
    let fundamental = frequency(of: root)
    let fifth =
      isTempered ? frequency(of: root.transposed(by: Interval(semitones: 7))) : fundamental * 1.5
    return [fundamental, fifth, fundamental * 2]
  }
}
