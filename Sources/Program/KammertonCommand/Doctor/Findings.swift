package import AudioDevices
package import CommandKit
package import LiveAudio

/// What to say of each part of the system. Nothing here looks at the system itself.
extension Finding {
  /// The sound system, and who may use it.
  ///
  /// - Parameters:
  ///   - devices: What the sound system lists, or why it does not start.
  ///   - isLocked: Whether there are sound devices that this user may not open.
  /// - Returns: The finding.
  package static func soundSystem(
    _ devices: Result<[AudioDevice], AudioDeviceError>, isLocked: Bool
  ) -> Finding {
    let subject = "sound system"
    switch devices {
    case .failure(let error):
      return Finding(
        subject, .missing, "\(error)",
        advice: "Start PipeWire or PulseAudio, or check that ALSA lists a card: aplay -l.")
    case .success(let devices) where devices.isEmpty:
      return Finding(
        subject, .missing, "no sound device was found",
        advice: isLocked
          ? "There are devices that you may not open: sudo usermod -aG audio $USER, then log in again."
          : "Connect a microphone or a loudspeaker. Until then: kammerton tune --simulate.")
    case .success(let devices):
      var hosts: [String] = []
      for device in devices where !hosts.contains(device.hostName) { hosts.append(device.hostName) }
      return Finding(
        subject, .works, "\(hosts.joined(separator: ", ")), devices: \(devices.count)")
    }
  }

  /// What came of half a second of recording.
  package enum Recording: Equatable, Sendable {
    /// Its peak level, in dBFS; negative infinity for nothing but zeros.
    case heard(device: String, sampleRate: Double, peak: Double)
    /// No sample came in time.
    case nothing(device: String?)
    case failed(AudioDeviceError)
  }

  package static func microphone(_ recording: Recording) -> Finding {
    let subject = "microphone"
    switch recording {
    case .failed(.noInputDevice):
      return Finding(
        subject, .missing, "no device can record",
        advice: "Connect a microphone, tune a file, or try kammerton tune --simulate.")
    case .failed(let error):
      return Finding(
        subject, .missing, "\(error)",
        advice: "List the others with kammerton devices and choose one with --microphone NAME.")
    case .nothing(let device):
      return Finding(
        subject, .missing, "\(device ?? "the default device") opens, but no samples arrive",
        advice: "Close other programs that record, or choose another one: kammerton devices.")
    case .heard(let device, let rate, let peak) where peak == -.infinity:
      return Finding(
        subject, .limited,
        "\(device) at \(rate.formatted(decimals: 0)) Hz records nothing but zeros",
        advice: "It may be muted: look at your sound settings and at the switch on the device.")
    case .heard(let device, let rate, let peak):
      return Finding(
        subject, .works,
        """
        \(device) at \(rate.formatted(decimals: 0)) Hz, peak \(peak.formatted(decimals: 0)) dBFS in \
        half a second
        """,
        advice: peak > -0.1 ? "It is clipped: turn its level down." : nil)
    }
  }

  package static func loudspeaker(_ devices: [AudioDevice]) -> Finding {
    guard
      let device = devices.first(where: \.isDefaultOutput)
        ?? devices.first(where: { $0.outputChannelCount > 0 })
    else {
      return Finding(
        "loudspeaker", .missing, "no device can play",
        advice: "Connect one, or write files: kammerton tone A4 --duration 2s --output a4.wav.")
    }
    return Finding("loudspeaker", .works, device.name)
  }

  package static func terminal(_ capabilities: Capabilities, _ size: TerminalSize?) -> [Finding] {
    var findings: [Finding] = []
    if let size {
      let cells = "\(size.columns) × \(size.rows) characters"
      if !capabilities.canMoveCursor {
        findings.append(
          Finding(
            "terminal", .limited, "\(cells), one line only",
            advice: "Set TERM to the type of your terminal, such as xterm-256color."))
      } else if !size.holdsFullScreen {
        findings.append(
          Finding(
            "terminal", .limited, "\(cells), one line only",
            advice: "The full screen needs 40 × 10 characters: enlarge the window."))
      } else {
        let colors = capabilities.hasColor ? "colours" : "no colours (NO_COLOR is set)"
        findings.append(Finding("terminal", .works, "\(cells), \(colors)"))
      }
    } else {
      findings.append(Finding("terminal", .works, "none: output goes to a file or a pipe"))
    }
    findings.append(
      capabilities.hasUnicode
        ? Finding("locale", .works, "UTF-8")
        : Finding(
          "locale", .limited, "not UTF-8, so that ♯, ♭ and the views are drawn in ASCII",
          advice: "Set LANG=C.UTF-8, or a UTF-8 locale of your language."))
    return findings
  }

  /// A file of the user's that the program writes.
  ///
  /// - Parameters:
  ///   - subject: What it holds.
  ///   - path: Where it is, or will be; `nil` if there is no home for it.
  ///   - isWritable: Whether it, or the nearest directory above it that exists, can be written.
  /// - Returns: The finding.
  package static func file(_ subject: String, path: String?, isWritable: Bool) -> Finding {
    guard let path else {
      return Finding(
        subject, .limited, "not saved: neither HOME nor an XDG directory is set",
        advice: "Set HOME.")
    }
    guard isWritable else {
      return Finding(
        subject, .limited, "\(path) cannot be written",
        advice: "Check the owner and the permissions of the file and its directory.")
    }
    return Finding(subject, .works, path)
  }

  /// What there is of the second program.
  package enum NetworkProgram {
    case built(path: String)
    /// A checkout, in which the commands that need it build it.
    case buildable
    case missing
  }

  package static func network(_ program: NetworkProgram) -> Finding {
    switch program {
    case .built(let path): Finding("network", .works, path)
    case .buildable:
      Finding(
        "network", .limited, "kammerton-network is not built",
        advice: "kammerton serve and kammerton pair build it first. make build does so now.")
    case .missing:
      Finding(
        "network", .missing, "kammerton-network is not installed",
        advice: "kammerton serve and kammerton pair need it: install Kammerton again.")
    }
  }

  package static func page(isThere: Bool) -> Finding {
    guard isThere else {
      return Finding(
        "page", .limited, "not built", advice: "make web builds it; then kammerton serve shows it.")
    }
    return Finding("page", .works, "kammerton serve shows it at http://127.0.0.1:8440/")
  }
}
