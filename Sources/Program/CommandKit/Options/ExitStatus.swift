package import ArgumentParser
import LiveAudio

/// The exit codes of `kammerton`. Wrong usage is 64, as in `sysexits.h`.
package enum ExitStatus {
  /// Some inputs failed, the others are done.
  package static let someFailed = ExitCode(1)
  /// Nothing could be done: no microphone, no such file, no place to write.
  package static let nothingDone = ExitCode(2)
  /// Ended by SIGINT or SIGTERM before the work was complete.
  package static let interrupted = ExitCode(130)
}

extension ExitStatus {
  /// Returns the exit code for the error that ended a command. Reports the error, unless that has
  /// been done, with the command's advice on devices.
  package static func of(_ error: any Error, command: (any ParsableCommand)? = nil) -> ExitCode {
    switch error {
    case let status as ExitCode: return status
    case OutputError.closed: return .success  // `| head` has read enough
    case is CancellationError: return interrupted
    case let error as ValidationError:  // found only while the command ran
      complain(error.message)
      return .validationFailure
    case let error as AudioDeviceError:
      complain("\(error)")
      let advice = (command as? any DeviceCommand).map { ". Or try \($0.adviceOnDevices)" } ?? ""
      // Where the sound system itself fails, the list of its devices would fail as well.
      if case .unavailable = error {
        complain("To check the whole system, run kammerton doctor\(advice).")
      } else {
        complain("To list the devices, run kammerton doctor devices\(advice).")
      }
    default: complain("\(error)")
    }
    return nothingDone
  }
}

/// A command that opens sound devices.
package protocol DeviceCommand {
  /// The options to try when a device does not open, such as "--device NAME, or --simulate".
  var adviceOnDevices: String { get }
}

/// Writes a text and a line end to standard output.
///
/// - Throws: `ExitStatus` after it has reported the error; a reader that has gone is not an error.
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
  /// True if the given options need keys, certificates or a server.
  var needsNetworkProgram: Bool { get }
}
