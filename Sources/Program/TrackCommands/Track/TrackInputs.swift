import CommandKit

/// The inputs of a run: files, standard input, and the recordings in directories, each with the
/// path of its output.
struct TrackInputs: Sendable {
  /// An input with its output.
  struct Entry: Hashable, Sendable {
    var input: TrackInput
    /// The directories of the output below that of the run, each with a slash behind it; empty for
    /// none.
    var directories = ""
    /// The name of the output, without the suffix of its format.
    var name = ""

    /// Returns the paths of ``directories``, the outer ones first.
    func paths(below directory: String) -> [String] {
      var path = directory
      return directories.unicodeScalars.split(separator: "/").map { part in
        path += "/" + String(part)
        return path
      }
    }
  }

  private(set) var entries: [Entry] = []
  /// A sentence for each directory that could not be read.
  private(set) var failures: [String] = []

  /// Finds the inputs, in the order of the arguments.
  ///
  /// - Parameters:
  ///   - arguments: Paths of files and directories, and `-`.
  ///   - isResumed: True if outputs are found again by their names, so that these must not depend
  ///     on the order of the inputs.
  /// - Throws: ``TrackInputsError``
  init(_ arguments: [String], isResumed: Bool = false) throws(TrackInputsError) {
    var plain: [Int] = []
    // By bytes: a name that only looks the same is another one.
    var owners: [[UInt8]: TrackInput] = [:]
    for argument in arguments {
      guard argument != "-", DirectoryContents.exists(argument) else {
        plain.append(entries.count)
        entries.append(Entry(input: TrackInput(argument)))
        continue
      }
      try append(directory: argument, &owners)
    }
    let taken = entries.filter { $0.directories.isEmpty && !$0.name.isEmpty }.map(\.name)
    let names = TrackInput.outputNames(of: plain.map { entries[$0].input }, besides: taken)
    for (index, name) in zip(plain, names) {
      guard !isResumed || name == entries[index].input.baseName else {
        throw .numbered(entries[index].input.name)
      }
      entries[index].name = name
    }
  }

  /// Adds the recordings of a directory but for those that were found before, and refuses two with
  /// one output.
  private mutating func append(
    directory argument: String, _ owners: inout [[UInt8]: TrackInput]
  ) throws(TrackInputsError) {
    var path = argument.unicodeScalars
    while path.count > 1, path.last == "/" { path.removeLast() }
    let directory = RecordingDirectory(path: String(path))
    guard !directory.recordings.isEmpty || !directory.failures.isEmpty else {
      throw .noRecordings(argument)
    }
    failures += directory.failures
    for (recording, name) in zip(directory.recordings, directory.outputNames) {
      let input = TrackInput.file(path: String(path) + "/" + recording.path)
      let output = Array((recording.directories + name).utf8)
      if let owner = owners[output] {
        guard FileIdentity(path: owner.path) == FileIdentity(path: input.path) else {
          throw .sameOutput(owner.name, input.name)
        }
        continue
      }
      owners[output] = input
      entries.append(Entry(input: input, directories: recording.directories, name: name))
    }
  }
}

/// Inputs that cannot be tracked together.
enum TrackInputsError: Error, Equatable, CustomStringConvertible {
  /// A directory holds no recordings.
  case noRecordings(String)
  /// Two recordings in directories would be written to one output.
  case sameOutput(String, String)
  /// The output of a file would have a number behind its name, which depends on the other inputs.
  case numbered(String)

  var description: String {
    switch self {
    case .noRecordings(let directory):
      "\(directory) is a directory without recordings. Give recordings, or a directory with some, "
        + "such as .wav, .flac or .mp3."
    case .sameOutput(let first, let second):
      "\(first) and \(second) would have the same output. Give one directory that holds both, or "
        + "track them to different directories."
    case .numbered(let name):
      "Another input has the name of \(name), and --resume tells outputs apart by their names. "
        + "Give one directory that holds both."
    }
  }
}
