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

  /// Appends `frameCount` frames of interleaved samples to `block`, as mono.
  func append(
    _ interleaved: [Float], frameCount: Int, channelCount: Int, to block: inout [Float]
  ) {
    if channelCount == 1 {
      block.append(contentsOf: interleaved.prefix(frameCount))
      return
    }
    switch self {
    case .channel(let number):
      for frame in 0..<frameCount {
        block.append(interleaved[frame * channelCount + number - 1])
      }
    case .mix:
      let scale = 1 / Float(channelCount)
      for frame in 0..<frameCount {
        var sum: Float = 0
        for channel in 0..<channelCount { sum += interleaved[frame * channelCount + channel] }
        block.append(sum * scale)
      }
    }
  }
}
