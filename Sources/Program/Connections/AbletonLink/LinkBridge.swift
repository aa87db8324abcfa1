import AudioDevices
import CommandKit

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A reason why there is no Link session.
enum LinkBridgeError: Error, Hashable {
  /// The program is in none of the places.
  case missing([String])
  /// The system failed to start it.
  case notStarted(path: String, reason: String)
  /// It ended with this status, or by this signal if negative.
  case ended(path: String, status: Int32)
  /// It runs and says nothing.
  case silent(path: String)
  /// Nothing can be sent to it.
  case unreachable(reason: String)
}

extension LinkBridgeError: CustomStringConvertible {
  var description: String {
    switch self {
    case .missing(let places):
      """
      \(LinkBridge.name) was not found (\(places.joined(separator: ", "))). Install the package \
      \(LinkBridge.name), or build it with make link in Kammerton's sources. KAMMERTON_LINK can name its path.
      """
    case .notStarted(let path, let reason):
      "\(path) could not be started: \(reason). Check KAMMERTON_LINK, or install \(LinkBridge.name)."
    case .ended(let path, let status):
      "\(path) ended with status \(status). Run it in a terminal to see why."
    case .silent(let path):
      "\(path) does not answer. End it if it still runs, and try again."
    case .unreachable(let reason):
      "\(LinkBridge.name) cannot be asked: \(reason). Check whether the loopback interface is up."
    }
  }
}

/// `kammerton-link`: the program that takes part in Ableton Link sessions.
///
/// A program of its own, with a licence of its own, because Link's is not that of Kammerton. One
/// serves all metronomes of a user.
struct LinkBridge: Sendable {
  static let name = "kammerton-link"

  /// The paths at which to look for the program, in order.
  let places: [String]
  /// The file in which a running bridge says where to ask.
  let noticePath: String

  init(program: ProgramFile?, environment: [String: String], user: UInt32) {
    places = Self.places(program: program, environment: environment)
    let folder = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    noticePath = folder.map { "\($0)/\(Self.name)" } ?? "/tmp/\(Self.name)-\(user)"
  }

  /// The bridge of this process's user.
  static var ofUser: LinkBridge {
    var environment: [String: String] = [:]
    for name in ["KAMMERTON_LINK", "PATH", "XDG_RUNTIME_DIR"] {
      if let value = getenv(name) { environment[name] = String(cString: value) }
    }
    return LinkBridge(program: .running, environment: environment, user: getuid())
  }

  /// Returns the path in `KAMMERTON_LINK` alone; without it, those beside the program, in a
  /// checkout, and in `PATH`.
  private static func places(
    program: ProgramFile?, environment: [String: String]
  ) -> [String] {
    if let path = environment["KAMMERTON_LINK"], !path.isEmpty { return [path] }
    var places: [String] = []
    if let program {
      places += ["\(program.directory)/\(name)", "\(program.prefix)/bin/\(name)"]
      if let checkout = program.checkout { places.append("\(checkout)/.build-link/\(name)") }
    }
    places += (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
    var seen: Set<String> = []
    return places.filter { seen.insert($0).inserted }
  }
}

// MARK: - A running bridge

extension LinkBridge {
  /// The port of a running bridge, and the token that authorises questions.
  struct Door: Sendable, Hashable {
    var port: UInt16
    var token: [UInt8]

    /// Reads the file of a bridge; `nil` for anything else.
    init?(_ text: some StringProtocol) {
      let words = text.split(whereSeparator: \.isWhitespace)
      guard words.count == 4, words[0] == "KLnk", words[1] == "1", let port = UInt16(words[2]),
        port > 0, words[3].utf8.count == 32
      else { return nil }
      let digits = Array(words[3].utf8).map {
        Int(Character(UnicodeScalar($0)).hexDigitValue ?? -1)
      }
      guard digits.allSatisfy({ $0 >= 0 }) else { return nil }
      self.port = port
      token = stride(from: 0, to: 32, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }
  }

  /// The door of the bridge that runs, or has run; `nil` if there is none that belongs to this user.
  func door() -> Door? {
    let file = open(noticePath, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_uid == getuid(), status.st_mode & 0o077 == 0
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(file, &bytes, bytes.count)
    guard count > 0 else { return nil }
    return Door(String(decoding: bytes[..<count], as: UTF8.self))
  }

  /// Starts the program, which ends by itself when no metronome asks any more.
  ///
  /// - Returns: The number of its process, and its path.
  /// - Throws: ``LinkBridgeError/missing(_:)`` or ``LinkBridgeError/notStarted(path:reason:)``.
  func start() throws(LinkBridgeError) -> (process: pid_t, path: String) {
    guard let path = places.first(where: { access($0, X_OK) == 0 && !Self.isFolder($0) }) else {
      throw .missing(places)
    }
    let words = [path, "--quiet", "--until-idle", "5"]
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    #if canImport(Darwin)
      var (actions, attributes): (posix_spawn_file_actions_t?, posix_spawnattr_t?)
    #else
      var (actions, attributes) = (posix_spawn_file_actions_t(), posix_spawnattr_t())
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for stream in 0...2 as ClosedRange<Int32> {
      posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0)
    }
    // Ctrl-C in the terminal of one metronome must not end the bridge of all.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var process: pid_t = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &pointers, environ)
    guard code == 0 else {
      throw .notStarted(path: path, reason: String(cString: strerror(code)))
    }
    return (process, path)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the exit status of a started program; `nil` while it runs.
  static func status(of process: pid_t) -> Int32? {
    var status: Int32 = 0
    guard waitpid(process, &status, WNOHANG) == process else { return nil }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  /// The status of a bridge that another one has forestalled.
  static var statusOfSecond: Int32 { 3 }
}

// MARK: - Asking

/// A socket to a bridge.
struct LinkDoor: Sendable {
  let door: LinkBridge.Door
  private let socket: UDPSocket

  init(_ door: LinkBridge.Door) throws(LinkBridgeError) {
    self.door = door
    let loopback = UInt32(0x7F00_0001).bigEndian
    do throws(UDPProblem) {
      socket = try UDPSocket(to: SocketAddress(host: loopback, port: door.port))
    } catch {
      throw .unreachable(reason: error.reason)
    }
  }

  /// The outcome of a question.
  enum Reply: Sendable, Hashable {
    case answer(LinkAnswer)
    /// Nothing, in time.
    case none
    /// Nobody is there any more.
    case gone
  }

  /// Sends a question, and waits for the answer.
  ///
  /// - Parameters:
  ///   - question: The question.
  ///   - timeout: Nanoseconds.
  /// - Returns: The answer to this question, and to no other.
  func ask(_ question: LinkQuestion, timeout: Int64) -> Reply {
    let end = steadyTime() + timeout
    do throws(UDPProblem) {
      try socket.send(question.encoded())
    } catch {
      return error == .refused ? .gone : .none
    }
    while case let left = end - steadyTime(), left > 0 {
      guard let (bytes, _) = socket.receive(timeout: left, capacity: LinkAnswer.byteCount + 1)
      else { return socket.takeRefusal() ? .gone : .none }
      // One that was late answers an earlier question.
      if let answer = LinkAnswer(bytes), answer.asker == question.asker,
        answer.asked == question.asked
      {
        return .answer(answer)
      }
    }
    return .none
  }

  /// Says goodbye.
  func leave(_ question: LinkQuestion) {
    var last = question
    last.isLeaving = true
    try? socket.send(last.encoded())
  }
}
