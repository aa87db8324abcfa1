import Testing

@testable import LiveAudio

@Suite("Access to microphones")
struct MicrophoneAccessTests {
  private static let names = ["controlC0", "pcmC0D0c", "pcmC0D0p", "pcmC1D0c", "timer"]

  @Test("is refused if none of two capture devices may be opened")
  func refused() {
    #expect(MicrophoneAccess.isRefused(names: Self.names) { $0 == "pcmC0D0p" })
    #expect(!MicrophoneAccess.isRefused(names: Self.names) { $0 == "pcmC1D0c" })
  }

  @Test("is not refused where there is nothing to record from")
  func none() {
    #expect(!MicrophoneAccess.isRefused(names: ["pcmC0D0p", "timer"]) { _ in false })
    #expect(!MicrophoneAccess.isRefused(names: []) { _ in false })
  }

  @Test("the error tells the user what to do")
  func description() {
    let text = AudioDeviceError.microphoneRefused.description
    #expect(text.contains(MicrophoneAccess.remedy))
    #expect(text.hasSuffix("."))
  }
}
