import ArgumentParser
import AudioDevices
import CommandKit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The menu of `kammerton` alone on a terminal: the tuner first.
enum Welcome {
  /// `true` on a terminal, where someone can choose.
  static var isPossible: Bool { isatty(0) == 1 && isatty(1) == 1 }

  /// An entry of the menu, with its letter.
  enum Choice: String, CaseIterable {
    case tune = "t"
    case simulate = "s"
    case metronome = "m"
    case page = "p"
    case doctor = "d"
    case help = "h"
    case quit = "q"

    /// The arguments of the command; `nil` to quit.
    var arguments: [String]? {
      switch self {
      case .tune: ["tune"]
      case .simulate: ["tune", "--simulate"]
      case .metronome: ["metronome", "120"]
      case .page: ["serve"]
      case .doctor: ["doctor"]
      case .help: ["--help"]
      case .quit: nil
      }
    }

    /// Parses an answer; Enter alone is the first choice.
    init?(answer: String, first: Choice) {
      let word = answer.lowercased().filter { !$0.isWhitespace }
      guard let letter = word.first else {
        self = first
        return
      }
      self.init(rawValue: String(letter))
    }
  }

  /// The menu.
  ///
  /// - Parameter microphone: The name of the default microphone; `nil` if there is none.
  /// - Returns: Lines, the last of which is empty.
  static func text(microphone: String?) -> String {
    let tuner =
      microphone.map { "Open the tuner on \"\($0.printable)\"" }
      ?? "Open the tuner (no microphone was found: connect one first)"
    return """
      Kammerton: tune instruments, track pitch, play tones and send data by sound.

        t  \(tuner)
        s  Try the tuner on a simulated guitar
        m  Start the metronome at 120
        p  Serve the tuner as a web page
        d  Check what works on this system
        h  Show all commands
        q  Quit

      """
  }

  static func run() async throws {
    let devices = (try? await AudioDevice.all()) ?? []
    let microphone = devices.first(where: \.isDefaultInput)?.name
    let first: Choice = microphone == nil ? .simulate : .tune
    try ByteOutput.standardOutput.write(text(microphone: microphone))
    while true {
      try ByteOutput.standardOutput.write(
        "Type a letter and Enter (Enter alone: \(first.rawValue)): ")
      guard let answer = readLine() else { return try say("") }
      guard let choice = Choice(answer: answer, first: first) else { continue }
      guard let arguments = choice.arguments else { return }
      let command = try await KammertonCommand.asyncParseAsRoot(arguments)
      return try await KammertonCommand.perform(command, arguments)
    }
  }
}
