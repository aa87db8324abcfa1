internal import SignalProcessing

/// A partial of an object, or one of its reeds, beside its target.
package struct PartialState: Sendable, Equatable {
  /// The number of the mode, or of the reed, from 0.
  package var number: Int
  /// In hertz.
  package var frequency: Double
  /// One standard error of ``frequency``, in cents.
  package var error: Double
  /// Above the strike note, in cents.
  package var cents: Double
  /// Above its target, in cents; `nil` without one.
  package var off: Double?
  /// Below the strongest partial or reed, in decibels.
  package var level: Double
  /// Seconds for 60 dB; `nil` if it does not fall.
  package var decayTime: Double?
  /// The beats between the lines of the partial, or that with the reed below, in hertz.
  package var beats: [Double]
  /// The beat that the reed is to have with the one below, in hertz.
  package var wantedBeat: Double?
}

extension BellTargets {
  /// Returns what is shown of an entry: its partials, or its reeds.
  package func parts(of entry: BellFile.Entry) -> [PartialState] {
    entry.measurement.object == .reed ? reeds(of: entry) : partials(of: entry)
  }

  /// Returns the partials of an entry.
  package func partials(of entry: BellFile.Entry) -> [PartialState] {
    let measurement = entry.measurement
    let strongest = measurement.partials.map { $0.lines[$0.strongest].amplitude }.max() ?? 1
    return measurement.partials.map { partial in
      PartialState(
        number: partial.mode, frequency: partial.frequency, error: partial.error,
        cents: measurement.cents(partial),
        off: deviation(partial, of: measurement, note: entry.note),
        level: Self.level(partial.lines[partial.strongest].amplitude, below: strongest),
        decayTime: partial.decayTime, beats: partial.beats)
    }
  }

  /// Returns the reeds of an entry, from the lowest.
  package func reeds(of entry: BellFile.Entry) -> [PartialState] {
    let lines = entry.measurement.partials.first?.lines ?? []
    let places = reeds(entry.note, count: lines.count)
    let strongest = lines.map { $0.amplitude }.max() ?? 1
    return lines.indices.map { index in
      let line = lines[index]
      return PartialState(
        number: index, frequency: line.frequency,
        error: Elementary.cents(ofRatio: 1 + line.error / line.frequency),
        cents: Elementary.cents(ofRatio: line.frequency / entry.measurement.strike),
        off: Elementary.cents(ofRatio: line.frequency / places[min(index, places.count - 1)]),
        level: Self.level(line.amplitude, below: strongest), decayTime: line.decayTime,
        beats: index > 0 ? [line.frequency - lines[index - 1].frequency] : [],
        wantedBeat: index > 0 ? beat(entry.note) : nil)
    }
  }

  /// Returns the deviation of an entry's strike note from its note, in cents.
  package func deviation(_ entry: BellFile.Entry) -> Double {
    deviation(entry.measurement, note: entry.note, air: entry.temperature)
  }

  private static func level(_ amplitude: Double, below strongest: Double) -> Double {
    20 * Elementary.log10(max(1e-9, amplitude / max(1e-12, strongest)))
  }
}
