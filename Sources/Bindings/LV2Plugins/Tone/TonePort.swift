/// The ports of the tone, in the order of tone.ttl.
enum TonePort: Int, CaseIterable {
  case output
  case play
  case waveform
  case source
  case note
  case cents
  case a4
  case temperament
  case root
  case frequency
  case level
  case sounding
}
