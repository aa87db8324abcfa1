import Foundation
import Testing

@testable import AudioFiles

/// Reads everything, in blocks of at most `blockSize` samples.
func readAll<Reader: SampleReader & ~Copyable>(
  _ reader: inout Reader, blockSize: Int = 1000
) throws -> [Float] {
  var samples: [Float] = []
  var block: [Float] = []
  while try reader.read(into: &block, maximumCount: blockSize) > 0 {
    #expect(block.count <= blockSize)
    samples += block
  }
  return samples
}

func readFile(_ path: String, channel: ChannelSelection = .mix) throws -> [Float] {
  var reader = try AudioFileReader(path: path, channel: channel)
  return try readAll(&reader)
}

func write(
  _ interleaved: [Float], to path: String, format: AudioFileFormat, sampleRate: Double = 48_000,
  channelCount: Int = 1
) throws {
  var writer = try AudioFileWriter(
    path: path, format: format, sampleRate: sampleRate, channelCount: channelCount)
  try writer.write(interleaved)
  try writer.finish()
}

/// Lets `body` read from a pipe that another thread fills, `portion` bytes at a time.
func withPipe<Result>(
  _ bytes: [UInt8], portion: Int = 4096, _ body: (Int32) throws -> Result
) throws -> Result {
  let pipe = Pipe()
  let input = pipe.fileHandleForWriting
  let writer = Thread {
    var rest = bytes[...]
    while !rest.isEmpty {
      try? input.write(contentsOf: Data(rest.prefix(portion)))
      rest = rest.dropFirst(portion)
    }
    try? input.close()
  }
  writer.start()
  return try body(pipe.fileHandleForReading.fileDescriptor)
}
