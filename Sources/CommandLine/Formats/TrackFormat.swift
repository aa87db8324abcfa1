import ArgumentParser
import MusicTheory
import PitchEstimation

/// The files that `track` writes.
enum TrackFormat: String, CaseIterable, Sendable {
  case csv, jsonl

  init(argument: String) throws {
    guard let format = Self(rawValue: argument.lowercased()) else {
      throw ValidationError("Write csv or jsonl.")
    }
    self = format
  }

  /// What follows the base name of the input.
  var suffix: String {
    switch self {
    case .csv: ".f0.csv"
    case .jsonl: ".jsonl"
    }
  }
}

/// Writes readings as lines of one of the formats.
struct TrackWriter: Sendable {
  var format: TrackFormat
  var unvoiced = UnvoicedStyle.empty
  var concertPitch = ConcertPitch.standard
  var spelling = Spelling.sharps

  /// The line before the first reading.
  func appendHeader(to buffer: inout TextBuffer) {
    if format == .csv { buffer.append("time,frequency,confidence\n") }
  }

  func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    switch format {
    case .csv: appendCSV(reading, to: &buffer)
    case .jsonl:
      let note = reading.frequency.flatMap { frequency in
        concertPitch.nearestNote(to: frequency, spelling: spelling)
          .map { ReadingLine.NotePart($0, cents: concertPitch.cents(from: $0, to: frequency)) }
      }
      ReadingLine(reading, note: note).append(to: &buffer)
    }
  }

  private func appendCSV(_ reading: PitchReading, to buffer: inout TextBuffer) {
    buffer.append(reading.time, decimals: 6)
    buffer.append(",")
    if let frequency = reading.frequency {
      buffer.append(frequency, decimals: 3)
    } else {
      switch unvoiced {
      case .empty: break
      case .zero: buffer.append("0.000")
      case .nan: buffer.append("nan")
      case .negative: buffer.append(-(reading.candidate?.frequency ?? 0), decimals: 3)
      }
    }
    buffer.append(",")
    buffer.append(reading.periodicity, decimals: 4)
    buffer.append("\n")
  }
}
