package import ArgumentParser
import LiveAudio

/// How `kammerton` tells other programs what happened. Wrong usage is 64, as `sysexits.h` has it.
package enum ExitStatus {
  /// Some input failed, the rest was done.
  package static let someFailed = ExitCode(1)
  /// Nothing could be done: no microphone, no such file, no place to write.
  package static let nothingDone = ExitCode(2)
  /// Ended by SIGINT or SIGTERM before the work was complete.
  package static let interrupted = ExitCode(130)
}

extension ExitStatus {
  /// What a command that an error ended exits with. Says why, unless that has been said, with the
  /// command's advice on devices.
  package static func of(_ error: any Error, command: (any ParsableCommand)? = nil) -> ExitCode {
    switch error {
    case let status as ExitCode: return status
    case OutputError.closed: return .success  // `| head` has heard enough
    case is CancellationError: return interrupted
    case let error as ValidationError:  // of what only the work could tell
      complain(error.message)
      return .validationFailure
    case is AudioDeviceError:
      complain("\(error)")
      let advice = (command as? any DeviceCommand)?.adviceOnDevices
      complain(
        "To list the devices, run kammerton devices\(advice.map { ". Or try \($0)" } ?? "").")
    default: complain("\(error)")
    }
    return nothingDone
  }
}

/// A command that opens sound devices.
package protocol DeviceCommand {
  /// The options to try when a device does not open, as in "--device NAME, or --simulate".
  var adviceOnDevices: String { get }
}

/// Writes a text and a line end to standard output.
///
/// - Throws: `ExitStatus` after it has said why, unless the reader has only gone.
package func say(_ text: String) throws {
  do throws(OutputError) {
    try ByteOutput.standardOutput.write(text + "\n")
  } catch .closed {
    return
  } catch {
    complain("\(error)")
    throw ExitStatus.nothingDone
  }
}

/// A command that `kammerton-network` runs, at least with some of its options.
///
/// Both programs parse it by the same declaration, so that help, completions and refusals need only
/// the first one.
package protocol NetworkCommand: ParsableCommand {
  /// Whether what was asked for needs keys, certificates or a server.
  var needsNetworkProgram: Bool { get }
}
