import Plotting

/// What is drawn of a track: its pitch, or the notes of its chords.
struct TrackPicture {
  var pitch: PitchPlot?
  var chords: ChordPlot?

  /// Returns the content of the file; nothing for a track that was not read.
  func bytes(_ format: PlotFormat) throws(PlotError) -> [UInt8] {
    if let chords { return try chords.picture(format) }
    return try pitch?.picture(format) ?? []
  }
}
