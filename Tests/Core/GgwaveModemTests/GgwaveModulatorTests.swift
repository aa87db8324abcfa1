import SignalProcessing
import Testing
import ToneGeneration

@testable import GgwaveModem

@Suite("What is sent to ggwave")
struct GgwaveModulatorTests {
  /// What ggwave 0.4.3 sends (Python package, measured at the output of its encoder): the half bytes of
  /// each group of six tones.
  static let golden: [(payload: [UInt8], groups: [[UInt8]])] = [
    (
      Array("hello".utf8),
      [
        [5, 0, 15, 0, 10, 0], [8, 6, 5, 6, 12, 6], [12, 6, 15, 6, 11, 12], [10, 11, 9, 10, 10, 11],
      ]
    ),
    ([97], [[1, 0, 3, 0, 2, 0], [1, 6, 3, 10, 2, 12]]),
    ([0, 255], [[2, 0, 6, 0, 4, 0], [0, 0, 15, 15, 12, 1], [3, 14, 0, 0, 0, 0]]),
  ]

  @Test("the bytes are those of ggwave", arguments: golden)
  func bytes(payload: [UInt8], groups: [[UInt8]]) {
    let halves = GgwaveFormat.bytes(of: payload).flatMap { [$0 & 15, $0 >> 4] }
    #expect(halves == groups.flatMap(\.self))
  }

  @Test(
    "packets last as long as those of ggwave",
    arguments: [
      (1, 9, 50), (1, 6, 44), (1, 3, 38), (5, 6, 56), (16, 9, 113), (16, 6, 86), (16, 3, 59),
      (140, 3, 233),
    ])
  func durations(count: Int, groupLength: Int, frames: Int) throws {
    let speed = try #require(
      GgwaveProtocol.Speed.allCases.first { $0.groupLength == groupLength })
    let payload = [UInt8](repeating: 7, count: count)
    let modulator = try GgwaveModulator(
      payload, as: GgwaveProtocol(band: .audible, speed: speed), sampleRate: 48_000)
    #expect(modulator.count == Int64(1024 * frames))
  }

  @Test(
    "each group sounds with its six tones, and no others", arguments: [44_100.0, 48_000, 96_000])
  func tones(rate: Double) throws {
    let (payload, groups) = Self.golden[0]
    let ggwave = GgwaveProtocol(band: .ultrasonic, speed: .fast)
    var modulator = try GgwaveModulator(payload, as: ggwave, sampleRate: rate)
    let wave = modulator.render(frameCount: Int(modulator.count))
    #expect(Level(of: wave.span).peak <= -6)
    let frame = 1024 * rate / 48_000
    var bank = try GoertzelBank(
      frequencies: (0..<96).map { 15_000 + 46.875 * Double($0) }, sampleRate: rate,
      frameSize: Int(4 * frame), window: WindowShape.rectangular)
    for (index, halves) in groups.enumerated() {
      let start = Int((Double(16 + 6 * index + 1) * frame).rounded())
      bank.measure(wave.span.extracting(start..<start + bank.frameSize))
      let sounding = (0..<96).filter { bank.amplitudes[$0] > 0.02 }
      #expect(sounding == halves.enumerated().map { 16 * $0.offset + Int($0.element) })
    }
    // The start marker: the first of the first pair, the second of the next, and so on.
    bank.measure(wave.span.extracting(Int(4 * frame)..<Int(4 * frame) + bank.frameSize))
    let marker = (0..<96).filter { bank.amplitudes[$0] > 0.02 }
    #expect(marker == [0, 3, 4, 7, 8, 11, 12, 15, 16, 19, 20, 23, 24, 27, 28, 31])
    let end = wave.count - Int(12 * frame)
    bank.measure(wave.span.extracting(end..<end + bank.frameSize))
    let endMarker = (0..<96).filter { bank.amplitudes[$0] > 0.02 }
    #expect(endMarker == [1, 2, 5, 6, 9, 10, 13, 14, 17, 18, 21, 22, 25, 26, 29, 30])
  }

  @Test("blocks of any size render the same")
  func blocks() throws {
    let ggwave = GgwaveProtocol(band: .audible, speed: .fastest)
    var whole = try GgwaveModulator([1, 2, 3], as: ggwave, level: -20, sampleRate: 16_000)
    var pieces = whole
    let wave = whole.render(frameCount: Int(whole.count))
    var joined: [Float] = []
    for size in [1, 64, 441, 4096, 100_000] { joined += pieces.render(frameCount: size) }
    #expect(joined == wave)
  }

  @Test("refuses sizes, rates and levels out of range by name")
  func refusals() {
    let audible = GgwaveProtocol(band: .audible, speed: .fast)
    let ultrasonic = GgwaveProtocol(band: .ultrasonic, speed: .fast)
    for count in [0, 141] {
      #expect(throws: GgwaveError.payloadSizeOutOfRange(count)) {
        try GgwaveModulator(
          [UInt8](repeating: 0, count: count), as: audible, sampleRate: 48_000)
      }
    }
    #expect(throws: GgwaveError.cannotHearBand(.ultrasonic, sampleRate: 32_000)) {
      try GgwaveModulator([1], as: ultrasonic, sampleRate: 32_000)
    }
    #expect(throws: GgwaveError.cannotHearBand(.audible, sampleRate: 8000)) {
      try GgwaveDemodulator(band: .audible, sampleRate: 8000)
    }
    #expect(throws: GgwaveError.invalidSampleRate(-1)) {
      try GgwaveDemodulator(band: .audible, sampleRate: -1)
    }
    #expect(throws: GgwaveError.levelOutOfRange(1)) {
      try GgwaveModulator([1], as: audible, level: 1, sampleRate: 48_000)
    }
    #expect(GgwaveError.payloadSizeOutOfRange(141).description.contains("140"))
    #expect(Set(GgwaveProtocol.all.map(\.name)).count == 6)
  }
}
