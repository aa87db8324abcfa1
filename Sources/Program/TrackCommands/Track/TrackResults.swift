import CommandKit

/// The directory that outputs of several runs share.
struct TrackResults {
  /// The directory as the user named it.
  let directory: String
  let settings: TrackSettings

  private var settingsPath: String { "\(directory)/\(TrackSettings.fileName)" }

  /// Refuses a run whose outputs do not belong beside those in the directory; changes nothing.
  ///
  /// - Parameters:
  ///   - jobs: All inputs of the run.
  ///   - isResumed: True if the run leaves out what is done.
  /// - Throws: ``TrackResultsError``, or `ByteInputError` if the stored settings cannot be read.
  func require(jobs: [TrackJob], isResumed: Bool) throws {
    if let stored = try stored() {
      if let difference = settings.difference(from: stored, in: directory) {
        throw TrackResultsError.different(difference)
      }
      guard !isTaken(by: jobs) else { throw TrackResultsError.settingsTaken(settingsPath) }
      return
    }
    guard isResumed else { return }
    guard !UserFiles.exists(settingsPath) else {
      throw TrackResultsError.foreignSettings(settingsPath)
    }
    guard !jobs.contains(where: { $0.outputPath.map(UserFiles.exists) == true }) else {
      throw TrackResultsError.noSettings(directory)
    }
    guard !isTaken(by: jobs) else { throw TrackResultsError.settingsTaken(settingsPath) }
  }

  /// Stores the settings, unless they are.
  func store() throws {
    guard !UserFiles.exists(settingsPath) else { return }
    try AtomicTextFile.write(Array(settings.json.utf8), to: settingsPath)
  }

  /// Returns the jobs that are not done, and says how many are.
  func undone(_ jobs: [TrackJob]) -> [TrackJob] {
    let undone = jobs.filter { !$0.isDone }
    let done = jobs.count - undone.count
    complain("\(jobs.count) input\(jobs.count == 1 ? "" : "s"), \(done) done before.")
    return undone
  }

  /// The settings beside the outputs; `nil` if there are none that these could be compared with.
  private func stored() throws -> TrackSettings? {
    guard UserFiles.exists(settingsPath) else { return nil }
    let bytes = try ByteInput.readFile(settingsPath, limit: 1 << 16)
    guard let text = String(validating: bytes, as: UTF8.self),
      let stored = TrackSettings(json: text),
      stored.settings.first != settings.settings.first || stored.hasNames(of: settings)
    else { return nil }
    return stored
  }

  private func isTaken(by jobs: [TrackJob]) -> Bool {
    jobs.contains { $0.outputPath?.lowercased() == settingsPath.lowercased() }
  }
}

extension TrackJob {
  /// True if the output, and the picture if one is wanted, is there and not older than the input.
  ///
  /// Outputs appear when they are complete, so that one that exists is.
  var isDone: Bool {
    guard let input = FileState(path: input.path) else { return false }
    return [outputPath, picture?.path].compactMap(\.self).allSatisfy { path in
      FileState(path: path).map { !$0.isOlder(than: input) } ?? false
    }
  }
}

/// A directory that cannot take the outputs of a run.
enum TrackResultsError: Error, Equatable, CustomStringConvertible {
  /// The sentence names what differs.
  case different(String)
  /// There are outputs, but no settings.
  case noSettings(String)
  /// Another program has written the file of settings.
  case foreignSettings(String)
  /// An output would replace the settings.
  case settingsTaken(String)

  var description: String {
    switch self {
    case .different(let sentence): sentence
    case .noSettings(let directory):
      "The results in \(directory) do not say with which settings they were made, because "
        + "\(TrackSettings.fileName) is missing. Write to another folder."
    case .foreignSettings(let path):
      "\(path), where --resume keeps the settings, is damaged or of another program. Write to "
        + "another folder."
    case .settingsTaken(let path):
      "\(path) holds the settings of the results, and an output would replace it. Rename the input."
    }
  }
}
