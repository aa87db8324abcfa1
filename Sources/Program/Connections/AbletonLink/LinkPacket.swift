import Metronome

/// A question to `kammerton-link`. Both packets have 96 bytes; docs/link.md has the table.
struct LinkQuestion: Sendable, Hashable {
  /// Something that is to be done once, however often it is asked.
  struct Command: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
      case setTempo
      case start
      case stop
    }

    var kind: Kind
    /// Another number for each command; never 0.
    var number: UInt32
  }

  /// The token that only programs of the same user know.
  var token: [UInt8]
  /// The number of the program that asks; never 0.
  var asker: UInt64
  /// The time at which the question left, in nanoseconds.
  var asked: Int64
  /// The quarter notes of a bar.
  var quantum: Double
  /// The tempo to begin a session with, or to set, in ``LinkTempo/limits``.
  var tempo: Double
  /// True if start and stop are shared.
  var sharesStartStop = false
  /// True for the last question of a metronome that ends.
  var isLeaving = false
  /// `nil` for none.
  var command: Command?

  /// The bytes: always ``LinkAnswer/byteCount``.
  func encoded() -> [UInt8] {
    var bytes = LinkAnswer.mark + [LinkAnswer.version, 1, flags, 0]
    bytes += token.prefix(16) + [UInt8](repeating: 0, count: max(0, 16 - token.count))
    bytes.append(bigEndian: asker)
    bytes.append(bigEndian: asked)
    bytes.append(bigEndian: Int64((quantum * 1e6).rounded()))
    bytes.append(bigEndian: Int64((tempo * 1e6).rounded()))
    bytes.append(bigEndian: command?.number ?? 0)
    return bytes + [UInt8](repeating: 0, count: LinkAnswer.byteCount - bytes.count)
  }

  private var flags: UInt8 {
    let commandFlag: UInt8 =
      switch command?.kind {
      case .setTempo: 4
      case .start: 8
      case .stop: 16
      case nil: 0
      }
    return (sharesStartStop ? 1 : 0) | (isLeaving ? 2 : 0) | commandFlag
  }
}

/// The answer of `kammerton-link` about its session.
struct LinkAnswer: Sendable, Hashable {
  var asker: UInt64
  var asked: Int64
  /// The quarter notes of the bar that ``beat`` is in.
  var quantum: Double
  /// Quarter notes per minute, in ``LinkTempo/limits``.
  var tempo: Double
  /// The number of the last command that was carried out.
  var command: UInt32
  /// The other programs in the session.
  var peerCount: Int
  /// The metronomes that share the bridge.
  var clientCount: Int
  /// A moment, in nanoseconds.
  var moment: Int64
  /// The quarter notes at that moment; a bar begins at each multiple of ``quantum``.
  var beat: Double
  /// Nanoseconds since the bridge began to look for a session.
  var age: Int64
  var isPlaying: Bool
  /// True if the bridge takes part in start and stop.
  var sharesStartStop: Bool

  /// The others in the session: metronomes that share the bridge are partners too, though not of Link.
  var otherCount: Int { peerCount + max(0, clientCount - 1) }

  static let byteCount = 96
  static let mark = Array("KLnk".utf8)
  static let version: UInt8 = 1

}

extension LinkAnswer {
  /// Reads an answer; `nil` for anything that no bridge sends.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.byteCount, Array(bytes[..<4]) == Self.mark,
      bytes[4] == Self.version, bytes[5] == 2, bytes[6] < 4
    else { return nil }
    func number(at offset: Int) -> Int64 { bytes.bigEndian(at: offset) }
    func count(at offset: Int) -> UInt32 { bytes.bigEndian(at: offset) }
    asker = bytes.bigEndian(at: 24)
    asked = number(at: 32)
    quantum = Double(number(at: 40)) / 1e6
    tempo = Double(number(at: 48)) / 1e6
    command = count(at: 56)
    peerCount = Int(count(at: 60))
    clientCount = Int(count(at: 64))
    moment = number(at: 72)
    beat = Double(number(at: 80)) / 1e9
    age = number(at: 88)
    isPlaying = bytes[6] & 1 != 0
    sharesStartStop = bytes[6] & 2 != 0
    guard Self.quantumLimits.contains(quantum), LinkTempo.acceptance.contains(tempo),
      peerCount <= 10_000, clientCount <= 10_000, Self.timeLimits.contains(moment),
      Self.timeLimits.contains(age), beat.magnitude <= 1e9
    else { return nil }
  }

  private static var quantumLimits: ClosedRange<Double> { 1.0 / 64...1024 }
  /// 36 years since the computer started.
  private static var timeLimits: ClosedRange<Int64> { 0...1 << 60 }
}
