/// The ports of the tuner, in the order of tuner.ttl.
enum TunerPort: Int, CaseIterable {
  case input
  case output
  case enabled
  case mute
  case a4
  case target
  case temperament
  case root
  case note
  case octave
  case cents
  case frequency
  case inTune
  case sounding
  case string
  case midiNote
  case level
}
