/// The channels to use.
public enum ChannelSelection: Sendable, Hashable {
  /// The mean of all channels. Equal channels keep their level; opposite channels cancel out.
  case mix
  /// One channel, counted from 1.
  case channel(Int)
}

extension ChannelSelection {
  /// Throws unless the source has this channel.
  func validate(channelCount: Int, path: String) throws(AudioFileError) {
    guard case .channel(let number) = self else { return }
    guard (1...channelCount).contains(number) else {
      throw .channelOutOfRange(path: path, channel: number, channelCount: channelCount)
    }
  }
}

/// Makes one channel of several, and measures how much of their sound is left.
struct ChannelMix: Sendable {
  private let selection: ChannelSelection
  private let channelCount: Int
  /// The sums of the squares of all samples, of the channels and of their mix.
  private var (channelEnergy, mixEnergy) = (0.0, 0.0)

  init(_ selection: ChannelSelection, channelCount: Int) {
    self.selection = selection
    self.channelCount = channelCount
  }

  /// Appends `frameCount` frames of interleaved samples to `block`, as mono.
  mutating func append(_ interleaved: [Float], frameCount: Int, to block: inout [Float]) {
    if channelCount == 1 {
      block.append(contentsOf: interleaved.prefix(frameCount))
      return
    }
    switch selection {
    case .channel(let number):
      for frame in 0..<frameCount {
        block.append(interleaved[frame * channelCount + number - 1])
      }
    case .mix:
      let scale = 1 / Float(channelCount)
      var (channelSum, mixSum): (Float, Float) = (0, 0)
      for frame in 0..<frameCount {
        var sum: Float = 0
        for channel in 0..<channelCount {
          let sample = interleaved[frame * channelCount + channel]
          sum += sample
          channelSum += sample * sample
        }
        block.append(sum * scale)
        mixSum += sum * sum
      }
      channelEnergy += Double(channelSum)
      mixEnergy += Double(mixSum)
    }
  }

  /// `true` if the mix has less than a hundredth of the energy that channels without a relation
  /// would leave in it. Their energies add up; those of opposite channels cancel.
  var isCancelled: Bool { mixEnergy < 0.01 * channelEnergy }
}
