#if !arch(wasm32)
  internal import SignalProcessing

  /// A spectrum on frequencies in steps of the same ratio: what the ``SalienceNetwork`` sees.
  struct LineSpectrum: Sendable {
    private typealias Parameters = TrackerParameters.Salience

    /// The mean power of each line, as that of the spectrum's window.
    private(set) var lines = [Float](repeating: 0, count: SalienceWeights.lineCount)
    private let bands: Bands

    /// The bins of each line, shared by all copies.
    private final class Bands: Sendable {
      /// The first bin of each line, and where its weights begin; one more than there are lines.
      let firsts: [Int]
      let starts: [Int]
      let weights: [Float]

      init(binWidth: Double, duration: Double, highest: Double, scale: Double) {
        var (firsts, starts, weights): ([Int], [Int], [Float]) = ([], [], [])
        for line in 0..<SalienceWeights.lineCount {
          let frequency = SalienceNetwork.frequency(of: Double(line))
          // As wide as a step, but not narrower than what the window or the transform separates.
          let width = max(
            frequency * (Elementary.exp2(1 / SalienceWeights.stepsPerOctave) - 1), 0.5 / duration,
            binWidth)
          let first = max(0, Int(((frequency - width) / binWidth).rounded(.up)))
          let end = Int((frequency + width) / binWidth) + 1
          firsts.append(first)
          starts.append(weights.count)
          guard frequency + width <= highest else { continue }
          let heights = (first..<end).map { bin in
            max(0, 1 - (Double(bin) * binWidth - frequency).magnitude / width)
          }
          let sum = heights.reduce(0, +)
          weights += heights.map { Float(scale * $0 / max(1e-9, sum)) }
        }
        starts.append(weights.count)
        (self.firsts, self.starts, self.weights) = (firsts, starts, weights)
      }
    }

    /// - Parameters:
    ///   - binWidth: The distance from bin to bin, in hertz.
    ///   - windowSize: The length of the Hann window, in samples.
    ///   - sampleRate: Samples per second, in hertz.
    ///   - highest: The highest frequency to read, in hertz.
    init(binWidth: Double, windowSize: Int, sampleRate: Double, highest: Double) {
      let duration = Double(windowSize) / sampleRate
      // The sum of a Hann window is half its length.
      let scale = 1 / Elementary.square(0.5 * Double(windowSize))
      bands = Bands(
        binWidth: binWidth, duration: duration,
        highest: min(highest, Parameters.highestShare * sampleRate), scale: scale)
    }

    /// Reads the power of each bin of a frame.
    mutating func load(_ power: [Float]) {
      let bands = bands
      power.withUnsafeBufferPointer { power in
        bands.weights.withUnsafeBufferPointer { weights in
          for line in 0..<lines.count {
            let (first, start) = (bands.firsts[line], bands.starts[line])
            let count = min(bands.starts[line + 1] - start, power.count - first)
            var sum: Float = 0
            var place = 0
            while place < count {
              sum += weights[start &+ place] * power[first &+ place]
              place &+= 1
            }
            lines[line] = sum
          }
        }
      }
    }
  }

  /// What is remembered of the lines of the frames before: a quick and a slow mean, a floor of what
  /// is always there, and the highest line of late.
  struct LineMemory: Sendable {
    private typealias Parameters = TrackerParameters.Salience

    private(set) var quick = [Float](repeating: 0, count: SalienceWeights.lineCount)
    private(set) var slow = [Float](repeating: 0, count: SalienceWeights.lineCount)
    private(set) var floor = [Float](repeating: 0, count: SalienceWeights.lineCount)
    /// The power of the highest line, which fades.
    private(set) var peak: Float = 0
    /// The time since the start, in seconds, up to 1.
    private(set) var age: Float = 0
    private var isEmpty = true
    private let hop: Float
    private let (quickShare, slowShare, fallShare): (Float, Float, Float)
    private let (rise, fade): (Float, Float)

    /// - Parameter hopDuration: The time from one remembered frame to the next, in seconds.
    init(hopDuration: Double) {
      func share(_ time: Double) -> Float { Float(1 - Elementary.exp(-hopDuration / time)) }
      hop = Float(hopDuration)
      quickShare = share(Parameters.quick)
      slowShare = share(Parameters.slow)
      fallShare = share(Parameters.fall)
      rise = Float(Elementary.exp(hopDuration / Parameters.rise))
      fade = Float(Elementary.exp(-hopDuration / Parameters.fade))
    }

    /// Prepares for a frame: the floor of the first one is itself.
    ///
    /// - Returns: The power of the highest line, of late or of this frame.
    mutating func meet(_ lines: [Float]) -> Float {
      if isEmpty {
        // Not the array itself, of which a copy would be made at the first change.
        for line in 0..<lines.count { floor[line] = lines[line] }
        isEmpty = false
      }
      var highest: Float = 0
      for line in 0..<lines.count { highest = max(highest, lines[line]) }
      return max(1e-12, max(highest, peak * fade))
    }

    /// Remembers a frame.
    mutating func remember(_ lines: [Float]) {
      peak = meet(lines)
      age = min(1, age + hop)
      for line in 0..<lines.count {
        let now = lines[line]
        quick[line] += quickShare * (now - quick[line])
        slow[line] += slowShare * (now - slow[line])
        let low = floor[line]
        floor[line] = now < low ? low + fallShare * (now - low) : min(now, low * rise + 1e-12)
      }
    }
  }
#endif
