internal import DecimalText

/// A sequence of sections: a piece, or a list of pieces.
public struct TempoMap: Sendable, Hashable {
  /// The sections; at least one.
  public private(set) var sections: [TempoSection]

  /// The longest text, in bytes.
  public static var byteLimit: Int { 1 << 20 }

  /// Creates a map.
  ///
  /// - Parameter sections: The sections; at least one.
  /// - Throws: ``TempoMapError``, with the number of the section as its line.
  public init(_ sections: [TempoSection]) throws(TempoMapError) {
    guard !sections.isEmpty else { throw TempoMapError(line: nil, reason: .emptyMap) }
    for (index, section) in sections.enumerated() {
      do throws(MetronomeError) {
        try section.validate()
      } catch {
        throw TempoMapError(line: index + 1, reason: error)
      }
    }
    self.sections = sections
  }

  /// Reads the text of a tempo map.
  ///
  /// A line is `[label:] bars [meter] tempo [pattern] [volume] [key=value …]`, like in the
  /// metronome klick up to the volume; `#` starts a comment.
  ///
  /// - Parameter text: UTF-8, or UTF-16 with a byte order mark, at most ``byteLimit`` bytes. Lines end
  ///   in LF, CRLF or CR.
  /// - Throws: ``TempoMapError`` at the first line that cannot be played.
  public init(parsing text: [UInt8]) throws(TempoMapError) {
    guard text.count <= Self.byteLimit else { throw TempoMapError(line: nil, reason: .tooLong) }
    var sections: [TempoSection] = []
    var number = 0
    for line in Self.lines(PlainText.file(text)) {
      number += 1
      do throws(MetronomeError) {
        if let section = try SectionLine(line).section() { sections.append(section) }
      } catch {
        throw TempoMapError(line: number, reason: error)
      }
    }
    try self.init(sections)
  }

  private static func lines(_ text: [UInt8]) -> [Word] {
    let hasLineFeeds = text.contains(0x0A)
    // Before a line feed, a carriage return is a blank.
    return text.split(separator: hasLineFeeds ? 0x0A : 0x0D, omittingEmptySubsequences: false)
  }

  /// Adds bars before the first section, in its meter and tempo.
  ///
  /// - Parameter barCount: The number of bars; 0 does nothing.
  public mutating func countIn(barCount: Int) {
    guard barCount > 0 else { return }
    sections.insert(sections[0].countIn(barCount: barCount), at: 0)
  }

  /// Removes everything before a label.
  ///
  /// - Parameter label: A label; upper and lower case differ.
  /// - Returns: `false` if no section has that label; then nothing is removed.
  public mutating func start(atLabel label: String) -> Bool {
    guard let index = sections.firstIndex(where: { $0.label == label }) else { return false }
    sections.removeFirst(index)
    return true
  }

  /// Multiplies all tempos, and limits them to ``Tempo/limits``.
  ///
  /// - Parameter factor: Above 0.
  public mutating func scaleTempos(by factor: Double) {
    for index in sections.indices {
      switch sections[index].tempo {
      case .steady(let tempo): sections[index].tempo = .steady(tempo.scaled(by: factor))
      case .gradual(let from, let to):
        sections[index].tempo = .gradual(from: from.scaled(by: factor), to: to.scaled(by: factor))
      case .ramp(let tempo, let ramp): sections[index].tempo = .ramp(tempo.scaled(by: factor), ramp)
      case .beats(let tempos):
        sections[index].tempo = .beats(tempos.map { $0.scaled(by: factor) })
      }
    }
  }
}

/// Bars with the same settings: a line of a tempo map.
public struct TempoSection: Sendable, Hashable {
  /// A name for people; may be empty.
  public var label = ""
  /// The number of bars, in 1...1000000; `nil` for no end.
  public var barCount: Int?
  /// The beats of a bar.
  public var meter: Meter
  /// The tempo and its changes.
  public var tempo: TempoPlan
  /// The accent of each beat, `nil` for silence; `nil` instead of an array for ``Meter/accents``.
  public var accents: [Accent?]?
  /// A factor for the amplitude, in ``volumeLimits``.
  public var volume: Double
  /// The clicks besides the beats.
  public var feel: Feel
  /// The bars that are silent.
  public var rests: BarRests
  /// True for bars that only count in.
  package var isCountIn = false

  /// Factors for the amplitude.
  public static var volumeLimits: ClosedRange<Double> { 0...4 }

  /// Creates a section without a label.
  ///
  /// - Parameters:
  ///   - barCount: The number of bars, in 1...1000000; `nil` for no end.
  ///   - meter: The beats of a bar.
  ///   - tempo: The tempo and its changes.
  ///   - accents: The accent of each beat, `nil` for silence; `nil` instead of an array for
  ///     ``Meter/accents``.
  ///   - volume: A factor for the amplitude, in ``volumeLimits``.
  ///   - feel: The clicks besides the beats.
  ///   - rests: The bars that are silent.
  public init(
    barCount: Int? = nil, meter: Meter = .common, tempo: TempoPlan, accents: [Accent?]? = nil,
    volume: Double = 1, feel: Feel = Feel(), rests: BarRests = .none
  ) {
    self.barCount = barCount
    self.meter = meter
    self.tempo = tempo
    self.accents = accents
    self.volume = volume
    self.feel = feel
    self.rests = rests
  }

  /// Returns plain bars in the meter and the first tempo of this section, for counting in.
  ///
  /// - Parameter barCount: The number of bars, at least 1.
  /// - Returns: The section to play before this one.
  package func countIn(barCount: Int) -> TempoSection {
    var section = TempoSection(
      barCount: max(1, barCount), meter: meter, tempo: .steady(tempo.first), volume: volume)
    section.isCountIn = true
    return section
  }

  /// Reads the signs `X`, `O`, `x`, `o` and `.`, one per beat.
  ///
  /// - Parameters:
  ///   - notation: The text.
  ///   - meter: The meter that it has to fit.
  /// - Returns: The accent of each beat, `nil` for silence.
  /// - Throws: ``MetronomeError/invalidPattern(_:beats:)`` if it does not fit.
  package static func accents(
    notation: String, meter: Meter
  ) throws(MetronomeError) -> [Accent?] {
    let word = Word(notation)
    var accents: [Accent?] = []
    for sign in word {
      let accent = Accent(sign: sign)
      guard accent != nil || sign == UInt8(ascii: ".") else {
        throw .invalidPattern(word.quoted, beats: meter.beatCount)
      }
      accents.append(accent)
    }
    guard accents.count == meter.beatCount else {
      throw .invalidPattern(word.quoted, beats: meter.beatCount)
    }
    return accents
  }

  /// Checks the settings, including those that depend on each other.
  func validate() throws(MetronomeError) {
    if let barCount, !(1...1_000_000).contains(barCount) { throw .invalidBars("?") }
    if let accents, accents.count != meter.beatCount {
      throw .invalidPattern("", beats: meter.beatCount)
    }
    guard Self.volumeLimits.contains(volume) else { throw .invalidVolume("?") }
    guard Feel.subdivisionLimits.contains(feel.subdivision) else { throw .invalidSubdivision("?") }
    guard (500...800).contains(feel.swing) else { throw .invalidSwing("?") }
    switch tempo {
    case .steady, .ramp: break
    case .gradual(let first, let last):
      guard barCount != nil else { throw .rampWithoutEnd }
      guard first.note == last.note else { throw .invalidTempo("?") }
    case .beats(let tempos):
      let beats = (barCount ?? 0) * meter.beatCount
      guard tempos.count == beats, beats > 0 else {
        throw .tempoCount(tempos.count, beats: beats)
      }
    }
  }
}

/// The tempo of a section and its changes.
public enum TempoPlan: Sendable, Hashable {
  /// One tempo.
  case steady(Tempo)
  /// From one tempo to another over all bars of the section, linear in beats.
  case gradual(from: Tempo, to: Tempo)
  /// A tempo that rises or falls until it reaches a limit.
  case ramp(Tempo, TempoRamp)
  /// A tempo for each beat of the section.
  case beats([Tempo])

  /// The tempo of the first beat.
  public var first: Tempo {
    switch self {
    case .steady(let tempo), .ramp(let tempo, _), .gradual(let tempo, _): tempo
    case .beats(let tempos): tempos.first ?? Tempo(nearest: 120e6, note: .quarter)
    }
  }
}
