import OnsetDetection
import Testing

@Suite struct OnsetDetectorTests {
  @Test func refusesSampleRates() {
    #expect(throws: OnsetDetectorError.invalidSampleRate(4000)) {
      try OnsetDetector(sampleRate: 4000)
    }
  }
}
