import MusicTheory
import Testing
import _TestSignals

@testable import Plotting

@Suite("Spectrogram")
struct SpectrogramTests {
  static func spectrogram(
    of samples: [Float], sampleRate: Double = 44_100, blockSize: Int = 4096
  ) throws -> Spectrogram {
    var spectrogram = try Spectrogram(
      rows: PitchRows(covering: 24...108), concertPitch: .standard, sampleRate: sampleRate)
    for start in stride(from: 0, to: samples.count, by: blockSize) {
      let block = Array(samples[start..<min(samples.count, start + blockSize)])
      spectrogram.append(block.span)
    }
    spectrogram.finish()
    return spectrogram
  }

  @Test(
    "a sine of amplitude 0.5 peaks within an eighth tone of itself, at −9 dBFS ± 1.5 dB",
    arguments: [110, 440, 1318.51, 3951.07], [8000, 44_100, 192_000.0])
  func sine(frequency: Double, sampleRate: Double) throws {
    guard frequency < sampleRate / 2 else { return }
    let samples = TestSignal.sine(frequency, sampleRate: sampleRate, count: Int(sampleRate / 4))
    let spectrogram = try Self.spectrogram(of: samples, sampleRate: sampleRate)
    let column = spectrogram.columns.columns[12]
    let levels = (0..<spectrogram.rows.count).map(column.level)
    let loudest = try #require(levels.max())
    // 20 log10(0.5) − 3.01; between two bins the lobe is up to 1.4 dB lower.
    #expect(abs(loudest - -9.03) < 1.5)
    let row = spectrogram.rows.row(of: ConcertPitch.standard.midiNumber(of: frequency))
    #expect(levels[row] > loudest - 1.5)
  }

  @Test(
    "two open strings of a bass are two lines, with a valley of 8 dB between them",
    arguments: [(30.868, 41.203), (41.203, 55.0), (55.0, 73.416)], [44_100, 48_000.0])
  func bass(strings: (Double, Double), sampleRate: Double) throws {
    let (low, high) = strings
    let samples = zip(
      TestSignal.sine(low, sampleRate: sampleRate, count: Int(sampleRate)),
      TestSignal.sine(high, sampleRate: sampleRate, count: Int(sampleRate))
    ).map { ($0 + $1) / 2 }
    let spectrogram = try Self.spectrogram(of: samples, sampleRate: sampleRate)
    let column = spectrogram.columns.columns[50]
    func row(_ frequency: Double) -> Int {
      spectrogram.rows.row(of: ConcertPitch.standard.midiNumber(of: frequency))
    }
    let levels = (row(low)...row(high)).map(column.level)
    let (first, last) = (try #require(levels.first), try #require(levels.last))
    let valley = try #require(levels.min())
    #expect(min(first, last) - valley > 8, "\(first) \(valley) \(last)")
  }

  @Test("half a second has a column every 10 ms, silence included")
  func columns() throws {
    let spectrogram = try Self.spectrogram(of: Array(repeating: 0, count: 22_050))
    #expect(spectrogram.columns.columns.count == 50)
    #expect(spectrogram.columns.columns[3].level(ofRow: 5) == -.infinity)
  }

  @Test("the size of the blocks changes nothing", arguments: [1, 441, 100_000])
  func blocks(size: Int) throws {
    let samples = TestSignal.noise(count: 8000, rms: 0.1)
    let expected = try Self.spectrogram(of: samples)
    let actual = try Self.spectrogram(of: samples, blockSize: size)
    #expect(actual.columns.columns.map(\.sums) == expected.columns.columns.map(\.sums))
  }

  @Test("a minute keeps to 64 columns, and to 8 transforms in each new one")
  func longRecording() throws {
    let rate = 8000.0
    var spectrogram = try Spectrogram(
      rows: PitchRows(covering: 60...72), concertPitch: .standard, sampleRate: rate,
      maximumCount: 64)
    let block = TestSignal.sine(440, sampleRate: rate, count: 8000)
    for _ in 0..<60 { spectrogram.append(block.span) }
    spectrogram.finish()
    let columns = spectrogram.columns
    #expect(columns.span == 128)
    #expect(columns.columns.count == 6000 / 128 + 1)
    #expect(columns.columns.last.map { $0.frameCount <= 8 } == true)
    let row = spectrogram.rows.row(of: 69)
    #expect(columns.columns.dropLast().allSatisfy { abs($0.level(ofRow: row) - -9.03) < 1.5 })
  }
}
