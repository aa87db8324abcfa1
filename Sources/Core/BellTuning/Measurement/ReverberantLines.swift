internal import PianoTuning
internal import PolyphonicTuning
internal import SignalProcessing

/// One or two decaying lines of a partial, and the room's answer to them.
///
/// The answer of a room to a line is like noise that drives the line on, and dies away with the
/// room: z(t + T) = e^((−d + 2πif) T) z(t) + n(t), where the power of n falls as e^(−2rt). So a
/// line's frequency is known from the beginning, before the answer comes, and from the end, after
/// it has died away, and least of all from between. A Kalman filter gives the likelihood of poles
/// and room, and the most likely ones are searched for. Fits of lines in white noise take the
/// answer for more lines, or are drawn aside by it.
///
/// - SeeAlso: F. C. Schweppe, "Evaluation of likelihood functions for Gaussian signals", IEEE Trans.
///   Inf. Theory 11(1), 1965, [doi:10.1109/TIT.1965.1053737](https://doi.org/10.1109/TIT.1965.1053737);
///   J. A. Moorer, "About this reverberation business", Computer Music Journal 3(2), 1979.
struct ReverberantLines: Sendable {
  /// The room: the power of the noise that drives a line at the beginning over that of the noise
  /// in a sample, as a logarithm, and the rate at which it dies away, in nepers per second.
  struct Room: Sendable {
    var drive: Double
    var decay: Double
  }

  /// From the lowest.
  private(set) var poles: [DampedLines.Pole] = []
  /// One standard error of the frequency of each, in hertz.
  private(set) var errors: [Double] = []
  /// The negative logarithm of the likelihood of all samples but the first two, by which fits of one
  /// and of two lines compare.
  private(set) var cost = Double.infinity

  private static let rooms = [Room(drive: -6, decay: 4), Room(drive: 3, decay: 4)]
  private static let drives = -25.0...40
  private static let roomDecays = -1.0...4  // logarithms
  private static let decays = -3.0...80
  /// Evaluations for each unknown.
  private static let patience = 60
  /// Samples that lie this near do not have noise of their own.
  private static let stride = 2

  private var real: [Double] = []
  private var imaginary: [Double] = []
  private var step = 1.0
  private var shares: [Double] = []  // of the power of the room's answer, of each line

  /// Takes the samples of a band, whose middle has the offset 0.
  init(_ band: borrowing NarrowBand) {
    var index = 0
    while index < band.count {
      real.append(band.real[index])
      imaginary.append(band.imaginary[index])
      index += Self.stride
    }
    step = band.step * Double(Self.stride)
  }

  /// Finds the most likely lines near those of a start.
  ///
  /// - Parameters:
  ///   - start: One or two lines.
  ///   - reach: The largest offset, in hertz.
  /// - Returns: False if there are none.
  mutating func fit(_ start: [DampedLines.Line], reach: Double) -> Bool {
    (poles, errors, cost) = ([], [], .infinity)
    let strongest = start.map { $0.amplitude }.max() ?? 0
    guard strongest > 0, real.count >= 4 * start.count + 4 else { return false }
    shares = start.map { Elementary.square($0.amplitude / strongest) }
    var best: (point: [Double], value: Double)?
    let size = 0.08 / Double(start.count)
    for room in Self.rooms {
      var point: [Double] = []
      var sizes: [Double] = []
      for line in start {
        point += [line.pole.decay, line.pole.offset]
        sizes += [0.4, max(size, 2 * line.error)]
      }
      point += [room.drive, Elementary.log(room.decay)]
      let found = DownhillSimplex.minimum(
        from: point, sizes: sizes + [2, 0.5], evaluations: Self.patience * point.count
      ) { value(at: $0) }
      if found.value < best?.value ?? .infinity { best = found }
    }
    guard let best, best.value < .infinity else { return false }
    cost = value(at: best.point, knowing: 2)
    return finish(best.point, reach)
  }

  private mutating func finish(_ point: [Double], _ reach: Double) -> Bool {
    let variances = variances(at: point)
    let found = (0..<(point.count / 2 - 1)).map { index in
      let pole = DampedLines.Pole(offset: point[2 * index + 1], decay: point[2 * index])
      return (pole, variances[2 * index + 1].squareRoot())
    }.ascending { $0.0.offset }
    poles = found.map { $0.0 }
    errors = found.map { $0.1 }
    return found.allSatisfy { $0.0.offset.magnitude < reach && $0.1.isFinite && $0.1 > 0 }
  }

  /// The variances of decays and offsets, by the curvature of the likelihood.
  private func variances(at point: [Double]) -> [Double] {
    let count = point.count - 2
    let steps = (0..<count).map { $0 % 2 == 0 ? 0.02 : 0.003 }
    func moved(_ changes: [(Int, Double)]) -> Double {
      var moved = point
      for (index, change) in changes { moved[index] += change * steps[index] }
      return value(at: moved)
    }
    var matrix = DenseMatrix(size: count)
    let middle = value(at: point)
    for row in 0..<count {
      matrix[row, row] =
        (moved([(row, 1)]) + moved([(row, -1)]) - 2 * middle) / Elementary.square(steps[row])
      for column in 0..<row {
        let mixed =
          moved([(row, 1), (column, 1)]) + moved([(row, -1), (column, -1)])
          - moved([(row, 1), (column, -1)]) - moved([(row, -1), (column, 1)])
        matrix[row, column] = mixed / (4 * steps[row] * steps[column])
        matrix[column, row] = matrix[row, column]
      }
    }
    let inverse = matrix.inverse
    return (0..<count).map { inverse[$0, $0] }
  }

  /// The likelihood of decays and offsets of the lines, and of the room.
  ///
  /// - Parameters:
  ///   - point: All of them.
  ///   - known: So many samples are taken as they are; at least one for each line.
  /// - Returns: The negative logarithm; infinite for what is out of range.
  private func value(at point: [Double], knowing known: Int = 0) -> Double {
    let count = point.count / 2 - 1
    for line in 0..<count where !Self.decays.contains(point[2 * line]) { return .infinity }
    let drive = point[2 * count]
    let roomDecay = point[2 * count + 1]
    guard Self.drives.contains(drive), Self.roomDecays.contains(roomDecay) else {
      return .infinity
    }
    let power = Elementary.exp(drive)
    let loss = Elementary.exp(-2 * Elementary.exp(roomDecay) * step)
    return count == 1
      ? likelihood(turn(point, 0), power, loss, knowing: max(1, known))
      : likelihood(turn(point, 0), turn(point, 1), power, loss)
  }

  /// What a line is multiplied by from one sample to the next.
  private func turn(_ point: [Double], _ line: Int) -> Complex {
    let turn = Elementary.sineAndCosine(2 * .pi * point[2 * line + 1] * step)
    let loss = Elementary.exp(-point[2 * line] * step)
    return Complex(real: loss * turn.cosine, imaginary: loss * turn.sine)
  }

  /// The filter for one line, in noise of power 1 until its true power is known at the end.
  private func likelihood(
    _ turn: Complex, _ drive: Double, _ loss: Double, knowing known: Int
  ) -> Double {
    var sum = InnovationSum()
    var (state, variance, drive) = (Complex(real: real[0], imaginary: imaginary[0]), 1.0, drive)
    let gain = turn.power
    for index in 1..<real.count {
      state = turn * state
      variance = gain * variance + drive
      drive *= loss
      let error = Complex(real: real[index], imaginary: imaginary[index]) - state
      let spread = variance + 1
      if index >= known { sum.add(error, spread) }
      let share = variance / spread
      state = state + share * error
      variance *= 1 - share
    }
    return sum.cost
  }

  /// The filter for two lines, which begins with nothing known of them.
  private func likelihood(
    _ one: Complex, _ other: Complex, _ drive: Double, _ loss: Double
  ) -> Double {
    var sum = InnovationSum()
    var (low, high) = (Complex(), Complex())
    var (first, second, drive) = (1e12, 1e12, drive)
    var mixed = Complex()  // of `low` with the conjugate of `high`
    let gains = (one.power, other.power)
    let turn = one * other.conjugate
    for index in real.indices {
      if index > 0 {
        (low, high) = (one * low, other * high)
        first = gains.0 * first + drive * shares[0]
        second = gains.1 * second + drive * shares[1]
        mixed = turn * mixed
        drive *= loss
      }
      let error = Complex(real: real[index], imaginary: imaginary[index]) - low - high
      let spread = first + second + 2 * mixed.real + 1
      if index > 1 { sum.add(error, spread) }
      let columns = (
        Complex(real: first + mixed.real, imaginary: mixed.imaginary),
        Complex(real: second + mixed.real, imaginary: -mixed.imaginary)
      )
      low = low + (1 / spread) * (columns.0 * error)
      high = high + (1 / spread) * (columns.1 * error)
      first -= columns.0.power / spread
      second -= columns.1.power / spread
      mixed = mixed - (1 / spread) * (columns.0 * columns.1.conjugate)
    }
    return sum.cost
  }
}

/// The likelihood of the errors of predictions, whose noise has any power.
private struct InnovationSum {
  private var logarithms = 0.0
  private var product = 1.0
  private var squares = 0.0
  private var count = 0

  mutating func add(_ error: Complex, _ spread: Double) {
    squares += error.power / spread
    product *= spread
    count += 1
    guard product > 1e150 || !(product > 1e-150) else { return }
    logarithms += Elementary.log(max(1e-300, product))
    product = 1
  }

  var cost: Double {
    let power = squares / Double(max(1, count))
    guard power > 0, power.isFinite, product > 0 else { return .infinity }
    return logarithms + Elementary.log(product) + Double(count) * Elementary.log(power)
  }
}
