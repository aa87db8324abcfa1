import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keeps apart what the program and what its libraries write on standard error.
///
/// PortAudio, ALSA and the like print notes for their developers, in the middle of a full-screen
/// view too, and with names of devices that nobody has checked. While a command runs, the program
/// writes on a descriptor of its own. If standard error is a terminal, what libraries write goes
/// into a pipe and is discarded, unless the process dies of a fault: then it is shown, as it tells
/// why. Files and pipes get everything.
package enum ForeignOutput {
  private struct Diversion {
    /// The end of the pipe to read.
    let pipe: Int32
    let timer: any DispatchSourceTimer
  }

  private static let diversion = Mutex<Diversion?>(nil)

  /// Begins to keep them apart. Nothing changes if the system has no descriptors left.
  package static func divert() {
    diversion.withLock { diversion in
      guard diversion == nil else { return }
      if ByteOutput.standardError.fileDescriptor == STDERR_FILENO {
        let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard copy >= 0 else { return }
        ByteOutput.ownStandardError.store(copy, ordering: .relaxed)
      }
      guard isatty(STDERR_FILENO) == 1, let pipe = divertToPipe() else { return }
      CrashGuard.armForeignOutput(pipe: pipe, terminal: ByteOutput.standardError.fileDescriptor)
      diversion = Diversion(pipe: pipe, timer: discarding(pipe))
    }
  }

  /// Gives standard error back, before the process becomes another program.
  package static func restore() {
    diversion.withLock { diversion in
      guard let ended = diversion else { return }
      dup2(ByteOutput.standardError.fileDescriptor, STDERR_FILENO)
      CrashGuard.disarmForeignOutput()
      ended.timer.cancel()  // its handler closes the pipe
      diversion = nil
    }
  }

  /// - Returns: The end of the pipe to read; `nil` if there is none.
  private static func divertToPipe() -> Int32? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      // A full pipe takes no more, instead of halting the library that writes.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    let isDiverted = dup2(ends[1], STDERR_FILENO) >= 0
    close(ends[1])
    guard isDiverted else {
      close(ends[0])
      return nil
    }
    return ends[0]
  }

  /// Empties the pipe once a second. What a fault writes is read before that by its handler.
  private static func discarding(_ pipe: Int32) -> any DispatchSourceTimer {
    let queue = DispatchQueue(label: "kammerton.foreign-output", qos: .utility)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 1, repeating: 1, leeway: .milliseconds(500))
    timer.setEventHandler {
      var bytes = [UInt8](repeating: 0, count: 4096)
      while read(pipe, &bytes, bytes.count) > 0 {}
    }
    timer.setCancelHandler { close(pipe) }
    timer.resume()
    return timer
  }
}
