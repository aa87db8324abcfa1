import SignalProcessing
import Testing
import ToneGeneration

@Suite("DTMF")
struct DTMFKeyTests {
  @Test("has the frequencies of Q.23")
  func frequencies() throws {
    let rows = ["123A", "456B", "789C", "*0#D"]
    for (row, low) in zip(rows, [697.0, 770, 852, 941]) {
      for (symbol, high) in zip(row.unicodeScalars, [1209.0, 1336, 1477, 1633]) {
        let key = try #require(DTMFKey(symbol))
        #expect(key.frequencies == (low, high))
      }
    }
    #expect(DTMFKey("b") == .b)
    #expect(DTMFKey("E") == nil)
    #expect(DTMFKey("٣") == nil)
  }
}
