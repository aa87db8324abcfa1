import Benchmark
import CFFTW
import CKissFFT
import Foundation
import SignalProcessing

/// Noise to transform; the values do not matter for the time.
private func samples(_ count: Int) -> [Float] {
  var noise = WhiteNoise(level: -20, seed: 1)
  return (0..<count).map { _ in noise.next() }
}

/// One real transform of each library, forward and back, at the lengths that trackers use. The bound of
/// a tracker's time is what FFTW takes for its transforms: twice forward and once back for a YIN frame,
/// once each for MPM.
let benchmarks: @Sendable () -> Void = {
  let configuration = Benchmark.Configuration(
    metrics: [.wallClock, .instructions], warmupIterations: 10, scalingFactor: .kilo,
    maxDuration: .seconds(3), maxIterations: 200)

  for length in [1024, 2048, 4096, 8192] {
    Benchmark("Forward \(length), Kammerton", configuration: configuration) { benchmark in
      var transform = try RealFourierTransform(length: length)
      let input = samples(length)
      var buffer = input
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        // In place, so that each round has to bring its samples.
        for index in buffer.indices { buffer[index] = input[index] }
        var span = buffer.mutableSpan
        transform.forward(&span)
      }
      benchmark.stopMeasurement()
      blackHole(buffer)
    }

    Benchmark("Forward \(length), FFTW (measured plan)", configuration: configuration) {
      benchmark in
      let input = fftwf_alloc_real(length)
      let output = fftwf_alloc_complex(length / 2 + 1)
      let plan = fftwf_plan_dft_r2c_1d(Int32(length), input, output, FFTW_MEASURE)
      for (index, sample) in samples(length).enumerated() { input?[index] = sample }
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { fftwf_execute(plan) }
      benchmark.stopMeasurement()
      fftwf_destroy_plan(plan)
      fftwf_free(input)
      fftwf_free(output)
    }

    Benchmark("Inverse \(length), Kammerton", configuration: configuration) { benchmark in
      var transform = try RealFourierTransform(length: length)
      let input = samples(length)
      var buffer = input
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations {
        for index in buffer.indices { buffer[index] = input[index] }
        var span = buffer.mutableSpan
        transform.inverse(&span)
      }
      benchmark.stopMeasurement()
      blackHole(buffer)
    }

    Benchmark("Inverse \(length), FFTW (measured plan)", configuration: configuration) {
      benchmark in
      let input = fftwf_alloc_complex(length / 2 + 1)
      let output = fftwf_alloc_real(length)
      let plan = fftwf_plan_dft_c2r_1d(Int32(length), input, output, FFTW_MEASURE)
      for (index, value) in samples(length + 2).enumerated() {
        input?.withMemoryRebound(to: Float.self, capacity: length + 2) { $0[index] = value }
      }
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { fftwf_execute(plan) }
      benchmark.stopMeasurement()
      fftwf_destroy_plan(plan)
      fftwf_free(input)
      fftwf_free(output)
    }

    Benchmark("Forward \(length), KissFFT", configuration: configuration) { benchmark in
      let plan = kiss_fftr_alloc(Int32(length), 0, nil, nil)
      let input = samples(length)
      var output = [kiss_fft_cpx](repeating: kiss_fft_cpx(), count: length / 2 + 1)
      benchmark.startMeasurement()
      for _ in benchmark.scaledIterations { kiss_fftr(plan, input, &output) }
      benchmark.stopMeasurement()
      blackHole(output)
      free(plan.map { UnsafeMutableRawPointer($0) })
    }
  }
}
