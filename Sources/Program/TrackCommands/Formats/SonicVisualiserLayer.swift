import CommandKit
import PitchEstimation

/// The common parts of the layer files of Sonic Visualiser: a model, its points, and its look.
///
/// - SeeAlso: `SVFileReader::readModel` in the source of Sonic Visualiser, for the required parts.
struct SonicVisualiserLayer: Sendable {
  let sampleRate: Double
  let hopSize: Double

  /// Writes the text before the first point; `kind` holds the attributes of the kind of model.
  func begin(kind: StaticString, _ buffer: inout TextBuffer) {
    buffer.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE sonic-visualiser>
      <sv>
        <data>
          <model id="1" name="" sampleRate="
      """)
    buffer.append(sampleRate, decimals: sampleRate == sampleRate.rounded() ? 0 : 6)
    buffer.append("\" type=\"sparse\" ")
    buffer.append(kind)
    buffer.append(" resolution=\"")
    buffer.append(max(1, Int(hopSize.rounded())))
    buffer.append("\" notifyOnAdd=\"true\" dataset=\"2\" units=\"Hz\"/>\n")
  }

  /// Starts a point at a time in seconds.
  func beginPoint(at time: Double, frequency: Double, _ buffer: inout TextBuffer) {
    buffer.append("      <point frame=\"")
    buffer.append(frames(time))
    buffer.append("\" value=\"")
    buffer.append(frequency, decimals: 6)
    buffer.append("\"")
  }

  /// Writes the text after the last point; `look` describes the layer.
  func end(look: StaticString, _ buffer: inout TextBuffer) {
    buffer.append("    </dataset>\n  </data>\n  <display>\n    <layer id=\"3\" model=\"1\" ")
    buffer.append(look)
    buffer.append("/>\n  </display>\n</sv>\n")
  }

  /// Converts a time in seconds to whole samples.
  func frames(_ time: Double) -> Int { Int((time * sampleRate).rounded()) }
}

/// A layer of time and value: a point for each voiced reading.
struct SonicVisualiserPitches: TrackEncoder {
  let layer: SonicVisualiserLayer

  func begin(_ buffer: inout TextBuffer) {
    layer.begin(kind: "dimensions=\"2\"", &buffer)
    buffer.append("    <dataset id=\"2\" dimensions=\"2\">\n")
  }

  func append(_ reading: PitchReading, to buffer: inout TextBuffer) {
    guard let frequency = reading.frequency else { return }
    layer.beginPoint(at: reading.time, frequency: frequency, &buffer)
    buffer.append(" label=\"\"/>\n")
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {
    layer.end(look: "type=\"timevalues\" name=\"Pitch\" plotStyle=\"6\"", &buffer)
  }
}

/// A layer of notes for Sonic Visualiser.
struct SonicVisualiserNotes: NoteWriter {
  let layer: SonicVisualiserLayer
  let naming: NoteNaming

  func begin(_ buffer: inout TextBuffer) {
    layer.begin(kind: "dimensions=\"3\" subtype=\"note\" valueQuantization=\"0\"", &buffer)
    buffer.append("    <dataset id=\"2\" dimensions=\"3\">\n")
  }

  func append(_ note: PitchNote, to buffer: inout TextBuffer) {
    layer.beginPoint(at: note.onset, frequency: note.frequency, &buffer)
    buffer.append(" duration=\"")
    buffer.append(max(1, layer.frames(note.offset) - layer.frames(note.onset)))
    buffer.append("\" level=\"1\" label=\"")
    buffer.append(text: naming.name(at: note.frequency))
    buffer.append("\"/>\n")
  }

  func end(duration: Double, _ buffer: inout TextBuffer) {
    layer.end(look: "type=\"notes\" name=\"Notes\"", &buffer)
  }
}
