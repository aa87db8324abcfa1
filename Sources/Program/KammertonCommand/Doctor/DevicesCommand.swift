import ArgumentParser
import AudioDevices
import CommandKit

/// `kammerton doctor devices`: lists microphones and loudspeakers.
struct DevicesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "devices",
    abstract: "List microphones and loudspeakers.",
    usage: "kammerton doctor devices [--json]",
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

/// The sound devices as a table, and as JSON.
enum DeviceList {
  /// One line per device under a header; a star marks the system's default.
  static func text(_ devices: [AudioDevice]) -> String {
    guard !devices.isEmpty else { return "" }
    var table = Table([
      .right("number"), .right("in"), .right("out"), .right("rate"), .left("name"),
    ])
    for device in devices {
      table.append([
        "\(device.number)",
        "\(device.inputChannelCount)\(device.isDefaultInput ? "*" : " ")",
        "\(device.outputChannelCount)\(device.isDefaultOutput ? "*" : " ")",
        device.defaultSampleRate.formatted(decimals: 0),
        "\(device.name.printable) (\(device.hostName.printable))",
      ])
    }
    return table.text + "* the default of this system\n"
  }

  /// One array of objects; the keys are those of `AudioDevice`.
  static func json(_ devices: [AudioDevice]) -> String {
    JSON.lines(
      devices.map { device in
        [
          "number": .number(device.number), "name": .text(device.name),
          "host": .text(device.hostName), "inputChannels": .number(device.inputChannelCount),
          "outputChannels": .number(device.outputChannelCount),
          "sampleRate": .number(device.defaultSampleRate, decimals: 0),
          "isDefaultInput": .bool(device.isDefaultInput),
          "isDefaultOutput": .bool(device.isDefaultOutput),
        ]
      })
  }
}
