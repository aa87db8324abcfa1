import AudioDevices

/// The sound devices as a table, and as JSON.
enum DeviceList {
  /// One line per device under a header; a star marks the system's own choice.
  static func text(_ devices: [AudioDevice]) -> String {
    guard !devices.isEmpty else { return "" }
    let header = ["number", "in", "out", "rate", "name"]
    let rows = devices.map { device in
      [
        "\(device.number)",
        "\(device.inputChannelCount)\(device.isDefaultInput ? "*" : " ")",
        "\(device.outputChannelCount)\(device.isDefaultOutput ? "*" : " ")",
        device.defaultSampleRate.formatted(decimals: 0),
        "\(device.name.printable) (\(device.hostName.printable))",
      ]
    }
    let widths = header.indices.map { column in
      ([header] + rows).map { $0[column].columns }.max() ?? 0
    }
    let lines = ([header] + rows).map { row in
      let cells = row.indices.map { column in
        column < 4 ? row[column].right(widths[column]) : row[column]
      }
      return cells.joined(separator: "  ")
    }
    return lines.joined(separator: "\n") + "\n* the system's own choice\n"
  }

  /// One array of objects; the keys are those of `AudioDevice`.
  static func json(_ devices: [AudioDevice]) -> String {
    let objects = devices.map { device in
      """
        {"number":\(device.number),"name":\(device.name.jsonQuoted),\
      "host":\(device.hostName.jsonQuoted),"inputChannels":\(device.inputChannelCount),\
      "outputChannels":\(device.outputChannelCount),\
      "sampleRate":\(device.defaultSampleRate.formatted(decimals: 0)),\
      "isDefaultInput":\(device.isDefaultInput),"isDefaultOutput":\(device.isDefaultOutput)}
      """
    }
    return objects.isEmpty ? "[]\n" : "[\n" + objects.joined(separator: ",\n") + "\n]\n"
  }
}

extension String {
  /// The text as a JSON string (RFC 8259, section 7).
  var jsonQuoted: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      // Also what JSON would allow: the line may be shown on a terminal.
      case _ where scalar == "\n" || scalar == "\t" || TerminalText.drives(scalar):
        let code = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
