import InstrumentTuning
import MusicTheory

/// Reads the files that a user brings: scales and keyboard mappings of the program Scala, and
/// instruments.
///
/// The page's side fetches room for the bytes, fills it, and calls one of the readers. What is read is
/// in `fields`, `degrees` and `text`; what is wrong is in `fields` and `text`.
final class FileReader: Core {
  enum Part: Int, CaseIterable { case fields, degrees, text }

  /// The largest file that is read, in bytes.
  static let byteLimit = ScalaText.byteLimit

  /// The positions of the facts of a file.
  enum Field: Int, CaseIterable {
    case degreeCount  // of the scale; the last degree is the period
    case root  // the pitch class that a mapping puts degree 0 on
    case concertPitch  // that a mapping asks for, in hertz
    case textCount  // bytes of `text`: a title, instruments, or the part of a line that is wrong
    case problem  // as FileProblem counts; 0 for none
    case line  // where it is, from 1
    case part  // what is missing or wrong there, as ScalaPart counts
    case limit  // what is exceeded
  }

  let fields = Record<Field>()
  private(set) var degrees = SharedMemory<Double>(repeating: 0, count: 1)
  private var bytes = ByteExchange()
  private var scale: Scale?

  /// The title, instruments or wrong words.
  var text: UnsafeMutableBufferPointer<UInt8> { bytes.written }

  override func address(of part: Int) -> Address {
    switch Part(rawValue: part) {
    case .fields: fields.address
    case .degrees: degrees.address
    case .text: bytes.address
    case nil: nil
    }
  }

  /// Makes room for a file; `nil` if it is too large.
  func makeRoom(_ count: Int) -> Address {
    bytes.makeRoom(count, limit: Self.byteLimit)
  }

  /// Reads a scale (`.scl`).
  func readScale() -> Bool {
    fields.clear()
    do {
      write(try Scale(scalaFile: bytes.received))
      return true
    } catch {
      write(error)
      return false
    }
  }

  /// Takes the division of an octave into equal steps.
  func divide(into count: Int) -> Bool {
    fields.clear()
    guard let scale = try? Scale(equalDivisionInto: count, title: "") else { return false }
    write(scale)
    return true
  }

  /// Reads a keyboard mapping (`.kbm`) for the scale that was read last: the degrees are then those of
  /// its keys.
  func readMapping() -> Bool {
    fields.clear()
    do {
      let mapping = try KeyboardMapping(scalaFile: bytes.received)
      guard let scale, let rooted = try? RootedScale(scale, mapping: mapping) else {
        fields[.problem] = Double(FileProblem.noScaleOfKeys.rawValue)
        return false
      }
      write(rooted.scale)
      fields[.root] = Double(rooted.root.pitchClass)
      fields[.concertPitch] = rooted.concertPitch
      return true
    } catch {
      write(error)
      return false
    }
  }

  /// Reads instruments, adds them to the built-in ones, and writes those that are new or changed.
  ///
  /// They are lines with tabs: `i`, name and group; `a` and another name; `t` and the name of a tuning;
  /// `s`, number, note and thousandths of a cent for each of its strings.
  func readInstruments() -> Bool {
    fields.clear()
    do {
      var lines = InstrumentLines()
      let known = InstrumentCatalog.builtIn
      let all = known.adding(try InstrumentFile.parse(bytes.received)).instruments
      for (index, instrument) in all.enumerated()
      where index >= known.instruments.count || instrument != known.instruments[index] {
        lines.add(instrument)
      }
      write(lines.bytes)
      return true
    } catch {
      write(error)
      return false
    }
  }

  private func write(_ scale: Scale) {
    self.scale = scale
    degrees = SharedMemory(repeating: 0, count: scale.count)
    for degree in 0..<scale.count { degrees[degree] = scale.cents(ofDegree: degree + 1) }
    // A scale whose degrees are not sorted has its period last all the same.
    degrees[scale.count - 1] = scale.period
    fields[.degreeCount] = Double(scale.count)
    write(Array(scale.title.utf8))
  }

  private func write(_ error: ScalaError) {
    fields[.line] = Double(error.line)
    let (problem, part) = FileProblem.of(error.problem)
    fields[.problem] = Double(problem.rawValue)
    if let part { fields[.part] = Double(part.rawValue) }
  }

  private func write(_ error: InstrumentFileError) {
    fields[.line] = Double(error.line)
    let (problem, text, limit) = FileProblem.of(error.problem)
    fields[.problem] = Double(problem.rawValue)
    fields[.limit] = Double(limit)
    write(Array(text.utf8))
  }

  private func write(_ text: [UInt8]) {
    bytes.write(text)
    fields[.textCount] = Double(text.count)
  }
}

/// Creates a reader of the files that a user brings.
@_cdecl("files_create")
func createFileReader() -> Handle? { handle(FileReader()) }

/// Returns room for a file of at most 1 MiB.
@_cdecl("files_input")
func fileInput(_ reader: Handle, _ count: Int32) -> Room {
  (object(reader) as FileReader).makeRoom(Int(count))
}

/// Reads a scale of the program Scala.
@_cdecl("files_read_scale")
func readScale(_ reader: Handle) -> Legible {
  (object(reader) as FileReader).readScale()
}

/// Reads a keyboard mapping of the program Scala, for the scale that was read last.
@_cdecl("files_read_mapping")
func readMapping(_ reader: Handle) -> Legible {
  (object(reader) as FileReader).readMapping()
}

/// Reads instruments.
@_cdecl("files_read_instruments")
func readInstruments(_ reader: Handle) -> Legible {
  (object(reader) as FileReader).readInstruments()
}

/// Makes a scale of equal steps of an octave.
@_cdecl("files_divide")
func divideOctave(_ reader: Handle, _ count: Int32) -> Bool {
  (object(reader) as FileReader).divide(into: Int(count))
}

/// Instruments as lines of words with tabs between them, which no name holds.
struct InstrumentLines {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ instrument: Instrument) {
    line("i", instrument.name, instrument.group)
    for name in instrument.otherNames { line("a", name) }
    for tuning in instrument.tunings {
      line("t", tuning.name)
      for string in tuning.strings {
        let thousandths = Int((string.pitch.cents * 1000).rounded())
        line("s", "\(string.number)", string.pitch.note.asciiDescription, "\(thousandths)")
      }
    }
  }

  private mutating func line(_ words: String...) {
    for (index, word) in words.enumerated() {
      if index > 0 { bytes.append(0x09) }
      bytes += word.utf8
    }
    bytes.append(0x0A)
  }
}
