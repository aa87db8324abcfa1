import ArgumentParser
import CommandKit
import IntonationPractice
import MusicTheory

/// The source of a score: a scale by name, or a file.
enum PracticeSource {
  /// Reads a scale such as `C-major` or `Bb3-harmonic-minor`, or a file.
  ///
  /// - Parameters:
  ///   - argument: The name of the scale, or the path of the file.
  ///   - voice: The voice of a file, from 1.
  ///   - octaves: The octaves of a scale.
  /// - Returns: The voice to practise.
  /// - Throws: `ValidationError`; ``PracticeFileError``.
  static func score(_ argument: String, voice: Int?, octaves: Int?) throws -> PracticeScore {
    if let kind = kind(argument) {
      guard octaves == nil else {
        throw ValidationError("--octaves is for scales. Remove it.")
      }
      return try file(argument, kind, voice)
    }
    guard voice == nil else { throw ValidationError("--voice is for files. Remove it.") }
    do {
      return try scale(argument, octaves: octaves ?? 1)
    } catch {
      throw ValidationError("'\(argument.printable)': \(error)")
    }
  }

  private enum Kind {
    case midi, musicXML, unknown
  }

  /// - Returns: The kind of a file; `nil` for a scale.
  private static func kind(_ argument: String) -> Kind? {
    let name = argument.lowercased()
    if name.hasSuffix(".mid") || name.hasSuffix(".midi") { return .midi }
    if [".musicxml", ".xml", ".mxl"].contains(where: name.hasSuffix) { return .musicXML }
    return name.contains("/") || name.contains(".") ? .unknown : nil
  }

  private static func file(_ path: String, _ kind: Kind, _ voice: Int?) throws -> PracticeScore {
    guard kind != .unknown else {
      throw ValidationError(
        """
        \(path.printable) is neither a scale nor a score: .mid, .musicxml, .xml or .mxl. Export the \
        score as one of them.
        """)
    }
    let limit = max(MIDIScore.mostBytes, MusicXMLScore.mostBytes) + 1
    let bytes = try ByteInput.readFile(path, limit: limit)
    var score = try read(bytes, kind, path, voice)
    if score.title.isEmpty { score.title = String(path.split(separator: "/").last ?? "") }
    return score
  }

  private static func read(
    _ bytes: [UInt8], _ kind: Kind, _ path: String, _ voice: Int?
  ) throws(PracticeFileError) -> PracticeScore {
    do {
      return kind == .midi
        ? try MIDIScore.read(bytes, voice: voice) : try MusicXMLScore.read(bytes, voice: voice)
    } catch {
      throw PracticeFileError(path: path, reason: "\(error)")
    }
  }

  private static func scale(
    _ argument: String, octaves: Int
  ) throws(PracticeScoreError) -> PracticeScore {
    let parts = argument.split(maxSplits: 1) { $0 == "-" || $0 == " " }
    guard parts.count == 2 else { throw .unknownScale }
    let name = parts[1].lowercased().map { $0 == " " ? "-" : $0 }
    guard let pattern = ScalePattern.all.first(where: { Array($0.name) == name }) else {
      throw .unknownScale
    }
    let tonic = String(parts[0])
    let hasOctave = tonic.last.map { ("0"..."9").contains($0) } ?? false
    guard let note = try? Note(hasOctave ? tonic : tonic + "4") else { throw .unknownScale }
    return try pattern.score(on: note, octaves: octaves)
  }
}

/// A score that cannot be read.
struct PracticeFileError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path.printable): \(reason)" }
}
