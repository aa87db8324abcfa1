internal import PolyphonicTuning
internal import SignalProcessing

extension SeriesScan {
  /// A measurement with errors that cover what the scan leaves open.
  ///
  /// - Parameters:
  ///   - measurement: What a fit gave that began at ``series``.
  ///   - fit: That fit.
  /// - Returns: The measurement; B is refused where the partials do not support it.
  func judged(_ measurement: KeyMeasurement, _ fit: StringSeries) -> KeyMeasurement {
    let departure = Elementary.cents(ofRatio: fit.partial(10) / series.partial(10)).magnitude
    let share = fit.inharmonicity / measurement.key.typicalInharmonicity
    let isSupported =
      significance > Self.leastSignificance && oddPartials > Self.leastOddPartials
      && measurement.partialCount >= Self.leastPartialCount
      && departure < Self.largestDeparture && Self.stiffnesses.contains(share)
    let mayBePhantom = rival.inharmonicity > Self.phantomRatio * series.inharmonicity
    let isAmbiguous =
      rivalry > (mayBePhantom ? Self.highestPhantomRivalry : Self.highestRivalry)
    guard isAmbiguous || !isSupported else { return measurement }
    var judged = measurement
    judged.inharmonicityError = max(1, judged.inharmonicityError)
    let doubt =
      isAmbiguous ? Elementary.cents(ofRatio: rival.frequency / series.frequency).magnitude : 0
    judged.frequencyError = max(judged.frequencyError, doubt, departure, 2)
    return judged
  }
}
