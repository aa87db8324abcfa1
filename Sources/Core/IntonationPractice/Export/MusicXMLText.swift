internal import DecimalText
internal import MusicTheory

/// Writes a voice as MusicXML 4.0, partwise: for notation programs such as MuseScore.
///
/// Notes that cross a bar line or have no value of their own are tied, rests fill the bars, and
/// thirds of a quarter are triplets. Names follow the key of the score.
///
/// - SeeAlso: "MusicXML 4.0", W3C Community Group Final Report, 2021.
public struct MusicXMLText: Sendable {
  /// The file, in UTF-8.
  public let bytes: [UInt8]

  /// Writes a take.
  ///
  /// - Parameters:
  ///   - take: The notes and their bars.
  ///   - score: The score, which gives title and key.
  ///   - title: The title of the file.
  /// - Complexity: O(*n*) for *n* notes and bars.
  public init(_ take: TakeNotation, score: PracticeScore, title: String) {
    var writer = Writer(take, score)
    writer.write(title)
    bytes = writer.text.bytes
  }
}

private struct Writer {
  let take: TakeNotation
  let score: PracticeScore
  var text = XMLText()
  private let unit = TakeNotation.unitsPerQuarter

  init(_ take: TakeNotation, _ score: PracticeScore) { (self.take, self.score) = (take, score) }

  mutating func write(_ title: String) {
    text.line("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
    text.line(
      "<!DOCTYPE score-partwise PUBLIC \"-//Recordare//DTD MusicXML 4.0 Partwise//EN\" "
        + "\"http://www.musicxml.org/dtds/partwise.dtd\">")
    text.open("score-partwise version=\"4.0\"")
    text.open("work")
    text.element("work-title", escaped: title)
    text.close("work")
    text.open("identification")
    text.open("encoding")
    text.element("software", "Kammerton")
    text.close("encoding")
    text.close("identification")
    text.open("part-list")
    text.open("score-part id=\"P1\"")
    text.element("part-name", "Take")
    text.close("score-part")
    text.close("part-list")
    text.open("part id=\"P1\"")
    for index in take.bars.indices { writeBar(index) }
    text.close("part")
    text.close("score-partwise")
  }

  private mutating func writeBar(_ index: Int) {
    let bar = take.bars[index]
    let start = Int((bar.onset * Double(unit)).rounded())
    let end = max(start + 1, Int(((bar.onset + bar.length) * Double(unit)).rounded()))
    let isPartial = bar.meter.map { ($0.length - bar.length).magnitude > 1e-6 } ?? true
    // Numbers as written; a pickup and a divided bar do not count for programs.
    text.open(
      "measure number=\"" + bar.number.label + "\"" + (isPartial ? " implicit=\"yes\"" : ""))
    writeAttributes(index)
    if index == 0 { writeTempo() }
    let notes = Pieces(take.notes, start..<end, unit)
    for piece in notes.pieces { write(piece) }
    text.close("measure")
  }

  private mutating func writeAttributes(_ index: Int) {
    let bar = take.bars[index]
    let isFirst = index == 0
    guard isFirst || bar.meter != take.bars[index - 1].meter else { return }
    text.open("attributes")
    if isFirst {
      text.element("divisions", unit.description)
      if let key = score.key {
        text.open("key")
        text.element("fifths", key.signature.description)
        text.element("mode", key.mode == .minor ? "minor" : "major")
        text.close("key")
      }
    }
    if let meter = bar.meter {
      text.open("time")
      text.element("beats", meter.beatCount.description)
      text.element("beat-type", meter.beatUnit.description)
      text.close("time")
    } else {
      text.open("time print-object=\"no\"")
      text.element("senza-misura", "")
      text.close("time")
    }
    if isFirst {
      text.open("clef")
      text.element("sign", isLow ? "F" : "G")
      text.element("line", isLow ? "4" : "2")
      text.close("clef")
    }
    text.close("attributes")
  }

  /// True if most notes lie below middle C.
  private var isLow: Bool { 2 * take.notes.count { $0.midiNumber < 60 } > take.notes.count }

  private mutating func writeTempo() {
    guard let tempo = take.tempo else { return }
    var digits: [UInt8] = []
    guard DecimalText.append(tempo, decimals: 1, to: &digits) else { return }
    let number = String(decoding: digits, as: UTF8.self)
    text.open("direction placement=\"above\"")
    text.open("direction-type")
    text.open("metronome")
    text.element("beat-unit", "quarter")
    text.element("per-minute", number)
    text.close("metronome")
    text.close("direction-type")
    text.line("<sound tempo=\"" + number + "\"/>")
    text.close("direction")
  }

  private mutating func write(_ piece: Pieces.Piece) {
    text.open("note")
    if piece.isGrace { text.line("<grace slash=\"yes\"/>") }
    if let number = piece.midiNumber { writePitch(number) } else { text.line("<rest/>") }
    if !piece.isGrace { text.element("duration", piece.duration.description) }
    if piece.isTiedBack { text.line("<tie type=\"stop\"/>") }
    if piece.isTiedOn { text.line("<tie type=\"start\"/>") }
    text.element("voice", "1")
    let value = piece.isGrace ? NoteValue(duration: 12) : NoteValue(duration: piece.duration)
    if let value {
      text.element("type", value.name)
      if value.isDotted { text.line("<dot/>") }
      if value.isTriplet {
        text.open("time-modification")
        text.element("actual-notes", "3")
        text.element("normal-notes", "2")
        text.close("time-modification")
      }
    }
    if piece.isTiedBack || piece.isTiedOn || piece.tuplet != nil {
      text.open("notations")
      if piece.isTiedBack { text.line("<tied type=\"stop\"/>") }
      if piece.isTiedOn { text.line("<tied type=\"start\"/>") }
      if let tuplet = piece.tuplet { text.line("<tuplet type=\"" + tuplet + "\"/>") }
      text.close("notations")
    }
    text.close("note")
  }

  private mutating func writePitch(_ number: Int) {
    let note = score.name(of: PracticeNote(midiNumber: number, onset: 0, duration: 0))
    text.open("pitch")
    text.element("step", note.letter.description)
    if note.accidental != .natural { text.element("alter", note.accidental.rawValue.description) }
    text.element("octave", note.octave.description)
    text.close("pitch")
  }
}

/// Lines of XML, indented.
private struct XMLText {
  private(set) var bytes: [UInt8] = []
  private var depth = 0

  mutating func line(_ text: String) {
    bytes += Array(repeating: UInt8(ascii: " "), count: 2 * depth)
    bytes += text.utf8
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func open(_ tag: String) {
    line("<" + tag + ">")
    depth += 1
  }

  mutating func close(_ name: String) {
    depth -= 1
    line("</" + name + ">")
  }

  mutating func element(_ name: String, _ content: String) {
    line(content.isEmpty ? "<" + name + "/>" : "<" + name + ">" + content + "</" + name + ">")
  }

  /// Writes text of the user; control characters, which XML does not have, are left out.
  mutating func element(_ name: String, escaped content: String) {
    var text: [UInt8] = []
    for scalar in content.unicodeScalars {
      switch scalar.value {
      case 0x26: text += "&amp;".utf8
      case 0x3C: text += "&lt;".utf8
      case 0x3E: text += "&gt;".utf8
      case ..<0x20, 0xFFFE, 0xFFFF: break
      default:
        if let encoded = UTF8.encode(scalar) { text.append(contentsOf: encoded) }
      }
    }
    element(name, String(decoding: text, as: UTF8.self))
  }
}
