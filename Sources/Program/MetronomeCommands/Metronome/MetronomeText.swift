import ArgumentParser
import AudioFiles
import CommandKit
import Metronome

/// Reading what people type after the options of `kammerton metronome`.
enum MetronomeText {
  /// A sound by name, or the files of one's own sounds.
  enum Sound: Hashable, Sendable {
    case voice(ClickVoice)
    case files([String])
  }

  static func sound(_ argument: String) throws -> Sound {
    if let voice = ClickVoice(rawValue: argument.lowercased()) { return .voice(voice) }
    let files = argument.commaSeparatedItems
    guard (1...5).contains(files.count), files.allSatisfy({ $0.contains(".") }) else {
      let names = ClickVoice.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "Write \(names), or 1 to 5 files for strong, medium, normal, weak and second-voice clicks, "
          + "such as strong.wav,normal.wav.")
    }
    return .files(files)
  }

  static func countIn(_ argument: String) throws -> Int {
    guard let count = Int(argument), (0...100).contains(count) else {
      throw ValidationError("Write a number of bars in 0...100.")
    }
    return count
  }

  static func speed(_ argument: String) throws -> Double {
    guard
      let percent = Double(decimal: argument.hasSuffix("%") ? argument.dropLast() : argument[...]),
      (10...400).contains(percent)
    else { throw ValidationError("Write a percentage in 10...400, such as 80.") }
    return percent / 100
  }

  /// The samples of a file, mixed to one channel.
  static func click(path: String) throws(AudioFileError) -> (samples: [Float], sampleRate: Double) {
    var reader = try AudioFileReader(path: path, channel: .mix)
    let limit = Int(ClickSounds.durationLimit * reader.sampleRate)
    var samples: [Float] = []
    var block: [Float] = []
    while samples.count < limit, try reader.read(into: &block, maximumCount: 4096) > 0 {
      samples += block
    }
    guard !samples.isEmpty else { throw .noSamples(path: path) }
    return (samples, reader.sampleRate)
  }
}
