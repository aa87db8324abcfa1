import MeasureCommands
import PianoTuning

/// Piano files, which people share.
extension FuzzTarget {
  static let pianoTargets = [pianoFile]

  private static let pianoFile = FuzzTarget(
    name: "piano-file",
    words: [
      "kammerton-piano 1", "name:", "concert-pitch: 442", "style: twelfths",
      "temperament: vallotti", "lowest-plain-key: A#2", "temperature: 21.5", "key: C4 before",
      "after", "end: 1", "#", "nan", "1e300", "-0", "0.0000001", "C8", "A0",
    ],
    seeds: {
      let head = "kammerton-piano 1\n"
      let date = "2026-11-22T10:15:00Z"
      return [
        "\(head)end: 0\n",
        """
        \(head)name: Salon
        concert-pitch: 442.000
        style: balanced
        temperament: equal
        lowest-plain-key: A#2
        temperature: 21.5
        key: A0 before \(date) 27.505964 0.7634 0.000295838 0.009414 27 0.0079 -0.9314 0.9499
        key: A4 before \(date) 441.9 0.1 0.00075 0.004 12 0.02 0.0000
        key: A4 after \(date) 442.0 0.1 0.00074 0.004 12 0.02 -0.6 0.1 0.5
        end: 3

        """,
        "\(head)# none\nstyle: octaves\nkey: C8 after x 4200 1 0.02 1 1 0.5 0\nend: 1\n",
      ].map { Array($0.utf8) }
    },
    read: { bytes in
      guard let text = String(validating: bytes, as: UTF8.self) else { return false }
      let piano: PianoFile
      do throws(MeasurementFileError) {
        piano = try PianoFile(text: text)
      } catch {
        require(error.line >= 1 && !error.description.isEmpty, "an error names a line")
        return false
      }
      let again = try? PianoFile(text: piano.text)
      require(again?.text == piano.text, "written data reads back")
      guard let targets = try? piano.targets(isRaising: true), let report = try? PianoReport(piano)
      else {
        require(false, "what was read has targets and a report")
        return false
      }
      require(targets.count == 88, "each key has a target")
      for target in targets {
        require(
          target.frequency.isFinite && target.frequency > 0
            && target.partialFrequency >= target.frequency, "targets are frequencies")
      }
      require(!report.text.isEmpty, "a report is shown")
      return true
    })
}
