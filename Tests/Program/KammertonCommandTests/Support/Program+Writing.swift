import Foundation

extension Program {
  /// Waits until a process has files open, or has made some, in a directory.
  ///
  /// On Linux a file has no name until it is whole; `/proc` shows it among what the process has open.
  static func untilWriting(_ process: Process, files: Int, in directory: URL) async throws {
    let manager = FileManager.default
    while true {
      let names = (try? manager.contentsOfDirectory(atPath: directory.path)) ?? []
      let open = "/proc/\(process.processIdentifier)/fd"
      let targets = ((try? manager.contentsOfDirectory(atPath: open)) ?? []).compactMap {
        try? manager.destinationOfSymbolicLink(atPath: "\(open)/\($0)")
      }
      if names.count + targets.count(where: { $0.hasPrefix(directory.path + "/") }) >= files {
        return
      }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}
