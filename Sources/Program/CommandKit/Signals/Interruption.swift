import Dispatch
import FileWriting
import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whether the user has asked the program to stop; loops look at it between two blocks.
package final class Interruption: Sendable {
  private let flag = Atomic(false)

  package init() {}

  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// Asks as the user would.
  package func request() {
    flag.store(true, ordering: .relaxed)
  }

  /// Listens to SIGINT, SIGTERM and SIGHUP. The second one ends the program at once.
  ///
  /// - Parameter onRequest: Called at the first one, on a queue of the watcher.
  /// - Returns: The watcher; keep it for as long as it shall listen.
  package func watchSignals(onRequest: @escaping @Sendable () -> Void = {}) -> SignalWatcher {
    SignalWatcher(SignalWatcher.endings) { [self] number in
      if isRequested {
        PartialFiles.removeAll()
        _exit(128 + number)
      }
      request()
      onRequest()
    }
  }

  /// Waits until a descriptor can be read or the user has lost patience.
  ///
  /// - Returns: `false` if interrupted.
  package func waitForInput(_ descriptor: Int32) -> Bool {
    while !isRequested {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&request, 1, 100)
      if ready > 0 || (ready < 0 && errno != EINTR) { return true }
    }
    return false
  }
}
