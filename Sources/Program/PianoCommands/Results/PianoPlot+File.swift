package import PianoTuning
package import Plotting

extension PianoPlot {
  /// The plot of a piano file.
  package init(_ piano: PianoFile) {
    let curve = piano.curve
    let model = piano.model
    let rough = TuningCurve(
      inharmonicities: model.values, style: piano.style, smoothness: 0)
    let a4 = piano.concertPitch
    self.init(
      title: piano.name,
      inharmonicities: piano.best().filter { $0.measurement.isInharmonicityKnown }.map {
        Measured(
          key: $0.measurement.key.index, value: $0.measurement.inharmonicity,
          error: $0.measurement.inharmonicity * $0.measurement.inharmonicityError)
      },
      model: PianoKey.all.map(model.modelValue), curve: curve.cents, roughCurve: rough.cents,
      before: piano.best(.before).map {
        Measured(
          key: $0.measurement.key.index, value: $0.measurement.cents(concertPitch: a4),
          error: $0.measurement.frequencyError)
      },
      after: piano.best(.after).map {
        Measured(
          key: $0.measurement.key.index, value: $0.measurement.cents(concertPitch: a4),
          error: $0.measurement.frequencyError)
      })
  }
}
