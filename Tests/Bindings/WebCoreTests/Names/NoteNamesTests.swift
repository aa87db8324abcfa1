import Testing

@testable import WebCore

@Suite("Names of notes behind the C interface")
struct NoteNamesTests {
  private func name(
    _ midiNumber: Int32, _ names: Int32 = 0, _ octaves: Int32 = 0, _ spelling: Int32 = 0,
    capacity: Int = 64
  ) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      count = Int(writeNoteName(midiNumber, names, octaves, spelling, start, Int32(capacity)))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("MIDI note 61 is C♯4, D♭4, Cis4, des′ and Di; 60 is Do3 in France")
  func names() {
    #expect(name(61) == "C♯4")
    #expect(name(61, 0, 0, 1) == "D♭4")
    #expect(name(61, 2) == "Cis4")
    #expect(name(61, 2, 2, 1) == "des′")
    #expect(name(60, 5, 3) == "Do3")
    #expect(name(61, 7, -1) == "Di")
  }

  @Test("a note, notation or octave beyond the tables, or too little room, gives nothing")
  func refusals() {
    #expect(name(128) == "")
    #expect(name(60, 13) == "")
    #expect(name(60, 0, 4) == "")
    #expect(name(60, 0, 0, 3) == "")
    #expect(name(61, capacity: 3) == "")
  }
}
