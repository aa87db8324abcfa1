#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Runs mutated inputs through a target, and keeps the present one where a crash leaves it.
struct FuzzRun {
  let target: FuzzTarget
  let seed: UInt64
  /// The numbers of the inputs.
  let inputs: Range<Int>
  /// Where the present input is kept.
  let directory: String

  /// One input may take this much processor time; SIGPROF ends what takes more.
  static let secondsPerInput = 20
  /// More memory in use than this counts as a defect.
  static let residentByteLimit = 2 << 30

  /// - Returns: How many inputs were accepted, and the processor time in seconds.
  func run() -> (accepted: Int, seconds: Double) {
    let mutator = Mutator(target, seed: seed)
    let present = PresentInput(
      path: "\(directory)/\(target.name).input", capacity: target.longestInput)
    let start = Self.processorSeconds
    var accepted = 0
    for number in inputs {
      let bytes = mutator.input(number)
      present.keep(bytes)
      Self.setTimer(Self.secondsPerInput)
      if target.read(bytes) { accepted += 1 }
      require(Self.residentBytes < Self.residentByteLimit, "input \(number) takes too much memory")
    }
    Self.setTimer(0)
    present.remove()
    return (accepted, Self.processorSeconds - start)
  }

  private static func setTimer(_ seconds: Int) {
    var timer = itimerval()
    timer.it_value.tv_sec = .init(seconds)
    setitimer(profilingTimer, &timer, nil)
  }

  #if canImport(Darwin)
    private static var profilingTimer: Int32 { ITIMER_PROF }
  #else
    private static var profilingTimer: __itimer_which_t { __itimer_which_t(ITIMER_PROF.rawValue) }
  #endif

  private static var processorSeconds: Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

  private static var residentBytes: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    #else
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Int(usage.ru_maxrss) * 1024
    #endif
  }
}

/// The input under way, in a file that outlives the process: eight bytes of length, little-endian,
/// and the input. `Scripts/fuzz.sh` cuts it out after a crash.
final class PresentInput {
  private let path: String
  private let memory: UnsafeMutableRawBufferPointer?

  init(path: String, capacity: Int) {
    self.path = path
    let size = capacity + 8
    let descriptor = open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0, ftruncate(descriptor, off_t(size)) == 0 else {
      fatalError("\(path) cannot be written")
    }
    defer { close(descriptor) }
    let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
    guard let address, address != MAP_FAILED else { fatalError("\(path) cannot be mapped") }
    memory = UnsafeMutableRawBufferPointer(start: address, count: size)
  }

  func keep(_ bytes: [UInt8]) {
    guard let memory else { return }
    memory.storeBytes(of: UInt64(bytes.count).littleEndian, as: UInt64.self)
    UnsafeMutableRawBufferPointer(rebasing: memory[8...]).copyBytes(from: bytes)
  }

  func remove() { unlink(path) }

  deinit {
    if let memory { munmap(memory.baseAddress, memory.count) }
  }
}
