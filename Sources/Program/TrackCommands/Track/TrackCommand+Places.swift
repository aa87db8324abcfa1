import CommandKit
import FileWriting

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

// The places of the outputs.
extension TrackCommand {
  /// Creates the directory of the outputs.
  func prepare(directory: String) throws {
    if TrackFormat.isFileName(directory), access(directory.systemPath, F_OK) != 0 {
      complain(
        "--output takes a directory, but \(directory) looks like a file. To write one file, leave out "
          + "--output and add > \(directory).")
      throw ExitStatus.nothingDone
    }
    guard mkdir(directory.systemPath, 0o777) != 0 else { return }
    guard errno == EEXIST else {
      complain("\(directory) cannot be created (\(systemReason())). Choose another --output.")
      throw ExitStatus.nothingDone
    }
    let descriptor = open(directory.systemPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { close(descriptor) }
    guard descriptor >= 0, access(directory.systemPath, W_OK | X_OK) == 0 else {
      complain("\(directory) is not a directory that you can write to. Choose another --output.")
      throw ExitStatus.nothingDone
    }
  }

  /// Refuses outputs that would overwrite an input, and pictures that cannot be written.
  func requirePlaces(of jobs: [TrackJob]) throws {
    let inputs = Set(jobs.compactMap { FileIdentity(path: $0.input.path) })
    for path in jobs.flatMap({ [$0.outputPath, $0.picture?.path].compactMap(\.self) }) {
      if let identity = FileIdentity(path: path), inputs.contains(identity) {
        complain(
          "\(path) is an input, and would be overwritten. Choose another --output or format.")
        throw ExitStatus.nothingDone
      }
    }
    guard case .file(let path, _) = plot else { return }
    try AtomicTextFile.requirePlace(path)
  }
}
