internal import SignalProcessing

/// The way of a sound from a loudspeaker to a microphone: the direct sound, and what a room adds.
public struct SimulatedPath: Sendable {
  /// The impulse response. The direct sound, with magnitude 1, is the first sample.
  public var response: [Float]

  /// Takes a measured impulse response, from its first strong arrival on.
  ///
  /// - Parameters:
  ///   - measured: The response.
  ///   - ratio: The smallest ratio of the first arrival to the strongest one.
  public init(measured: [Float], ratio: Float = 0.25) {
    let peak = measured.reduce(0) { max($0, $1.magnitude) }
    let first = measured.firstIndex { $0.magnitude >= ratio * peak } ?? 0
    // The arrival itself has width: its own peak counts, within a fifth of a millisecond.
    let width = measured.indices.suffix(from: first).prefix(10)
    let top = width.max { measured[$0].magnitude < measured[$1].magnitude } ?? first
    let scale = measured.isEmpty || measured[top] == 0 ? 0 : 1 / measured[top]
    response = measured[min(top, measured.count)...].prefix(Self.limit).map { $0 * scale }
  }

  /// Makes a room of exponentially decaying noise.
  ///
  /// - Parameters:
  ///   - seed: The same seed gives the same room.
  ///   - reverberationTime: The time in which the sound decays by 60 dB, in seconds.
  ///   - reverberation: The energy of all reflections over that of the direct sound, as a ratio.
  ///   - sampleRate: Samples per second, in hertz.
  public init(
    seed: UInt64, reverberationTime: Double, reverberation: Double, sampleRate: Double
  ) {
    var random = SeededRandom(seed: seed)
    let count = min(Self.limit, Int(reverberationTime * sampleRate))
    let start = Int(0.002 * sampleRate)
    var response = [Float](repeating: 0, count: max(1, count))
    var energy = 0.0
    for index in stride(from: start, to: count, by: 1) {
      let decay = Elementary.exp(-6.9078 * Double(index) / (reverberationTime * sampleRate))
      let value = Double.random(in: -1...1, using: &random) * decay
      response[index] = Float(value)
      energy += value * value
    }
    let scale = energy > 0 ? Float((reverberation / energy).squareRoot()) : 0
    for index in response.indices { response[index] *= scale }
    response[0] = 1
    self.response = response
  }

  /// The longest response, in samples: what one transform holds beside a short sound.
  private static var limit: Int { 56_000 }

  /// Returns the same path with weaker reflections, as near a loudspeaker.
  public func near(reflections gain: Float) -> SimulatedPath {
    var path = self
    for index in path.response.indices.dropFirst(48) { path.response[index] *= gain }
    return path
  }

  /// Returns a short sound as it arrives, without the delay of the direct sound.
  ///
  /// - Parameter sound: At most 9500 samples.
  /// - Returns: The samples.
  public func heard(_ sound: [Float]) -> [Float] {
    let count = sound.count + response.count
    let length = RealFourierTransform.shortestLength(holding: count)
    guard var transform = try? RealFourierTransform(length: length) else { return [] }
    var (one, other) = (padded(sound, to: length), padded(response, to: length))
    transform.forward(&one)
    transform.forward(&other)
    let half = length / 2
    var product = one
    product[0] = one[0] * other[0]
    product[half] = one[half] * other[half]
    for bin in 1..<half {
      product[bin] = one[bin] * other[bin] - one[bin + half] * other[bin + half]
      product[bin + half] = one[bin] * other[bin + half] + one[bin + half] * other[bin]
    }
    transform.inverse(&product)
    return Array(product[..<count])
  }

  private func padded(_ samples: [Float], to count: Int) -> [Float] {
    samples + [Float](repeating: 0, count: count - samples.count)
  }
}

/// Devices with a loudspeaker and a microphone each, anywhere in one room.
public struct SimulatedDevices: Sendable {
  /// Metres.
  public struct Place: Sendable {
    public var x, y, z: Double

    func distance(to other: Place) -> Double {
      let (a, b, c) = (x - other.x, y - other.y, z - other.z)
      return (a * a + b * b + c * c).squareRoot()
    }
  }

  /// A device, with its loudspeaker and its microphone.
  public struct Device: Sendable {
    /// Where its sound comes from.
    public var loudspeaker: Place
    /// Where it hears.
    public var microphone: Place
    /// From the program to the loudspeaker, in seconds.
    public var outputLatency: Double
    /// From the microphone to the program, in seconds.
    public var inputLatency: Double
    /// The loudness of its loudspeaker, as a ratio.
    public var gain: Double
  }

  /// The devices.
  public let devices: [Device]
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// `paths[hearer][player]`.
  private let paths: [[SimulatedPath]]
  private static let speedOfSound = 343.0

  /// Places devices in a room of 7 by 5 by 2 metres.
  ///
  /// - Parameters:
  ///   - count: The number of devices.
  ///   - paths: The ways that sound can take in this room.
  ///   - sampleRate: Samples per second, in hertz.
  ///   - random: Places, latencies, loudness and paths.
  public init(
    count: Int, paths: [SimulatedPath], sampleRate: Double, using random: inout SeededRandom
  ) {
    devices = (0..<count).map { _ in
      let place = Place(
        x: .random(in: 0...7, using: &random), y: .random(in: 0...5, using: &random),
        z: .random(in: 0.5...1.5, using: &random))
      var microphone = place
      microphone.x += .random(in: 0.03...0.15, using: &random)
      microphone.y += .random(in: 0.03...0.15, using: &random)
      return Device(
        loudspeaker: place, microphone: microphone,
        outputLatency: .random(in: 0.005...0.4, using: &random),
        inputLatency: .random(in: 0.005...0.2, using: &random),
        gain: amplitude(fromDecibels: .random(in: -12...0, using: &random)))
    }
    self.sampleRate = sampleRate
    self.paths = (0..<count).map { hearer in
      (0..<count).map { player in
        let path = paths.randomElement(using: &random) ?? SimulatedPath(measured: [1])
        return hearer == player ? path.near(reflections: 0.1) : path
      }
    }
  }

  /// Returns what a device hears of a sound, and at which sample it begins.
  ///
  /// - Parameters:
  ///   - hearer: The number of the device that hears.
  ///   - player: The number of the device that plays.
  ///   - sound: The sound.
  /// - Returns: The samples, and the sample of the direct sound from when it should have sounded.
  public func sound(
    at hearer: Int, from player: Int, _ sound: [Float]
  ) -> (samples: [Float], start: Int) {
    let (from, to) = (devices[player], devices[hearer])
    let distance = max(0.04, from.loudspeaker.distance(to: to.microphone))
    let delay = from.outputLatency + distance / Self.speedOfSound + to.inputLatency
    let gain = Float(from.gain / max(0.3, distance))
    let samples = paths[hearer][player].heard(sound).map { $0 * gain }
    return (samples, Int((delay * sampleRate).rounded()))
  }
}
