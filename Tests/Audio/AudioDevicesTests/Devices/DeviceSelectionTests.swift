import LiveAudio
import Testing

@testable import AudioDevices

@Suite("DeviceSelection")
struct DeviceSelectionTests {
  private let devices = [
    device(0, "HDA Intel: ALC295 Analog", inputs: 2, outputs: 2),
    device(1, "HDA Intel: HDMI 0", inputs: 0, outputs: 8),
    device(2, "Scarlett 2i2 USB", inputs: 2, outputs: 2),
    device(3, "default", inputs: 32, outputs: 32, isDefault: true),
  ]

  private static func device(
    _ number: Int, _ name: String, inputs: Int, outputs: Int, isDefault: Bool = false
  ) -> AudioDevice {
    AudioDevice(
      number: number, name: name, hostName: "Test", inputChannelCount: inputs,
      outputChannelCount: outputs, defaultSampleRate: 48_000, isDefaultInput: isDefault,
      isDefaultOutput: isDefault)
  }

  private func number(_ text: String, _ direction: Direction = .input) throws -> Int {
    try DeviceSelection(text).find(in: devices, for: direction).number
  }

  @Test("finds by number, by name in any case, by a part of it, and the default")
  func found() throws {
    #expect(try number("2") == 2)
    #expect(try number("scarlett 2I2 usb") == 2)
    #expect(try number("alc295") == 0)
    #expect(try number("hdmi", .output) == 1)
    #expect(try number("") == 3)
    #expect(try DeviceSelection.systemDefault.find(in: [devices[2]], for: .input).number == 2)
  }

  @Test("lists the near names of an unknown one")
  func unknown() {
    let near = AudioDeviceError.unknownDevice("Scralett", near: ["Scarlett 2i2 USB"])
    #expect(throws: near) { try number("Scralett") }
    #expect(
      near.description
        == "No device is called \"Scralett\". Similar names: \"Scarlett 2i2 USB\".")
    let nothingNear = AudioDeviceError.unknownDevice(
      "zzzzzz", near: ["HDA Intel: ALC295 Analog", "Scarlett 2i2 USB", "default"])
    #expect(throws: nothingNear) { try number("zzzzzz") }
  }

  @Test("does not record from a loudspeaker, and lists the numbers that can")
  func wrongDirection() {
    #expect(throws: AudioDeviceError.unknownNumber(1, known: [0, 2, 3])) { try number("1") }
    #expect(throws: AudioDeviceError.self) { try number("hdmi") }
  }

  @Test("says that there is no microphone, or no loudspeaker")
  func none() {
    #expect(throws: AudioDeviceError.noInputDevice) {
      try DeviceSelection("a").find(in: [devices[1]], for: .input)
    }
    #expect(throws: AudioDeviceError.noOutputDevice) {
      try DeviceSelection.systemDefault.find(in: [], for: .output)
    }
  }
}
