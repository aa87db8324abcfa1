import SignalProcessing
import Testing

@Suite struct ClippingCounterTests {
  @Test("Four samples at full scale are clipped, three may be chance, whatever their signs")
  func counts() {
    var counter = ClippingCounter()
    counter.append([0.5, 1, -1, 0.2, .nan])
    counter.append([1, 0.99, 0.99, 0.99])
    #expect(!counter.isClipped)
    counter.append([-1.5])
    #expect(counter.isClipped)
  }
}
