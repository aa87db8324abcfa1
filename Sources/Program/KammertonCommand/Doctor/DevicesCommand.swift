import ArgumentParser
import AudioDevices
import CommandKit

/// `kammerton devices`: what can be recorded from and played to.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List microphones and loudspeakers.",
    discussion: """
      The number, or part of the name, chooses a device for other commands.

      Example: kammerton tune --microphone usb
      """)

  @Flag(help: "Print one JSON array.")
  private var json = false

  func run() async throws {
    let devices = try await AudioDevice.all()
    try ByteOutput.standardOutput.write(json ? DeviceList.json(devices) : DeviceList.text(devices))
    if devices.isEmpty, !json {
      complain(
        "No sound device was found. To try the tuner without one, run kammerton tune --simulate.")
    }
  }
}
