// swift-format-ignore-file: AlwaysUseLowerCamelCase, AllPublicDeclarationsHaveDocumentation
// The functions have the names and the documentation of kammerton.h.

public import CKammerton

@implementation @c
public func ktn_mix(
  _ samples: UnsafePointer<Float>!, _ frame_count: Int, _ channel_count: Int,
  _ mono: UnsafeMutablePointer<Float>!
) -> ktn_status {
  status { () throws(Refusal) in
    try require((1...1024).contains(channel_count), KTN_CHANNELS_OUT_OF_RANGE)
    let place = try room(mono, frame_count)
    let (count, overflow) = frame_count.multipliedReportingOverflow(by: channel_count)
    try require(!overflow, KTN_COUNT_TOO_LARGE)
    let samples = try CInterface.samples(samples, count)
    // As files are mixed: see ChannelSelection.
    let scale = 1 / Float(channel_count)
    for frame in 0..<frame_count {
      var sum: Float = 0
      for channel in 0..<channel_count { sum += samples[frame * channel_count + channel] }
      place[frame] = channel_count == 1 ? sum : sum * scale
    }
  }
}
