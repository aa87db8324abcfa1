import AudioFiles
import CommandKit
import Connections
import InstrumentTuning
import LiveAudio
import MusicTheory
import PitchEstimation

extension TuneCommand {
  /// Takes concert pitch from the notes of a file, whichever they are, with `--a4 heard`.
  ///
  /// - Parameter setup: Gets the concert pitch, if the notes agree on one.
  /// - Returns: Whether the notes have decided; false for a microphone, a pipe and single notes, of which an
  ///   A is waited for.
  /// - Throws: What the file throws.
  func hearConcertPitch(_ setup: inout TunerSetup) async throws -> Bool {
    guard options.hearsConcertPitch, let input, input != "-", !OpenPipe.exists(input),
      let heard = HeardConcertPitch(try await heardNotes(input, under: setup.reference)),
      let error = heard.error
    else { return false }
    let name = TrackInput(input).name.printable
    let frequency = heard.frequency.formatted(decimals: 1)
    guard heard.isCertain else {
      complain(
        """
        The notes of \(name) do not tell A4: \(frequency) Hz fits best, but only \
        \((100 * heard.share).formatted(decimals: 0)) % of the time within 25 cents, and notes differ by \
        \(error.formatted(decimals: 1)) cents. A4 stays \
        \(setup.concertPitch.formatted(decimals: 1)) Hz; give it, such as --a4 442.
        """)
      return true
    }
    setup.concertPitch = heard.frequency
    complain(
      """
      A4 = \(frequency) Hz, by \(heard.noteCount) different notes of \(name), \
      ±\(error.formatted(decimals: 1)) cents.
      """)
    return true
  }

  private func heardNotes(
    _ path: String, under reference: ConcertPitch
  ) async throws -> [HeardConcertPitch.Note] {
    let analysis = options.analysis(under: reference)
    let hop = pace.hop ?? .standard
    let live = Live(source: FileSource(path: path, channel: analysis.channel)) { sampleRate in
      try TunerListener(
        analysis.tracker(sampleRate: sampleRate, hop: hop, isLive: true), object: nil,
        detectsOnsets: false)
    }
    var segmenter = NoteSegmenter()
    var notes: [PitchNote] = []
    for try await event in live {
      if case .reading(let observation) = event, let note = segmenter.update(observation.pitch) {
        notes.append(note)
      }
    }
    if let note = segmenter.finish() { notes.append(note) }
    return notes.map {
      HeardConcertPitch.Note(frequency: $0.frequency, duration: $0.offset - $0.onset)
    }
  }
}
