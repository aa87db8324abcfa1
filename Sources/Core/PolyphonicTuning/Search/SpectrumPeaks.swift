package import SignalProcessing

/// The peaks of a frame's spectrum that rise above the noise around them.
package struct SpectrumPeaks: Sendable {
  /// Points of the grid in each frequency bin.
  private static let density = 4.0
  /// The width over which the noise is measured, in hertz.
  private static let floorWidth = 60.0

  /// The distance between points of the grid, in hertz.
  package let step: Double
  package private(set) var count = 0
  /// The frequencies of the peaks in hertz, ascending.
  package private(set) var frequencies: [Double]
  /// The square root of each magnitude, where the strongest is 1.
  package private(set) var weights: [Float]
  private var magnitudes: [Double]
  private var floors: [Double]  // one for each block
  private var scratch: [Double]
  private var nearest: [Int32]  // the peak nearest to each point
  private let blockSize: Int

  /// Creates the workspace for frames of `duration` seconds, up to a frequency in hertz.
  package init(duration: Double, top: Double) {
    step = 1 / duration / Self.density
    let points = Int(top / step) + 2
    blockSize = max(8, Int(Self.floorWidth / step))
    magnitudes = Array(repeating: 0, count: points)
    floors = Array(repeating: 0, count: points / blockSize + 1)
    scratch = Array(repeating: 0, count: blockSize)
    frequencies = Array(repeating: 0, count: points / 2 + 1)
    weights = Array(repeating: 0, count: points / 2 + 1)
    nearest = Array(repeating: 0, count: points)
  }

  /// Finds the peaks of a spectrum.
  package mutating func find(in spectrum: ContinuousSpectrum, sampleRate: Double) {
    for index in magnitudes.indices {
      let value = spectrum.value(at: 2 * .pi * Double(index) * step / sampleRate)
      magnitudes[index] = value.power.squareRoot() + 1e-12
    }
    measureFloors()
    var strongest = 0.0
    for magnitude in magnitudes { strongest = max(strongest, magnitude) }
    count = 0
    for index in 1..<(magnitudes.count - 1) {
      let (left, middle, right) = (
        magnitudes[index - 1], magnitudes[index], magnitudes[index + 1]
      )
      guard middle > left, middle >= right, middle > 3e-4 * strongest,
        middle > 3 * floors[index / blockSize]
      else { continue }
      let (a, b, c) = (Elementary.log(left), Elementary.log(middle), Elementary.log(right))
      let curvature = a - 2 * b + c
      let shift = curvature < 0 ? 0.5 * (a - c) / curvature : 0
      frequencies[count] = (Double(index) + shift) * step
      weights[count] = Float((middle / strongest).squareRoot())
      count += 1
    }
    tabulateNearest()
  }

  /// Returns the index of the peak nearest to a frequency in hertz. There must be one.
  package func index(nearestTo frequency: Double) -> Int {
    let point = min(nearest.count - 1, max(0, Int(frequency / step + 0.5)))
    return Int(nearest[point])
  }

  private mutating func measureFloors() {
    for block in floors.indices {
      let first = min(block * blockSize, magnitudes.count - 1)
      let size = min(blockSize, magnitudes.count - first)
      for index in 0..<size { scratch[index] = magnitudes[first + index] }
      floors[block] = scratch.withUnsafeMutableBufferPointer {
        Selection.value(atRank: size / 2, of: UnsafeMutableBufferPointer(rebasing: $0[0..<size]))
      }
    }
  }

  private mutating func tabulateNearest() {
    guard count > 0 else { return }
    var peak = 0
    for point in nearest.indices {
      let frequency = Double(point) * step
      while peak + 1 < count,
        (frequencies[peak + 1] - frequency).magnitude < (frequencies[peak] - frequency).magnitude
      { peak += 1 }
      nearest[point] = Int32(peak)
    }
  }
}
