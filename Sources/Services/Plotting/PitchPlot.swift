public import MusicTheory
public import PitchEstimation
import SignalProcessing

/// A plot of a recording: its pitch over its spectrogram, with notes, voicing and level.
///
/// Append the samples and the readings as they arrive, call ``finish()``, and get the plot in one
/// or more formats. Samples and readings may arrive in any order relative to each other, and the
/// size of the blocks does not matter. The same samples and readings give the same plot.
///
/// - Complexity: Memory stays below about 35 MB, including drawing, whatever the length.
public struct PitchPlot: Sendable {
  /// The description of the plot's origin.
  public let caption: PlotCaption
  /// Samples per second, in hertz.
  public let sampleRate: Double
  /// The frequencies that were searched, in hertz.
  public let searchRange: ClosedRange<Double>
  let hop: Double  // in seconds
  private(set) var spectrogram: Spectrogram
  private(set) var contour: PitchDistribution
  /// The pitches of further estimators, which are drawn under those of the first.
  private(set) var others: [PitchDistribution] = []
  let otherNames: [String]
  private(set) var readings = FoldingColumns<ReadingColumn>(maximumCount: Self.maximumCount)
  private(set) var readingCount = 0
  /// The times at which sounds start, in seconds.
  private(set) var onsets: [Double] = []
  private var sampleCount = 0
  private var isFinished = false

  /// The largest number of estimators, each with its own colour.
  public static var mostEstimators: Int { 1 + Theme.otherPitches.count }

  private static let maximumCount = 2048

  /// Creates an empty plot.
  ///
  /// - Parameters:
  ///   - caption: The description of the plot's origin.
  ///   - sampleRate: Samples per second, in 8000...192000 Hz.
  ///   - searchRange: The frequencies that were searched, in hertz; the plot never goes beyond
  ///     them.
  ///   - hopSize: The number of samples between readings.
  ///   - others: The names of further estimators to compare with that of the caption, fewer than
  ///     ``mostEstimators``; each takes up to 5 MB more.
  /// - Throws: ``PlotError`` if the sample rate or the range is invalid.
  public init(
    caption: PlotCaption, sampleRate: Double, searchRange: ClosedRange<Double>, hopSize: Double,
    others: [String] = []
  ) throws(PlotError) {
    guard (8000...192_000).contains(sampleRate) else { throw .sampleRateOutOfRange(sampleRate) }
    let range = searchRange.clamped(to: 0...sampleRate / 2)
    guard range.lowerBound > 1e-3, range.upperBound > range.lowerBound else {
      throw .invalidSearchRange(searchRange)
    }
    let pitches = caption.concertPitch.pitches(range)
    let rows = PitchRows(covering: pitches)
    do throws(FourierError) {
      spectrogram = try Spectrogram(
        rows: rows, concertPitch: caption.concertPitch, sampleRate: sampleRate)
    } catch {
      throw .sampleRateOutOfRange(sampleRate)
    }
    contour = PitchDistribution(rows: rows, concertPitch: caption.concertPitch)
    self.others = Array(repeating: contour, count: others.count)
    otherNames = others
    hop = hopSize / sampleRate
    self.caption = caption
    self.sampleRate = sampleRate
    self.searchRange = range
  }

  /// Appends the next samples.
  ///
  /// - Parameter block: Mono samples, any count. Samples that are not finite count as silence.
  public mutating func append(_ block: Span<Float>) {
    sampleCount += block.count
    spectrogram.append(block)
  }

  /// Appends the next samples, in an array.
  ///
  /// - Parameter block: Mono samples, any count.
  public mutating func append(_ block: [Float]) { append(block.span) }

  /// Appends the next reading.
  ///
  /// - Parameter reading: The next reading of the track, in order of time.
  public mutating func append(_ reading: PitchReading) {
    contour.append(reading, at: readingCount)
    readings.update(at: readingCount) { $0.add(reading) }
    readingCount += 1
  }

  /// Appends the next readings of all estimators.
  ///
  /// - Parameter readings: One per estimator, all of the same moment, that of the caption first.
  public mutating func append(_ readings: [PitchReading]) {
    guard let first = readings.first else { return }
    for (index, reading) in zip(others.indices, readings.dropFirst()) {
      others[index].append(reading, at: readingCount)
    }
    append(first)
  }

  /// Appends the time at which a sound starts, which is marked.
  ///
  /// - Parameter time: In seconds from the first sample.
  public mutating func appendOnset(at time: Double) { onsets.append(time) }

  /// Ends the recording; no samples may follow. Later calls do nothing.
  public mutating func finish() {
    guard !isFinished else { return }
    isFinished = true
    spectrogram.finish()
  }

  /// Draws the picture.
  ///
  /// - Parameter format: The kind of file.
  /// - Returns: The content of the file.
  /// - Throws: ``PlotError/drawingFailed(reason:)`` if there is not enough memory.
  public func picture(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    try PlotDrawing(self).file(format)
  }

  /// The duration of the recording, in seconds.
  var duration: Double { Double(sampleCount) / sampleRate }

  /// The number of readings in each row, of all estimators together.
  var histogram: [Int] {
    others.reduce(contour.histogram) { sum, other in zip(sum, other.histogram).map { $0 + $1 } }
  }

  /// The share of voiced readings, in 0...1.
  var voicedShare: Double {
    readingCount > 0 ? Double(contour.voicedCount) / Double(readingCount) : 0
  }
}

extension ConcertPitch {
  /// Returns a range of frequencies as MIDI numbers with fractions.
  func pitches(_ range: ClosedRange<Double>) -> ClosedRange<Double> {
    let lower = midiNumber(of: range.lowerBound)
    return lower...max(lower, midiNumber(of: range.upperBound))
  }
}

/// The description of a plot's origin.
public struct PlotCaption: Sendable, Hashable {
  /// The name of the recording, as its title shows it.
  public var name: String
  /// The method that found the pitches, as a user names it.
  public var estimator: String
  /// The concert pitch that the note grid follows.
  public var concertPitch: ConcertPitch
  /// The spelling of the notes in the grid.
  public var spelling: Spelling

  /// Creates a caption.
  ///
  /// - Parameters:
  ///   - name: The name of the recording.
  ///   - estimator: The method that found the pitches.
  ///   - concertPitch: The concert pitch of the note grid; A4 = 440 Hz by default.
  ///   - spelling: The spelling of the notes; with sharps by default.
  public init(
    name: String, estimator: String, concertPitch: ConcertPitch = .standard,
    spelling: Spelling = .sharps
  ) {
    self.name = name
    self.estimator = estimator
    self.concertPitch = concertPitch
    self.spelling = spelling
  }
}
