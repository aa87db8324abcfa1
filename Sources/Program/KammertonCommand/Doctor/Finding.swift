import AudioDevices
import CommandKit
import LiveAudio

/// The result of `kammerton doctor` for one part of the system.
struct Finding: Equatable, Sendable {
  enum State: String, Sendable {
    /// It works.
    case works
    /// It works, but something is missing.
    case limited
    /// It does not work.
    case missing
  }

  /// The part of the system, in one or two words.
  var subject: String
  var state: State
  /// The state, in a few words.
  var detail: String
  /// Advice to the user; `nil` where nothing is needed.
  var advice: String?

  init(_ subject: String, _ state: State, _ detail: String, advice: String? = nil) {
    (self.subject, self.state, self.detail, self.advice) = (subject, state, detail, advice)
  }
}

extension [Finding] {
  /// A line for each finding, with the advice below it, and a summary.
  func text(hasUnicode: Bool) -> String {
    let width = map(\.subject.columns).max() ?? 0
    var lines: [String] = []
    for finding in self {
      let sign =
        switch finding.state {
        case .works: hasUnicode ? "✓" : "ok"
        case .limited: hasUnicode ? "!" : "! "
        case .missing: hasUnicode ? "✗" : "no"
        }
      let subject = finding.subject.left(width)
      lines.append("\(sign) \(subject)  \(finding.detail.printable)")
      if let advice = finding.advice {
        let indent = "".left(sign.columns + 1 + width + 2)
        lines.append(indent + advice.printable)
      }
    }
    let count = count { $0.state != .works }
    let summary =
      count == 0 ? "Everything works." : "Findings that need attention: \(count) of \(self.count)."
    return (lines + ["", summary]).joined(separator: "\n") + "\n"
  }

  /// An array of objects with the keys `subject`, `state` (works, limited or missing), `detail` and
  /// `advice` (text or null).
  var json: String {
    JSON.lines(
      map { finding in
        [
          "subject": .text(finding.subject), "state": .text(finding.state.rawValue),
          "detail": .text(finding.detail), "advice": .optional(finding.advice),
        ]
      })
  }
}

/// The findings for each part of the system. Nothing here looks at the system itself.
extension Finding {
  /// Returns the finding for the sound system.
  ///
  /// - Parameters:
  ///   - devices: The devices of the sound system, or the error with which it failed to start.
  ///   - isLocked: `true` if there are sound devices that this user may not open.
  /// - Returns: The finding.
  static func soundSystem(
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

  /// The result of half a second of recording.
  enum Recording: Equatable, Sendable {
    /// Samples with a peak level, in dBFS; negative infinity if all are zero.
    case heard(device: String, sampleRate: Double, peak: Double)
    /// No sample arrived in time.
    case nothing(device: String?)
    case failed(AudioDeviceError)
  }

  static func microphone(_ recording: Recording) -> Finding {
    let subject = "microphone"
    switch recording {
    case .failed(.noInputDevice):
      return Finding(
        subject, .missing, "no device can record",
        advice: "Connect a microphone, tune a file, or try kammerton tune --simulate.")
    case .failed(let error):
      return Finding(
        subject, .missing, "\(error)",
        advice:
          "List the others with kammerton doctor devices and choose one with --microphone NAME.")
    case .nothing(let device):
      return Finding(
        subject, .missing, "\(device ?? "the default device") opens, but no samples arrive",
        advice: "Close other programs that record, or choose another one: kammerton doctor devices."
      )
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

  static func loudspeaker(_ devices: [AudioDevice]) -> Finding {
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

  static func terminal(_ capabilities: Capabilities, _ size: TerminalSize?) -> [Finding] {
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

  /// Returns the finding for a file of the user's that the program writes.
  ///
  /// - Parameters:
  ///   - subject: Its content, in a word.
  ///   - path: Its path, even if it does not exist yet; `nil` if there is no directory for it.
  ///   - isWritable: `true` if it, or the nearest directory above it that exists, can be written.
  /// - Returns: The finding.
  static func file(_ subject: String, path: String?, isWritable: Bool) -> Finding {
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

  /// The state of the second program.
  enum NetworkProgram {
    case built(path: String)
    /// It is not built, but this is a checkout, in which the commands that need it build it.
    case buildable
    case missing
  }

  static func network(_ program: NetworkProgram) -> Finding {
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

  static func page(isThere: Bool) -> Finding {
    guard isThere else {
      return Finding(
        "page", .limited, "not built", advice: "make web builds it; then kammerton serve shows it.")
    }
    return Finding("page", .works, "kammerton serve shows it at http://127.0.0.1:8440/")
  }
}
