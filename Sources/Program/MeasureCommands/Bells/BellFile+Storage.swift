import BellTuning
import PianoTuning

extension BellFile {
  /// Reads a file, or two of which the second one is after tuning.
  static func load(_ path: String, after: String?) throws -> BellFile {
    var bells = try load(path)
    guard let after else { return bells }
    let others = try load(after)
    guard others.object == bells.object else {
      throw OtherObjects(path: after, objects: others.object, before: path, wanted: bells.object)
    }
    bells.entries = (bells.newest(as: .before) + others.newest(as: .after))
    return bells
  }

  /// The newest measurement of each object, as of a stage.
  private func newest(as stage: MeasurementStage) -> [Entry] {
    notes.compactMap { newest($0) }.map { entry in
      var entry = entry
      entry.stage = stage
      return entry
    }
  }
}

/// A file of other objects than those that it is compared with.
struct OtherObjects: Error, CustomStringConvertible {
  let path: String
  let objects: ResonatorKind
  let before: String
  let wanted: ResonatorKind

  var description: String {
    "\(path): These are not the same objects as in \(before): \(objects.rawValue), not "
      + "\(wanted.rawValue)."
  }
}
