internal import MusicTheory

// What both sides of the border read and write has one place for as long as its owner lives.

/// The largest number of samples that are passed at once.
let blockLimit = 8192

/// The number of pitch classes in an octave.
let pitchClassCount = 12

/// The sample rates that the core accepts, in hertz.
let sampleRates = 8000.0...192_000

/// Values that the page's side sees at a fixed address.
struct SharedMemory<Element: BitwiseCopyable>: ~Copyable {
  let values: UnsafeMutableBufferPointer<Element>

  init(repeating value: Element, count: Int) {
    values = .allocate(capacity: count)
    values.initialize(repeating: value)
  }

  deinit { values.deallocate() }

  var address: Address { UnsafeMutableRawPointer(values.baseAddress) }

  subscript(index: Int) -> Element {
    get { values[index] }
    nonmutating set { values[index] = newValue }
  }
}

/// Numbers that both sides share, each at the position of a field, in one row or in several.
///
/// The page's side gets functions that read or write them from `Vocabulary`.
struct Record<Field: CaseIterable & RawRepresentable<Int>>: ~Copyable {
  private let memory: SharedMemory<Double>

  /// - Parameters:
  ///   - rows: The number of rows of all fields.
  ///   - more: The number of values that follow the rows.
  ///   - value: What all of them are at first.
  init(rows: Int = 1, more: Int = 0, repeating value: Double = 0) {
    memory = SharedMemory(repeating: value, count: rows * Field.allCases.count + more)
  }

  var values: UnsafeMutableBufferPointer<Double> { memory.values }
  var address: Address { memory.address }

  subscript(field: Field) -> Double {
    get { values[field.rawValue] }
    nonmutating set { values[field.rawValue] = newValue }
  }

  subscript(row: Int, field: Field) -> Double {
    get { values[row * Field.allCases.count + field.rawValue] }
    nonmutating set { values[row * Field.allCases.count + field.rawValue] = newValue }
  }

  subscript(index: Int) -> Double {
    get { values[index] }
    nonmutating set { values[index] = newValue }
  }

  func clear() { values.update(repeating: 0) }
}

extension UnsafeMutableBufferPointer {
  subscript(position: some RawRepresentable<Int>) -> Element {
    get { self[position.rawValue] }
    nonmutating set { self[position.rawValue] = newValue }
  }
}

/// Reads a concert pitch with its temperament from what both sides share.
///
/// - Parameters:
///   - frequency: A4, in hertz.
///   - values: The memory with the deviations of the twelve pitch classes C...B from equal temperament, in cents.
///   - start: The position of the first one.
/// - Returns: `nil` if one of them is out of its range.
func sharedPitch(
  _ frequency: Double, offsets values: UnsafeMutableBufferPointer<Double>, from start: Int
) -> ConcertPitch? {
  var deviations = [Double](repeating: 0, count: pitchClassCount)
  for pitchClass in deviations.indices { deviations[pitchClass] = values[start + pitchClass] }
  guard let temperament = try? Temperament(deviations: deviations) else { return nil }
  return try? ConcertPitch(frequency, temperament: temperament)
}

/// Bytes of any number in and out: room for what the page's side writes, and what it reads.
struct ByteExchange: ~Copyable {
  private var input = SharedMemory<UInt8>(repeating: 0, count: 1)
  private var inputCount = 0
  private var output = SharedMemory<UInt8>(repeating: 0, count: 1)

  /// Makes room for bytes.
  ///
  /// - Returns: Its address; `nil` if they are more than the limit.
  mutating func makeRoom(_ count: Int, limit: Int) -> Address {
    guard (0...limit).contains(count) else { return nil }
    input = SharedMemory(repeating: 0, count: max(1, count))
    inputCount = count
    return input.address
  }

  var received: [UInt8] { Array(input.values[..<inputCount]) }

  /// Frees the room.
  mutating func clear() { _ = makeRoom(0, limit: 0) }

  var written: UnsafeMutableBufferPointer<UInt8> { output.values }
  var address: Address { output.address }

  @discardableResult
  mutating func write(_ bytes: [UInt8]) -> Address {
    output = SharedMemory(repeating: 0, count: max(1, bytes.count))
    for (index, byte) in bytes.enumerated() { output[index] = byte }
    return output.address
  }
}

typealias Handle = UnsafeMutableRawPointer
typealias Address = UnsafeMutableRawPointer?

/// An object of the core that the page's side holds by a handle until it releases it.
class Core {
  /// The address of a part of the memory that both sides share, as the class's `Part` counts.
  func address(of part: Int) -> Address { nil }
}

/// Gives an object to the page's side.
func handle(_ object: Core?) -> Handle? { object.map { Unmanaged.passRetained($0).toOpaque() } }

/// The object behind a handle, which must be one that `handle` gave.
func object<Object: Core>(_ handle: Handle) -> Object {
  Unmanaged<Object>.fromOpaque(handle).takeUnretainedValue()
}

/// Returns the address of a part of an object's memory, such as its input, settings or state, as
/// the class's `Part` counts.
@_cdecl("core_part")
func corePart(_ handle: Handle, _ part: Int32) -> Address {
  (object(handle) as Core).address(of: Int(part))
}

/// Frees an object and everything that it owns.
@_cdecl("core_release")
func releaseCore(_ handle: Handle) { Unmanaged<Core>.fromOpaque(handle).release() }
