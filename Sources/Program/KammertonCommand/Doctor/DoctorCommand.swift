import ArgumentParser
import AudioDevices
import CommandKit
import LiveAudio
import MessageCommands
import SelfTestCommands
import SessionHistory
import SignalProcessing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `kammerton doctor`: what concerns this machine, its devices and this build.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check what works on this system, and list devices.",
    usage: "kammerton doctor [<subcommand>] [<options>]",
    discussion: "Example: kammerton doctor",
    subcommands: [
      CheckCommand.self, DevicesCommand.self, BandTestCommand.self, SelftestCommand.self,
    ],
    defaultSubcommand: CheckCommand.self)
}

/// `kammerton doctor check`: checks what works on this machine, and advises on the rest.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check sound, terminal, files and page.",
    usage: "kammerton doctor [check] [--json]",
    discussion: """
      Advises what to do about what does not work. It records half a second from the default \
      microphone and deletes it at once. Exit status: 0 if everything works, 1 if something needs \
      attention.

      Example: kammerton doctor
      """)

  @Flag(help: "Print one JSON array.")
  private var json = false

  func run() async throws {
    let findings = await SystemProbe.findings()
    let isTerminal = ByteOutput.standardOutput.isTerminal
    let capabilities = Capabilities(environment: .process, isTerminal: isTerminal)
    try ByteOutput.standardOutput.write(
      json ? findings.json : findings.text(hasUnicode: capabilities.hasUnicode))
    guard findings.allSatisfy({ $0.state == .works }) else { throw ExitStatus.someFailed }
  }
}

/// Examines the system for `kammerton doctor`, without changing or writing anything.
enum SystemProbe {
  static func findings() async -> [Finding] {
    var findings: [Finding] = []
    let devices: Result<[AudioDevice], AudioDeviceError>
    do throws(AudioDeviceError) {
      devices = .success(try await AudioDevice.all())
    } catch {
      devices = .failure(error)
    }
    findings.append(.soundSystem(devices, isLocked: hasLockedDevices))
    if case .success(let list) = devices, !list.isEmpty {
      findings.append(.microphone(await recording()))
      findings.append(.loudspeaker(list))
    }
    let isTerminal = ByteOutput.standardOutput.isTerminal
    findings += Finding.terminal(
      Capabilities(environment: .process, isTerminal: isTerminal),
      isTerminal ? .current(of: 1) : nil)
    let settings = UserFiles(environment: .process).path(of: SavedSettings.fileName)
    findings.append(.file("settings", path: settings, isWritable: isWritable(settings)))
    let history = (try? HistoryLocation(environment: .process))?.path
    findings.append(.file("history", path: history, isWritable: isWritable(history)))
    findings.append(.page(isThere: SiteFolder.isPage(SiteFolder.path)))
    findings.append(.network(NetworkProgram.state))
    return findings
  }

  /// Records for half a second, within at most 5 s.
  private static func recording() async -> Finding.Recording {
    let source = MicrophoneSource()
    let alarm = Task {
      try await Task.sleep(for: .seconds(5))
      await source.stop()
    }
    defer { alarm.cancel() }
    var (device, rate, count, peak): (String?, Double, Int, Float) = (nil, 0, 0, 0)
    do {
      for try await event in Live(source: source, makeAnalysis: { _ in SampleBlocks() }) {
        switch event {
        case .started(let name, let sampleRate): (device, rate) = (name, sampleRate)
        case .reading(let samples):
          count += samples.count
          for sample in samples where sample.isFinite { peak = max(peak, sample.magnitude) }
        default: break
        }
        if rate > 0, Double(count) >= rate / 2 { break }
      }
    } catch let error as AudioDeviceError {
      return .failed(error)
    } catch {
      return .nothing(device: device)
    }
    await source.stop()
    guard let device, count > 0 else { return .nothing(device: device) }
    let level = decibels(fromPower: Double(peak) * Double(peak))
    return .heard(device: device, sampleRate: rate, peak: level)
  }

  /// `true` if the system has sound devices that this user may not open (Linux).
  private static var hasLockedDevices: Bool {
    access("/dev/snd/timer", F_OK) == 0 && access("/dev/snd/timer", R_OK) != 0
  }

  /// Returns `true` if a file, or the nearest directory above it that exists, can be written.
  private static func isWritable(_ path: String?) -> Bool {
    guard var path else { return false }
    while access(path, F_OK) != 0 {
      guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return false }
      path = String(path[..<slash])
    }
    return access(path, W_OK) == 0
  }
}

extension NetworkProgram {
  /// The place of the program, as `kammerton doctor` reports it.
  static var state: Finding.NetworkProgram {
    switch place {
    case .built(let path): .built(path: path)
    case .buildable: .buildable
    case nil: .missing
    }
  }
}
