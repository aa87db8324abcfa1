import BellTuning
import CommandKit
import PianoCommands
import PianoTuning

extension BellFile {
  /// Reads a file.
  static func load(_ path: String) throws(PianoStorageError) -> BellFile {
    let bytes: [UInt8]
    do {
      bytes = try ByteInput.readWhole(path, atMost: largestSize)
    } catch {
      throw PianoStorageError(path: path, reason: "The file could not be read (\(error.reason)).")
    }
    do {
      return try BellFile(bytes: bytes)
    } catch {
      throw PianoStorageError(path: path, reason: "\(error)")
    }
  }

  /// Reads a file, or two of which the second one is after tuning.
  static func load(_ path: String, after: String?) throws(PianoStorageError) -> BellFile {
    var bells = try load(path)
    guard let after else { return bells }
    let others = try load(after)
    guard others.object == bells.object else {
      throw PianoStorageError(
        path: after,
        reason: "These are not the same objects as in \(path): \(others.object.rawValue), not "
          + "\(bells.object.rawValue).")
    }
    bells.entries = (bells.newest(as: .before) + others.newest(as: .after))
    return bells
  }

  /// The newest measurement of each object, as of a stage.
  private func newest(as stage: PianoFile.Stage) -> [Entry] {
    notes.compactMap { newest($0) }.map { entry in
      var entry = entry
      entry.stage = stage
      return entry
    }
  }

  /// Writes the file in one step; an older one stays until then.
  func save(_ path: String) throws(OutputError) {
    let file = try AtomicTextFile(path: path)
    try file.write(bytes)
    try file.finish()
  }
}
