/// The power of the noise at each of ggwave's tones, over one frame.
///
/// The estimate steps up by a share where a frame has more than its median, else down, and so settles
/// at the median of the powers; that of noise is ln 2 of their mean. Tones that sound now and then
/// hardly move it.
struct GgwaveNoise: Sendable {
  private static var medianOverMean: Float { 0.693_147 }
  /// The step, each frame, once the estimate has settled.
  private static var step: Float { 0.02 }

  private(set) var powers = [Float](repeating: 0, count: GgwaveFormat.toneCount)
  private var frame = [Float](repeating: 0, count: GgwaveFormat.toneCount)
  private var frameCount: Float = 0

  /// Takes the newest frame.
  mutating func update(_ spectrum: GgwaveSpectrum) {
    let hops = GgwaveSpectrum.hopsPerFrame
    for tone in frame.indices {
      frame[tone] = spectrum.power(
        ofTone: tone, from: spectrum.hopCount - Int64(hops), count: hops)
    }
    guard frameCount > 0 else { return begin() }
    frameCount += 1
    let step = max(Self.step, 1 / frameCount)
    for tone in frame.indices {
      let isAbove = frame[tone] > powers[tone] * Self.medianOverMean
      powers[tone] *= isAbove ? 1 + step : 1 - step
    }
  }

  /// The first sound may be a packet: its tones are fewer than half, so that the median of all is noise.
  private mutating func begin() {
    guard frame.contains(where: { $0 > 0 }) else { return }
    frameCount = 1
    frame.sort()
    let median = max(frame[frame.count / 2], frame[frame.count - 1] * 1e-9)
    for tone in powers.indices { powers[tone] = median / Self.medianOverMean }
  }
}
