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
  /// - Parameter text: UTF-8, at most ``byteLimit`` bytes.
  /// - Throws: ``TempoMapError`` at the first line that cannot be played.
  public init(parsing text: [UInt8]) throws(TempoMapError) {
    guard text.count <= Self.byteLimit else { throw TempoMapError(line: nil, reason: .tooLong) }
    var sections: [TempoSection] = []
    var number = 0
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      do throws(MetronomeError) {
        if let section = try SectionLine(line).section() { sections.append(section) }
      } catch {
        throw TempoMapError(line: number, reason: error)
      }
    }
    try self.init(sections)
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
