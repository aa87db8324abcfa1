/// The purpose of the sound that a session hears: to tune, or to measure and keep.
package enum MeasuringPurpose: Int, Sendable, CaseIterable {
  case tune, before, after

  /// The stage that is measured; `nil` while tuning, which keeps nothing.
  package var stage: MeasurementStage? {
    switch self {
    case .tune: nil
    case .before: .before
    case .after: .after
    }
  }

  /// Creates the purpose of measuring a stage.
  package init(_ stage: MeasurementStage) { self = stage == .before ? .before : .after }
}

/// What the next strokes are for, and under which circumstances they sound.
package struct MeasuringAim: Sendable, Equatable {
  package var purpose = MeasuringPurpose.tune
  /// The time that a measurement is kept with, such as `2026-11-22T10:15:00Z`; the core has no clock.
  package var date = "-"
  /// The MIDI number of the note that is tuned or struck; `nil` to find it.
  package var note: Int?
  /// The temperature of the air in degrees Celsius, if it was noted.
  package var air: Double?
  /// False if the kind of object is to be told from the sound, rather than taken from the file.
  package var isKindKnown = true

  /// Creates the aim of tuning what sounds.
  package init() {}
}
