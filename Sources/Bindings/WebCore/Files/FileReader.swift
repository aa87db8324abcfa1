internal import InstrumentTuning
internal import MusicTheory

/// Reads the files that a user brings: scales and keyboard mappings of the program Scala, and
/// instruments.
///
/// The page's side fetches room for the bytes, fills it, and calls one of the readers. What is read is
/// in `fields`, `degrees` and `text`; what is wrong is in `fields` and `text`.
final class FileReader {
  /// The largest file that is read, in bytes.
  static let byteLimit = ScalaText.byteLimit

  /// The positions of what is said about a file.
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

  let fields = SharedMemory<Double>(repeating: 0, count: Field.allCases.count)
  private(set) var degrees = SharedMemory<Double>(repeating: 0, count: 1)
  private(set) var text = SharedMemory<UInt8>(repeating: 0, count: 1)
  private var input = SharedMemory<UInt8>(repeating: 0, count: 1)
  private var inputCount = 0
  private var scale: Scale?

  /// Makes room for a file.
  ///
  /// - Returns: Whether the file is small enough.
  func prepare(_ count: Int) -> Bool {
    guard (0...Self.byteLimit).contains(count) else { return false }
    input = SharedMemory(repeating: 0, count: max(1, count))
    inputCount = count
    return true
  }

  var inputAddress: UnsafeMutableRawPointer? { input.address }

  /// Reads a scale (`.scl`).
  func readScale() -> Bool {
    clear()
    do {
      take(try Scale(scalaFile: bytes))
      return true
    } catch {
      tell(error)
      return false
    }
  }

  /// Takes the division of an octave into equal steps.
  func divide(into count: Int) -> Bool {
    clear()
    guard let scale = try? Scale(equalDivisionInto: count, title: "") else { return false }
    take(scale)
    return true
  }

  /// Reads a keyboard mapping (`.kbm`) for the scale that was read last: the degrees are then those of
  /// its keys.
  func readMapping() -> Bool {
    clear()
    do {
      let mapping = try KeyboardMapping(scalaFile: bytes)
      guard let scale, let rooted = try? RootedScale(scale, mapping: mapping) else {
        fields[Field.problem] = FileProblem.noScaleOfKeys
        return false
      }
      take(rooted.scale)
      fields[Field.root] = Double(rooted.root.pitchClass)
      fields[Field.concertPitch] = rooted.concertPitch
      return true
    } catch {
      tell(error)
      return false
    }
  }

  /// Reads instruments, adds them to the built-in ones, and writes those that are new or changed.
  ///
  /// They are lines with tabs: `i`, name and group; `a` and another name; `t` and the name of a tuning;
  /// `s`, number, note and thousandths of a cent for each of its strings.
  func readInstruments() -> Bool {
    clear()
    do {
      var lines = InstrumentLines()
      let known = InstrumentCatalog.builtIn
      let all = known.adding(try InstrumentFile.parse(bytes)).instruments
      for (index, instrument) in all.enumerated()
      where index >= known.instruments.count || instrument != known.instruments[index] {
        lines.add(instrument)
      }
      write(lines.bytes)
      return true
    } catch {
      tell(error)
      return false
    }
  }

  private var bytes: [UInt8] { Array(input.values[..<inputCount]) }

  private func clear() {
    for field in Field.allCases { fields[field] = 0 }
  }

  private func take(_ scale: Scale) {
    self.scale = scale
    degrees = SharedMemory(repeating: 0, count: scale.count)
    for degree in 0..<scale.count { degrees[degree] = scale.cents(ofDegree: degree + 1) }
    // A scale whose degrees are not sorted has its period last all the same.
    degrees[scale.count - 1] = scale.period
    fields[Field.degreeCount] = Double(scale.count)
    write(Array(scale.title.utf8))
  }

  private func tell(_ error: ScalaError) {
    fields[Field.line] = Double(error.line)
    let (problem, part) = FileProblem.of(error.problem)
    fields[Field.problem] = problem
    if let part { fields[Field.part] = Double(part.rawValue) }
  }

  private func tell(_ error: InstrumentFileError) {
    fields[Field.line] = Double(error.line)
    let (problem, text, limit) = FileProblem.of(error.problem)
    fields[Field.problem] = problem
    fields[Field.limit] = Double(limit)
    write(Array(text.utf8))
  }

  private func write(_ bytes: [UInt8]) {
    text = SharedMemory(repeating: 0, count: max(1, bytes.count))
    for (index, byte) in bytes.enumerated() { text[index] = byte }
    fields[Field.textCount] = Double(bytes.count)
  }
}

extension SharedMemory<Double> {
  fileprivate subscript(position: FileReader.Field) -> FileProblem {
    get { FileProblem(rawValue: Int(self[position.rawValue])) ?? .none }
    nonmutating set { self[position.rawValue] = Double(newValue.rawValue) }
  }
}
