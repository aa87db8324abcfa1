import CommandKit

/// The recordings in a directory and in the directories below it, in the order of their paths.
///
/// Hidden files and directories are left out, and links to directories are not followed.
struct RecordingDirectory: Sendable {
  /// A recording, by its path below the directory.
  struct Recording: Hashable, Sendable {
    /// The directories on the way, each with a slash behind it; empty for none.
    var directories: String
    var name: String

    var path: String { directories + name }
  }

  private(set) var recordings: [Recording] = []
  /// A sentence for each directory that could not be read.
  private(set) var failures: [String] = []

  /// The extensions of files that libsndfile reads, in small letters.
  static let extensions: Set<String> = [
    "wav", "wave", "w64", "rf64", "aif", "aiff", "aifc", "au", "snd", "caf", "flac", "ogg", "oga",
    "opus", "mp3",
  ]

  /// - Parameter path: The directory, which may be a link.
  init(path: String) {
    var waiting = [""]
    while let relative = waiting.popLast() {
      do throws(ByteInputError) {
        waiting += try list(
          relative.isEmpty ? path : path + "/" + relative, relative.isEmpty ? "" : relative + "/")
      } catch {
        failures.append("\(error)")
      }
    }
    recordings.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    failures.sort()
  }

  /// Adds the recordings of one directory, and returns the paths of the directories in it.
  /// Names whose kind the system does not tell are one failure together.
  private mutating func list(
    _ position: String, _ directories: String
  ) throws(ByteInputError) -> [String] {
    var found: [String] = []
    var failure: ByteInputError?
    for name in try DirectoryContents.names(in: position)
    where name.utf8.first != UInt8(ascii: ".") {
      do throws(ByteInputError) {
        switch try DirectoryContents.kind(of: position + "/" + name) {
        case .directory: found.append(directories + name)
        case .file where Self.isRecording(name):
          recordings.append(Recording(directories: directories, name: name))
        case .file, .other, nil: break
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { failures.append("\(failure)") }
    return found
  }

  /// Returns true for a name with the extension of a recording.
  static func isRecording(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The names of the outputs, without the suffix of their format, in the order of ``recordings``.
  ///
  /// An output has the base name of its recording. It keeps the extension where two recordings of
  /// one directory share a base name, and where the base name could be a name with an extension
  /// itself: no recording that comes later can then take over the output of another one. The base
  /// name of the file of settings is not free either.
  var outputNames: [String] {
    var counts: [Recording: Int] = [:]
    func key(_ recording: Recording) -> Recording {
      Recording(
        directories: recording.directories, name: Self.baseName(recording.name).lowercased())
    }
    for recording in recordings { counts[key(recording), default: 0] += 1 }
    return recordings.map { recording in
      let base = Self.baseName(recording.name)
      let isAmbiguous =
        counts[key(recording), default: 0] > 1 || Self.isRecording(base)
        || base.lowercased() == Self.baseName(TrackSettings.fileName)
      return isAmbiguous ? recording.name : base
    }
  }

  private static func baseName(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
