internal import CKammerton

/// The name of the note nearest to a frequency and the cents from it, such as `A4 +2`, for C.
struct NoteLabel {
  /// The bytes that a note's name, a space, a sign and three digits need, with the zero byte.
  static let capacity = 24

  /// The nearest note, as a MIDI number.
  let number: Int32
  private let cents: Int

  /// Creates a label; `nil` if a frequency is out of its range.
  ///
  /// - Parameters:
  ///   - frequency: Hertz.
  ///   - concertPitch: The frequency of A4, in hertz.
  init?(frequency: Double, concertPitch: Double) {
    var (number, cents): (Int32, Double) = (0, 0)
    let status = ktn_nearest_note(frequency, concertPitch, nil, &number, &cents)
    guard status == ktn_status(KTN_OK) else { return nil }
    self.number = number
    self.cents = Int(max(-999, min(999, cents)).rounded())
  }

  /// Writes the label with its zero byte.
  ///
  /// - Parameter buffer: Room for ``capacity`` bytes.
  func write(to buffer: UnsafeMutablePointer<CChar>) {
    buffer[0] = 0
    // 16 bytes are enough for any name.
    _ = ktn_note_name(number, Int32(KTN_SPELLING_SHARPS), buffer, 16)
    var end = 0
    while buffer[end] != 0 { end += 1 }
    var bytes: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: cents < 0 ? "-" : "+")]
    if cents.magnitude >= 100 { bytes.append(Self.digit(cents.magnitude / 100)) }
    if cents.magnitude >= 10 { bytes.append(Self.digit(cents.magnitude / 10)) }
    bytes.append(Self.digit(cents.magnitude))
    for byte in bytes {
      buffer[end] = CChar(bitPattern: byte)
      end += 1
    }
    buffer[end] = 0
  }

  private static func digit(_ number: UInt) -> UInt8 { UInt8(ascii: "0") + UInt8(number % 10) }
}

extension StaticString {
  /// The text with its zero byte, for C. It lives as long as the program.
  var cString: UnsafePointer<CChar> {
    UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}

/// A copy of an array that lives as long as the program.
func lasting<Element>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
  let copy = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
  for index in elements.indices { (copy + index).initialize(to: elements[index]) }
  return copy
}
